"""The quintic timing law and the greatest derivatives of a path flown with it."""

import numpy as np
import pytest

from planner.motion.paths.path import JointPath
from planner.motion.timing.quintic_law import Peaks, peaks_of, peaks_over, rates, shortest_duration, timing
from predictor.motion.stop import JointLimits


def test_law_starts_and_ends_at_rest():
    assert timing(0.0)[:3] == (0.0, 0.0, 0.0)
    assert timing(1.0)[:3] == (1.0, 0.0, 0.0)


@pytest.mark.parametrize("x", [0.1, 0.37, 0.5, 0.82])
def test_each_derivative_of_the_law_is_the_slope_of_the_one_before(x):
    step = 1e-6
    before, at, after = timing(x - step), timing(x), timing(x + step)
    for order in (1, 2, 3):
        assert (after[order - 1] - before[order - 1]) / (2 * step) == pytest.approx(at[order], abs=1e-6)


def test_greatest_derivatives_of_a_joint_move_are_those_of_the_law():
    found = peaks_of(rates(JointPath(start_q=np.zeros(2), goal_q=np.array([1.0, -2.0]))))
    assert np.concatenate(peaks_over(np.array([1.0, -2.0]))) == pytest.approx(np.concatenate(found), rel=1e-6)
    assert found.speed == pytest.approx([1.875, 3.75], rel=1e-6)
    assert found.acceleration == pytest.approx(np.array([1.0, 2.0]) * 10.0 / np.sqrt(3.0), rel=1e-6)
    assert found.jerk == pytest.approx([60.0, 120.0], rel=1e-9)


def test_a_path_that_stays_has_no_derivatives():
    found = peaks_of(rates(JointPath(start_q=np.ones(3), goal_q=np.ones(3))))
    assert not np.any(np.concatenate(found))


LIMITS = JointLimits(
    q_min=(-3.0, -3.0), q_max=(3.0, 3.0), qd_max=(0.5, 0.5), qdd_max=(0.25, 0.25), qddd_max=(1.0, 1.0)
)


def given(speed=(0.0, 0.0), acceleration=(0.0, 0.0), jerk=(0.0, 0.0)):
    return Peaks(np.array(speed), np.array(acceleration), np.array(jerk))


@pytest.mark.parametrize(
    ("found", "quantity", "duration"),
    [
        (given(speed=(0.0, 2.0)), "speed", 4.0),
        (given(acceleration=(0.0, 4.0)), "acceleration", 4.0),
        (given(jerk=(0.0, 64.0)), "jerk", 4.0),
    ],
)
def test_each_limit_alone_asks_for_its_own_duration(found, quantity, duration):
    shortest = shortest_duration(found, LIMITS)
    assert (shortest.joint, shortest.quantity) == (1, quantity)
    assert shortest.duration_s == pytest.approx(duration)


def test_the_slowest_joint_and_quantity_decide():
    shortest = shortest_duration(given(speed=(1.0, 0.5), acceleration=(0.1, 9.0), jerk=(1.0, 1.0)), LIMITS)
    assert (shortest.joint, shortest.quantity, shortest.duration_s) == (1, "acceleration", pytest.approx(6.0))
    assert str(shortest) == "shortest 6.00 s: joint 2 acceleration decides"
