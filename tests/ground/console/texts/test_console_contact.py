"""Loss of signal: known from the gate's windows or from silence, until something is heard."""

import pytest
from screen_bench import RUN, S, bridge, gate, telemetry

from ground.console.facts.console_state import ConsoleState
from ground.console.texts.gate_words import contact_outlook, gate_word

DOWN_NS = RUN.link.down_ns
LIMIT_NS = RUN.link.telemetry_limit_ns


@pytest.fixture
def state():
    return ConsoleState(RUN)


def hear(state, at_ns):
    state.on_message(telemetry(at_ns - DOWN_NS), at_ns)


def gap(closed_s=24):
    return gate(has_window=False, window_closes_ns=closed_s * S, window_opens_ns=44 * S)


def test_while_telemetry_comes_in_an_open_window_there_is_contact(state):
    state.on_message(gate(), 10 * S)
    hear(state, 10 * S)
    assert state.snapshot(10 * S + LIMIT_NS).los_ns is None


def test_contact_that_ends_with_its_window_ended_when_the_window_closed(state):
    hear(state, 24 * S - 1)
    state.on_message(gap(), 24 * S + S // 10)
    assert state.snapshot(30 * S).los_ns == 24 * S


def test_who_begins_to_listen_in_a_gap_knows_when_contact_ended(state):
    state.on_message(gap(), 35 * S)
    assert state.snapshot(35 * S).los_ns == 24 * S


def test_telemetry_that_stays_away_in_an_open_window_is_a_loss_of_signal_since_the_last_of_it(state):
    state.on_message(gate(), 10 * S)
    hear(state, 10 * S)
    assert state.snapshot(10 * S + LIMIT_NS + 1).los_ns == 10 * S


def test_silence_before_the_window_closes_is_when_contact_ended(state):
    hear(state, 20 * S)
    state.on_message(gap(), 24 * S)
    assert state.snapshot(30 * S).los_ns == 20 * S


def test_a_window_that_opens_is_no_contact_before_telemetry_is_heard_in_it(state):
    hear(state, 24 * S - 1)
    state.on_message(gap(), 24 * S)
    state.on_message(gate(), 44 * S)
    assert state.snapshot(47 * S).los_ns == 24 * S
    hear(state, 47 * S)
    assert state.snapshot(47 * S).los_ns is None


def test_before_anything_is_heard_nothing_has_been_lost(state):
    assert state.snapshot(90 * S).los_ns is None


def test_what_is_left_of_a_contact_becomes_louder_as_it_ends():
    looks = [contact_outlook(gate(window_closes_ns=100 * S), None, at_s * S) for at_s in (10, 50, 90)]
    assert [ahead.state for ahead in looks] == ["contact", "ends soon", "ends now"]
    assert looks[-1].text == "LOS in 00:10"


def test_a_contact_without_a_planned_end_counts_nothing_down():
    assert contact_outlook(gate(window_closes_ns=10**15), None, S)[:2] == ("contact", "contact")


def test_in_a_gap_the_next_contact_is_counted_down_and_the_last_one_named():
    ahead = contact_outlook(gap(), 24 * S, 30 * S)
    assert ahead == ("no contact", "AOS in 00:14", "LOS at T+00:24.0")


def test_a_gap_that_no_window_follows_promises_none():
    ahead = contact_outlook(gate(has_window=False, window_closes_ns=24 * S), 24 * S, 30 * S)
    assert ahead == ("no contact", "NO CONTACT", "no window planned")


def test_silence_in_an_open_window_is_no_planned_gap():
    assert contact_outlook(gate(), 20 * S, 30 * S)[:2] == ("no signal", "NO SIGNAL")


def counted(state, at_s, received, lost):
    state.on_message(bridge(received=received, lost=lost), at_s * S)
    return state.snapshot(at_s * S).link.loss


def test_one_report_of_the_bridge_tells_no_loss(state):
    assert counted(state, 1, 10, 0) is None


def test_loss_is_of_the_last_seconds_and_not_of_the_whole_run(state):
    for at_s, lost in ((0, 0), (10, 50), (20, 50), (29, 50)):
        counted(state, at_s, 10 * at_s, lost)
    assert counted(state, 30, 300, 51).value == (1, 101, 10.0)


def test_a_bridge_that_counts_from_zero_again_begins_a_new_figure(state):
    counted(state, 1, 100, 9)
    assert counted(state, 2, 5, 0) is None
    assert counted(state, 3, 15, 0).value == (0, 10, 1.0)


def test_what_a_gap_has_cost_is_no_loss_of_the_link(state):
    hear(state, 23 * S)
    counted(state, 23, 230, 0)
    state.on_message(gap(), 24 * S)
    counted(state, 40, 230, 0)
    state.on_message(gate(), 44 * S)
    hear(state, 48 * S)
    assert counted(state, 48, 231, 235) is None
    assert counted(state, 49, 241, 235).value == (0, 10, 1.0)


@pytest.mark.parametrize(
    ("told", "word", "why"),
    [
        ({"state": "plan"}, "plan", ""),
        ({"state": "rest"}, "rest", ""),
        (
            {"state": "stopping", "rolled_back": True, "ended_by": "predicted_contact"},
            "rolled back",
            "stopping",
        ),
        (
            {"state": "rest", "rolled_back": True, "ended_by": "predicted_contact"},
            "rolled back",
            "at rest, not armed",
        ),
        ({"state": "stopping", "ended_by": "operator_hold"}, "stopping", "operator hold"),
        ({"state": "held", "ended_by": "operator_hold"}, "held", "operator hold"),
        ({"state": "held", "ended_by": "operator_hold", "latched": True}, "held", "latched"),
        ({"state": "rest", "ended_by": "window_closing"}, "stopped", "window closing"),
        ({"state": "rest", "ended_by": "disarmed"}, "rest", "disarmed"),
    ],
)
def test_the_gates_word_tells_what_ended_motion_until_somebody_arms_again(told, word, why):
    assert gate_word(gate(**told)) == (word, why)
