"""Bernstein bounds: never narrower than the move, and never sure of what breaks a limit."""

import math

import numpy as np
import pytest

from predictor.motion.bounds import bounds
from predictor.motion.motion import surely_within, violation
from predictor.motion.stop import JointLimits, moves
from telemetry.messages.joint_state import JointState

PERIOD = 0.25


def random_states(rng, n=1):
    begin = JointState(*(tuple(rng.uniform(-s, s, n)) for s in (1.0, 0.15, 0.1)))
    q = tuple(
        a + PERIOD * v + d for a, v, d in zip(begin.q, begin.qd, rng.uniform(-0.002, 0.002, n), strict=True)
    )
    return begin, JointState(q, *(tuple(rng.uniform(-s, s, n)) for s in (0.15, 0.1)))


@pytest.mark.parametrize("order", range(4))
def test_bounds_contain_the_whole_move(order):
    rng = np.random.default_rng(11)
    for move in rng.uniform(-1.0, 1.0, (50, 6)):
        low, high = bounds(move, order, PERIOD)
        values = np.polynomial.Polynomial(move).deriv(order)(np.linspace(0.0, PERIOD, 501))
        assert low <= values.min() + 1e-12
        assert values.max() - 1e-12 <= high


def test_bounds_of_constant_jerk_are_exact():
    low, high = bounds(np.array([0.0, 0.0, 0.5, 0.5, 0.0, 0.0]), 2, PERIOD)
    assert (low, high) == pytest.approx((1.0, 1.0 + 3.0 * PERIOD))


def test_what_is_surely_within_limits_breaks_none():
    rng, sure = np.random.default_rng(12), 0
    for _ in range(200):
        begin, end = random_states(rng)
        wide = rng.uniform(0.5, 40.0)
        limits = JointLimits(
            q_min=(-1.0,), q_max=(1.0,), qd_max=(0.2,), qdd_max=(wide,), qddd_max=(10 * wide,)
        )
        within = (-1.0, 1.0, 0.2, wide, 10 * wide)
        if surely_within(moves(begin, end, PERIOD)[0], within, PERIOD):
            sure += 1
            assert violation(begin, end, limits, period_s=PERIOD) is None
    assert sure > 5


def test_nan_is_never_sure():
    for place in range(6):
        move = [0.0] * 6
        assert surely_within(move, (-9.0, 9.0, 9.0, 9.0, 9.0), PERIOD)
        move[place] = math.nan
        assert not surely_within(move, (-9.0, 9.0, 9.0, 9.0, 9.0), PERIOD)
