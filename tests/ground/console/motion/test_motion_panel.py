"""The tab of a motion, by real keys and clicks: what is typed, pulled and stepped, and what is asked for."""

from dataclasses import replace

import msgspec
import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QHBoxLayout, QWidget
from scene_bench import BODIES, HOME, MIDWAY, NOW, flown_state, plan
from screen_bench import RUN, S, application, replayed

from ground.console.facts.chosen import Chosen
from ground.console.facts.handover import Handover, PlanChoice
from ground.console.motion.motion_panel import MotionPanel, MotionSources
from ground.console.scene.flat_view import FlatView
from ground.console.scene.scene_look import scene_look
from ground.console.scene.sight import handle_points
from ground.operator.client import PlannerWait
from ground.operator.person.motion_acts import (
    ASKED,
    AskFixture,
    AskJog,
    AskJointJog,
    AskMotion,
    OpenPlan,
    SavePlan,
)
from ground.operator.person.motion_answer import MotionAnswer, joint_peaks
from ground.operator.person.pilot_state import PilotState
from predictor.model.kinematics import tool_pose
from telemetry.agreed.reasons import Reason, line
from telemetry.messages.health import RunStage
from telemetry.messages.plan import FlownPeaks, PlanCancel, PlanRefused

pytestmark = pytest.mark.gl
PEAKS = FlownPeaks(speed=(0.1,) * 6, acceleration=(0.05,) * 6, jerk=(0.1,) * 6)
READY = msgspec.structs.replace(plan(), peaks=PEAKS)
PILOT = PilotState(True, True, (), None, None, True)
T_HOME = tool_pose(BODIES.robot, HOME)
SHIFT, ALT = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier


