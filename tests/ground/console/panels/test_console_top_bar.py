"""The top bar in loss of signal and after a stop, and that nothing in it moves when digits change."""

import msgspec
import pytest
from PySide6.QtWidgets import QApplication
from screen_bench import RUN, S, bridge, desks, flat_window, gate, telemetry

from ground.console.facts.console_state import ConsoleState
from ground.console.facts.handover import Handover
from ground.console.texts import theme
from telemetry.messages.acts import Lease
from telemetry.messages.command import HoldCommand, taken

pytestmark = pytest.mark.gl  # Qt's libraries belong to the system

HOLD = HoldCommand(actor="console", pressed_ns=0, nonce=1)
GAP = {"has_window": False, "window_closes_ns": 24 * S, "window_opens_ns": 44 * S}


NOON_NS = 1_769_860_800 * S  # of 2026-01-31


class Desk:
    """A window and its feed's state."""

    def __init__(self, run=RUN):
        self.state, self.handover, self.now_ns, self.zero_ns = ConsoleState(run), Handover(), 0, None
        self.window = flat_window(self.handover, lambda: self.now_ns, run, zero_utc_ns=lambda: self.zero_ns)
        self.window.resize(1600, 1000)

    def at(self, at_s, *messages):
        """Draw what is known at this time, after these messages."""
        self.now_ns = round(at_s * S)
        for message in messages:
            self.state.on_message(message, self.now_ns)
        self.handover.publish(self.state.snapshot(self.now_ns))
        self.window.draw()
        return self

    def hear(self, at_s, **changes):
        """Contact at this time, as the gate and the spacecraft tell it."""
        count = round(10 * at_s)
        return self.at(
            at_s, gate(**changes), telemetry(round((at_s - 3.5) * S)), bridge(received=count, lost=0)
        )

    def top(self, name):
        return self.window.top.figures[name]

    def link(self, name):
        return self.window.panels["link"].figures[name]


@pytest.fixture
def make_desk():
    with desks(Desk) as make:
        yield make


@pytest.fixture
def desk(make_desk):
    return make_desk()


def test_without_contact_no_figure_of_the_link_is_shown_as_if_it_were_of_now(desk):
    desk.hear(22.8).hear(23.6).at(24, gate(**GAP)).at(30, gate(**GAP), bridge(received=236, lost=0))
    shown = [desk.top("LINK"), *map(desk.link, ("delay", "round trip", "telemetry"))]
    assert all(figure.value.is_struck for figure in shown)
    told = {figure.note.text() for figure in shown}
    assert told == {"no contact since T+00:24.0", "LOS at T+00:24.0"}


def test_with_contact_again_they_are_of_now(desk):
    desk.hear(22.8).hear(23.6).at(24, gate(**GAP)).at(30, gate(**GAP)).hear(47.5).hear(48.5, round_trip=7.1)
    shown = [desk.top("LINK"), *map(desk.link, ("round trip", "telemetry"))]
    assert not any(figure.value.is_struck for figure in shown)
    assert desk.top("LINK").note.text() == "loss 0.0 %, 0.0 s ago"


def test_the_window_counts_down_to_the_next_contact_in_a_look_of_its_own(desk):
    desk.hear(23.6).at(24, gate(**GAP)).at(30, gate(**GAP))
    figure = desk.top("WINDOW")
    assert (figure.value.text(), figure.note.text()) == ("AOS in 00:14", "no contact since T+00:24.0")
    assert figure.value.symbol == theme.look("no contact").symbol


def test_a_roll_back_keeps_its_look_at_rest_until_somebody_arms(desk):
    desk.at(10, gate(rolled_back=True, ended_by="predicted_contact"))
    look, value = theme.look("rolled back"), desk.top("GATE").value
    assert (value.text(), value.symbol) == ("ROLLED BACK", look.symbol)
    assert look.colour in value.styleSheet()
    desk.at(20, gate("filling"))
    assert value.text() == "FILLING"


def test_nothing_in_the_top_bar_moves_when_digits_and_states_change(desk):
    desk.window.show()
    before = None
    for at_s, told in ((9.9, {}), (10.0, {"round_trip": 12.34}), (99.9, {"state": "stopping"}), (100.0, GAP)):
        desk.hear(at_s, **told).at(at_s, Lease(holder="console-2", until_ns=200 * S))
        places = {name: figure.geometry().getRect() for name, figure in desk.window.top.figures.items()}
        assert before in (None, places)
        before = places


def test_hold_stays_in_its_place_whatever_stands_below_it(desk):
    desk.hear(10).window.show()
    at = desk.window.top.hold.geometry().getRect()
    desk.at(24, gate(**GAP)).at(30, gate(**GAP))
    QApplication.processEvents()
    assert desk.window.top.hold.geometry().getRect() == at


def test_every_figure_has_room_for_what_it_says(desk):
    desk.window.show()
    for told in ({}, GAP, {"rolled_back": True, "ended_by": "predicted_contact"}):
        desk.hear(123.4, **told)
        for name, figure in desk.window.top.figures.items():
            for value in (figure.value, figure.note):
                assert value.sizeHint().width() <= value.width(), (name, value.text())


def test_the_stages_of_a_press_stand_below_hold_each_with_its_symbol(desk):
    desk.hear(10).state.on_hold_pressed(HOLD, 10 * S)
    desk.at(11, taken(HOLD, "bridge"))
    looks = [theme.look(state).symbol for state in ("done", "done", "under way", "not yet")]
    assert [stage.symbol for stage in desk.window.top.hold.stages.values()] == looks


def test_every_stage_has_room_whatever_is_known_of_it(desk):
    desk.hear(10).window.show()
    for stage in desk.window.top.hold.stages.values():
        assert stage.sizeHint().width() <= stage.width()


def test_utc_stands_beside_the_missions_time_as_soon_as_time_zero_is_told(desk):
    figure = desk.at(0).top("UTC")
    assert (figure.value.text(), figure.note.text()) == ("unknown", "not told")
    desk.zero_ns = NOON_NS
    desk.at(221.3)
    assert (figure.value.text(), figure.note.text()) == ("12:03:41", "2026-01-31")


def test_a_replay_of_virtual_time_claims_no_utc(make_desk):
    figure = make_desk(run=msgspec.structs.replace(RUN, mode="replay")).at(10).top("UTC")
    assert (figure.value.text(), figure.note.text()) == ("unknown", "virtual time")


def test_the_press_of_another_is_no_press_of_this_button(desk):
    other = msgspec.structs.replace(HOLD, actor="operator")
    desk.hear(10).at(10.2, msgspec.structs.replace(bridge(), hold=other))
    hold = desk.window.top.hold
    assert (hold.button.text(), hold.effect.text()) == (
        "HOLD  Esc",
        "by operator: on its way: in orbit in 3.5 s",
    )
