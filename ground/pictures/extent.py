"""What a view of an arm and its scene has to show: the arm at home, and all around it that it can reach.

     +-------------------+
     |   _____           |     A scene may be far larger than the arm: of a station, the view shows the
=====|==|=====|==========|==   part that the arm can come to.  Distances and sizes of views are multiples
     |  `-----'   arm    |     of this box, never lengths of their own.
     +-------------------+
"""

import math
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.geometry.shapes import Box, Capsule
from predictor.model.plain_poses import link_poses
from predictor.model.reach import reach
from predictor.model.robot import Robot

Array = NDArray[np.float64]

GRIDS = 3.0  # lines of a grid to a radius, or a few more


class Extent(NamedTuple):
    """A box along the axes of the arm base."""

    low: Array  # (3,) [m]
    high: Array

    @property
    def centre(self) -> Array:
        """Its middle (3,) [m]."""
        return 0.5 * (self.low + self.high)

    @property
    def radius(self) -> float:
        """Half its diagonal [m]."""
        return 0.5 * float(np.linalg.norm(self.high - self.low))

    def joined(self, other: "Extent") -> "Extent":
        """Return the box around both."""
        return Extent(np.minimum(self.low, other.low), np.maximum(self.high, other.high))

    def holds(self, other: "Extent") -> bool:
        """True if nothing of the other stands out."""
        return bool((other.low >= self.low).all() and (other.high <= self.high).all())


def grid_step(radius: float) -> float:
    """Return how far apart the lines of a grid are for what has this radius: 1, 2 or 5, and zeros [m]."""
    wanted = radius / GRIDS
    power = 10.0 ** math.floor(math.log10(wanted))
    return max(power * step for step in (1.0, 2.0, 5.0) if power * step <= wanted * (1.0 + 1e-9))


def extent(robot: Robot, boxes: Iterable[Box], bars: Iterable[Capsule]) -> Extent:
    """Return what to show of an arm and of these shapes."""
    total, within = arm_extent(robot, robot.home_q), reach(robot)
    for shape in [*map(_box_extent, boxes), *(_around(bar.p0, bar.p1, bar.radius) for bar in bars)]:
        low, high = np.maximum(shape.low, -within), np.minimum(shape.high, within)
        if (low <= high).all():
            total = total.joined(Extent(low, high))
    return total


def arm_extent(robot: Robot, q: tuple[float, ...]) -> Extent:
    """Return the box around the arm at joints q (n,)."""
    shapes = robot.capsules
    T = link_poses(robot, q)[shapes.frame]
    p0, p1 = (np.einsum("mij,mj->mi", T[:, :3, :3], p) + T[:, :3, 3] for p in (shapes.p0, shapes.p1))
    radius = shapes.radius[:, None]
    return Extent((np.minimum(p0, p1) - radius).min(axis=0), (np.maximum(p0, p1) + radius).max(axis=0))


def _box_extent(box: Box) -> Extent:
    span = np.abs(box.T_base_box[:3, :3]) @ box.half
    return Extent(box.T_base_box[:3, 3] - span, box.T_base_box[:3, 3] + span)


def _around(p0: Array, p1: Array, radius: float) -> Extent:
    return Extent(np.minimum(p0, p1) - radius, np.maximum(p0, p1) + radius)
