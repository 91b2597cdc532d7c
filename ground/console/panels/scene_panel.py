"""The panel of the scene: nearest pairs, what comes, ages of the arms, the view, the platform, the plan."""

from collections.abc import Callable

from PySide6.QtWidgets import QSizePolicy

from ground.console.facts.plan_progress import PlanProgress, StepProgress
from ground.console.facts.snapshot import Snapshot
from ground.console.panels.preview import Preview
from ground.console.panels.preview_bar import PreviewBar
from ground.console.scene.bodies import Bodies
from ground.console.scene.scene_look import SceneLook, scene_look
from ground.console.scene.scene_marks import STEP_SIGNS
from ground.console.scene.scene_widget import SceneWidget
from ground.console.texts import formats, theme
from ground.console.texts.collision_words import CollisionWords, collision_words
from ground.console.texts.plan_words import certificate_words
from ground.console.widgets.figure import Panel, Value
from ground.console.widgets.wrapping_row import WrappingRow, empty_corner
from ground.operator.part_words import of_move
from telemetry.agreed.run_settings import RunSettings

SPACING = 8
FIXED_BASE = "fixed base"
LEVELS = {"warning": theme.WARN, "contact": theme.BAD}


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
        self.nearest = (Value(13), Value(12, bold=False))  # arm and scene, arm and itself
        self.commanded, self.seen, self.now = Value(12), Value(12), Value(12)
        self.collisions = Value(12, bold=False)  # of the arm now, and ahead
        self.base, self.plan = Value(12, bold=False), Value(12, bold=False)
        self.certificate = Value(12, bold=False)
        for value in (*self.nearest, self.collisions, self.base, self.plan, self.certificate):
            value.setWordWrap(True)
            value.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        for value in (*self.nearest, self.collisions):
            self.rows.addWidget(value)
        self.rows.addWidget(WrappingRow([self.commanded, self.seen, self.now], empty_corner(), SPACING))
        self.rows.addWidget(view, 1)
        self.rows.addWidget(self.base)
        self.rows.addWidget(self.plan)
        self.rows.addWidget(self.certificate)
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
        self.plan.setVisible(now.plan is not None)
        if now.plan is not None:
            self.plan.show_text(_plan(now.plan), colour=theme.PLANNED)
        told = certificate_words(snapshot, self._run, self._bodies.robot)
        self.certificate.setVisible(told is not None)
        if told is not None:
            self.certificate.show_text(told.text, colour=told.colour)

    def _redraw(self) -> None:
        """Draw what was drawn last, with the ghost where it is now."""
        self.draw(*self._shown)

    def _draw_arms(self, now: SceneLook) -> None:
        told, seen, lost = now.commanded_is_stale, now.seen_is_stale, theme.look("unknown")
        self._draw_arm(self.commanded, f"■ commanded, {now.commanded_note}", theme.COMMANDED, is_stale=told)
        self._draw_arm(self.seen, f"▦ telemetry, {now.seen_note}", theme.SEEN, is_stale=seen)
        if now.is_lost and now.now:
            self.now.show_text(f"┄ arm now, {now.place_note}", colour=lost.colour, symbol=lost.symbol)
        else:
            self._draw_arm(self.now, f"┄ arm now, {now.place_note}", theme.NOW, is_stale=told)

    def _draw_collisions(self, said: CollisionWords) -> None:
        colour = LEVELS.get(said.level, theme.TEXT if said.level else theme.STALE)
        self.collisions.show_text(said.text, is_stale=said.is_stale, colour=colour)

    def _draw_base(self, now: SceneLook) -> None:
        if self._bodies.robot.platform is None:
            self.base.show_text(FIXED_BASE, colour=theme.DIM)
        else:
            text = _base(now)
            self.base.show_text(text, is_stale=now.seen_is_stale, colour=theme.DIM)

    def _draw_arm(self, value: Value, text: str, colour: str, *, is_stale: bool) -> None:
        is_known = not text.endswith(formats.NO_DATA)
        value.show_text(text, is_stale=is_stale, colour=colour if is_known else theme.STALE, symbol="")


def _base(now: SceneLook) -> str:
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


def _plan(plan: PlanProgress) -> str:
    """Return the steps of a plan in words, with the time of each."""
    steps = "   ".join(_step(shown, is_flown=plan.is_flown) for shown in plan.steps)
    if not plan.is_flown:
        return f"plan {plan.plan_id}, not flown yet:   {steps}"
    seen = (
        f"orbit, as last seen: step {plan.in_orbit}"
        if plan.in_orbit
        else "orbit has begun none, as last seen"
    )
    return f"plan {plan.plan_id}:   {steps}   ({seen})"


def _step(shown: StepProgress, *, is_flown: bool) -> str:
    sign = STEP_SIGNS[shown.state] if is_flown else ""
    left = f", {formats.seconds(shown.left_s)} left" if is_flown and shown.state == "current" else ""
    what = f"{formats.words(shown.step.tool)} {of_move(shown.step.kind)}".lstrip()
    return f"{sign}{shown.number} {what} {formats.seconds(shown.duration_s)}{left}"
