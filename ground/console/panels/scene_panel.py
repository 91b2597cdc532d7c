"""The panel of the scene: its view, and in a line over its head the nearest pair and what comes."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from ground.console.facts.snapshot import Snapshot
from ground.console.scene.bodies import Bodies
from ground.console.scene.scene_look import scene_look
from ground.console.scene.scene_widget import SceneWidget
from ground.console.scene.scene_writing import HEADLINE_PX
from ground.console.texts import theme
from ground.console.texts.collision_words import collision_words
from ground.console.widgets.elided_value import ElidedValue
from ground.console.widgets.figure import Panel, Value

SPACING, SIDE_PX = 12, 6
COMPASS_PX = 110  # of the picture's width, that the line leaves to the compass
EDGE_PX = 1
LEVEL_COLOURS = {"warning": theme.WARN, "contact": theme.BAD}


class ScenePanel(Panel):
    """The scene, through one of the two views."""

    def __init__(self, bodies: Bodies, view: SceneWidget) -> None:
        """Show the scene through a view."""
        super().__init__("")
        self._bodies, self.view = bodies, view
        self.nearest, self.collisions = ElidedValue(13), ElidedValue(12, bold=False)
        self._headline = _headline(view.canvas, (self.nearest, self.collisions))
        view.canvas.installEventFilter(self)
        self.rows.setContentsMargins(EDGE_PX, EDGE_PX, EDGE_PX, EDGE_PX)
        self.rows.addWidget(view, 1)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the line as wide as its picture."""
        if event.type() == QEvent.Type.Resize:
            width = self.view.canvas.width() - COMPASS_PX
            self._headline.setGeometry(0, 0, max(0, width), HEADLINE_PX)
        return False

    def draw(self, snapshot: Snapshot, now_ns: int) -> None:
        """Show the scene now."""
        now = scene_look(self._bodies, snapshot, now_ns)
        self.view.draw(now)
        near = now.nearest
        self.nearest.show_text(near.words, colour=theme.BAD if near.is_close else theme.TEXT)
        is_lost = snapshot.los_ns is not None
        words = collision_words(snapshot.collision, now_ns, is_lost=is_lost, named=near.pair)
        colour = LEVEL_COLOURS.get(words.level, theme.TEXT if words.level else theme.STALE)
        self.collisions.show_text(words.text, is_stale=words.is_stale, colour=colour)


def _headline(picture: QWidget, values: tuple[Value, Value]) -> QWidget:
    """Return a line of values over the head of a picture, which keeps the mouse."""
    line = QWidget(picture)
    line.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    row = QHBoxLayout(line)
    row.setContentsMargins(SIDE_PX, 0, 0, 0)
    row.setSpacing(SPACING)
    row.addWidget(values[0])
    row.addWidget(values[1], 1)
    return line
