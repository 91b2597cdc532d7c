"""Loss of signal: known from the gate's windows or from silence, until something is heard."""

import pytest
from screen_bench import RUN, S, gate, telemetry

from ground.console.state import ConsoleState
from telemetry.messages.replay import ReplayStatus

DOWN_NS = RUN.link.down_ns
LIMIT_NS = RUN.link.telemetry_limit_ns


@pytest.fixture
def state():
    return ConsoleState(RUN)


def hear(state, at_ns):
    state.consume(telemetry(at_ns - DOWN_NS), at_ns)


def gap(closed_s=24):
    return gate(has_window=False, window_closes_ns=closed_s * S, window_opens_ns=44 * S)


def test_while_telemetry_comes_in_an_open_window_there_is_contact(state):
    state.consume(gate(), 10 * S)
    hear(state, 10 * S)
    assert state.snapshot(10 * S + LIMIT_NS).los_ns is None


def test_contact_that_ends_with_its_window_ended_when_the_window_closed(state):
    hear(state, 24 * S - 1)
    state.consume(gap(), 24 * S + S // 10)
    assert state.snapshot(30 * S).los_ns == 24 * S


def test_who_begins_to_listen_in_a_gap_knows_when_contact_ended(state):
    state.consume(gap(), 35 * S)
    assert state.snapshot(35 * S).los_ns == 24 * S


def test_telemetry_that_stays_away_in_an_open_window_is_a_loss_of_signal_since_the_last_of_it(state):
    state.consume(gate(), 10 * S)
    hear(state, 10 * S)
    assert state.snapshot(10 * S + LIMIT_NS + 1).los_ns == 10 * S


def test_silence_before_the_window_closes_is_when_contact_ended(state):
    hear(state, 20 * S)
    state.consume(gap(), 24 * S)
    assert state.snapshot(30 * S).los_ns == 20 * S


def test_a_window_that_opens_is_no_contact_before_telemetry_is_heard_in_it(state):
    hear(state, 24 * S - 1)
    state.consume(gap(), 24 * S)
    state.consume(gate(), 44 * S)
    assert state.snapshot(47 * S).los_ns == 24 * S
    hear(state, 47 * S)
    assert state.snapshot(47 * S).los_ns is None


def test_before_anything_is_heard_nothing_has_been_lost(state):
    assert state.snapshot(90 * S).los_ns is None


def test_a_replay_counts_the_silence_by_the_time_that_it_shows(state):
    state.consume(
        ReplayStatus(at=10.0, duration=90.0, speed=1.0, playing=False, sent=1, done=False, detail=""), 0
    )
    hear(state, 0)
    assert state.snapshot(60 * S).los_ns is None
