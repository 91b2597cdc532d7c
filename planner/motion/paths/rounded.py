"""A way of straight lines in joint space whose corners are rounded, so that nothing stops there.

                     corner                     each corner has its half width: it is left as far before as
                   .-'  `-.                     it is met after, in lengths of the way; in between is a bend
        start o--'          `---o goal          (`planner.motion.search.piece`), a quintic Bezier curve

Along it q, q' and q'' never jump: a bend begins and ends straight, and as fast as the lines on both sides.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from planner.motion.paths.path import PathPoint

Array = NDArray[np.float64]

# Of a bend from u = 0 to 1: how far the line that leaves the corner has been gone, by powers of u.
GONE = np.polynomial.Polynomial([0.0, 0.0, 0.0, 0.0, 2.5, -1.5])
GONE_U, GONE_UU = GONE.deriv(), GONE.deriv(2)
LONGER = 2.5  # a bend of half width h takes as much of s as a line of length 2.5 h


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RoundedPath:
    """Places (k, n) joined by lines, and how wide the bends are there."""

    places: Array  # (k, n) [rad or m], the first and last are its ends
    lengths: Array  # (k - 1,) of the lines, in any measure
    halves: Array  # (k,) half width of each bend in that measure, at most half of its lines; 0 at both ends
    begins: Array  # (2 k - 2,) where lines and bends begin, in turn, and the end, in that measure

    @property
    def hardest(self) -> str:
        """Nowhere that is to be told."""
        return ""

    def at(self, s: float) -> PathPoint:
        """Return the point at fraction s in [0, 1]."""
        total = self.begins[-1]
        if s >= 1.0:
            slope = (self.places[-1] - self.places[-2]) / self.lengths[-1] * total
            return PathPoint(self.places[-1].copy(), slope, np.zeros_like(slope))
        part = int(np.searchsorted(self.begins, s * total, side="right")) - 1
        number, into = part // 2, s * total - self.begins[part]
        if part % 2 == 0:
            slope = (self.places[number + 1] - self.places[number]) / self.lengths[number]
            q = self.places[number] + (self.halves[number] + into) * slope
            return PathPoint(q, slope * total, np.zeros_like(slope))
        return self._on_bend(number + 1, into)

    def _on_bend(self, place: int, into: float) -> PathPoint:
        half, total, corner = self.halves[place], self.begins[-1], self.places[place]
        come = half * (corner - self.places[place - 1]) / self.lengths[place - 1]
        leave = half * (self.places[place + 1] - corner) / self.lengths[place]
        u, by = into / (LONGER * half), total / (LONGER * half)
        q = corner - GONE(1.0 - u) * come + GONE(u) * leave
        q_u = GONE_U(1.0 - u) * come + GONE_U(u) * leave
        q_uu = GONE_UU(u) * leave - GONE_UU(1.0 - u) * come
        return PathPoint(q, q_u * by, q_uu * by**2)


def rounded(places: Array, halves: Array, *, weight: Array) -> RoundedPath:
    """Return the path through places (k, n), with bends of half widths (k,) in the length |weight dq|."""
    lengths = np.linalg.norm(np.diff(places, axis=0) * weight, axis=1)
    parts = np.zeros(2 * len(places) - 3 + 1)
    parts[1::2] = lengths - halves[:-1] - halves[1:]
    parts[2::2] = LONGER * halves[1:-1]
    return RoundedPath(places=places, lengths=lengths, halves=halves, begins=np.cumsum(parts))
