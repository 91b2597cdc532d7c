"""The signed distance of two bodies, and their nearest points, compiled."""

import math

import numpy as np
from numpy.typing import NDArray

from predictor.collision.convex.depth_kernels import depth
from predictor.collision.convex.hulls_kernels import RADIUS, Items, Pair
from predictor.collision.convex.nearest_kernels import INSIDE, V, nearest
from predictor.collision.convex.simplex_kernels import ROW_A, ROW_B, WEIGHT
from predictor.compiler.jit import kernel, part

Array = NDArray[np.float64]
Integers = NDArray[np.int64]


@part
def signed_distance(own: Items, pair: Pair, enough: float, s: Array) -> float:
    """Signed distance [m] of two items; NaN in, NaN out.

    At `enough` or above what is told may be less than the distance, never below `enough`.  s[V] tells where
    to begin, and then the way on which A leaves B; rows and weights the nearest points (`points_of`).
    """
    radii = own.items[pair.a, RADIUS] + own.items[pair.b, RADIUS]
    if s[V, 0] == 0.0 and s[V, 1] == 0.0 and s[V, 2] == 0.0:
        s[V, 0] = 1.0
    ended, gap, size = nearest(own, pair, enough + radii, s)
    for k in range(size, 4):
        s[k, WEIGHT] = 0.0
    if ended == INSIDE:
        gap = -depth(own, pair, -enough - radii, s, size)
    return float(gap - radii)


@part
def points_of(own: Items, pair: Pair, s: Array, out_points: Array) -> None:
    """Nearest points of both and the normal (3, 3), in B's frame, as `signed_distance` left them."""
    (items, corners, _), (a, b, T) = own, pair
    length = math.sqrt(s[V, 0] * s[V, 0] + s[V, 1] * s[V, 1] + s[V, 2] * s[V, 2])
    for i in range(3):
        normal = s[V, i] / length
        out_points[2, i] = normal
        out_points[0, i], out_points[1, i] = -items[a, RADIUS] * normal, items[b, RADIUS] * normal
    for k in range(4):
        share = s[k, WEIGHT]
        if share > 0.0:
            m, n = int(s[k, ROW_A]), int(s[k, ROW_B])
            x, y, z = corners[m, 0], corners[m, 1], corners[m, 2]
            for i in range(3):
                out_points[0, i] += share * (T[i, 0] * x + T[i, 1] * y + T[i, 2] * z + T[i, 3])
                out_points[1, i] += share * corners[n, i]


@kernel
def measure_pair(
    items: Array, corners: Array, links: Integers, T: Array, s: Array, out_points: Array
) -> float:
    """Signed distance of the first two items, A at a pose (4, 4) in B's frame, and `points_of` them."""
    own, pair = Items(items, corners, links), Pair(0, 1, T)
    gap = signed_distance(own, pair, math.inf, s)
    points_of(own, pair, s, out_points)
    return gap
