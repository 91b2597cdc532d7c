"""Who flies by hand: acts by button and key, the dead-man that stays down, and a window that loses it."""

import time

import msgspec
import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from scene_bench import plan
from screen_bench import RUN, S, change, desks, flat_window, gone

from ground.console.facts.console_state import ConsoleState
from ground.console.facts.handover import HandChoice, Handover
from ground.console.facts.settings import ConsoleSettings
from ground.console.widgets.hand_pad import KEY_REACH, SIDE_PX, TURN_REACH, TURN_TEXT
from ground.operator.person.pilot import Pilot
from ground.operator.person.pilot_state import CENTRE
from ground.operator.procedure import PlanOffer
from ground.scenario.scenario import load, run_settings
from predictor.model.quaternions import rotation_from_quaternion
from predictor.run_model import read_model
from telemetry.agreed.participants import OBSERVER
from telemetry.agreed.reasons import Reason, cause, cure
from telemetry.messages.command import CommandState
from telemetry.messages.handle import Steering
from telemetry.messages.plan import FlownPeaks
from telemetry.messages.queue import SetPointArguments, TeleopSource
from telemetry.plan.move_table import MoveTable
from telemetry.plan.plan_table import StepsTable

pytestmark = pytest.mark.gl  # Qt's libraries belong to the system

MOVE = MoveTable(to_deg=(0.0,) * 6)
OFFERS = (PlanOffer(name="plan 1", plan=StepsTable(moves=(MOVE,))),)


class Desk:
    """A shown window in front of a person who flies."""

    RUN = RUN

    def __init__(self):
        settings = ConsoleSettings(run=self.RUN, offers=OFFERS, flies=True)
        self.handover, self.now_ns = Handover(), 10 * S
        self.pilot = Pilot(
            self.RUN, settings.participant, OFFERS, nonce=int, robot=read_model(self.RUN).robot, flies=True
        )
        self.window = flat_window(self.handover, lambda: self.now_ns, run=self.RUN)
        self.acts, self.plans = self.window.panels["hand"], self.window.panels["plan"]
        self.keys = self.window.keys
        self.window.show()
        self.draw()

    def draw(self, pending=None, plan=None):
        return self.publish(self.pilot.shown._replace(pending=pending, plan=plan))

    def publish(self, shown):
        self.handover.publish(ConsoleState(self.RUN).snapshot(self.now_ns, shown))
        self.window.draw()
        return self

    @property
    def view(self):
        return self.window.panels["scene"].view

    @property
    def hand(self):
        QApplication.processEvents()
        return self.handover.take_hand()


@pytest.fixture
def desk():
    with desks(Desk) as make:
        yield make()


def test_a_plan_tells_how_near_to_their_limits_the_joints_come_before_it_is_armed(desk):
    zero = (0.0,) * 6
    peaks = FlownPeaks(speed=zero, acceleration=zero, jerk=zero, shares=(0.985, 1.0, 0.7))
    desk.draw(plan=msgspec.structs.replace(plan(), peaks=peaks))
    told = desk.plans.plan.text()
    assert "of the limits at most 98.5 % of speed, 100.0 % of acceleration, 70.0 % of jerk, nearest" in told


def test_space_is_the_dead_man_as_long_as_it_is_held_and_a_key_with_it_steers(desk):
    QTest.keyPress(desk.window, Qt.Key.Key_W)
    assert (desk.hand.p, desk.acts.pad.dead_man) == (CENTRE, False)
    QTest.keyPress(desk.window, Qt.Key.Key_Space)
    hand = desk.hand
    assert (hand.p, hand.dead_man, hand.at_ns) == ((0.0, 0.0, KEY_REACH), True, desk.now_ns)
    QTest.keyRelease(desk.window, Qt.Key.Key_Space)
    assert (desk.hand.p, desk.acts.pad.dead_man) == (CENTRE, False)


def test_the_dead_man_presses_no_button_and_its_change_is_taken_at_once(desk):
    woken = []
    desk.handover.wake = lambda: woken.append(True)
    QTest.keyPress(desk.keys.keys["disarm"], Qt.Key.Key_Space)
    QTest.keyRelease(desk.keys.keys["disarm"], Qt.Key.Key_Space)
    assert (desk.handover.take_acts(), woken) == ([], [True, True])


