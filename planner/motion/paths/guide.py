"""Which of its many solutions a redundant arm takes along a course.

    knot k     + where it flows (`planner.motion.paths.flow_kernels`), brought to the course --> knot k + 1
    guide      a smooth curve through the knots (natural cubic spline, C2)

The point of the course is then the solution nearest to the guide, so that it is exact, and its self-motion is
the guide's, so that speed and acceleration are continuous.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from planner.motion.paths.path import PathPoint

Array = NDArray[np.float64]


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
