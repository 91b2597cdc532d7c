"""toppra: the fastest timing of a path under speed and acceleration, by reachable sets on a grid."""

import logging

import numpy as np
import toppra
from numpy.typing import NDArray
from toppra.algorithm import TOPPRA
from toppra.constraint import JointAccelerationConstraint, JointVelocityConstraint

from predictor.model.robot import Robot
from tests.benchmarks.peers.way import Way

Array = NDArray[np.float64]

NAME = "toppra compute_parameterization"
SAME = 0.005  # of a duration
NOTE = "the path's derivatives were sampled beforehand"

logging.getLogger("toppra").setLevel(logging.ERROR)  # it tells of each construction


def path_timing(robot: Robot, places: Array, steps: int) -> list[Way]:
    """Timing of the natural cubic spline through places (k, n) at equal fractions."""
    spline = toppra.SplineInterpolator(np.linspace(0.0, 1.0, len(places)), places, bc_type="natural")
    speed, acceleration = (np.array(row) for row in (robot.limits.qd_max, robot.limits.qdd_max))
    limits = [
        JointVelocityConstraint(np.stack([-speed, speed], axis=1)),
        JointAccelerationConstraint(np.stack([-acceleration, acceleration], axis=1)),
    ]
    grid = np.linspace(0.0, 1.0, steps + 1)
    timing = TOPPRA(limits, spline, gridpoints=grid, solver_wrapper="seidel")

    def answers() -> Array:
        s_t = timing.compute_parameterization(0.0, 0.0)[1]
        return np.array([np.sum(2.0 * np.diff(grid) / (s_t[1:] + s_t[:-1]))])

    tolerance = SAME * float(answers()[0])
    return [Way(NAME, lambda: timing.compute_parameterization(0.0, 0.0), answers, tolerance, NOTE)]
