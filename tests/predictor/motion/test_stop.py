"""The motion law and the stop law, from every corner of the box of speeds and accelerations."""

import math
from itertools import pairwise, product

import numpy as np
import pytest
from msgspec import structs

from predictor.motion.stop import JointLimits, moves, quintic, rest, state_within, stop, stop_accelerations
from telemetry.messages.joint_state import JointState
from tests.reference.shortest_stop import fewest_periods

PERIOD = 0.25
DEG = math.pi / 180.0
LIMITS = JointLimits(
    q_min=(-3.0,) * 2,
    q_max=(3.0,) * 2,
    qd_max=(8 * DEG, 12 * DEG),
    qdd_max=(4 * DEG, 6 * DEG),
    qddd_max=(16 * DEG, 24 * DEG),
)
SHARES = (-1.0, -0.37, 0.0, 0.5, 1.0)
CORNERS = [(v, a) for v, a in product(SHARES, SHARES) if v or a]


def state(v, a, q=(0.1, -0.2)):
    """Return both joints at shares v and a of their limits."""
    return JointState(q, tuple(v * x for x in LIMITS.qd_max), tuple(a * x for x in LIMITS.qdd_max))


def track_of(begin):
    return [begin, *stop(begin, LIMITS, PERIOD)]


@pytest.mark.parametrize(("v", "a"), CORNERS)
def test_a_stop_ends_at_rest(v, a):
    end = stop(state(v, a), LIMITS, PERIOD)[-1]
    assert end.at_rest


@pytest.mark.parametrize(("v", "a"), CORNERS)
def test_a_stop_keeps_acceleration_and_jerk_everywhere(v, a):
    for begin, end in pairwise(track_of(state(v, a))):
        for joint, move in enumerate(moves(begin, end, PERIOD)):
            polynomial, t = np.polynomial.Polynomial(move), np.linspace(0.0, PERIOD, 51)
            assert np.abs(polynomial.deriv(2)(t)).max() <= LIMITS.qdd_max[joint] * (1 + 1e-9)
            assert np.abs(polynomial.deriv(3)(t)).max() <= LIMITS.qddd_max[joint] * (1 + 1e-9)


@pytest.mark.parametrize(("v", "a"), CORNERS)
def test_samples_joined_by_the_motion_law_are_the_stop_itself(v, a):
    for begin, end in pairwise(track_of(state(v, a))):
        for joint, move in enumerate(moves(begin, end, PERIOD)):
            jerk = (end.qdd[joint] - begin.qdd[joint]) / PERIOD
            cubic = (begin.q[joint], begin.qd[joint], begin.qdd[joint] / 2, jerk / 6, 0.0, 0.0)
            t = np.linspace(0.0, PERIOD, 26)
            assert (
                np.abs(np.polynomial.Polynomial(move)(t) - np.polynomial.Polynomial(cubic)(t)).max() < 1e-12
            )


def test_mixed_signs_of_speed_and_acceleration_stop_too():
    for signs in product((-1.0, 1.0), repeat=4):
        qd = tuple(s * x for s, x in zip(signs[:2], LIMITS.qd_max, strict=True))
        qdd = tuple(s * x for s, x in zip(signs[2:], LIMITS.qdd_max, strict=True))
        assert stop(JointState((0.0, 0.0), qd, qdd), LIMITS, PERIOD)[-1].at_rest


def test_full_speed_stops_in_2_25_s_over_9_degrees():
    samples = stop(JointState((0.0,), (8 * DEG,), (0.0,)), one_joint(), PERIOD)
    assert len(samples) * PERIOD == 2.25
    assert samples[-1].q[0] == pytest.approx(9.0 * DEG, rel=1e-12)


def one_joint():
    return JointLimits(
        q_min=(-3.0,), q_max=(3.0,), qd_max=(8 * DEG,), qdd_max=(4 * DEG,), qddd_max=(16 * DEG,)
    )


def test_no_stop_is_shorter():
    """Oracle: dynamic programming over a lattice of accelerations."""
    rng = np.random.default_rng(21)
    for _ in range(150):
        a_max, step = (int(x) for x in rng.integers(1, 8, 2))
        a, wanted = int(rng.integers(-a_max, a_max + 1)), int(rng.integers(-40, 41))
        v = -(wanted + 0.5 * a) * PERIOD
        found = stop_accelerations(v, float(a), a_max=float(a_max), step=float(step), period_s=PERIOD)
        expected = fewest_periods(wanted, a, a_max, step) if v or a else 0
        assert len(found) == expected


def test_an_arm_at_rest_needs_no_stop():
    assert stop(rest((0.3, 0.4)), LIMITS, PERIOD) == []


def test_a_joint_that_is_done_waits_for_the_other():
    samples = stop(JointState((0.1, 0.2), (0.0, 12 * DEG), (0.0, 0.0)), LIMITS, PERIOD)
    assert {sample.q[0] for sample in samples} == {0.1}
    assert {sample.qd[0] for sample in samples} == {0.0}


def test_acceleration_beyond_its_limit_has_no_stop():
    with pytest.raises(ValueError, match="beyond its limit"):
        stop(state(0.0, 1.01), LIMITS, PERIOD)


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
@pytest.mark.parametrize("field", ["qd", "qdd"])
def test_what_is_not_a_number_has_no_stop(bad, field):
    with pytest.raises(ValueError, match="no state"):
        stop(structs.replace(state(0.5, 0.5), **{field: (0.0, bad)}), LIMITS, PERIOD)


def test_the_motion_law_passes_through_both_states():
    rng = np.random.default_rng(22)
    for _ in range(50):
        begin, end = (JointState(*(tuple(row) for row in rng.uniform(-1, 1, (3, 2)))) for _ in range(2))
        move = moves(begin, end, PERIOD)
        for wanted, found in ((begin, state_within(move, 0.0)), (end, state_within(move, PERIOD))):
            assert np.abs(np.array([*wanted]) - np.array([*found])).max() < 1e-11


def test_the_motion_law_reproduces_any_quintic():
    for wanted in np.random.default_rng(23).uniform(-1.0, 1.0, (50, 6)):
        p = np.polynomial.Polynomial(wanted)
        ends = [tuple(float(p.deriv(k)(t)) for k in range(3)) for t in (0.0, PERIOD)]
        found = np.polynomial.Polynomial(quintic(*ends, PERIOD))
        t = np.linspace(0.0, PERIOD, 26)
        assert np.abs(found(t) - p(t)).max() < 1e-12
