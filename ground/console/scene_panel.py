"""The panel of the scene: the view, what its styles mean, and the nearest pairs."""

from PySide6.QtWidgets import QHBoxLayout

from ground.console import theme
from ground.console.bodies import Bodies
from ground.console.figure import Value
from ground.console.panel import Panel
from ground.console.scene_look import look
from ground.console.scene_widget import SceneWidget
from ground.console.snapshot import Snapshot


class ScenePanel(Panel):
    """The scene, through one of the two views."""

    def __init__(self, bodies: Bodies, view: SceneWidget) -> None:
        """Show the scene through a view."""
        super().__init__("")
        self._bodies, self.view = bodies, view
        self.commanded, self.seen = Value(12), Value(12)
        self.nearest = (Value(14), Value(12, bold=False))  # arm and scene, arm and itself
        line = QHBoxLayout()
        line.addWidget(self.commanded)
        line.addSpacing(14)
        line.addWidget(self.seen)
        line.addStretch(1)
        for value in self.nearest:
            value.setWordWrap(True)
            self.rows.addWidget(value)
        self.rows.addLayout(line)
        self.rows.addWidget(view, 1)

    def draw(self, snapshot: Snapshot, now_ns: int) -> None:
        """Show the scene now."""
        now = look(self._bodies, snapshot, now_ns)
        self.view.draw(now)
        is_red = any(gap.is_red for gap in now.gaps)
        for value, text in zip(self.nearest, now.nearest, strict=True):
            value.show_text(text, colour=theme.BAD if is_red else theme.TEXT)
        commanded, seen = f"■ commanded, {now.commanded_note}", f"▦ telemetry, {now.seen_note}"
        self.commanded.show_text(
            commanded,
            is_stale=now.commanded_is_stale,
            colour=theme.COMMANDED if now.commanded else theme.STALE,
        )
        self.seen.show_text(seen, is_stale=now.seen_is_stale, colour=theme.SEEN if now.seen else theme.STALE)
