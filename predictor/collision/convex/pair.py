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

from predictor.collision.convex.depth import depth
from predictor.collision.convex.hulls import Convex, Corners, body_of, corners_of
from predictor.collision.convex.nearest import INSIDE, Simplex, nearest, new_simplex
from predictor.geometry.mesh import Mesh
from predictor.jit import kernel

Array = NDArray[np.float64]


class Measured(NamedTuple):
    """How far A is from B, in B's frame; points[0] - points[1] is distance * normal."""

    distance: float  # [m], signed; NaN if something is not a number
    points: Array  # (2, 3) on the surface of A, and of B [m]
    normal: Array  # (3,) unit vector along which A gets clear of B


@kernel
def signed_distance(a: Convex, b: Convex, T: Array, radii: float, enough: float, s: Simplex) -> float:
    """Signed distance [m] of A, at pose T in B's frame, and B, grown by radii together; NaN in, NaN out.

    At `enough` or above what is told may be less than the distance, never below `enough`.  s.v tells where to
    begin, and then the way on which A leaves B; s.row and s.weight the nearest points (`points_of`).
    """
    v = s.v
    if v[0] == 0.0 and v[1] == 0.0 and v[2] == 0.0:
        v[0] = 1.0
    ended, gap, size = nearest(a, b, T, enough + radii, s)
    for k in range(size, 4):
        s.weight[k] = 0.0
    if ended == INSIDE:
        gap = -depth(a, b, T, -enough - radii, s, size)
    return gap - radii


@kernel
def points_of(a: Convex, b: Convex, T: Array, radius: tuple[float, float], s: Simplex, out: Array) -> None:
    """Nearest points of both and the normal (3, 3), in B's frame, as `signed_distance` left them."""
    v, length = s.v, math.sqrt(s.v[0] * s.v[0] + s.v[1] * s.v[1] + s.v[2] * s.v[2])
    for i in range(3):
        out[2, i] = v[i] / length
        out[0, i], out[1, i] = -radius[0] * out[2, i], radius[1] * out[2, i]
    for k in range(4):
        share = s.weight[k]
        if share > 0.0:
            m, n = s.row[k, 0], s.row[k, 1]
            x, y, z = a.corners[m, 0], a.corners[m, 1], a.corners[m, 2]
            for i in range(3):
                out[0, i] += share * (T[i, 0] * x + T[i, 1] * y + T[i, 2] * z + T[i, 3])
                out[1, i] += share * b.corners[n, i]


@kernel
def _measure(a: Corners, b: Corners, T: Array, radius: Array, out: Array) -> float:
    first, second, s = body_of(a, 0), body_of(b, 0), new_simplex()
    gap = signed_distance(first, second, T, radius[0] + radius[1], math.inf, s)
    points_of(first, second, T, (radius[0], radius[1]), s, out)
    return gap


def measured(
    a: Mesh | Array, b: Mesh | Array, T_b_a: Array, *, radius_a: float = 0.0, radius_b: float = 0.0
) -> Measured:
    """Return how far two bodies are apart: convex meshes, or corners (k, 3), each with a radius around."""
    found = np.full((3, 3), np.nan)
    T, radius = np.ascontiguousarray(T_b_a, dtype=np.float64), np.array([radius_a, radius_b])
    gap = _measure(corners_of([a]), corners_of([b]), T, radius, found)
    return Measured(gap, found[:2], found[2])
