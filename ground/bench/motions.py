"""What is asked: trajectories, random configurations, poses of the tool, rays; each from one seed.

    q(t) = home + A sin^3(2 pi k t / D)        at rest at both ends, a whole number of times out and back

A sine's cube begins with speed and acceleration zero.  Its derivatives are at most 1.16 A w, 3 A w^2 and
6 A w^3 with w = 2 pi k / D, so that A is what position, speed, acceleration and jerk allow.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.model.checks.extent import reach_of
from predictor.model.kinematics import tool_pose
from predictor.model.robot import Robot

Array = NDArray[np.float64]

DURATION_S, RATE_HZ = 60.0, 100.0
SPEED, ACCELERATION, JERK = 1.16, 3.0, 6.0  # greatest of the derivatives of sin^3
MOST_TIMES = 3  # out and back
AMPLITUDE = 1.2  # [rad or m] at most
MARGIN = 0.98  # of what the limits allow
ENDLESS = math.pi  # [rad] either way, of a joint without stops


class Rays(NamedTuple):
    """Rays of unit direction."""

    origins: Array  # (k, 3) [m]
    directions: Array  # (k, 3)


def trajectory(robot: Robot, *, seed: int = 1, share: float = 1.0, rate_hz: float = RATE_HZ) -> Array:
    """Return joint values (k, n) of a smooth motion within limits, from home and back to it.

    `share` of the amplitudes that the limits allow.
    """
    rng = np.random.default_rng(seed)
    limits = robot.limits
    times_s = np.arange(round(DURATION_S * rate_hz)) / rate_hz
    q = np.empty((len(times_s), robot.n))
    for joint, home in enumerate(robot.home_q):
        w = 2.0 * math.pi * int(rng.integers(1, MOST_TIMES + 1)) / DURATION_S
        room = min(limits.q_max[joint] - home, home - limits.q_min[joint])
        sign = rng.choice((-1.0, 1.0))
        most = min(
            room,
            limits.qd_max[joint] / (SPEED * w),
            limits.qdd_max[joint] / (ACCELERATION * w**2),
            limits.qddd_max[joint] / (JERK * w**3),
            AMPLITUDE * rng.uniform(0.5, 1.0),
        )
        q[:, joint] = home + sign * share * MARGIN * most * np.sin(w * times_s) ** 3
    return q


def random_configurations(robot: Robot, count: int, *, seed: int = 1) -> Array:
    """Return joint values (count, n), uniform within the limits."""
    low = np.maximum(robot.limits.q_min, np.asarray(robot.home_q) - ENDLESS)
    high = np.minimum(robot.limits.q_max, np.asarray(robot.home_q) + ENDLESS)
    return np.random.default_rng(seed).uniform(low, high, (count, robot.n))


def tool_poses(robot: Robot, count: int, *, seed: int = 1) -> Array:
    """Return poses (count, 4, 4) of the tool that the arm can take."""
    return np.array([tool_pose(robot, q) for q in random_configurations(robot, count, seed=seed)])


def rays(robot: Robot, count: int, *, seed: int = 1) -> Rays:
    """Return rays from places at the edge of the arm's reach, each towards a place within it."""
    rng = np.random.default_rng(seed)
    reach = reach_of(robot)
    origins, aims = _unit(rng, count) * 1.5 * reach, rng.uniform(-reach, reach, (count, 3))
    ways = aims - origins
    return Rays(origins, ways / np.linalg.norm(ways, axis=1, keepdims=True))


def _unit(rng: np.random.Generator, count: int) -> Array:
    directions = rng.normal(size=(count, 3))
    unit: Array = directions / np.linalg.norm(directions, axis=1, keepdims=True)
    return unit
