"""Signed distance of two convex bodies with radii, and where it is measured.

    apart     distance of the corners' hulls - both radii
    inside    - depth of the corners' hulls - both radii

Both are the same function: minus the least, over all directions, of how far A - B reaches along them.  So any
direction bounds it from below, and a search may end as soon as such a bound is `enough`.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.collision.convex.depth import DEPTH, depth
from predictor.collision.convex.hulls import RADIUS, items_of
from predictor.collision.convex.nearest import INSIDE, V, nearest
from predictor.collision.convex.simplex import ROW_A, ROW_B, WEIGHT, WIDTH
from predictor.geometry.mesh import Mesh
from predictor.jit import as_kernels_take, bare_kernel, inner_kernel

Array = NDArray[np.float64]
Integers = NDArray[np.int64]


class Measured(NamedTuple):
    """How far A is from B, in B's frame; points[0] - points[1] is distance * normal."""

    distance: float  # [m], signed; NaN if something is not a number
    points: Array  # (2, 3) on the surface of A, and of B [m]
    normal: Array  # (3,) unit vector along which A gets clear of B


@inner_kernel
def signed_distance(
    items: Array,
    corners: Array,
    links: Integers,
    a: int,
    b: int,
    T: Array,
    f: int,
    enough: float,
    s: Array,
) -> float:
    """Signed distance [m] of items A, at pose f of T in B's frame, and B; NaN in, NaN out.

    At `enough` or above what is told may be less than the distance, never below `enough`.  s[V] tells where
    to begin, and then the way on which A leaves B; rows and weights the nearest points (`points_of`).
    """
    radii = items[a, RADIUS] + items[b, RADIUS]
    if s[V, 0] == 0.0 and s[V, 1] == 0.0 and s[V, 2] == 0.0:
        s[V, 0] = 1.0
    ended, gap, size = nearest(items, corners, links, a, b, T, f, enough + radii, s)
    for k in range(size, 4):
        s[k, WEIGHT] = 0.0
    if ended == INSIDE:
        gap = -depth(items, corners, links, a, b, T, f, -enough - radii, s, size)
    return float(gap - radii)


@inner_kernel
def points_of(
    items: Array, corners: Array, a: int, b: int, T: Array, f: int, s: Array, out_points: Array
) -> None:
    """Nearest points of both and the normal (3, 3), in B's frame, as `signed_distance` left them."""
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
                out_points[0, i] += share * (T[f, i, 0] * x + T[f, i, 1] * y + T[f, i, 2] * z + T[f, i, 3])
                out_points[1, i] += share * corners[n, i]


@bare_kernel
def _measure(items: Array, corners: Array, links: Integers, T: Array, s: Array, out_points: Array) -> float:
    """Signed distance of the first two items, and `points_of` them."""
    gap = signed_distance(items, corners, links, 0, 1, T, 0, math.inf, s)
    points_of(items, corners, 0, 1, T, 0, s, out_points)
    return gap


def measured(
    a: Mesh | Array, b: Mesh | Array, T_b_a: Array, *, radius_a: float = 0.0, radius_b: float = 0.0
) -> Measured:
    """Return how far two bodies are apart: convex meshes, or corners (k, 3), each with a radius around."""
    found, room = np.full((3, 3), np.nan), np.zeros((DEPTH, WIDTH))
    gap = _measure(*items_of([a, b], [radius_a, radius_b]), as_kernels_take(T_b_a)[None], room, found)
    return Measured(gap, found[:2], found[2])
