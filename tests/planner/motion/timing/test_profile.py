"""The quintic timing law and the greatest derivatives of a path flown with it."""

import numpy as np
import pytest

from planner.motion.paths.path import JointPath
from planner.motion.timing.profile import peaks, peaks_over, timing


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
    found = peaks(JointPath(start_q=np.zeros(2), goal_q=np.array([1.0, -2.0])))
    assert np.concatenate(peaks_over(np.array([1.0, -2.0]))) == pytest.approx(np.concatenate(found), rel=1e-6)
    assert found.speed == pytest.approx([1.875, 3.75], rel=1e-6)
    assert found.acceleration == pytest.approx(np.array([1.0, 2.0]) * 10.0 / np.sqrt(3.0), rel=1e-6)
    assert found.jerk == pytest.approx([60.0, 120.0], rel=1e-9)


def test_a_path_that_stays_has_no_derivatives():
    found = peaks(JointPath(start_q=np.ones(3), goal_q=np.ones(3)))
    assert not np.any(np.concatenate(found))
