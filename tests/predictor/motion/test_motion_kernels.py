"""Moves, stops and their limits in kernels are those of plain Python: the gate's own words, found faster."""

import math
from itertools import pairwise

import numpy as np
import pytest

from predictor.motion.motion import NO_LIMIT_BROKEN, violation
from predictor.motion.motion_kernels import NO_STOP, moves_and_stops, write_moves
from predictor.motion.motion_rows import first_violation, joint_rows, limit_rows, violation_of
from predictor.motion.stop import JointLimits, moves, rest, stop, why_no_stop
from telemetry.messages.joint_state import JointState

PERIOD = 0.25
LIMITS = JointLimits(
    q_min=(-1.0, -1.0, -math.inf),
    q_max=(1.0, 1.0, math.inf),
    qd_max=(0.14, 0.2, 0.3),
    qdd_max=(0.07, 0.1, 0.2),
    qddd_max=(0.28, 0.3, 0.5),
)
ROWS = limit_rows(LIMITS)


def random_states(rng, count=2):
    """Return states one after the other, most of them within limits, some beyond them, some not numbers."""
    share = rng.choice((0.5, 0.9, 1.05))
    q, qd, qdd = rng.uniform(-0.9, 0.9, 3), rng.uniform(-1, 1, 3) * LIMITS.qd_max, np.zeros(3)
    states = [JointState(*(tuple(row.tolist()) for row in (q, share * qd, qdd)))]
    while len(states) < count:
        after = 0.7 * share * rng.uniform(-1, 1, 3) * LIMITS.qddd_max * PERIOD
        qd = np.array(states[-1].qd)
        q, qd, qdd = q + PERIOD * (qd + PERIOD * after / 6.0), qd + 0.5 * PERIOD * after, after
        states.append(JointState(*(tuple(row.tolist()) for row in (q, qd, qdd))))
        if rng.random() < 0.05:
            states[-1] = JointState(states[-1].q, states[-1].qd, (0.0, math.nan, 0.0))
    return states


def plain(previous, state):
    """Judge a move and its stop in plain Python: all moves, or what the first fault is."""
    found = violation(previous, state, LIMITS, period_s=PERIOD)
    if found:
        return None, found
    try:
        track = [state, *stop(state, LIMITS, PERIOD)]
    except ValueError as error:
        return None, str(error)
    for begin, end in pairwise(track):
        found = violation(begin, end, LIMITS, period_s=PERIOD)
        if found:
            return None, found
    return [moves(a, b, PERIOD) for a, b in pairwise([previous, *track])], None


def same(found, fault, state):
    """True if a fault is what plain Python has found."""
    if fault.quantity == NO_STOP:
        joint = fault.joint
        words = why_no_stop(int(fault.value), (state.qd[joint], state.qdd[joint]), LIMITS.qdd_max[joint])
        return words == found
    told = violation_of(fault)
    return told[:2] == found[:2] and np.allclose(told[2:], found[2:], rtol=1e-14, equal_nan=True)


def test_a_move_and_its_stop_are_those_of_plain_python_bit_for_bit():
    rng, seen = np.random.default_rng(82), {"ok": 0, "move": 0, "stop": 0}
    for _ in range(600):
        previous, state = random_states(rng)
        first, found, fault = moves_and_stops(joint_rows((previous, state), 3), ROWS, PERIOD)
        motion, why = plain(previous, state)
        if motion is None:
            seen["stop" if fault.move else "move"] += 1
            assert same(why, fault, state)
        else:
            seen["ok"] += 1
            assert (fault.quantity, [*first]) == (NO_LIMIT_BROKEN, [0, len(motion)])
            assert np.array_equal(found, motion)
    assert min(seen.values()) > 10, seen


def test_many_set_points_at_once_are_each_of_them_alone():
    states = [s for s in random_states(np.random.default_rng(5), 12) if not math.isnan(s.qdd[1])]
    wide = 100.0 * ROWS
    first, found, fault = moves_and_stops(joint_rows(states, 3), wide, PERIOD)
    assert fault.quantity == NO_LIMIT_BROKEN
    for i, pair in enumerate(pairwise(states)):
        alone = moves_and_stops(joint_rows(pair, 3), wide, PERIOD)[1]
        assert np.array_equal(found[first[i] : first[i + 1]], alone)


def test_the_first_fault_of_many_is_told_with_its_set_point():
    states = [JointState((0.0,) * 3, (0.0,) * 3, (0.0,) * 3)] * 4
    states.append(JointState((0.0,) * 3, (0.0,) * 3, (0.0, 0.0, 0.3)))
    fault = moves_and_stops(joint_rows(states, 3), ROWS, PERIOD)[2]
    assert (fault.set_point, fault.move, fault.joint) == (3, 0, 2)


def test_a_state_without_a_stop_is_told_as_by_the_stop_law():
    weak = JointLimits(q_min=(-9.0,), q_max=(9.0,), qd_max=(2.0,), qdd_max=(1e-4,), qddd_max=(1.0,))
    previous, state = (JointState((q,), (1.0,), (0.0,)) for q in (-PERIOD, 0.0))
    fault = moves_and_stops(joint_rows((previous, state), 1), limit_rows(weak), PERIOD)[2]
    with pytest.raises(ValueError, match="no stop within 4096 periods") as told:
        stop(state, weak, PERIOD)
    assert fault.quantity == NO_STOP
    assert why_no_stop(int(fault.value), (1.0, 0.0), 1e-4) == str(told.value)


def test_limits_of_a_whole_way_are_those_of_each_move():
    rng = np.random.default_rng(83)
    for _ in range(100):
        states = random_states(rng, 6)
        broken_ones = [violation(a, b, LIMITS, period_s=PERIOD) for a, b in pairwise(states)]
        expected = next(filter(None, broken_ones), None)
        fault = write_moves(joint_rows(states, 3), ROWS, PERIOD, np.empty((5, 3, 6)))
        assert (fault.quantity == NO_LIMIT_BROKEN) == (expected is None)
        assert expected is None or same(expected, fault, None)


def test_states_of_another_number_of_joints_are_refused():
    state = JointState((0.0,) * 3, (0.0,) * 3, (0.0,) * 3)
    with pytest.raises(ValueError, match="3 joints; 2 are right"):
        joint_rows((state, state), 2)


def test_a_limit_broken_between_the_states_is_found():
    resting, jump = rest((0.0, 0.0, 0.0)), JointState((0.0, 0.4, 0.0), (0.0,) * 3, (0.0,) * 3)
    assert first_violation([resting, resting], LIMITS, PERIOD) is None
    found = first_violation([resting, resting, jump], LIMITS, PERIOD)
    assert (found.joint, found.quantity) == (1, "speed")
