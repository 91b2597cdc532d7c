"""Bounds, never narrower than the move, and exact extremes; the first limit it breaks, and a whole track."""

import math
from itertools import pairwise

import numpy as np
import pytest
from msgspec import structs

from predictor.motion.motion import Track, bounds, surely_within, violation
from predictor.motion.stop import JointLimits, moves, rest, stop
from telemetry.messages.joint_state import JointState

PERIOD = 0.25
WIDE = 1e9
QUANTITIES = ("position", "speed", "acceleration", "jerk")
HAIR = 1e-5  # relative; sampling below is a hundred times finer


def random_move(rng):
    """Return two states of one joint near each other, with all derivatives at work."""
    begin = JointState((rng.uniform(-1, 1),), (rng.uniform(-1, 1),), (rng.uniform(-3, 3),))
    q = begin.q[0] + rng.uniform(-0.3, 0.3)
    return begin, JointState((q,), (rng.uniform(-1, 1),), (rng.uniform(-3, 3),))


def sampled_peaks(begin, end):
    """Return the greatest position and the greatest magnitudes of its derivatives, densely sampled."""
    p, t = np.polynomial.Polynomial(moves(begin, end, PERIOD)[0]), np.linspace(0.0, PERIOD, 4001)
    return [p(t).max()] + [np.abs(p.deriv(k)(t)).max() for k in (1, 2, 3)]


def limits_with(quantity, bound):
    bounds = [bound if name == quantity else WIDE for name in QUANTITIES]
    return JointLimits(
        q_min=(-WIDE,), q_max=(bounds[0],), qd_max=(bounds[1],), qdd_max=(bounds[2],), qddd_max=(bounds[3],)
    )


@pytest.mark.parametrize("quantity", QUANTITIES)
def test_a_limit_a_hair_below_the_peak_is_broken_and_a_hair_above_it_is_kept(quantity):
    rng = np.random.default_rng(31)
    for _ in range(60):
        begin, end = random_move(rng)
        peak = sampled_peaks(begin, end)[QUANTITIES.index(quantity)]
        hair = HAIR * max(abs(peak), 1e-2)
        assert violation(begin, end, limits_with(quantity, peak + hair), period_s=PERIOD) is None
        broken = violation(begin, end, limits_with(quantity, peak - hair), period_s=PERIOD)
        assert broken is not None
        assert broken.quantity == quantity
        assert broken.value == pytest.approx(peak, abs=hair)


def test_the_lower_end_of_a_joint_is_a_limit_too():
    limits = JointLimits(q_min=(0.0,), q_max=(1.0,), qd_max=(WIDE,), qdd_max=(WIDE,), qddd_max=(WIDE,))
    broken = violation(rest((0.1,)), rest((-0.01,)), limits, period_s=PERIOD)
    assert broken is not None
    assert (broken.quantity, broken.limit) == ("position", 0.0)


def test_the_joint_that_breaks_its_limit_is_named():
    limits = JointLimits(
        q_min=(-1.0,) * 3, q_max=(1.0,) * 3, qd_max=(0.1,) * 3, qdd_max=(WIDE,) * 3, qddd_max=(WIDE,) * 3
    )
    broken = violation(rest((0.0, 0.0, 0.0)), rest((0.0, 0.1, 0.0)), limits, period_s=PERIOD)
    assert broken is not None
    assert (broken.joint, broken.quantity) == (1, "speed")


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
@pytest.mark.parametrize("field", ["q", "qd", "qdd"])
def test_what_is_not_a_number_breaks_a_limit(bad, field):
    limits = JointLimits(q_min=(-1.0,), q_max=(1.0,), qd_max=(1.0,), qdd_max=(1.0,), qddd_max=(1.0,))
    still = rest((0.0,))
    wrong = structs.replace(still, **{field: (bad,)})
    assert violation(still, still, limits, period_s=PERIOD) is None
    assert violation(still, wrong, limits, period_s=PERIOD) is not None
    assert violation(wrong, still, limits, period_s=PERIOD) is not None


def test_a_stop_at_its_own_limits_breaks_none():
    limits = JointLimits(q_min=(-1.0,), q_max=(1.0,), qd_max=(0.14,), qdd_max=(0.07,), qddd_max=(0.28,))
    begin = JointState((0.0,), (0.14,), (0.0,))
    track = [begin, *stop(begin, limits, PERIOD)]
    assert all(violation(a, b, limits, period_s=PERIOD) is None for a, b in pairwise(track))


@pytest.fixture
def track():
    limits = JointLimits(q_min=(-1.0,), q_max=(1.0,), qd_max=(0.14,), qdd_max=(0.07,), qddd_max=(0.28,))
    begin = JointState((0.0,), (0.14,), (0.0,))
    return Track(start_ns=1_000, period_ns=250_000_000, states=(begin, *stop(begin, limits, PERIOD)))


def test_a_track_passes_its_states(track):
    for index, state in enumerate(track.states):
        found = track.state_at(1_000 + index * 250_000_000)
        assert np.abs(np.array([*found]) - np.array([*state])).max() < 1e-12


def test_a_track_stands_before_its_begin_and_stays_at_its_end(track):
    assert track.state_at(0) == track.states[0]
    assert track.state_at(10**12) == rest(track.states[-1].q)


def test_a_track_moves_on_between_its_states(track):
    q = [track.state_at(1_000 + k * 10_000_000).q[0] for k in range(200)]
    assert np.diff(q).min() > 0.0


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
