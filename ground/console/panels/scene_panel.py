"""The panel of the scene: nearest pairs, what comes, ages of the arms, the view, the platform, the plan."""

from collections.abc import Callable

from ground.console.facts.snapshot import Snapshot
from ground.console.panels.preview import Preview
from ground.console.panels.preview_bar import PreviewBar
from ground.console.scene.bodies import Bodies
from ground.console.scene.scene_look import SceneLook, scene_look
from ground.console.scene.scene_widget import SceneWidget
from ground.console.texts import formats, theme
from ground.console.texts.collision_words import CollisionWords, collision_words
from ground.console.texts.plan_words import certificate_words, progress_text
from ground.console.widgets.figure import Panel, Value
from ground.console.widgets.wrapping_row import WrappingRow, empty_corner
from telemetry.agreed.run_settings import RunSettings

SPACING = 8
FIXED_BASE_TEXT = "fixed base"
LEVEL_COLOURS = {"warning": theme.WARN, "contact": theme.BAD}


class ScenePanel(Panel):
    """The scene, through one of the two views."""

    def __init__(
        self, bodies: Bodies, view: SceneWidget, *, run: RunSettings, clock: Callable[[], int]
    ) -> None:
        """Show the scene of a run through a view; `clock`: time that goes on while a plan is watched."""
        super().__init__("")
        self._bodies, self.view, self._run = bodies, view, run
        self._preview, self._shown = Preview(), (Snapshot(at_ns=0), 0)
        self.preview = PreviewBar(self._preview, clock, self._redraw)
        self.nearest = (
            Value(13, wraps=True),
            Value(12, bold=False, wraps=True),
        )  # arm and scene, arm and itself
        self.commanded, self.seen, self.now = Value(12), Value(12), Value(12)
        self.collisions, self.base, self.plan, self.certificate = (
            Value(12, bold=False, wraps=True) for _ in range(4)
        )
        arms = WrappingRow([self.commanded, self.seen, self.now], empty_corner(), SPACING)
        for widget in (*self.nearest, self.collisions, arms, view, self.base, self.plan, self.certificate):
            self.rows.addWidget(widget)
        self.rows.setStretchFactor(view, 1)
        self.rows.addWidget(self.preview)

    def draw(self, snapshot: Snapshot, now_ns: int) -> None:
        """Show the scene now."""
        self._shown = snapshot, now_ns
        self._preview.show_plan(snapshot.plan.ready if snapshot.plan.epoch is None else None)
        self.preview.draw()
        now = scene_look(self._bodies, snapshot, now_ns)._replace(watched=self._preview.pose)
        self.view.draw(now)
        self._draw_arms(now)
        for value, pair in zip(self.nearest, now.nearest, strict=True):
            value.show_text(pair.words, colour=theme.BAD if pair.is_close else theme.TEXT)
        is_lost = snapshot.los_ns is not None
        self._draw_collisions(collision_words(snapshot.collision, now_ns, is_lost=is_lost))
        self._draw_base(now)
        self.plan.show_or_hide(progress_text(now.plan) if now.plan else "", colour=theme.PLANNED)
        text, colour = certificate_words(snapshot, self._run, self._bodies.robot) or ("", theme.TEXT)
        self.certificate.show_or_hide(text, colour=colour)

    def _redraw(self) -> None:
        """Draw what was drawn last, with the ghost where it is now."""
        self.draw(*self._shown)

    def _draw_arms(self, now: SceneLook) -> None:
        is_old, lost, estimate = now.commanded_is_stale, theme.look("unknown"), f"┄ arm now, {now.place_note}"
        commanded, seen = f"■ commanded, {now.commanded_note}", f"▦ telemetry, {now.seen_note}"
        self._draw_arm(self.commanded, commanded, theme.COMMANDED, is_stale=is_old)
        self._draw_arm(self.seen, seen, theme.SEEN, is_stale=now.seen_is_stale)
        if now.is_lost and now.now:
            self.now.show_text(estimate, colour=lost.colour, symbol=lost.symbol)
        else:
            self._draw_arm(self.now, estimate, theme.NOW, is_stale=is_old)

    def _draw_collisions(self, words: CollisionWords) -> None:
        colour = LEVEL_COLOURS.get(words.level, theme.TEXT if words.level else theme.STALE)
        self.collisions.show_text(words.text, is_stale=words.is_stale, colour=colour)

    def _draw_base(self, now: SceneLook) -> None:
        if self._bodies.robot.platform is None:
            self.base.show_text(FIXED_BASE_TEXT, colour=theme.DIM)
        else:
            self.base.show_text(_base_text(now), is_stale=now.seen_is_stale, colour=theme.DIM)

    def _draw_arm(self, value: Value, text: str, colour: str, *, is_stale: bool) -> None:
        is_known = not text.endswith(formats.NO_DATA)
        value.show_text(text, is_stale=is_stale, colour=colour if is_known else theme.STALE, symbol="")


def _base_text(now: SceneLook) -> str:
    """Return how the platform has moved, in words: as seen, and what is predicted."""
    base = now.base
    if base is None:
        return f"platform: {formats.NO_DATA}"
    turned = f"platform turned {formats.angle(base.turned)} since {formats.mission_time(base.since_ns)}"
    words = [f"{turned}, turns at {formats.turn_rate(base.rate)}, {now.seen_note}"]
    if base.turned_now is not None and not now.now_is_stale:
        words.append(f"{formats.angle(base.turned_now)} now, {now.now_note}")
    if base.turned_commanded is not None and not now.commanded_is_stale:
        words.append(f"{formats.angle(base.turned_commanded)} commanded")
    return ";   ".join(words)
