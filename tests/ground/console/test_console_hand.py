"""Who flies by hand: acts by button and key, the dead-man that stays down, and a window that loses it."""

import time

import msgspec
import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from scene_bench import plan
from screen_bench import RUN, S, change, desks, flat_window

from ground.console.acts_panel import NOTHING
from ground.console.hand_pad import KEY_REACH, SIDE_PX
from ground.console.handover import HandChoice, Handover, PlanChoice
from ground.console.settings import ConsoleSettings
from ground.console.state import ConsoleState
from ground.operator.pilot import CENTRE, Errand, Pilot
from ground.operator.procedure import PlanOffer
from ground.scenario import load, run_settings
from telemetry.messages.command import CommandState
from telemetry.messages.plan import FlownPeaks
from telemetry.messages.queue import SetPointArguments, TeleopSource
from telemetry.plan.move_table import MoveTable
from telemetry.plan.plan_table import StepsTable

pytestmark = pytest.mark.gl  # Qt's libraries belong to the system

MOVE = MoveTable(to_deg=(0.0,) * 6)
OFFERS = (PlanOffer(name="plan 1", plan=StepsTable(moves=(MOVE,))),)
KEYS = {
    Qt.Key.Key_F1: "lease", Qt.Key.Key_F3: "arm plan", Qt.Key.Key_F4: "arm hand", Qt.Key.Key_F5: "disarm",
    Qt.Key.Key_F6: "resume", Qt.Key.Key_F8: "end",
}  # fmt: skip


class Desk:
    """A shown window in front of a person who flies."""

    RUN = RUN

    def __init__(self):
        settings = ConsoleSettings(run=self.RUN, offers=OFFERS, flies=True)
        self.handover, self.now_ns = Handover(), 10 * S
        self.pilot = Pilot(self.RUN, settings.participant, OFFERS, nonce=int, flies=True)
        self.window = flat_window(self.handover, lambda: self.now_ns, run=self.RUN)
        self.acts = self.window.panels["acts"]
        self.window.show()
        self.draw()

    def draw(self, errand=None, plan=None):
        return self.publish(self.pilot.shown._replace(errand=errand, plan=plan))

    def publish(self, shown):
        self.handover.publish(ConsoleState(self.RUN).snapshot(self.now_ns, shown))
        self.window.draw()
        return self

    @property
    def hand(self):
        QApplication.processEvents()
        return self.handover.take_hand()


@pytest.fixture
def desk():
    with desks(Desk) as make:
        yield make()


@pytest.mark.parametrize("key", KEYS, ids=KEYS.values())
def test_a_key_does_an_act(desk, key):
    desk.window.activateWindow()
    QTest.qWaitForWindowActive(desk.window)
    QTest.keyClick(desk.window, key)
    assert desk.handover.take() == [KEYS[key]]


def test_a_button_does_the_same_and_names_its_key(desk):
    button = desk.acts.buttons["arm hand"]
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert (button.text(), desk.handover.take()) == ("Arm hand  F4", ["arm hand"])


def test_before_anything_is_known_of_the_person_the_hand_takes_no_room(desk):
    desk.handover.publish(ConsoleState(RUN).snapshot(desk.now_ns))
    desk.window.draw()
    assert desk.acts.pad.isHidden()
    assert desk.acts.offers.isHidden()
    assert desk.acts.errand.text() == NOTHING


def test_a_plan_is_asked_for_by_the_name_that_is_chosen(desk):
    QTest.mouseClick(desk.acts.buttons["plan"], Qt.MouseButton.LeftButton)
    assert desk.handover.take() == [PlanChoice("plan 1")]


def test_a_plan_tells_how_near_to_their_limits_the_joints_come_before_it_is_armed(desk):
    zero = (0.0,) * 6
    peaks = FlownPeaks(speed=zero, acceleration=zero, jerk=zero, shares=(0.985, 1.0, 0.7))
    desk.draw(plan=msgspec.structs.replace(plan(), peaks=peaks))
    told = desk.acts.plan.text()
    assert "of the limits at most 98.5 % of speed, 100.0 % of acceleration, 70.0 % of jerk, nearest" in told


def test_what_is_waited_for_and_why_it_was_refused_are_shown(desk):
    desk.draw(Errand("arm plan", "rest at r in telemetry", "", 0))
    assert desk.acts.errand.text() == "arm plan: waits for rest at r in telemetry"
    desk.draw(Errand("arm plan", "", "there is no plan to arm: ask for one", 0))
    assert desk.acts.errand.text() == "arm plan, refused: there is no plan to arm: ask for one"


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
    QTest.keyPress(desk.acts.buttons["disarm"], Qt.Key.Key_Space)
    QTest.keyRelease(desk.acts.buttons["disarm"], Qt.Key.Key_Space)
    assert (desk.handover.take(), woken) == ([], [True, True])


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


def test_nothing_is_said_while_the_windows_event_loop_stands_still(desk):
    QTest.keyPress(desk.window, Qt.Key.Key_Space)
    assert desk.hand.dead_man
    time.sleep(0.2)
    assert desk.handover.take_hand() is None
    QTest.qWait(200)
    assert desk.handover.take_hand().dead_man


def test_closing_the_window_of_who_flies_asks_first_and_ends_the_pass(desk):
    desk.window.close()
    assert "HOLD is sent first" in desk.window.strips.closing.text.text()
    QTest.mouseClick(desk.window.strips.closing.keys["close"], Qt.MouseButton.LeftButton)
    assert desk.handover.take() == ["close"]


class DeskOfTwoArms(Desk):
    """The same window for a robot with two tools."""

    RUN = run_settings(load("two_arms"), seed=1, run_id="")

    def hear(self, note):
        """Draw what is shown when the hand's set-point comes with a note."""
        source = TeleopSource(sample=1, dead_man_age=0.0, tool="right", note=note)
        state = ConsoleState(self.RUN)
        told = SetPointArguments(source=source, q=(0.0,) * 11, largest=None)
        state.consume(change(CommandState.WAITING, arguments=told), self.now_ns)
        self.handover.publish(state.snapshot(self.now_ns, self.pilot.shown))
        self.window.draw()


def test_the_hand_is_armed_for_the_tool_that_is_chosen():
    with desks(DeskOfTwoArms) as make:
        desk = make()
        assert not desk.acts.tools.isHidden()
        desk.acts.tools.setCurrentText("right")
        QTest.mouseClick(desk.acts.buttons["arm hand"], Qt.MouseButton.LeftButton)
        assert desk.handover.take() == [HandChoice("right")]


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
