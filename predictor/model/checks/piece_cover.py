"""Whether an arm's capsules contain its parts: every convex piece, in the capsules of its frame.

A piece whose corners lie in one capsule lies in it whole, for both are convex.  One that only several contain
together is cut into tetrahedra, about its middle, and these in halves, until each lies in one capsule:

    piece ---> tetrahedra ---> those in no single capsule ---> halves ---> ... ---> none left: it is covered
                                    `---> a corner lies in no capsule: it is not
"""

import math
from collections.abc import Iterator
from itertools import combinations

import numpy as np

from predictor.geometry.mesh import Mesh
from predictor.inputs.arrays import Array
from predictor.model.checks.capsule_distances import PlacedCapsules, distances_to_capsules
from predictor.model.robot import Robot

ROUNDING_M = 1e-9
MOST_TETRAHEDRA = 20_000  # of a piece at a time; beyond it nothing is proved


def piece_gaps(robot: Robot) -> Iterator[str]:
    """Return the parts that are not within their frame's capsules, a line for each."""
    shapes = robot.capsules
    for part in robot.parts:
        mine = shapes.frame == part.frame
        limbs = PlacedCapsules(shapes.p0[mine], shapes.p1[mine], shapes.radius[mine])
        out = max((protrusion(piece, limbs) for piece in part.pieces), default=0.0)
        if out > 0.0:
            how = f"by {out * 1e3:.3g} mm" if out < math.inf else "of its frame, of which there is none"
            yield f"part {part.name!r}: sticks out of its capsules {how}; they must contain its convex pieces"


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
