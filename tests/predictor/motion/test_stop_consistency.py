"""The stop law is consistent in time: from any of its own samples it gives the rest of itself."""

import math
import random
from itertools import pairwise, product

import pytest

from predictor.motion.stop import JointLimits, stop, stop_accelerations
from telemetry.messages.joint_state import JointState

PERIOD = 0.25
DEG = math.pi / 180.0
SAME = 1e-9  # relative to the limits of acceleration
# the same speed and acceleration under ever less jerk: 1 period to full acceleration, then 3, then 10.7
JERKS = (16.0, 5.5, 1.5)
SHARES = (-1.0, -0.61, -0.37, 0.0, 0.22, 0.5, 1.0)
CORNERS = [(v, a) for v, a in product(SHARES, SHARES) if v or a]


def limits_of(jerk_deg):
    return JointLimits(
        q_min=(-3.0,) * 2,
        q_max=(3.0,) * 2,
        qd_max=(8 * DEG, 12 * DEG),
        qdd_max=(4 * DEG, 6 * DEG),
        qddd_max=(jerk_deg * DEG, 0.8 * jerk_deg * DEG),
    )


def difference(one, other):
    """Return the greatest difference between two lists of joint states of one length."""
    rows = zip(one, other, strict=True)
    return max(
        (abs(x - y) for a, b in rows for p, r in zip(a, b, strict=True) for x, y in zip(p, r, strict=True)),
        default=0.0,
    )


@pytest.mark.parametrize("jerk_deg", JERKS)
@pytest.mark.parametrize(("v", "a"), CORNERS)
def test_every_sample_of_a_stop_begins_the_rest_of_it(v, a, jerk_deg):
    limits = limits_of(jerk_deg)
    begin = JointState(
        (0.1, -0.2),
        (v * limits.qd_max[0], a * limits.qd_max[1]),
        (a * limits.qdd_max[0], v * limits.qdd_max[1]),
    )
    samples = stop(begin, limits, PERIOD)
    for k, sample in enumerate(samples):
        assert difference(stop(sample, limits, PERIOD), samples[k + 1 :]) < SAME


def random_joint(rng):
    """Return speed, acceleration and limits (a_max, step), often at the very edges of what is possible."""
    a_max = 10.0 ** rng.uniform(-2.5, 0.5)
    step = a_max * 10.0 ** rng.uniform(-1.3, 0.5)
    whole = rng.randint(-4, 4) * step / a_max
    a = a_max * rng.choice((-1.0, 0.0, 1.0, rng.uniform(-1.0, 1.0), max(-1.0, min(1.0, whole))))
    tiny = rng.uniform(-1.0, 1.0) * 10.0 ** rng.uniform(-16.0, 0.0)
    v = rng.choice(
        (0.0, a_max * rng.uniform(-3.0, 3.0), a_max * tiny, rng.randint(-20, 20) * step * PERIOD / 2.0)
    )
    return v, a, a_max, step


def sampled(v, a, accelerations):
    """Return (speed, acceleration) at every sample."""
    samples = []
    for a_next in accelerations:
        v, a = v + 0.5 * PERIOD * (a + a_next), a_next
        samples.append((v, a))
    return samples


def assert_tail(joint, k, accelerations):
    """The stop from the k-th sample is the rest of it, of the very same number of periods."""
    v, a, a_max, step = joint
    tail = stop_accelerations(*sampled(v, a, accelerations)[k], a_max=a_max, step=step, period_s=PERIOD)
    wanted = accelerations[k + 1 :]
    assert len(tail) == len(wanted), joint
    assert all(abs(x - y) < SAME * a_max for x, y in zip(tail, wanted, strict=True)), joint


@pytest.mark.long
def test_a_hundred_thousand_stops_are_consistent_from_some_sample():
    rng = random.Random(15)
    for _ in range(100_000):
        joint = random_joint(rng)
        v, a, a_max, step = joint
        accelerations = stop_accelerations(v, a, a_max=a_max, step=step, period_s=PERIOD)
        if len(accelerations) > 1:
            assert_tail(joint, rng.randrange(len(accelerations) - 1), accelerations)


@pytest.mark.sweep
def test_a_million_stops_are_consistent_from_every_sample():
    rng = random.Random(16)
    for _ in range(1_000_000):
        joint = random_joint(rng)
        v, a, a_max, step = joint
        accelerations = stop_accelerations(v, a, a_max=a_max, step=step, period_s=PERIOD)
        for k in range(len(accelerations) - 1):
            assert_tail(joint, k, accelerations)


def test_random_stops_keep_their_limits_and_end_without_creep():
    rng = random.Random(17)
    for _ in range(20_000):
        v, a, a_max, step = random_joint(rng)
        accelerations = stop_accelerations(v, a, a_max=a_max, step=step, period_s=PERIOD)
        if accelerations:
            assert max(map(abs, accelerations)) <= a_max * (1.0 + SAME)
            assert max(abs(y - x) for x, y in pairwise([a, *accelerations])) <= step * (1.0 + SAME)
            assert abs(sampled(v, a, accelerations)[-1][0]) < 1e-11 * a_max * PERIOD


def test_a_stop_lets_go_of_an_acceleration_as_fast_as_the_jerk_allows():
    """So a joint that still speeds up when it is told to stop exceeds its speed by no more than it must."""
    rng = random.Random(18)
    for _ in range(2_000):
        v, a, a_max, step = (abs(x) for x in random_joint(rng))
        for now, then in pairwise([a, *stop_accelerations(v, a, a_max=a_max, step=step, period_s=PERIOD)]):
            assert then <= max(0.0, now - step * (1.0 - SAME))
