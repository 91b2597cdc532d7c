"""The top bar in loss of signal and after a stop, and that nothing in it moves when digits change."""

import msgspec
import pytest
from PySide6.QtWidgets import QApplication
from screen_bench import RUN, S, bridge, desks, flat_window, gate, telemetry
from screen_bench import link as spoken

from ground.console.facts.console_state import ConsoleState
from ground.console.facts.handover import Handover
from ground.console.texts import theme
from ground.console.widgets.hold_button import UNREACHED
from telemetry.life.contract import WayState
from telemetry.messages.acts import Lease
from telemetry.messages.command import HOLD_RECEIVERS, HoldCommand, HoldProbe, ready, taken

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

    def hear(self, at_s, *, round_trip=7.0, **changes):
        """Contact at this time, as the gate, the bridge and the spacecraft tell it."""
        counts, sampled_ns = bridge(received=round(10 * at_s), lost=0), round((at_s - 3.5) * S)
        return self.at(at_s, gate(**changes), telemetry(sampled_ns), counts, spoken(round_trip=round_trip))

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
    shown = [desk.top("LINK"), *map(desk.link, ("round trip", "clock", "telemetry"))]
    assert all(figure.value.is_struck for figure in shown)
    told = {figure.note.text() for figure in shown}
    assert told == {"LOS at T+00:24.0"}


def test_with_contact_again_they_are_of_now(desk):
    desk.hear(22.8).hear(23.6).at(24, gate(**GAP)).at(30, gate(**GAP)).hear(47.5).hear(48.5, round_trip=7.1)
    shown = [desk.top("LINK"), *map(desk.link, ("round trip", "clock", "telemetry"))]
    assert not any(figure.value.is_struck for figure in shown)
    assert desk.top("LINK").value.text() == "OK 7.10 s, 0.0 %"


@pytest.mark.parametrize(
    ("state", "text", "why"),
    [
        ("quiet", "QUIET", "no report comes"),
        ("lost", "LOST", "no report comes"),
        ("out of window", "OUT OF WINDOW", "no contact is planned now"),
    ],
)
def test_a_link_that_is_not_ok_is_named_with_its_reason_and_its_own_look(desk, state, text, why):
    desk.hear(10).at(10, spoken(state))
    figure, row = desk.top("LINK"), desk.link("link").value
    assert (figure.value.text(), figure.note.text()) == (text, why)
    assert (row.text(), row.symbol) == (f"{text}: {why}", theme.look(state).symbol)


def test_of_a_way_up_alone_that_is_lost_the_way_is_named(desk):
    up = msgspec.structs.replace(spoken("lost").up, reason="no_echo")
    desk.hear(10).at(10, msgspec.structs.replace(spoken(), state="lost", up=up))
    assert desk.top("LINK").value.text() == "LOST up"
    assert desk.link("up").value.text().startswith("lost: 4.0/s") and desk.link("down").value.symbol == ""


def test_the_link_panel_tells_rates_counts_ages_and_both_clocks(desk):
    desk.hear(10)
    assert desk.link("up").value.text() == "4.0/s, 3.50 s, 3 of 215 lost"
    assert desk.link("up").note.text() == "7.1 s ago"
    assert desk.link("down").value.text() == "10.0/s, 3.50 s, 1 of 566 lost"
    assert desk.link("order").value.text() == "1 doubled, 2 late"
    assert desk.link("round trip").value.text() == "7.00 s ± 2 ms, +3.0 ms/min"
    assert desk.link("loop").value.text() == "8.75 s"
    assert desk.link("clock").value.text() == "+12.000 s ± 2 ms"
    assert desk.link("clock rate").value.text() == "+50.0 ± 4.0 ppm"


def test_a_clock_that_was_set_says_when_and_by_how_much(desk):
    usual = spoken()
    clock = msgspec.structs.replace(usual.clock, value=-315_575_988.0, step=-315_576_000.0, stepped_ns=8 * S)
    desk.hear(10).at(10, msgspec.structs.replace(usual, clock=clock))
    told = desk.link("clock").value.text()
    assert told.startswith("-3652 d 11:59:48 ± 2 ms") and told.endswith(
        "; stepped -3652 d 12:00:00 at T+00:08.0"
    )


def test_when_the_bridge_is_silent_its_word_of_the_link_is_struck(desk):
    desk.hear(10).at(14, gate())
    shown = [desk.top("LINK"), *map(desk.link, ("link", "up", "down", "round trip", "clock"))]
    assert all(figure.value.is_struck for figure in shown)


def test_the_window_counts_down_to_the_next_contact_in_a_look_of_its_own(desk):
    desk.hear(23.6).at(24, gate(**GAP)).at(30, gate(**GAP))
    figure = desk.top("WINDOW")
    assert (figure.value.text(), figure.note.text()) == ("AOS in 00:14", "LOS at T+00:24.0")
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
    QApplication.processEvents()
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


def test_whom_hold_does_not_reach_stands_in_red_beside_it_and_on_the_button_until_all_answer(desk):
    desk.hear(10).state.on_hold_probed(10 * S)
    hold = desk.hear(13).window.top.hold
    assert (hold.effect.symbol, hold.button.text()) == (theme.look("failed").symbol, UNREACHED)
    assert "HOLD GETS NOWHERE, silent 3.0\u00a0s" in hold.effect.text()
    desk.hear(13.1)
    desk.at(13.1, *(ready(HoldProbe(number=13 * S), role) for role in HOLD_RECEIVERS))
    assert ("in orbit" in hold.effect.text(), hold.button.text()) == (True, "HOLD  Esc")


@pytest.mark.parametrize("ready_roles", [(), ("bridge",), ("space_segment",), ("gate",), ("gate", "bridge")])
@pytest.mark.parametrize("way", ["never connected", "refused", "silent", "gone"])
def test_why_hold_is_not_taken_has_room_in_the_two_lines_below_the_stages(desk, ready_roles, way):
    desk.hear(10).state.on_hold_probed(10 * S)
    desk.at(13, *(ready(HoldProbe(number=13 * S), role) for role in ready_roles))
    desk.at(13, *(WayState(receiver=role, state=way) for role in HOLD_RECEIVERS))
    desk.window.show()
    effect = desk.window.top.hold.effect
    assert way in effect.text()
    assert effect.heightForWidth(effect.width()) <= effect.height()


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
        "by operator: on its way: in orbit in 3.5\u00a0s",
    )
