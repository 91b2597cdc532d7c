"""The tab of a motion: what is asked for, what the planner makes of it, its preview, and plans by name.

    +-----------------------------------------------+
    | ▬ line: 12.3 s ... nearest ... at most ...    |    the answer to what was asked last, if any was
    | [watch] [<] [>] ====|======= ghost at 4.2 s   |    F9 watches it at 10x, F3 arms it
    | kind, frame, tool, numbers, steps, duration   |    F2 plans what stands in the form
    | plan [survey] [save] [open] [next]            |
    +-----------------------------------------------+

Whoever looks on sees the answer and the preview, and no form.
"""

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QScrollArea, QWidget

from ground.console.facts.chosen import Chosen, PlanRequested
from ground.console.facts.handover import Handover, PlanChoice
from ground.console.facts.message_book import Noticed
from ground.console.facts.snapshot import Snapshot
from ground.console.motion.answer_view import AnswerView
from ground.console.motion.answer_words import AnswerLine, answer_lines
from ground.console.motion.asked_frames import ArmAsSeen
from ground.console.motion.asked_motion import TAKE_AWAY, AskedMotion, asked_motion, jog, joint_jog, why_not
from ground.console.motion.motion_draft import MotionDraft
from ground.console.motion.motion_form import MotionForm
from ground.console.motion.preview import Preview
from ground.console.motion.preview_bar import PreviewBar
from ground.console.motion.saved_plans import SavedPlans
from ground.console.motion.tool_ghost import GHOST_SHARE, PickedPoint, ToolGhost
from ground.console.scene.base_motion import world_from_base
from ground.console.scene.bodies import Bodies
from ground.console.scene.scene_widget import SceneWidget
from ground.console.scene.sight import AXES, RINGS
from ground.console.texts import theme
from ground.console.widgets.figure import Panel, Value
from ground.operator.person.motion_acts import ASKED, OpenPlan, SavePlan
from ground.operator.person.motion_answer import MotionAnswer
from telemetry.agreed.run_settings import RunSettings
from telemetry.messages.plan import PlanReady

NOTHING_ASKED = "nothing is asked for yet: give the numbers, or pull the ghost, then have it planned"
LOOKS_ON = AnswerLine("no motion can be asked for in this window", theme.DIM, "")
REPLAYED = AnswerLine("a replay: nothing is asked for here, HISTORY has what was asked for", theme.DIM, "")
RUN_OVER = AnswerLine("the run is over: nothing can be asked for any more", theme.DIM, "")


class MotionSources(NamedTuple):
    """What the tab is made from."""

    run: RunSettings
    bodies: Bodies
    view: SceneWidget  # that shows the ghost
    handover: Handover
    clock: Callable[[], int]  # returns the time of the run [ns]
    chosen: Chosen  # what F2 asks for
    acts: bool = True  # a person may ask here


