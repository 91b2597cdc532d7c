"""The timing of a path under speed and acceleration alone, beside toppra and beside the closed form."""

import numpy as np
import pytest

from planner.motion.paths.path import spline_through
from predictor.compiler.jit import kernel_array
from tests.benchmarks.questions.trajectory_kernels import find_fastest_x

LIMITS = np.array([[0.14, 0.2, 0.1], [0.07, 0.4, 0.05], [1.0, 1.0, 1.0]])
STEPS = 500
HALF_A_PERCENT, A_THOUSANDTH = 5e-3, 1e-3


def timed(q_s, q_ss, limits=LIMITS):
    """The duration, and x at each place."""
    x, room = np.empty(len(q_s)), np.empty((len(q_s), 2 * q_s.shape[1], 2))
    return find_fastest_x(kernel_array(q_s), kernel_array(q_ss), limits, room, x), x


def derivatives(spline, count):
    points = [spline.at(s) for s in np.linspace(0.0, 1.0, count)]
    return (np.array([getattr(point, name) for point in points]) for name in ("q_s", "q_ss"))


def random_places(seed):
    return np.random.default_rng(seed).uniform(-1.0, 1.0, (5, 3))


@pytest.mark.parametrize("seed", range(4))
def test_the_duration_is_toppra_s(seed):
    pytest.importorskip("toppra")
    from toppra import SplineInterpolator
    from toppra.algorithm import TOPPRA
    from toppra.constraint import JointAccelerationConstraint, JointVelocityConstraint

    places, grid = random_places(seed), np.linspace(0.0, 1.0, STEPS + 1)
    spline = SplineInterpolator(np.linspace(0.0, 1.0, 5), places, bc_type="natural")
    sides = [np.stack([-row, row], axis=1) for row in LIMITS[:2]]
    limits = [JointVelocityConstraint(sides[0]), JointAccelerationConstraint(sides[1])]
    s_t = TOPPRA(limits, spline, gridpoints=grid, solver_wrapper="seidel").compute_parameterization(0, 0)[1]
    theirs = np.sum(2.0 * np.diff(grid) / (s_t[1:] + s_t[:-1]))
    ours, _ = timed(*derivatives(spline_through(places), STEPS + 1))
    assert ours == pytest.approx(theirs, rel=HALF_A_PERCENT)


@pytest.mark.parametrize("seed", range(4))
def test_limits_hold_on_a_ten_times_finer_grid(seed):
    spline = spline_through(random_places(seed))
    _, x = timed(*derivatives(spline, STEPS + 1))
    q_s, q_ss = derivatives(spline, 10 * STEPS + 1)
    fine = np.interp(np.arange(10 * STEPS + 1) / 10, np.arange(STEPS + 1), x)
    u = np.append(np.repeat(np.diff(x) * STEPS / 2.0, 10), 0.0)
    assert (np.abs(q_s) * np.sqrt(fine)[:, None] <= LIMITS[0]).all()
    assert (np.abs(q_s * u[:, None] + q_ss * fine[:, None])[:-1] <= LIMITS[1]).all()


@pytest.mark.parametrize(("change", "duration"), [(0.4, 0.4 / 0.14 + 2.0), (0.07, 2.0)])
def test_a_straight_path_takes_what_is_found_by_hand(change, duration):
    q_s = np.full((STEPS + 1, 1), change)
    found, _ = timed(q_s, np.zeros_like(q_s), LIMITS[:, :1].copy())
    assert found == pytest.approx(duration, rel=2.0 * A_THOUSANDTH)


def test_a_joint_that_stays_does_not_count():
    q_s = np.tile([0.4, 0.0, 0.0], (STEPS + 1, 1))
    alone = timed(q_s[:, :1], np.zeros((STEPS + 1, 1)), LIMITS[:, :1].copy())[0]
    assert timed(q_s, np.zeros_like(q_s))[0] == alone