class Desk:
    """The tab and the scene in a window."""

    def __init__(self, *, acts=True):
        application()
        self.window, self.now_ns = QWidget(), NOW
        self.view, self.handover, self.chosen = FlatView(BODIES), Handover(), Chosen()
        sources = MotionSources(RUN, BODIES, self.view, self.handover, lambda: self.now_ns, self.chosen, acts)
        self.panel = MotionPanel(sources)
        row = QHBoxLayout(self.window)
        row.addWidget(self.view, 1)
        self.panel.setFixedWidth(320)
        row.addWidget(self.panel)
        self.window.resize(1200, 600)
        self.window.show()
        self.window.activateWindow()
        QTest.qWaitForWindowActive(self.window)
        self.shows(PILOT)

    def shows(self, pilot, *messages):
        self.snapshot = replace(flown_state(*messages).snapshot(self.now_ns, pilot), at_ns=self.now_ns)
        self.view.draw(scene_look(BODIES, self.snapshot, self.now_ns))
        self.panel.draw(self.snapshot, self.now_ns)
        QApplication.processEvents()
        return self

    def types(self, grid, name, text):
        field = self.panel.form.grids[grid].fields[name]
        field.setFocus()
        field.selectAll()
        QTest.keyClicks(field, text)
        return field

    def presses(self, key, modifier=Qt.KeyboardModifier.NoModifier):
        QTest.keyClick(QApplication.focusWidget() or self.window, key, modifier)

    def mouse(self, kind, at):
        button = Qt.MouseButton.NoButton if kind == QEvent.Type.MouseMove else Qt.MouseButton.LeftButton
        canvas = self.view.canvas
        event = QMouseEvent(kind, at, at, button, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(canvas, event)

    def pulls(self, begin, by):
        """Pull what is seen at a place of the scene by so many metres of it."""
        projection = self.view.canvas.projection()
        self.mouse(QEvent.Type.MouseButtonPress, projection.point(begin))
        self.mouse(QEvent.Type.MouseMove, projection.point(begin + by))
        self.mouse(QEvent.Type.MouseButtonRelease, projection.point(begin + by))

    @property
    def move(self):
        """The one move that F2 asks for."""
        (table,) = self.chosen.plan_act(()).moves
        return table.move()

    @property
    def texts(self):
        return [value.text() for value in self.panel.answer.lines if not value.isHidden()]


@pytest.fixture
def desk():
    made = Desk()
    yield made
    made.window.close()
    made.window.deleteLater()


def test_what_is_typed_is_what_f2_asks_for_and_where_the_ghost_stands(desk):
    desk.types("goal", "x", "900,5")
    assert desk.move.p_base_tool == pytest.approx((0.9005, *T_HOME[1:3, 3]), abs=1e-6)
    assert desk.view.look.ghost.p[0] == pytest.approx(0.9005)
    assert (desk.chosen.request.text, desk.chosen.request.why_not) == ("line", "")


def test_a_wrong_number_is_told_in_the_form_and_keeps_f2_from_asking(desk):
    field = desk.types("goal", "x", "9oo")
    assert desk.panel.note.text() == "x: 'oo' is no unit of it: write mm, cm, m, or none"
    assert desk.chosen.request.why_not == desk.panel.note.text()
    desk.shows(PILOT)
    assert field.text() == "9oo"  # nobody takes away what a person types


def test_arrows_in_a_field_step_its_number_and_enter_gives_the_keys_back(desk):
    field = desk.types("goal", "z", "700")
    desk.presses(Qt.Key.Key_Up)
    desk.presses(Qt.Key.Key_Down, SHIFT)
    assert desk.move.p_base_tool[2] == pytest.approx(0.691) and field.text() == "691.0"
    desk.presses(Qt.Key.Key_Return)
    assert not field.hasFocus()


def test_the_ghost_is_pulled_by_an_arrow_and_fills_the_numbers(desk):
    desk.panel.form.ghost.click()
    ghost = desk.view.look.ghost
    desk.pulls(handle_points(ghost)["z"].mean(axis=0), np.array([0.0, 0.0, -0.25]))
    assert desk.view.look.ghost.p == pytest.approx(T_HOME[:3, 3] - [0.0, 0.0, 0.25], abs=1e-3)
    assert desk.panel.form.grids["goal"].fields["z"].text() == f"{(T_HOME[2, 3] - 0.25) * 1e3:.1f}"
    assert desk.move.p_base_tool[2] == pytest.approx(T_HOME[2, 3] - 0.25, abs=1e-3)


def test_the_ghost_is_stepped_by_the_arrow_keys_and_with_shift_turned(desk):
    desk.panel.form.ghost.click()
    desk.panel.form.pad.setFocus()
    desk.presses(Qt.Key.Key_PageUp)
    desk.presses(Qt.Key.Key_Left)
    assert desk.move.p_base_tool == pytest.approx(T_HOME[:3, 3] + [-0.01, 0.0, 0.01], abs=1e-6)
    before = desk.view.look.ghost.T_base_tool
    desk.presses(Qt.Key.Key_Right, SHIFT)
    turned = desk.view.look.ghost.T_base_tool
    assert np.array_equal(turned[:3, 3], before[:3, 3])
    assert np.degrees(np.arccos((np.trace(turned[:3, :3] @ before[:3, :3].T) - 1.0) / 2.0)) == pytest.approx(
        1.0
    )


def test_a_ghost_that_no_pose_of_the_arm_reaches_says_so(desk):
    desk.types("goal", "x", "4000")
    assert desk.view.look.ghost.note == "out of reach"


def test_the_letters_choose_the_kind_and_the_frame(desk):
    for letter, kind in (
        ("J", "joints"),
        ("A", "arc"),
        ("P", "pose"),
        ("O", "jog"),
        ("T", "tube"),
        ("L", "line"),
    ):
        desk.presses(getattr(Qt.Key, f"Key_{letter}"), ALT)
        assert desk.panel.draft.kind == kind
    desk.presses(Qt.Key.Key_F, ALT)
    assert desk.panel.form.frame.text() == "&frame: world" and desk.move.frame == "world"


def test_a_place_by_any_way_is_asked_for_with_its_attitude(desk):
    desk.presses(Qt.Key.Key_Y, ALT)
    desk.types("goal", "x", "900,5")
    assert desk.move.kind == "place" and desk.move.quat_base_tool is not None
    assert desk.move.p_base_tool == pytest.approx((0.9005, *T_HOME[1:3, 3]), abs=1e-6)
    assert desk.view.look.ghost.has_handles


def test_a_joint_is_jogged_by_its_keys_one_step_each(desk):
    desk.presses(Qt.Key.Key_O, ALT)
    desk.types("steps", "turn", "0.5")
    desk.panel.form.joints.setFocus()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Down):
        desk.presses(key)
    desk.panel.form.joints.keys[0, 1.0].click()
    third, first = desk.handover.take_acts()
    joints = BODIES.robot.commanded
    assert third == AskJointJog(joints[2].name, pytest.approx(-np.radians(0.5)))
    assert first == AskJointJog(joints[0].name, pytest.approx(np.radians(0.5)))