class MotionPanel(Panel):
    """The tab."""

    def __init__(self, sources: MotionSources) -> None:
        """Ask for nothing yet."""
        super().__init__("")
        self._from, self._shown = sources, (Snapshot(at_ns=0), 0)
        self._request: PlanRequested | None = None  # that this form has chosen
        self._is_new = False  # the form says something else than what was asked for last
        self._asked_ns: int | None = None  # when that was
        self._was_flown, self._state = False, ""
        self.draft = MotionDraft(sources.bodies)
        self._kind = self.draft.kind
        self.ghost = ToolGhost(
            sources.bodies, self.draft, seen=lambda: sources.view.look, changed=self._on_change
        )
        self.form = MotionForm(self.draft, sources.bodies.robot.tool_names, self._on_change)
        self.form.pad.stepped.connect(self._step)
        self.form.joints.stepped.connect(
            lambda number, sign: self._ask(joint_jog(self.draft, number, sign=sign))
        )
        self.form.ghost.clicked.connect(self._redraw)
        self.form.pick.clicked.connect(self._pick)
        self.note = Value(12, wraps=True)
        act = sources.handover.act
        self.form.away.clicked.connect(lambda: act(TAKE_AWAY))
        self.answer = AnswerView(lambda: act("cancel planning"), lambda: act("shortest"))
        self.preview = Preview()
        self.preview_bar = PreviewBar(self.preview, sources.clock, self._redraw)
        self.plans = SavedPlans(lambda name: act(SavePlan(name)), lambda name: act(OpenPlan(name)))
        for widget in (self.answer, self.preview_bar, self.form, self.note, self.plans):
            self.rows.addWidget(widget)
        self.rows.addStretch(1)
        for widget in (self.form, self.note, self.plans):
            widget.setVisible(sources.acts)
        if sources.acts:
            sources.view.pointer = self.ghost
            sources.chosen.take_draft = self._take_draft

    @property
    def motion(self) -> MotionAnswer | None:
        """The motion that was asked for last."""
        pilot = self._shown[0].pilot
        return pilot.motion if pilot else None

    @property
    def request(self) -> PlanRequested | None:
        """What F2 asks for: what the form says, or the rest of what was interrupted; None: nothing here."""
        answer, draft = self.motion, self.draft
        if answer is not None and answer.state == "interrupted" and not self._is_new:
            return PlanRequested("rest of it", PlanChoice(ASKED))
        if draft.kind == "jog" or not (draft.is_touched or draft.kind == "pose"):
            return None
        asked = asked_motion(draft)
        return PlanRequested(asked.text, asked.act or PlanChoice(ASKED), asked.why_not)

    def draw(self, snapshot: Snapshot, now_ns: int) -> None:
        """Show the form, the answer to it, and what is watched."""
        self._shown = snapshot, now_ns
        arm = snapshot.arm.predicted
        if arm is not None:
            world = snapshot.arm.world
            locked = frozenset(joint.name for joint in world.locked) if world else frozenset()
            self.draft.on_arm(ArmAsSeen(arm.value.q_commanded, world_from_base(snapshot.arm), locked))
        self._follow_answer()
        self.preview.show_plan(self._watchable)
        self._redraw()

    def showEvent(self, event: QShowEvent) -> None:
        """Have F2 ask for what stands here, as soon as it is in front."""
        super().showEvent(event)
        if self._from.acts:
            self._choose()

    def _follow_answer(self) -> None:
        """Note which motion is the one that was asked for last, and go with the arm once it is flown."""
        answer = self.motion
        if answer is None:
            return
        if answer.asked_ns != self._asked_ns:
            self._asked_ns, self._is_new = answer.asked_ns, False
        if answer.state != self._state:
            self._state = answer.state
            self._reveal(self.answer)
        is_flown = answer.state == "flown"
        if is_flown and not self._was_flown and not self._is_new:
            self.draft.begin_at_arm()
            self.form.ghost.setChecked(False)
        self._was_flown = is_flown

    def _reveal(self, part: QWidget) -> None:
        """Have a part of the tab in sight, where that is low, once the part has its place."""
        above = self.parentWidget()
        while above is not None and not isinstance(above, QScrollArea):
            above = above.parentWidget()
        if above is not None and self.isVisible():
            QTimer.singleShot(0, above, lambda: above.ensureWidgetVisible(part, 0, 0))

    def _on_change(self) -> None:
        """Show what a person has just changed, at once."""
        self._is_new = True
        if self.draft.kind != self._kind:
            self._kind = self.draft.kind
            self._reveal(self.form.kinds[self._kind])
        if self.draft.kind != "jog" and self.draft.is_touched:
            self.form.ghost.setChecked(True)
        self._choose()
        self._redraw()

    def _take_draft(self, q: tuple[float, ...]) -> None:
        """Show a joint move to these values (n,) as what is asked for next; nothing is asked for by this."""
        self.draft.begin_at(q)
        self._on_change()

    def _choose(self) -> None:
        """Have F2 ask for what the form says."""
        self._from.chosen.request = self._request = self.request

    def _redraw(self) -> None:
        snapshot, now_ns = self._shown
        pilot, answer = snapshot.pilot, self.motion
        planning = pilot.planning if pilot else ()
        if self._from.acts:
            if self._from.chosen.request is self._request is not None:
                self._choose()  # what it says may have changed
            self.form.draw(self.ghost.picks)
            self._draw_note(answer)
            self.plans.draw(pilot.saved if pilot else (), can_save=answer is not None)
        required = self._from.run.margins.required_m
        robot = self._from.bodies.robot
        lines = answer_lines(answer, planning, robot, required=required, now_ns=now_ns)
        self.answer.draw(lines or self._why_nothing, answer, planning)
        self.preview_bar.draw(is_stale=self._is_stale)
        self._show_in_scene()

    @property
    def _watchable(self) -> PlanReady | None:
        """What can be watched: the plan that is to be armed next, or a motion that was only looked at."""
        snapshot, answer = self._shown[0], self.motion
        announced = snapshot.plan.ready if snapshot.plan.epoch is None else None
        own = answer.ready if answer is not None and answer.state == "ready" else None
        return announced or own

    def _draw_note(self, answer: MotionAnswer | None) -> None:
        """Tell what is wrong with the form, or, as long as nothing was asked for, what it is for."""
        problem, begins = self._problem, answer is None and self._shown[0].over_ns is None
        colour = theme.BAD if problem else theme.DIM
        self.note.show_or_hide(problem or (NOTHING_ASKED if begins else ""), colour=colour)

    @property
    def _why_nothing(self) -> list[AnswerLine]:
        """Why there is no answer and will be none; none: it can be asked for."""
        snapshot = self._shown[0]
        if snapshot.is_replay:
            return [REPLAYED]
        if snapshot.over_ns is not None:
            return [RUN_OVER]
        return [] if self._from.acts else [LOOKS_ON]

    @property
    def _problem(self) -> str:
        """What is wrong with what stands in the form; empty: nothing."""
        return "" if self.draft.kind == "jog" or self.draft.arm is None else why_not(self.draft)

    @property
    def _is_stale(self) -> bool:
        """True if the plan that is watched cannot be armed any more."""
        pilot = self._shown[0].pilot
        if pilot is None or pilot.plan is None:
            return False
        return bool(pilot.motion and pilot.motion.stale) or (pilot.holds_lease and bool(pilot.arm_refusal))

    def _show_in_scene(self) -> None:
        """Show the ghost of the tool, and the arm as it is watched."""
        view = self._from.view
        self.ghost.size = GHOST_SHARE * view.in_sight.radius
        is_shown = self.form.ghost.isChecked() and self._from.acts
        view.show_asked(self.ghost.look if is_shown else None, self.preview.pose)

    def _step(self, name: str, sign: float) -> None:
        """Step the ghost; a jog is asked for at once."""
        if self.draft.kind != "jog":
            self.ghost.step(name, sign)
            return
        turns = name in RINGS
        self._ask(jog(self.draft, (RINGS if turns else AXES).index(name), sign=sign, turns=turns))

    def _ask(self, asked: AskedMotion) -> None:
        """Have a jog planned at once, or tell why it cannot be."""
        self._from.handover.act(asked.act or Noticed(asked.text, asked.why_not))

    def _pick(self) -> None:
        """Have the next press on a body pick a point, or no more."""
        first: PickedPoint = "A" if self.draft.kind == "tube" else "via"
        self.ghost.picks = None if self.ghost.picks else first
        self._on_change()
