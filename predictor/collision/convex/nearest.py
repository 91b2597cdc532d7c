"""Distance of two convex bodies: Gilbert, Johnson and Keerthi's descent on the differences of their points.

    A - B = {a - b}      its point nearest to the origin is as far from it as A is from B

From a point v of A - B the corner w that lies farthest against v is looked up; no point of A - B is nearer
than v . w / |v|, and v itself is one.  The nearest point of the simplex of such corners is the next v.
(Gilbert, Johnson, Keerthi, A fast procedure for computing the distance between complex objects in
three-dimensional space, IEEE Journal of Robotics and Automation 4(2), 1988; van den Bergen, A fast and robust
GJK implementation, 1999.)  So both a least and a greatest distance are known at every step, and it ends where
they meet, or where the least one is already `enough`.

A is seen from B: T (4, 4) is the pose of A's corners in the frame of B's.  Radii are the caller's.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.collision.convex.hulls import Convex, farthest
from predictor.collision.convex.simplex import nearest_of_simplex
from predictor.jit import kernel

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

APART, AT_LEAST, INSIDE, UNKNOWN = 0, 1, 2, 3  # how a search ended; UNKNOWN: something is not a number
ROUNDING = 4e-16  # of the largest coordinate: bounds as near to each other as this have met
TOUCHING = 1e-12  # of the largest coordinate: nearer than this, the surface is asked
MOST_STEPS = 200  # of hulls with 5,000 corners a descent takes 20


class Simplex(NamedTuple):
    """Where a search stands: corners of A - B, and the point v that they make."""

    w: Array  # (4, 3) [m]
    row: Integers  # (4, 2) of A's and of B's corner
    weight: Array  # (4,)
    trial: Array  # (4,) scratch
    v: Array  # (3,) from B to A, in B's frame; before the search a direction to begin with


@kernel
def new_simplex() -> Simplex:
    """Room for a search."""
    return Simplex(
        np.empty((4, 3)), np.empty((4, 2), np.int64), np.empty(4), np.empty(4), np.array([1.0, 0.0, 0.0])
    )


@kernel
def difference(
    a: Convex, b: Convex, T: Array, v: tuple[float, float, float], w: Array, row: Integers, k: int
) -> None:
    """Corner of A - B that lies farthest along v, into w[k], and its rows, which hint where to begin."""
    x, y, z = v
    i = farthest(
        a,
        T[0, 0] * x + T[1, 0] * y + T[2, 0] * z,
        T[0, 1] * x + T[1, 1] * y + T[2, 1] * z,
        T[0, 2] * x + T[1, 2] * y + T[2, 2] * z,
        row[k, 0],
    )
    j = farthest(b, -x, -y, -z, row[k, 1])
    row[k, 0], row[k, 1] = i, j
    p, q, r = a.corners[i, 0], a.corners[i, 1], a.corners[i, 2]
    w[k, 0] = T[0, 0] * p + T[0, 1] * q + T[0, 2] * r + T[0, 3] - b.corners[j, 0]
    w[k, 1] = T[1, 0] * p + T[1, 1] * q + T[1, 2] * r + T[1, 3] - b.corners[j, 1]
    w[k, 2] = T[2, 0] * p + T[2, 1] * q + T[2, 2] * r + T[2, 3] - b.corners[j, 2]


@kernel
def nearest(a: Convex, b: Convex, T: Array, enough: float, s: Simplex) -> tuple[int, float, int]:
    """Search from direction s.v: how it ended, the distance of the corners' hulls, and rows of the simplex.

    AT_LEAST: the distance is no less than what is told, and that is more than `enough`.  INSIDE: the origin
    lies in the simplex, or as good as on it.
    """
    w, row, v = s.w, s.row, s.v
    size, best, least, largest = 0, math.inf, -math.inf, 0.0
    row[0, 0], row[0, 1] = -1, -1
    for _ in range(MOST_STEPS):
        length = math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])
        if not 0.0 < length < math.inf:
            return UNKNOWN, math.nan, size
        if size > 0:
            row[size, 0], row[size, 1] = row[size - 1, 0], row[size - 1, 1]
        difference(a, b, T, (-v[0], -v[1], -v[2]), w, row, size)
        extent = abs(w[size, 0]) + abs(w[size, 1]) + abs(w[size, 2])
        if not extent < math.inf:
            return UNKNOWN, math.nan, size
        largest = max(largest, extent)
        least = max(least, (w[size, 0] * v[0] + w[size, 1] * v[1] + w[size, 2] * v[2]) / length)
        if least > enough:
            return AT_LEAST, least, size
        if size > 0 and (length - least <= ROUNDING * largest or _is_known(row, size)):
            return APART, length, size
        squared = nearest_of_simplex(w, size + 1, s.trial)
        if not squared < best:
            return APART, length, size
        best = squared
        size = _keep(s, size + 1)
        if size == 4 or squared <= (TOUCHING * largest) ** 2:
            return INSIDE, math.sqrt(squared), size
    return APART, max(least, 0.0), size


@kernel
def _is_known(row: Integers, size: int) -> bool:
    """Whether the last corner, at place `size`, is in the simplex already."""
    is_known = False
    for k in range(size):
        is_known |= row[k, 0] == row[size, 0] and row[k, 1] == row[size, 1]
    return is_known


@kernel
def _keep(s: Simplex, size: int) -> int:
    """Take the trial weights, drop corners without weight, and place v; how many are left."""
    w, row, weight, trial, v = s.w, s.row, s.weight, s.trial, s.v
    x, y, z, kept = 0.0, 0.0, 0.0, 0
    for k in range(size):
        share = trial[k]
        if share > 0.0:
            x, y, z = x + share * w[k, 0], y + share * w[k, 1], z + share * w[k, 2]
            weight[kept] = share
            w[kept, 0], w[kept, 1], w[kept, 2] = w[k, 0], w[k, 1], w[k, 2]
            row[kept, 0], row[kept, 1] = row[k, 0], row[k, 1]
            kept += 1
    v[0], v[1], v[2] = x, y, z
    return kept
