"""Equipment at the console: a command is armed or given from there, and why not is told before it is."""

import pytest
from screen_bench import RUN, S, desks, flat_window, gate, telemetry

from ground.console.facts.console_state import ConsoleState
from ground.console.facts.handover import Handover
from ground.console.facts.message_book import Noticed
from ground.console.panels.equipment_panel import NO_WIDTH
from ground.console.texts import why_not
from ground.operator.person.motion_acts import AskOperation
from ground.operator.person.pilot_state import PilotState
from telemetry.agreed.participants import APPROVER, CONSOLE, OBSERVER
from telemetry.messages.operations import BrakeOperation, EquipmentState, GripperOperation, ModeOperation

PILOT = PilotState(holds_lease=True, keeps_lease=True, offers=(), plan=None, pending=None, flies=True)
SET = EquipmentState(
    epoch=2, seq=1, refusal="", grasps=True, free_brakes=(1,), cameras_off=("wrist",), mode="nominal"
)

pytestmark = pytest.mark.gl  # Qt's libraries belong to the system


class Desk:
    """A window in front of a person, at rest with the lease."""

    def __init__(self, seat=CONSOLE):
        self.handover, self.now_ns = Handover(), 10 * S
        self.window = flat_window(self.handover, lambda: self.now_ns, seat=seat)
        self.panel = self.window.panels["equipment"]
        self.shows(gate("rest"), telemetry(9 * S, gripper=0.03, equipment=SET))

    def shows(self, *messages, pilot=PILOT):
        state = ConsoleState(RUN)
        for message in messages:
            state.on_message(message, self.now_ns)
        self.handover.publish(state.snapshot(self.now_ns, pilot))
        self.window.draw()

    def choose(self, name):
        self.panel.choice.setCurrentText(name)
        self.shows(gate("rest"), telemetry(9 * S, gripper=0.03, equipment=SET))
        return self.panel.key.text()

    def press(self):
        self.panel.key.click()
        return self.handover.take_acts()


@pytest.fixture
def make_desk():
    with desks(Desk) as make:
        yield make


def test_a_command_is_asked_for_as_it_is_chosen_and_the_key_says_what_is_critical(make_desk):
    desk = make_desk()
    assert desk.choose("grasp") == "ARM"
    assert desk.press() == [AskOperation(GripperOperation(action="grasp", opening=0.03))]
    assert desk.choose("release the brake of joint 2") == "ARM"
    assert desk.press() == [AskOperation(BrakeOperation(action="release", joint=1))]
    assert desk.choose("mode safe") == "GIVE"
    assert desk.press() == [AskOperation(ModeOperation(action="safe"))]


@pytest.mark.parametrize("text", ["wide", "-1", "1001", "nan", "inf", "1e400"])
def test_a_width_that_is_none_is_told_and_nothing_is_asked(make_desk, text):
    desk = make_desk()
    desk.choose("release")
    desk.panel.opening.setText(text)
    assert desk.press() == [Noticed("ARM release", NO_WIDTH)]


@pytest.mark.parametrize(
    ("pilot", "state", "why"),
    [
        (PILOT._replace(holds_lease=False, keeps_lease=False), "rest", why_not.NO_LEASE),
        (PILOT, "plan", why_not.ARMED),
        (PILOT, "held", why_not.HELD),
    ],
)
def test_what_the_gate_would_refuse_is_told_on_the_panel_and_not_asked(make_desk, pilot, state, why):
    desk = make_desk()
    desk.panel.choice.setCurrentText("mode safe")
    desk.shows(gate(state), telemetry(9 * S), pilot=pilot)
    assert desk.panel.note.text() == why.whole
    assert desk.press() == [Noticed("GIVE mode safe", why.whole)]


@pytest.mark.parametrize("seat", [APPROVER, OBSERVER])
def test_who_commands_nothing_sees_what_is_set_and_has_no_form(make_desk, seat):
    desk = make_desk(seat=seat)
    assert desk.panel.own.isHidden()
    assert desk.panel.state.text() == (
        "gripper 30 mm, holds; brakes released of joints 2; cameras off: wrist; mode nominal"
    )
