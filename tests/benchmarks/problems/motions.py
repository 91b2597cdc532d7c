"""What is asked: trajectories, random configurations, poses of the tool, rays; each from one seed.

    q(t) = home + A sin^3(2 pi k t / D)        at rest at both ends, a whole number of times out and back

A sine's cube begins with speed and acceleration zero.  Its derivatives are at most 1.16 A w, 3 A w^2 and
6 A w^3 with w = 2 pi k / D, so that A is what position, speed, acceleration and jerk allow.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.model.kinematics import tool_pose
from predictor.model.reach import full_reach
from predictor.model.robot import Robot
from predictor.motion.stop import rest
from telemetry.messages.joint_state import JointState

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


class Wave(NamedTuple):
    """The motion of each of n joints."""

    home: Array  # (n,) [rad or m]
    amplitude: Array  # (n,), signed
    w: Array  # (n,) [rad/s]

    def at(self, times_s: Array) -> tuple[Array, Array, Array]:
        """Return position, speed and acceleration (k, n) at k instants."""
        angle = self.w * times_s[:, None]
        s, c = np.sin(angle), np.cos(angle)
        q = self.home + self.amplitude * s**3
        qd = self.amplitude * self.w * 3.0 * s**2 * c
        qdd = self.amplitude * self.w**2 * (6.0 * s * c**2 - 3.0 * s**3)
        return q, qd, qdd

    def trajectory(self) -> Array:
        """Return the positions (6000, n) all along it."""
        return self.at(np.arange(round(DURATION_S * RATE_HZ)) / RATE_HZ)[0]

    def set_points(self, period_s: float) -> list[JointState]:
        """Return the states at every period, from rest to rest."""
        rows = zip(*self.at(np.linspace(0.0, DURATION_S, round(DURATION_S / period_s) + 1)), strict=True)
        states = [JointState(*(tuple(map(float, row)) for row in state)) for state in rows]
        return [rest(states[0].q), *states[1:-1], rest(states[-1].q)]


def wave(robot: Robot, *, seed: int = 1, share: float = 1.0, home: Array | None = None) -> Wave:
    """Return a smooth motion from home and back to it, with a share of the amplitudes that limits allow.

    `home`: another place (n,) to begin at, within limits.
    """
    rng = np.random.default_rng(seed)
    limits, n = robot.limits, robot.n
    home = np.array(robot.home_q) if home is None else home
    w = 2.0 * math.pi * rng.integers(1, MOST_TIMES + 1, n) / DURATION_S
    room = np.minimum(np.array(limits.q_max) - home, home - np.array(limits.q_min))
    allowed = [
        room,
        np.array(limits.qd_max) / (SPEED * w),
        np.array(limits.qdd_max) / (ACCELERATION * w**2),
        np.array(limits.qddd_max) / (JERK * w**3),
        AMPLITUDE * rng.uniform(0.5, 1.0, n),
    ]
    amplitude = rng.choice((-1.0, 1.0), n) * share * MARGIN * np.min(allowed, axis=0)
    return Wave(home, amplitude, w.astype(np.float64))


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
    reach = full_reach(robot)
    origins, aims = _unit(rng, count) * 1.5 * reach, rng.uniform(-reach, reach, (count, 3))
    ways = aims - origins
    return Rays(origins, ways / np.linalg.norm(ways, axis=1, keepdims=True))


def fan(robot: Robot, count: int, *, seed: int = 1) -> Rays:
    """Return rays from one place at the edge of the reach towards places within it, as a camera looks."""
    rng = np.random.default_rng(seed)
    reach = full_reach(robot)
    origin = _unit(rng, 1) * 1.5 * reach
    ways = rng.uniform(-reach, reach, (count, 3)) - origin
    return Rays(np.repeat(origin, count, axis=0), ways / np.linalg.norm(ways, axis=1, keepdims=True))


def _unit(rng: np.random.Generator, count: int) -> Array:
    directions = rng.normal(size=(count, 3))
    unit: Array = directions / np.linalg.norm(directions, axis=1, keepdims=True)
    return unit
