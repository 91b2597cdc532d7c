"""Set-points on board until their moves begin: which of them goes on, and from where each is judged."""

import pytest

from ground.rehearsal.spacecraft.setpoint_buffer import (
    CAPACITY,
    CLOCK_SLACK_NS,
    Planned,
    SetPointBuffer,
    objection,
    standing,
)
from predictor.motion.motion import LIMIT_SLACK
from predictor.motion.stop import rest
from telemetry.agreed.reasons import Reason
from telemetry.messages.joint_state import JointState
from tests.ground.rehearsal.spacecraft.conftest import LIMITS, Ground, T

PERIOD_S = T * 1e-9
STILL = (0.0, 0.0)
MOVING = JointState((0.2, 0.0), (0.01, 0.0), STILL)
JUST_WITHIN = 1.0 + LIMIT_SLACK
FULL_STEP = LIMITS.qd_max[0] * PERIOD_S * JUST_WITHIN


def planned(epoch, seq, at_ns, state=MOVING):
    return Planned((epoch, seq), at_ns, state, None)


def holding(*waiting):
    buffer = SetPointBuffer(T)
    for each in waiting:
        buffer.add(each)
    return buffer


def after(buffer, last, at_ns):
    found = buffer.successor(last, at_ns)
    return found and found.number


def point(epoch, seq, at_ns):
    """A set-point whose move begins at `at_ns`; only number and instant count here."""
    ground = Ground()
    ground.first_ns = at_ns - (seq - 1) * T
    return ground.point(seq, epoch=epoch)


@pytest.mark.parametrize(
    "state",
    [
        JointState((0.1,), STILL, STILL),
        JointState((0.1, 0.0), (0.0,), STILL),
        JointState((0.1, 0.0), STILL, (0.0, 0.0, 0.0)),
    ],
)
def test_one_row_of_another_number_of_joints_is_beyond_the_limits(state):
    assert objection(None, state, LIMITS, period_s=PERIOD_S) is Reason.LIMIT


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_speed_and_acceleration_may_be_their_limits_with_rounding_and_no_more(sign):
    for limit, state in (
        (LIMITS.qd_max[0], lambda most: JointState(STILL, (sign * most, 0.0), STILL)),
        (LIMITS.qdd_max[0], lambda most: JointState(STILL, STILL, (sign * most, 0.0))),
    ):
        assert objection(None, state(limit * JUST_WITHIN), LIMITS, period_s=PERIOD_S) is None
        beyond = state(limit * (JUST_WITHIN + LIMIT_SLACK))
        assert objection(None, beyond, LIMITS, period_s=PERIOD_S) is Reason.LIMIT


def test_a_step_of_a_whole_period_at_full_speed_is_no_jump_but_from_rest_beyond_the_limits():
    begin = rest(STILL)
    assert objection(begin, rest((FULL_STEP, 0.0)), LIMITS, period_s=PERIOD_S) is Reason.LIMIT
    further = rest((FULL_STEP * JUST_WITHIN, 0.0))
    assert objection(begin, further, LIMITS, period_s=PERIOD_S) is Reason.JUMP


def test_a_move_within_all_limits_may_be_flown():
    assert objection(rest(STILL), rest((1e-5, 0.0)), LIMITS, period_s=PERIOD_S) is None


def test_there_is_room_for_the_capacity_and_no_more():
    buffer = holding(*(planned(1, seq, seq * T) for seq in range(1, CAPACITY)))
    assert not buffer.is_full
    buffer.add(planned(1, CAPACITY, CAPACITY * T))
    assert buffer.is_full and len(buffer) == CAPACITY


def test_a_flush_forgets_all_and_returns_it_in_the_order_of_its_numbers():
    buffer = holding(planned(1, 7, T), planned(2, 1, 2 * T), planned(1, 8, 3 * T))
    assert [each.number for each in buffer.flush()] == [(1, 7), (1, 8), (2, 1)]
    assert (len(buffer), buffer.flush(), buffer.earliest()) == (0, [], None)


def test_what_begins_first_is_earliest_whatever_its_number():
    buffer = holding(planned(1, 2, T), planned(1, 1, 2 * T), planned(1, 3, T))
    assert buffer.earliest().number == (1, 2)
    buffer.remove(planned(1, 2, T))
    assert (1, 2) not in buffer and buffer.earliest().number == (1, 3)


@pytest.mark.parametrize("off_ns", [-CLOCK_SLACK_NS, CLOCK_SLACK_NS])
def test_the_next_number_goes_on_if_it_begins_where_the_last_move_ends(off_ns):
    assert after(holding(planned(1, 5, T + off_ns)), (1, 4), T) == (1, 5)
    assert after(holding(planned(1, 5, T + off_ns + off_ns // CLOCK_SLACK_NS)), (1, 4), T) is None


@pytest.mark.parametrize("number", [(1, 3), (1, 4), (1, 6), (1, 1), (2, 2), (0, 1)])
def test_no_other_number_goes_on_even_if_it_is_due(number):
    assert after(holding(planned(*number, T)), (1, 4), T) is None


def test_the_first_of_a_newer_epoch_goes_on_and_the_older_of_two_that_may_is_taken():
    assert after(holding(planned(3, 1, T)), (1, 4), T) == (3, 1)
    assert after(holding(planned(3, 1, T), planned(2, 1, T)), (1, 4), T) == (2, 1)
    assert after(holding(planned(2, 1, T), planned(1, 5, T)), (1, 4), T) == (1, 5)


def test_a_move_begins_where_the_number_before_it_ends_waiting_or_underway():
    now, waiting = planned(1, 4, T), planned(1, 5, 2 * T, rest((0.3, 0.0)))
    buffer = holding(waiting)
    assert buffer.state_before(point(1, 6, 3 * T), now) == waiting.state
    assert buffer.state_before(point(1, 5, 2 * T), now) == now.state
    assert buffer.state_before(point(1, 7, 4 * T), now) is None


@pytest.mark.parametrize("off_ns", [-CLOCK_SLACK_NS, 0, CLOCK_SLACK_NS])
def test_a_new_epoch_goes_on_from_a_move_that_ends_as_it_begins(off_ns):
    now = planned(1, 4, T)
    assert holding().state_before(point(2, 1, 2 * T + off_ns), now) == MOVING


@pytest.mark.parametrize("off_ns", [-CLOCK_SLACK_NS - 1, CLOCK_SLACK_NS + 1])
def test_after_a_pause_a_new_epoch_begins_from_rest_alone(off_ns):
    first = point(2, 1, 2 * T + off_ns)
    assert holding().state_before(first, planned(1, 4, T)) is None
    stands = standing((0.4, 0.0), (1, 4), T)
    assert holding().state_before(first, stands) == rest((0.4, 0.0))


def test_a_new_epoch_begins_from_the_last_move_ahead_of_it_not_from_one_that_begins_with_it():
    last, beside = planned(1, 5, 2 * T, rest((0.3, 0.0))), planned(1, 6, 3 * T)
    buffer = holding(last, beside)
    assert buffer.state_before(point(2, 1, 3 * T), planned(1, 4, T)) == last.state


def test_nothing_ahead_of_a_new_epoch_leaves_what_is_underway():
    stands = standing((0.4, 0.0), (1, 4), 5 * T)
    assert holding().state_before(point(2, 1, 2 * T), stands) == stands.state
