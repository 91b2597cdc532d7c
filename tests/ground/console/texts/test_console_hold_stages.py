"""The stages of HOLD: each done only by what proves it, with contact and without, own and another's."""

import msgspec
import pytest
from screen_bench import RUN, S, bridge, gate, link, telemetry

from ground.console.facts.console_state import ConsoleState
from ground.console.texts.hold_stages import (
    DONE,
    FAILED,
    IDLE_STAGES,
    NOT_YET,
    UNDER_WAY,
    WAITING,
    hold_progress,
)
from telemetry.messages.command import HoldCommand, taken

OWN = HoldCommand(actor="console", pressed_ns=0, nonce=1)
OTHER = HoldCommand(actor="operator", pressed_ns=0, nonce=2)
GAP = {"has_window": False, "window_closes_ns": 24 * S, "window_opens_ns": 44 * S}


class Feed:
    """What a console knows of HOLD."""

    def __init__(self):
        self.state = ConsoleState(RUN)

    def hear(self, at_s, *messages):
        for message in messages:
            self.state.on_message(message, round(at_s * S))
        return self

    def press(self, at_s, *, took="bridge"):
        self.state.on_hold_pressed(OWN, round(at_s * S))
        return self.hear(at_s, taken(OWN, took))

    def reports(self, at_s, hold):
        return self.hear(at_s, msgspec.structs.replace(bridge(), hold=hold))

    def told(self, at_s):
        return hold_progress(self.state.snapshot(round(at_s * S)), RUN, round(at_s * S))


@pytest.fixture
def feed():
    return Feed()


def test_before_a_press_it_says_when_one_would_take_effect(feed):
    told = feed.hear(10, gate(), link(round_trip=6.8)).told(10)
    assert told[:2] == (IDLE_STAGES, "takes effect in orbit in 3.4\u00a0s")


def test_with_a_way_up_that_is_lost_it_does_not_promise_to_get_there(feed):
    lost = msgspec.structs.replace(link(), state="lost", up=link("lost").up)
    told = feed.hear(10, gate(), telemetry(round(6.5 * S)), lost).told(10)
    assert told == (IDLE_STAGES, "WAY UP LOST: in orbit in 3.5\u00a0s, if it gets there", WAITING)


def test_before_anything_is_heard_it_does_not_promise_to_get_there(feed):
    told = feed.told(10)
    assert told[:2] == (IDLE_STAGES, "NOTHING HEARD YET: in orbit in 3.5\u00a0s, if it gets there")


def test_where_signal_is_lost_without_a_plan_it_does_not_promise_to_get_there(feed):
    told = feed.hear(10, gate(), telemetry(round(6.5 * S))).told(15)
    assert told[:2] == (IDLE_STAGES, "NO SIGNAL: in orbit in 3.5\u00a0s, if it still gets there")


def test_without_contact_it_says_beforehand_that_a_press_waits_and_until_when(feed):
    told = feed.hear(30, gate(**GAP)).told(30)
    assert told[:2] == (IDLE_STAGES, "NO CONTACT: a press waits for AOS, in 00:14")


def test_before_a_contact_that_comes_too_late_for_a_press_it_promises_nothing(feed):
    told = feed.hear(30, gate(**GAP | {"window_opens_ns": 90 * S})).told(30)
    assert told[:2] == (IDLE_STAGES, "NO CONTACT: AOS, in 01:00, is too late for a press of now")


def test_a_press_that_only_the_gate_has_taken_has_not_reached_the_station(feed):
    feed.hear(10, gate()).press(10, took="gate")
    assert feed.told(10.5).stages == (DONE, UNDER_WAY, NOT_YET, NOT_YET)
    assert feed.told(12).stages == (DONE, FAILED, NOT_YET, NOT_YET)
    assert "farhand hold" in feed.told(12).text


def test_in_contact_its_way_up_is_counted_down_and_its_report_awaited(feed):
    feed.hear(10, gate()).press(10)
    assert feed.told(11)[:2] == ((DONE, DONE, UNDER_WAY, NOT_YET), "on its way: in orbit in 2.5\u00a0s")
    assert feed.told(15).text == "due in orbit, report in 3.0 s"
    assert feed.told(19)[:2] == ((DONE, DONE, UNDER_WAY, FAILED), "NO LATCH REPORTED: press again")


def test_only_telemetry_from_after_its_arrival_shows_the_latch(feed):
    feed.hear(10, gate()).press(10)
    feed.hear(16, telemetry(round(12.5 * S), latched=True))
    assert feed.told(16).stages != (DONE,) * 4
    feed.hear(17.5, telemetry(14 * S, latched=True))
    assert feed.told(17.5)[:2] == ((DONE,) * 4, "on board: LATCHED, seen 3.5 s ago")


def test_a_press_in_loss_of_signal_waits_for_contact_and_then_goes_its_way(feed):
    feed.hear(30, gate(**GAP)).press(30)
    assert feed.told(32)[:2] == ((DONE, DONE, WAITING, NOT_YET), "waits for AOS, in 00:12")
    assert feed.told(45)[:2] == ((DONE, DONE, UNDER_WAY, NOT_YET), "on its way: in orbit in 2.5\u00a0s")


def test_a_press_that_went_up_before_contact_ended_is_reported_after_it_begins_again(feed):
    feed.hear(22, gate(), telemetry(round(18.5 * S))).press(22).hear(24, gate(**GAP))
    assert feed.told(30)[:2] == ((DONE, DONE, UNDER_WAY, WAITING), "due in orbit, report after AOS, in 00:14")


@pytest.mark.parametrize(("opens_ns", "when"), [(90 * S, "in 00:59"), (None, "which is not planned")])
def test_a_press_that_the_station_does_not_repeat_so_long_says_so(feed, opens_ns, when):
    feed.hear(30, gate(**GAP | {"window_opens_ns": opens_ns})).press(30)
    told = feed.told(31)
    assert told[:2] == ((DONE, DONE, FAILED, NOT_YET), f"not repeated until AOS, {when}: press again then")


def test_anothers_press_is_shown_with_who_pressed_as_soon_as_the_station_tells_of_it(feed):
    feed.hear(10, gate()).reports(10, None).reports(10.5, OTHER)
    assert feed.told(11.5)[:2] == (
        (DONE, DONE, UNDER_WAY, NOT_YET),
        "by operator: on its way: in orbit in 2.5\u00a0s",
    )


def test_the_stations_word_of_an_own_press_is_as_good_as_its_answer(feed):
    feed.hear(10, gate()).state.on_hold_pressed(OWN, 10 * S)
    assert feed.reports(10.2, OWN).told(11).text == "on its way: in orbit in 2.5\u00a0s"


def test_an_older_press_of_another_that_is_still_told_does_not_hide_an_own_one(feed):
    feed.hear(10, gate()).reports(10, OTHER).press(15).reports(15.1, OTHER)
    assert feed.told(15.2).text == "on its way: in orbit in 3.3\u00a0s"


@pytest.mark.parametrize("hold", [OWN, OTHER])
def test_once_a_resume_has_gone_up_nothing_of_the_press_is_left(feed, hold):
    feed.hear(10, gate()).reports(10, hold)
    assert feed.told(11).stages != IDLE_STAGES
    assert feed.reports(20, None).told(20).stages == IDLE_STAGES
