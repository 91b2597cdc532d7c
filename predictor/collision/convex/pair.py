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
from predictor.collision.convex.hulls import corners_of
from predictor.collision.convex.nearest import INSIDE, SEARCH, Span, V, nearest
from predictor.collision.convex.simplex import ROW_A, ROW_B, WEIGHT, WIDTH
from predictor.geometry.mesh import Mesh
from predictor.jit import kernel

Array = NDArray[np.float64]
Integers = NDArray[np.int64]


class Measured(NamedTuple):
    """How far A is from B, in B's frame; points[0] - points[1] is distance * normal."""

    distance: float  # [m], signed; NaN if something is not a number
    points: Array  # (2, 3) on the surface of A, and of B [m]
    normal: Array  # (3,) unit vector along which A gets clear of B


@kernel
def signed_distance(
    corners: Array,
    links: Integers,
    a: Span,
    b: Span,
    T: Array,
    f: int,
    radii: float,
    enough: float,
    s: Array,
) -> float:
    """Signed distance [m] of A, at pose f of T in B's frame, and B, grown by radii together; NaN in, NaN out.

    At `enough` or above what is told may be less than the distance, never below `enough`.  s[V] tells where
    to begin, and then the way on which A leaves B; rows and weights the nearest points (`points_of`).
    """
    if s[V, 0] == 0.0 and s[V, 1] == 0.0 and s[V, 2] == 0.0:
        s[V, 0] = 1.0
    ended, gap, size = nearest(corners, links, a, b, T, f, enough + radii, s)
    for k in range(size, 4):
        s[k, WEIGHT] = 0.0
    if ended == INSIDE:
        gap = -depth(corners, links, a, b, T, f, -enough - radii, s, size)
    return gap - radii


@kernel
def points_of(corners: Array, T: Array, f: int, radius: tuple[float, float], s: Array, out: Array) -> None:
    """Nearest points of both and the normal (3, 3), in B's frame, as `signed_distance` left them."""
    length = math.sqrt(s[V, 0] * s[V, 0] + s[V, 1] * s[V, 1] + s[V, 2] * s[V, 2])
    for i in range(3):
        out[2, i] = s[V, i] / length
        out[0, i], out[1, i] = -radius[0] * out[2, i], radius[1] * out[2, i]
    for k in range(4):
        share = s[k, WEIGHT]
        if share > 0.0:
            m, n = int(s[k, ROW_A]), int(s[k, ROW_B])
            x, y, z = corners[m, 0], corners[m, 1], corners[m, 2]
            for i in range(3):
                out[0, i] += share * (T[f, i, 0] * x + T[f, i, 1] * y + T[f, i, 2] * z + T[f, i, 3])
                out[1, i] += share * corners[n, i]


@kernel
def _measure(corners: Array, links: Integers, bodies: Integers, T: Array, radius: Array, out: Array) -> float:
    """Signed distance of the first and the second body, and `points_of` them."""
    s = np.zeros((SEARCH, WIDTH))
    a, b = (bodies[0, 0], bodies[0, 1], bodies[0, 2]), (bodies[1, 0], bodies[1, 1], bodies[1, 2])
    gap = signed_distance(corners, links, a, b, T, 0, radius[0] + radius[1], math.inf, s)
    points_of(corners, T, 0, (radius[0], radius[1]), s, out)
    return gap


def measured(
    a: Mesh | Array, b: Mesh | Array, T_b_a: Array, *, radius_a: float = 0.0, radius_b: float = 0.0
) -> Measured:
    """Return how far two bodies are apart: convex meshes, or corners (k, 3), each with a radius around."""
    found, both = np.full((3, 3), np.nan), corners_of([a, b])
    T, radius = np.ascontiguousarray(T_b_a, dtype=np.float64)[None], np.array([radius_a, radius_b])
    gap = _measure(*both, T, radius, found)
    return Measured(gap, found[:2], found[2])
