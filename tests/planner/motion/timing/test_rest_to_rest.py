"""Time-optimal motions of joints from rest to rest, beside ruckig and beside their own integral."""

import math

import numpy as np
import pytest

from planner.motion.timing.rest_to_rest import rest_to_rest
from tests.benchmarks.questions.trajectory_kernels import write_each_rest_to_rest

ROUNDING = 1e-9
LIMITS = np.array(
    [[0.14, 0.2, 0.1, 1.0], [0.07, 0.4, 2.0, 0.1], [0.28, 0.3, 4.0, 0.1]]
)  # three kinds of rise


def random_changes(count, joints=4, seed=1):
    """Changes of all sizes, some of them zero."""
    rng = np.random.default_rng(seed)
    size = 10.0 ** rng.uniform(-9.0, 1.0, (count, joints)) * rng.choice([-1.0, 1.0], (count, joints))
    return np.where(rng.random((count, joints)) < 0.1, 0.0, size)


def flown(phases):
    """Position, greatest speed, acceleration and last speed of a joint, by its phases one after the other."""
    ramp, hold, cruise, jerk = phases
    q = v = a = v_max = a_max = 0.0
    row = [(ramp, jerk), (hold, 0.0), (ramp, -jerk)]
    for t, j in [*row, (cruise, 0.0), *[(t, -j) for t, j in row]]:
        q, v, a = q + t * (v + t * (a / 2 + t * j / 6)), v + t * (a + t * j / 2), a + t * j
        v_max, a_max = max(v_max, abs(v)), max(a_max, abs(a))
    return q, v_max, a_max, v


def all_at_once(changes):
    durations, phases = np.empty(len(changes)), np.empty((*changes.shape, 4))
    write_each_rest_to_rest(changes, LIMITS, phases, durations)
    return durations, phases


def test_durations_are_ruckig_s():
    ruckig = pytest.importorskip("ruckig")
    plan, asked, answer = ruckig.Ruckig(4), ruckig.InputParameter(4), ruckig.Trajectory(4)
    asked.max_velocity, asked.max_acceleration, asked.max_jerk = LIMITS.tolist()
    asked.current_position = [0.0] * 4
    changes = random_changes(1000)
    durations, _ = all_at_once(changes)
    for change, duration in zip(changes, durations, strict=True):
        asked.target_position = change.tolist()
        plan.calculate(asked, answer)
        assert duration == pytest.approx(answer.duration, rel=ROUNDING, abs=1e-12)


def test_each_joint_comes_to_rest_at_its_goal_in_the_time_of_the_slowest_within_its_limits():
    for change in random_changes(300):
        duration, joints = rest_to_rest(change, LIMITS)
        for i, phases in enumerate(joints):
            q, v_max, a_max, v_end = flown(phases)
            assert q == pytest.approx(change[i], rel=ROUNDING)
            assert abs(v_end) <= ROUNDING * LIMITS[0, i]
            assert v_max <= LIMITS[0, i] * (1.0 + ROUNDING)
            assert a_max <= LIMITS[1, i] * (1.0 + ROUNDING)
            assert abs(phases[3]) <= LIMITS[2, i] * (1.0 + ROUNDING)
            if change[i]:
                assert 4 * phases[0] + 2 * phases[1] + phases[2] == pytest.approx(duration, rel=ROUNDING)


@pytest.mark.parametrize(
    ("change", "duration"),
    [
        (0.0, 0.0),
        (2.0 * 1e-3, 4 * 1e-1),  # neither limit: d = 2 j ramp^3
        (2.0, 4.0),  # the acceleration limit is just met
        (6.0, 6.0),  # and held: rise 3 with ramps of 1
        (-20.0, 20.0 / 2.0 + 3.0),  # the speed limit is met as well
    ],
)
def test_one_joint_takes_what_is_found_by_hand(change, duration):
    limits = np.array([[2.0], [1.0], [1.0]])
    assert rest_to_rest(np.array([change]), limits).duration_s == pytest.approx(duration)


def test_an_acceleration_limit_that_is_never_met_does_not_count():
    limits = np.array([[1.0], [1e9], [1.0]])
    assert rest_to_rest(np.array([10.0]), limits).duration_s == pytest.approx(12.0)


def test_what_is_no_number_comes_out_as_none():
    assert math.isnan(rest_to_rest(np.array([1.0, math.nan]), LIMITS[:, :2].copy()).duration_s)
    assert math.isnan(rest_to_rest(np.array([math.nan, 1.0]), LIMITS[:, :2].copy()).duration_s)


def test_many_at_once_are_each_as_by_itself():
    changes = random_changes(50)
    durations, phases = all_at_once(changes)
    for change, duration, rows in zip(changes, durations, phases, strict=True):
        alone = rest_to_rest(change, LIMITS)
        assert alone.duration_s == duration
        assert np.array_equal(alone.joints, rows)
