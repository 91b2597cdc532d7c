"""The panel of the hand: there once it is of use; whose it is; what it feels; how much gain is allowed."""

import msgspec
import pytest
from hand_bench import DEVICE, TOLD
from screen_bench import RUN, S, desks, flat_window, gate

from ground.console.facts.console_state import ConsoleState
from ground.console.facts.handover import Handover
from ground.console.panels.hand_felt import ZONE_COLOURS
from ground.console.texts import theme
from ground.operator.person.pilot_state import PilotState
from telemetry.messages.handle import HandleStatus

pytestmark = pytest.mark.gl  # Qt's libraries belong to the system

AT = 10 * S
FLYING = PilotState(holds_lease=True, keeps_lease=True, offers=(), plan=None, pending=None, flies=True)


class Desk:
    """A window and its feed's state."""

    def __init__(self):
        self.state, self.handover = ConsoleState(RUN), Handover()
        self.window = flat_window(self.handover, lambda: AT)
        self.panel = self.window.panels["hand"]
        self.hand = self.panel.felt

    def shows(self, *messages, pilot=None):
        for message in (gate("teleop"), *messages):
            self.state.on_message(message, AT)
        self.handover.publish(self.state.snapshot(AT, pilot))
        self.window.draw()
        return self


@pytest.fixture
def desk():
    with desks(Desk) as make:
        yield make()


def test_what_is_felt_is_not_there_before_a_hand_is_of_use(desk):
    assert desk.shows(HandleStatus(holder="operator")).hand.isHidden()
    assert not desk.shows(HandleStatus(holder="operator", counts=True)).hand.isHidden()
    assert not desk.shows(HandleStatus(holder="operator")).hand.isHidden()


def test_it_tells_whose_hand_it_is_and_which_device_was_sent_away(desk):
    away = msgspec.structs.replace(DEVICE, refused="stick", why="no state", refused_ns=AT - 3 * S)
    hand = desk.shows(away).hand
    assert (hand.dead_man.value.text(), hand.dead_man.value.symbol) == ("held: virtuose 6d, 500 Hz", "✔")
    assert (hand.refused.value.text(), hand.refused.note.text()) == ("stick: no state", "3.0 s ago")
    assert desk.shows(DEVICE).hand.refused.isHidden()


def test_who_flies_is_told_that_a_device_has_the_handle(desk):
    desk.shows(DEVICE, pilot=FLYING)
    assert desk.panel.dead_man.text() == "HAND: virtuose 6d has the handle, not this window"


def test_why_a_force_is_less_than_asked_stands_beside_it(desk):
    assert desk.shows(DEVICE).hand.force.isHidden()
    felt = desk.shows(TOLD).hand.force.felt
    assert felt.text().startswith("5.0 N of 10.0 N asked") and "energy" in felt.text()
    assert felt.symbol == theme.COLOUR_SYMBOLS[theme.WARN]


def test_the_gain_stands_in_the_zone_of_who_bears_it(desk):
    def zone(**changes):
        bar = desk.shows(msgspec.structs.replace(TOLD, **changes)).hand.force.gain_bar
        return next(colour for end, colour in bar.zones if bar.gain <= end)

    assert [zone(gain=gain) for gain in (2.0, 40.0, 60.0)] == list(ZONE_COLOURS)
    assert zone(stable_gain=None, gain=60.0) == ZONE_COLOURS[1]
    assert zone(passive_gain=None, stable_gain=None, gain=60.0) == ZONE_COLOURS[0]


@pytest.mark.parametrize(("state", "is_shown"), [("teleop", True), ("rest", False)])
def test_a_force_that_is_old_is_shown_as_such_while_a_hand_is_armed_and_not_once_that_is_over(
    desk, state, is_shown
):
    desk.state.on_message(TOLD, AT - 5 * S)
    assert desk.shows(gate(state)).hand.force.isHidden() is not is_shown
