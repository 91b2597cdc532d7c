"""Distance of two convex bodies: Gilbert, Johnson and Keerthi's descent on the differences of their points.

    A - B = {a - b}      its point nearest to the origin is as far from it as A is from B

From a point v of A - B the corner w that lies farthest against v is looked up; no point of A - B is nearer
than v . w / |v|, and v itself is one.  The nearest point of the simplex of such corners is the next v.
(Gilbert, Johnson, Keerthi, A fast procedure for computing the distance between complex objects in
three-dimensional space, IEEE Journal of Robotics and Automation 4(2), 1988; van den Bergen, A fast and robust
GJK implementation, 1999.)  So both a least and a greatest distance are known at every step, and it ends where
they meet, or where the least one is already `enough`.

A and B are items of a table, and A is given in B's frame.  Radii are the caller's.

The state of a search is in the first of the `rows` (., WIDTH) of one array: the corners of A - B that make v,
as rows of a simplex, and v itself, from B to A in B's frame, in the row V; before the search, a direction to
begin with.  What lies from row SEARCH on is not touched.
"""

import math

import numpy as np
from numpy.typing import NDArray

from predictor.collision.convex.hulls_kernels import ItemPair, Items, farthest
from predictor.collision.convex.simplex_kernels import ROW_A, ROW_B, TRIAL, WEIGHT, nearest_of_simplex
from predictor.compiler.jit import part

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

APART, AT_LEAST, INSIDE, NOT_FINITE = 0, 1, 2, 3  # how a search ended; NOT_FINITE: something is not a number
ROUNDING = 4e-16  # of the largest coordinate: bounds as near to each other as this have met
TOUCHING = 1e-12  # of the largest coordinate: nearer than this, the surface is asked
MOST_STEPS = 200  # of hulls with 5,000 corners a descent takes 20
V = 4  # row of v
SEARCH = 5  # rows that a search writes


@part
def difference(own: Items, pair: ItemPair, x: float, y: float, z: float, out_w: Array) -> None:
    """Corner of A - B that lies farthest along x, y, z, into a row (WIDTH,) that hints where to begin."""
    corners, (a, b, T) = own.corners, pair
    u = T[0, 0] * x + T[1, 0] * y + T[2, 0] * z  # the direction in A's frame
    v = T[0, 1] * x + T[1, 1] * y + T[2, 1] * z
    w = T[0, 2] * x + T[1, 2] * y + T[2, 2] * z
    i = farthest(own, a, u, v, w, int(out_w[ROW_A]))
    j = farthest(own, b, -x, -y, -z, int(out_w[ROW_B]))
    out_w[ROW_A], out_w[ROW_B] = i, j
    p, q, r = corners[i, 0], corners[i, 1], corners[i, 2]
    for m in range(3):
        placed = T[m, 0] * p + T[m, 1] * q + T[m, 2] * r + T[m, 3]
        out_w[m] = placed - corners[j, m]


@part
def nearest(own: Items, pair: ItemPair, enough: float, rows: Array) -> tuple[int, float, int]:
    """Search from direction rows[V]: how it ended, the distance of the corners' hulls, the simplex's size.

    AT_LEAST: the distance is no less than the one returned, which is more than `enough`.  INSIDE: the origin
    lies in the simplex, or as good as on it.
    """
    size, best, least, largest = 0, math.inf, -math.inf, 0.0
    rows[0, ROW_A], rows[0, ROW_B] = -1.0, -1.0
    for _ in range(MOST_STEPS):
        x, y, z = rows[V, 0], rows[V, 1], rows[V, 2]
        length = math.sqrt(x * x + y * y + z * z)
        if not 0.0 < length < math.inf:
            return NOT_FINITE, math.nan, size
        if size > 0:
            rows[size, ROW_A], rows[size, ROW_B] = rows[size - 1, ROW_A], rows[size - 1, ROW_B]
        difference(own, pair, -x, -y, -z, rows[size])
        extent = abs(rows[size, 0]) + abs(rows[size, 1]) + abs(rows[size, 2])
        if not extent < math.inf:
            return NOT_FINITE, math.nan, size
        largest = max(largest, extent)
        # No point of A - B is nearer than v . w / |v| (Gilbert, Johnson and Keerthi 1988).
        least = max(least, (rows[size, 0] * x + rows[size, 1] * y + rows[size, 2] * z) / length)
        if least > enough:
            return AT_LEAST, least, size
        if size > 0 and (length - least <= ROUNDING * largest or _is_known(rows, size)):
            return APART, length, size
        squared = nearest_of_simplex(rows, size + 1)
        if not squared < best:  # rounding lets v come no nearer
            return APART, length, size
        best = squared
        size = _keep(rows, size + 1)
        if size == 4 or squared <= (TOUCHING * largest) ** 2:
            return INSIDE, math.sqrt(squared), size
    return APART, max(least, 0.0), size


@part
def _is_known(rows: Array, size: int) -> bool:
    """Whether the last corner, at place `size`, is in the simplex already."""
    is_known = False
    for k in range(size):
        is_known |= rows[k, ROW_A] == rows[size, ROW_A] and rows[k, ROW_B] == rows[size, ROW_B]
    return is_known


@part
def _keep(rows: Array, size: int) -> int:
    """Take the trial weights, drop corners without weight, and place v; how many are left."""
    x, y, z, kept = 0.0, 0.0, 0.0, 0
    for k in range(size):
        share = rows[k, TRIAL]
        if share > 0.0:
            x, y, z = x + share * rows[k, 0], y + share * rows[k, 1], z + share * rows[k, 2]
            for i in range(WEIGHT):
                rows[kept, i] = rows[k, i]
            rows[kept, WEIGHT] = share
            kept += 1
    rows[V, 0], rows[V, 1], rows[V, 2] = x, y, z
    return kept
