"""Which of its many solutions a redundant arm takes along a line.

    knot k     + least effort + self-motion away from limits, brought to the line --> knot k + 1
    guide      a smooth curve through the knots (natural cubic spline, C2)

The point of the line is then the solution nearest to the guide, so that it is exact, and its self-motion is
the guide's, so that speed and acceleration are continuous.  A joint in the inner part of its range is not
pulled at all: an arm that is far from its limits does what asks least of its joints.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from planner.motion.paths.path import PathPoint
from planner.motion.rates import chain_of, resolve, self_motion
from predictor.model.kinematics import tool_jacobian
from predictor.model.robot import Robot

Array = NDArray[np.float64]

INNER = 0.6  # of half a joint's range, from its middle: there nothing pulls
PULL = 3.0  # self-motion of a joint at its limit, by the effort of the whole arm


class Guide(NamedTuple):
    """A cubic spline through knots at equal fractions of a path."""

    knots: Array  # (k, n) [rad or m]
    bends: Array  # (k, n) second derivatives by the fraction there

    def at(self, s: float) -> PathPoint:
        """Return the curve at fraction s in [0, 1]."""
        spans = len(self.knots) - 1
        index = min(int(s * spans), spans - 1)
        t, h = s * spans - index, 1.0 / spans
        (a, b), (m, k) = self.knots[index : index + 2], self.bends[index : index + 2]
        u = 1.0 - t
        q = u * a + t * b + h * h / 6.0 * ((u**3 - u) * m + (t**3 - t) * k)
        q_s = (b - a) / h + h / 6.0 * ((1.0 - 3.0 * u * u) * m + (3.0 * t * t - 1.0) * k)
        return PathPoint(q, q_s, u * m + t * k)


def guide_through(knots: Array | Sequence[Array]) -> Guide:
    """Return the natural cubic spline through k >= 3 knots (k, n) at equal fractions."""
    rows = np.array(knots)
    inner, h = len(rows) - 2, 1.0 / (len(rows) - 1)
    system = 4.0 * np.eye(inner) + np.eye(inner, k=1) + np.eye(inner, k=-1)
    bends = np.zeros_like(rows)
    bends[1:-1] = np.linalg.solve(system, 6.0 / h**2 * np.diff(rows, n=2, axis=0))
    return Guide(rows, bends)


def flow(robot: Robot, q: Array, twist: Array) -> Array:
    """Return the joint rates (n,) at which the tool has a twist (6,) and joints near a limit turn back.

    Raises:
        LinAlgError: the pose is singular.
    """
    J, share = tool_jacobian(robot, q), chain_of(robot).share
    rates = resolve(robot, J, twist)
    effort = float(np.linalg.norm(rates / share))
    return rates + self_motion(robot, J, PULL * effort * share * _towards_middle(robot, q))


def _towards_middle(robot: Robot, q: Array) -> Array:
    """Return how much each joint (n,) is to turn back, from -1 to 1: 0 in the inner part, 1 at a limit."""
    low, high = np.array([robot.limits.q_min, robot.limits.q_max])
    half = 0.5 * (high - low)
    has_ends = np.isfinite(half)
    middle = np.where(has_ends, low + half, q)
    place = (q - middle) / np.where(has_ends, half, 1.0)
    outside = np.clip((np.abs(place) - INNER) / (1.0 - INNER), 0.0, 1.0)
    pull: Array = -np.sign(place) * outside**2
    return pull
