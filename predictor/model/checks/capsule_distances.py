"""How far points, capsules and convex pieces are outside of capsules, many at once.

A piece whose corners lie in one capsule lies in it whole, for both are convex.  One that only several contain
together is cut into tetrahedra, about its middle, and these in halves, until each lies in one capsule:

    piece ---> tetrahedra ---> those in no single capsule ---> halves ---> ... ---> none left: it is covered
                                    `---> a corner lies in no capsule: it is not
"""

import math
from itertools import combinations
from typing import NamedTuple

import numpy as np

from predictor.geometry.mesh import Mesh
from predictor.inputs.arrays import Array

PARALLEL_SINE_SQUARED = 1e-12  # square of a sine
ROUNDING_M = 1e-9
MOST_TETRAHEDRA = 20_000  # of a piece at a time; beyond it nothing is proved


class PlacedCapsules(NamedTuple):
    """Capsules, in one frame."""

    p0: Array  # (c, 3)
    p1: Array
    radius: Array  # (c,)


def distances_to_capsules(points: Array, limbs: PlacedCapsules) -> Array:
    """Return the signed distances (k, c) of points (k, 3) from capsules."""
    return _from_axes(points[:, None], limbs) - limbs.radius


def capsule_distances(limbs: PlacedCapsules) -> Array:
    """Return the signed distances (c, c) of capsules from one another.

    Axes are nearest at an end of one of them, or where they pass each other (Ericson, Real-Time Collision
    Detection, 2005, 5.1.9).
    """
    ends = np.minimum(_from_axes(limbs.p0[:, None], limbs), _from_axes(limbs.p1[:, None], limbs))
    nearest = np.minimum(np.minimum(ends, ends.T), _passing(limbs))
    apart: Array = nearest - limbs.radius - limbs.radius[:, None]
    return apart


def _passing(limbs: PlacedCapsules) -> Array:
    """Return how far axes (c, c) are apart where they pass each other; infinite if they do not."""
    axes, away = limbs.p1 - limbs.p0, limbs.p0[:, None] - limbs.p0
    both = axes @ axes.T
    own = np.diag(both)
    first, second = np.einsum("ci,cdi->cd", axes, away), np.einsum("di,cdi->cd", axes, away)
    square = own[:, None] * own - both**2
    sure = np.where(square > PARALLEL_SINE_SQUARED * own[:, None] * own, square, np.nan)
    s, t = (both * second - own * first) / sure, (own[:, None] * second - both * first) / sure
    passes = (s >= 0.0) & (s <= 1.0) & (t >= 0.0) & (t <= 1.0)
    gap = np.linalg.norm(away + s[..., None] * axes[:, None] - t[..., None] * axes, axis=2)
    return np.where(passes, gap, np.inf)


def _from_axes(points: Array, limbs: PlacedCapsules) -> Array:
    """Return the distances (k, c) of points (k, c or 1, 3) from the axes of capsules; spheres have none."""
    axes = limbs.p1 - limbs.p0
    square = np.einsum("cj,cj->c", axes, axes)
    along = np.einsum("kcj,cj->kc", points - limbs.p0, axes)
    share = np.clip(along / np.where(square > 0.0, square, 1.0), 0.0, 1.0)
    away: Array = np.linalg.norm(points - limbs.p0 - share[:, :, None] * axes, axis=2)
    return away


def protrusion(piece: Mesh, limbs: PlacedCapsules) -> float:
    """Return how far a convex piece is found to stick out of capsules [m]; 0: it lies in them, all of it."""
    if not len(limbs.radius):
        return math.inf
    if distances_to_capsules(piece.vertices, limbs).max(axis=0).min() <= ROUNDING_M:
        return 0.0
    open_ones = tetrahedra(piece)
    while len(open_ones):
        away = distances_to_capsules(open_ones.reshape(-1, 3), limbs).reshape(*open_ones.shape[:2], -1)
        out = float(away.min(axis=2).max())
        if out > ROUNDING_M:
            return out
        open_ones = open_ones[away.max(axis=1).min(axis=1) > ROUNDING_M]
        if len(open_ones) > MOST_TETRAHEDRA:
            return ROUNDING_M
        open_ones = halved(open_ones)
    return 0.0


def tetrahedra(piece: Mesh) -> Array:
    """Return what a convex piece is made of about its middle (k, 4, 3)."""
    middle = np.broadcast_to(piece.vertices.mean(axis=0), (len(piece.faces), 1, 3))
    return np.concatenate([piece.vertices[piece.faces], middle], axis=1)


def halved(simplices: Array) -> Array:
    """Return triangles or tetrahedra (2 k, c, 3): each (k, c, 3) cut at the middle of its longest edge."""
    rows = np.arange(len(simplices))
    edges = np.array([*combinations(range(simplices.shape[1]), 2)])
    lengths = np.linalg.norm(simplices[:, edges[:, 0]] - simplices[:, edges[:, 1]], axis=2)
    a, b = edges[lengths.argmax(axis=1)].T
    middle = (simplices[rows, a] + simplices[rows, b]) / 2.0
    first, second = simplices.copy(), simplices.copy()
    first[rows, a] = middle
    second[rows, b] = middle
    return np.concatenate([first, second])