def test_the_key_of_poses_goes_on_to_the_next_pose(monkeypatch):
    two = property(lambda robot: {"safe": HOME, "stow": MIDWAY})
    monkeypatch.setattr(type(BODIES.robot), "poses", two)
    desk, seen = Desk(), []
    for _ in range(3):
        desk.presses(Qt.Key.Key_P, ALT)
        seen.append(desk.panel.draft.pose_name)
    assert seen == ["safe", "stow", "safe"]
    desk.window.close()


def test_a_jog_is_asked_for_at_once_one_step_each(desk):
    desk.presses(Qt.Key.Key_O, ALT)
    desk.types("steps", "step", "2.5")
    desk.panel.form.pad.setFocus()
    desk.presses(Qt.Key.Key_PageDown)
    desk.panel.form.pad.keys["turn x", 1.0].click()
    along, about = desk.handover.take_acts()
    assert along == AskJog((0.0, 0.0, 1.0), -0.0025, turns=False, frame="base")
    assert isinstance(about, AskJog) and about.turns and about.axis == (1.0, 0.0, 0.0)


def test_two_points_of_bodies_are_picked_for_a_tube_or_typed(desk):
    desk.presses(Qt.Key.Key_T, ALT)
    desk.presses(Qt.Key.Key_K, ALT)
    desk.view.look_from("side")
    projection = desk.view.canvas.projection()
    middles = [0.5 * (segment.p0 + segment.p1) for segment in BODIES.arm_segments(HOME)]
    for middle in (middles[-1], middles[1]):
        desk.mouse(QEvent.Type.MouseButtonPress, projection.point(middle))
        desk.mouse(QEvent.Type.MouseButtonRelease, projection.point(middle))
    asked = desk.chosen.plan_act(())
    assert isinstance(asked, AskFixture) and desk.panel.ghost.picks is None
    assert asked.request.start[0::2] == pytest.approx(middles[-1][0::2], abs=0.01)
    assert asked.request.end[0::2] == pytest.approx(middles[1][0::2], abs=0.01)
    desk.types("tube", "radius", "30")
    assert desk.chosen.plan_act(()).request.radius == 0.03
    desk.presses(Qt.Key.Key_W, ALT)
    (away,) = desk.handover.take_acts()
    assert (away.request.fixture_id, away.request.kind) == (asked.request.fixture_id, "none")
    assert len(desk.view.look.ghost.picked) == 2


def test_the_answer_tells_duration_clearance_and_peaks_beside_their_limits(desk):
    peaks = joint_peaks(PEAKS, BODIES.robot)
    answer = MotionAnswer("line", (), "ready", "", NOW, "plan step 1 anew", READY, None, peaks)
    desk.shows(PILOT._replace(motion=answer, plan=READY), READY)
    assert desk.texts[:2] == [
        "line: 10.0 s, shortest 9.0 s",
        "nearest hand – target handrail 80.0 mm (30.0 mm required)",
    ]
    assert "speed J1 5.73 of 8°/s (72%)" in desk.texts[2]
    assert not desk.panel.preview_bar.isHidden()


def test_a_motion_that_is_only_looked_at_is_watched_though_no_plan_was_announced(desk):
    answer = MotionAnswer("line", (), "ready", "", NOW, "", READY)
    desk.shows(PILOT._replace(holds_lease=False, motion=answer))
    desk.panel.preview_bar.play_or_pause()
    assert desk.view.look.watched == HOME


def test_a_stale_answer_is_struck_and_tells_why_it_cannot_be_armed(desk):
    stale = line(Reason.WORLD_CHANGED)
    answer = MotionAnswer("line", (), "ready", "", NOW, "", READY, None, (), stale)
    desk.shows(PILOT._replace(motion=answer, plan=READY, arm_refusal=stale), READY)
    desk.panel.preview_bar.keys["on"].click()
    assert desk.panel.answer.lines[0].is_struck and desk.panel.preview_bar.place.is_struck
    assert f"it cannot be armed any more: {stale}" in desk.texts


def test_a_refusal_tells_why_and_the_way_out_and_a_too_short_time_offers_the_shortest(desk):
    refused = PlanRefused("a", "duration_too_short", "move 1: 3 s", shortest=9.75)
    desk.shows(PILOT._replace(motion=MotionAnswer("line", (), "refused", "", NOW, "", None, refused)))
    assert desk.texts[0].startswith("line refused: ") and "it takes 9.8 s at least" in desk.texts[0]
    assert desk.texts[1].startswith("way out: ")
    desk.presses(Qt.Key.Key_R, ALT)
    assert desk.handover.take_acts() == ["shortest"]


