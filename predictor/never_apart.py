"""Pairs of the arm's capsules that no pose keeps apart, found by looking at poses all over its range.

Neighbours meet in a joint.  Beyond them, what lies between two capsules may be shorter than they are thick:
a pair that overlaps at every pose, or comes near and never gets clear, forbids every motion and warns of
none.  A robot file names such pairs with the reason; whoever knows the arm can judge it there.
"""

import math
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.collision.method import build_world
from predictor.geometry.shapes import Scene
from predictor.model.robot import Robot

Array = NDArray[np.float64]

POSES = 300
SEED = 1
NOTHING = Scene(name="nothing", boxes=(), capsules=(), bodies=(), mounts=())


class NeverApart(NamedTuple):
    """Two capsules, and how far apart they were."""

    pair: tuple[str, str]
    least: float  # [m]; negative: they overlap
    greatest: float

    @property
    def reason(self) -> str:
        """Why they are not kept apart, in words."""
        if self.greatest < 0.0:
            deep = f"{-self.greatest * 1e3:.0f} to {-self.least * 1e3:.0f} mm"
            return f"overlap by {deep} at each of {POSES} poses"
        return f"at most {self.greatest * 1e3:.0f} mm apart at each of {POSES} poses: can never be clear"


def never_apart(robot: Robot, clear_m: float) -> tuple[NeverApart, ...]:
    """Return the pairs that were less than `clear_m` apart [m] at each of many random poses."""
    poses = _poses(robot)
    found = []
    for first, second in robot.self_pairs:
        world = build_world("capsules", replace(robot, self_pairs=np.array([[first, second]])), NOTHING)
        distance = world.batch(poses).distance
        if distance.max() < clear_m:
            names = robot.capsules.names[first], robot.capsules.names[second]
            found.append(NeverApart(names, float(distance.min()), float(distance.max())))
    return tuple(found)


def _poses(robot: Robot) -> Array:
    """Return poses (k, n) all over the range; a joint without stops turns once."""
    low = np.maximum(robot.limits.q_min, -math.pi)
    high = np.minimum(robot.limits.q_max, math.pi)
    return np.random.default_rng(SEED).uniform(low, high, (POSES, robot.n))
