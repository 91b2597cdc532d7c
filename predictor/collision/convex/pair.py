"""Signed distance of two convex bodies with radii, and where it is measured.

    apart     distance of the corners' hulls - both radii
    inside    - depth of the corners' hulls - both radii

Both are the same function: minus the least, over all directions, of how far A - B reaches along them.  So any
direction bounds it from below, and a search may end as soon as such a bound is `enough`.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.collision.convex.depth_kernels import DEPTH
from predictor.collision.convex.hulls import items_of
from predictor.collision.convex.pair_kernels import measure_pair
from predictor.collision.convex.simplex_kernels import WIDTH
from predictor.compiler.jit import as_kernels_take
from predictor.geometry.mesh import Mesh

Array = NDArray[np.float64]
Integers = NDArray[np.int64]


class Measured(NamedTuple):
    """How far A is from B, in B's frame; points[0] - points[1] is distance * normal."""

    distance: float  # [m], signed; NaN if something is not a number
    points: Array  # (2, 3) on the surface of A, and of B [m]
    normal: Array  # (3,) unit vector along which A gets clear of B


def measured(
    a: Mesh | Array, b: Mesh | Array, T_b_a: Array, *, radius_a: float = 0.0, radius_b: float = 0.0
) -> Measured:
    """Return how far two bodies are apart: convex meshes, or corners (k, 3), each with a radius around."""
    found, room = np.full((3, 3), np.nan), np.zeros((DEPTH, WIDTH))
    gap = measure_pair(*items_of([a, b], [radius_a, radius_b]), as_kernels_take(T_b_a), room, found)
    return Measured(gap, found[:2], found[2])