def test_waiting_for_the_planner_tells_how_long_and_can_be_cancelled(desk):
    answer = MotionAnswer("line", (), "asked", "", NOW, "")
    waits = (PlannerWait("console.1", NOW - 3 * S, PlanCancel(plan_id="console.1")),)
    desk.shows(PILOT._replace(motion=answer, planning=waits))
    assert desk.texts == ["the planner has had it for 3.0 s"]
    desk.presses(Qt.Key.Key_C, ALT)
    assert desk.handover.take_acts() == ["cancel planning"]


def test_what_an_interruption_leaves_is_what_f2_asks_for_until_the_form_is_touched(desk):
    answer = MotionAnswer("line", (), "interrupted", "HOLD", NOW, "plan rest of 1")
    desk.types("goal", "x", "900")
    desk.shows(PILOT._replace(motion=answer))
    assert desk.chosen.plan_act(()) == PlanChoice(ASKED)
    desk.types("goal", "x", "800")
    assert isinstance(desk.chosen.plan_act(()), AskMotion)


def test_a_flown_motion_leaves_the_form_where_the_arm_is(desk):
    desk.types("goal", "x", "900")
    QApplication.focusWidget().clearFocus()
    for state in ("flying", "flown"):
        desk.shows(PILOT._replace(motion=MotionAnswer("line", (), state, "", NOW, "")))
    assert desk.panel.form.grids["goal"].fields["x"].text() == f"{T_HOME[0, 3] * 1e3:.1f}"
    assert desk.view.look.ghost is None


def test_what_was_flown_before_comes_back_into_the_form_as_a_draft(desk):
    desk.chosen.take_draft((0.1, *HOME[1:]))
    assert desk.move.q == pytest.approx((0.1, *HOME[1:])) and desk.panel.form.kinds["joints"].isChecked()


def test_plans_are_saved_and_opened_by_name_inside_the_tab(desk):
    answer = MotionAnswer("line", (), "refused", "", NOW, "")
    desk.shows(PILOT._replace(motion=answer, saved=("back", "survey")))
    desk.panel.plans.name.setFocus()
    QTest.keyClicks(desk.panel.plans.name, "new")
    desk.shows(desk.snapshot.pilot)
    desk.presses(Qt.Key.Key_S, ALT)
    desk.presses(Qt.Key.Key_N, ALT)
    desk.shows(desk.snapshot.pilot)
    desk.presses(Qt.Key.Key_E, ALT)
    assert desk.handover.take_acts() == [SavePlan("new"), OpenPlan("back")]


def test_whoever_looks_on_sees_the_answer_and_no_form():
    desk = Desk(acts=False)
    answer = MotionAnswer("line", (), "ready", "", NOW, "", READY)
    desk.shows(PILOT._replace(motion=answer, plan=READY), READY)
    assert desk.panel.form.isHidden() and desk.view.pointer is None and desk.chosen.request is None
    assert desk.texts and not desk.panel.preview_bar.isHidden()
    desk.window.close()


def test_a_replay_and_a_run_that_is_over_tell_that_nothing_can_be_asked_for(desk):
    assert desk.texts == [] and desk.panel.note.text().startswith("nothing is asked for yet")
    over = RunStage(stage="summing up", elapsed=0.0, processes=(), over_ns=NOW, event="")
    desk.panel.draw(replace(desk.snapshot, run=replace(desk.snapshot.run, stage=over)), NOW)
    assert desk.texts == ["the run is over: nothing can be asked for any more"]
    assert desk.panel.note.isHidden()
    desk.panel.draw(replayed(desk.snapshot, at_s=9.0), NOW)
    assert desk.texts == ["a replay: nothing is asked for here, HISTORY has what was asked for"]


def test_the_answer_and_its_preview_stand_above_the_form(desk):
    answer = MotionAnswer("line", (), "ready", "", NOW, "", READY)
    desk.shows(PILOT._replace(motion=answer, plan=READY), READY)
    parts = (desk.panel.answer, desk.panel.preview_bar, desk.panel.form)
    edges = [edge for part in parts for edge in (part.y(), part.y() + part.height())]
    assert edges == sorted(edges)


def test_the_tab_is_whole_at_320_pixels(desk):
    for kind in ("line", "place", "arc", "jog", "tube", "joints", "pose"):
        desk.panel.form.kinds[kind].click()
        desk.shows(PILOT)
        for field in desk.panel.findChildren(QWidget):
            if field.isVisible() and field.parentWidget() is not None:
                place = field.mapTo(desk.panel, QPoint(0, 0))
                assert place.x() >= 0 and place.x() + field.width() <= desk.panel.width(), field
