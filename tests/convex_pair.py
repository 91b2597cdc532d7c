"""Signed distance of two convex bodies with radii, and where they are nearest, as kernels compute it."""

from typing import NamedTuple

import numpy as np

from predictor.collision.convex.depth_kernels import DEPTH
from predictor.collision.convex.hulls import items_of
from predictor.collision.convex.hulls_kernels import ItemPair, Items
from predictor.collision.convex.pair_kernels import points_of, signed_distance
from predictor.collision.convex.simplex_kernels import WIDTH
from predictor.compiler.jit import kernel, kernel_array


class MeasuredPair(NamedTuple):
    """How far A is from B, in B's frame; points[0] - points[1] is distance * normal."""

    distance: float  # [m], signed; NaN if something is not a number
    points: np.ndarray  # (2, 3) on the surface of A, and of B [m]
    normal: np.ndarray  # (3,) unit vector along which A gets clear of B


def measured(a, b, T_b_a, *, radius_a=0.0, radius_b=0.0):
    """Return how far two bodies are apart: convex meshes, or corners (k, 3), each with a radius around."""
    found, rows = np.full((3, 3), np.nan), np.zeros((DEPTH, WIDTH))
    gap = measure_pair(*items_of([a, b], [radius_a, radius_b]), kernel_array(T_b_a), rows, found)
    return MeasuredPair(gap, found[:2], found[2])


@kernel
def measure_pair(items, corners, links, T, rows, out_points):
    """Signed distance of the first two items, A at a pose (4, 4) in B's frame, and `points_of` them."""
    own, pair = Items(items, corners, links), ItemPair(0, 1, T)
    gap = signed_distance(own, pair, np.inf, rows)
    points_of(own, pair, rows, out_points)
    return gap
