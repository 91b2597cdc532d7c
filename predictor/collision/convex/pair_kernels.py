"""Signed distance of two convex bodies with radii, and where they are nearest.

    apart     distance of the corners' hulls - both radii
    inside    - depth of the corners' hulls - both radii

Both are the same function: minus the least, over all directions, of how far A - B reaches along them.  So any
direction bounds it from below, and a search may end as soon as such a bound is `enough`.
"""

import math

import numpy as np
from numpy.typing import NDArray

from predictor.collision.convex.depth_kernels import depth
from predictor.collision.convex.gjk_kernels import INSIDE, V, nearest
from predictor.collision.convex.hulls_kernels import RADIUS, ItemPair, Items
from predictor.collision.convex.simplex_kernels import ROW_A, ROW_B, WEIGHT
from predictor.compiler.jit import part

Array = NDArray[np.float64]
Integers = NDArray[np.int64]


@part
def signed_distance(own: Items, pair: ItemPair, enough: float, rows: Array) -> float:
    """Signed distance [m] of two items; NaN in, NaN out.

    At `enough` or above the result may be less than the distance, never below `enough`.  rows[V] holds where
    to begin, and then the direction in which A leaves B; rows and weights the nearest points (`points_of`).
    """
    radii = own.items[pair.a, RADIUS] + own.items[pair.b, RADIUS]
    if rows[V, 0] == 0.0 and rows[V, 1] == 0.0 and rows[V, 2] == 0.0:
        rows[V, 0] = 1.0
    ended, gap, size = nearest(own, pair, enough + radii, rows)
    for k in range(size, 4):
        rows[k, WEIGHT] = 0.0
    if ended == INSIDE:
        gap = -depth(own, pair, -enough - radii, rows, size)
    return float(gap - radii)


@part
def points_of(own: Items, pair: ItemPair, rows: Array, out_points: Array) -> None:
    """Nearest points of both and the normal (3, 3), in B's frame, as `signed_distance` left them."""
    (items, corners, _), (a, b, T) = own, pair
    length = math.sqrt(rows[V, 0] * rows[V, 0] + rows[V, 1] * rows[V, 1] + rows[V, 2] * rows[V, 2])
    for i in range(3):
        normal = rows[V, i] / length
        out_points[2, i] = normal
        out_points[0, i], out_points[1, i] = -items[a, RADIUS] * normal, items[b, RADIUS] * normal
    for k in range(4):
        share = rows[k, WEIGHT]
        if share > 0.0:
            m, n = int(rows[k, ROW_A]), int(rows[k, ROW_B])
            x, y, z = corners[m, 0], corners[m, 1], corners[m, 2]
            for i in range(3):
                out_points[0, i] += share * (T[i, 0] * x + T[i, 1] * y + T[i, 2] * z + T[i, 3])
                out_points[1, i] += share * corners[n, i]