def test_the_mouse_on_the_pad_is_dead_man_and_hand_at_once(desk):
    pad, middle = desk.acts.pad, QPoint(SIDE_PX // 2, SIDE_PX // 2)
    QTest.mousePress(pad, Qt.MouseButton.LeftButton, pos=middle)
    QTest.mouseMove(pad, middle - QPoint(0, 26))
    assert desk.hand.dead_man
    assert pad.place == pytest.approx((0.0, 0.0, 0.03))
    QTest.mouseRelease(pad, Qt.MouseButton.LeftButton, pos=middle)
    assert not desk.hand.dead_man


def test_a_window_that_loses_the_keyboard_has_let_go(desk):
    QTest.keyPress(desk.window, Qt.Key.Key_Space)
    QApplication.sendEvent(desk.window, QEvent(QEvent.Type.WindowDeactivate))
    assert not desk.acts.pad.dead_man


def test_the_window_of_an_observer_has_no_hand():
    handover = Handover()
    window = flat_window(handover, lambda: 10 * S, seat=OBSERVER)
    window.show()
    QTest.keyPress(window, Qt.Key.Key_Space)
    pad = window.panels["hand"].pad
    assert not (pad.dead_man or pad.timer.isActive() or handover.take_hand())
    gone(window)


@pytest.mark.real_time
def test_nothing_is_said_while_the_windows_event_loop_stands_still(desk):
    QTest.keyPress(desk.window, Qt.Key.Key_Space)
    assert desk.hand.dead_man
    time.sleep(0.2)
    assert desk.handover.take_hand() is None
    QTest.qWait(200)
    assert desk.handover.take_hand().dead_man


def test_closing_the_window_of_who_flies_asks_first_and_ends_the_pass(desk):
    desk.window.close()
    assert "HOLD is sent first" in desk.window.strip.question.text
    desk.handover.take_acts()
    QTest.mouseClick(desk.window.strip.answers[0], Qt.MouseButton.LeftButton)
    assert desk.handover.take_acts() == ["close"]


class DeskOfTwoArms(Desk):
    """The same window for a robot with two tools."""

    RUN = run_settings(load("two_arms"), seed=1, run_id="")

    def hear(self, note):
        """Draw what is shown when the hand's set-point comes with a note."""
        source = TeleopSource(sample=1, dead_man_age=0.0, tool="right", note=note)
        state = ConsoleState(self.RUN)
        told = SetPointArguments(source=source, q=(0.0,) * 11, largest=None)
        state.on_message(change(CommandState.WAITING, arguments=told), self.now_ns)
        self.handover.publish(state.snapshot(self.now_ns, self.pilot.shown))
        self.window.draw()


def test_the_hand_is_armed_for_the_tool_that_is_chosen():
    with desks(DeskOfTwoArms) as make:
        desk = make()
        assert not desk.acts.tools.isHidden()
        desk.acts.tools.setCurrentText("right")
        assert desk.keys.chosen.hand() == HandChoice("right", Steering())


def test_an_arm_with_one_tool_has_no_choice_of_tools(desk):
    assert desk.acts.tools.isHidden()


def test_a_hand_that_moves_the_place_alone_is_told_so():
    with desks(DeskOfTwoArms) as make:
        desk = make()
        assert desk.acts.note.isHidden()
        desk.hear("place_alone")
        assert desk.acts.note.text().startswith("too few joints carry the tool to hold its attitude")
        desk.hear("")
        assert desk.acts.note.isHidden()


def test_mode_axes_and_force_of_the_next_arming_are_chosen_by_keys_and_clicks(desk):
    for button in desk.acts.steering.buttons:
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert [button.text() for button in desk.acts.steering.buttons] == [
        "attitude  T",
        "tool axes  B",
        "force  R",
    ]
    assert desk.handover.take_acts() == []  # a choice moves nothing
    chosen = Steering(mode="attitude", frame="tool", control="bilateral")
    assert desk.keys.chosen.hand() == HandChoice("", chosen)


def test_the_axes_of_the_view_are_those_of_the_picture(desk):
    desk.acts.steering.frame = "view"
    R_base_view = rotation_from_quaternion(np.array(desk.acts.steering.steering.quat_axes))
    assert pytest.approx(desk.view.R_view_base, abs=1e-12) == R_base_view.T


def test_a_camera_that_the_tool_carries_gives_its_axes(desk):
    desk.acts.steering.frame = "camera"
    R_tool_camera = rotation_from_quaternion(np.array(desk.acts.steering.steering.quat_axes))
    camera = next(each for each in desk.view.bodies.cameras if each.mount == "tool")
    assert R_tool_camera == pytest.approx(camera.T_mount_camera[:3, :3], abs=1e-12)


def test_with_shift_the_hand_turns_in_a_mode_in_which_that_counts(desk):
    for mode, turn in (("position", CENTRE), ("attitude", (0.0, 0.0, TURN_REACH))):
        desk.acts.steering.mode = mode
        desk.draw()
        QTest.keyPress(desk.window, Qt.Key.Key_Space)
        QTest.keyPress(desk.window, Qt.Key.Key_Shift)
        QTest.keyPress(desk.window, Qt.Key.Key_A, Qt.KeyboardModifier.ShiftModifier)
        hand = desk.hand
        assert (hand.turn, hand.dead_man) == (turn, True)
        for key in (Qt.Key.Key_A, Qt.Key.Key_Shift, Qt.Key.Key_Space):
            QTest.keyRelease(desk.window, key)
        assert desk.hand.turn == CENTRE
    assert TURN_TEXT in desk.acts.legend.text()


def test_how_the_hand_steers_is_told_beside_the_pad(desk):
    steering = Steering(mode="pose", frame="tool")
    state = ConsoleState(desk.RUN)
    source = TeleopSource(
        sample=1, dead_man_age=0.0, note="clamped_workspace: x 0.598 m, wall at 0.600 m", steering=steering
    )
    told = SetPointArguments(source=source, q=(0.0,) * 6, largest=None)
    state.on_message(change(CommandState.WAITING, arguments=told), desk.now_ns)
    pilot = desk.pilot.shown._replace(holds_lease=True)
    desk.handover.publish(state.snapshot(desk.now_ns, pilot))
    desk.window.draw()
    assert desk.acts.dead_man.text() == "DEAD-MAN RELEASED: pose, tool axes, no force"
    assert desk.acts.note.text() == (
        f"{cause(Reason.CLAMPED_WORKSPACE)}: x 0.598 m, wall at 0.600 m; {cure(Reason.CLAMPED_WORKSPACE)}"
    )
