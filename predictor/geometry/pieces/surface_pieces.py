"""Convex pieces of a mesh by its surface: patches, their hulls, and what is open inside of a solid.

    faces --grow--> convex patches --hulls--> blocks --merged--> few blocks --filled--> no room left inside

What holds of the result: each face lies in the block that its patch went into; and where the mesh is closed,
no ball inside of it that is larger than a cell of the lattice (`pieces.inside`) is missed by all.
"""

from typing import NamedTuple

import numpy as np

from predictor.geometry.hull import convex_hull
from predictor.geometry.mesh import Integers, Mesh, neighbours_of, volume_of
from predictor.geometry.pieces.allowance import FOR_A_HULL, Allowance
from predictor.geometry.pieces.inside import Solid, solid_of
from predictor.geometry.pieces.merging import Block, Limits, block_of, merged, nearest_pairs
from predictor.geometry.pieces.patches import convex_patches

SLACK = 1e-3  # of the volume of the hull of all: what two blocks may waste more as one


class Piece(NamedTuple):
    """A convex piece, and of how many patches: through one of several, faces of others may pass."""

    hull: Mesh
    patches: int  # 0: it only fills the inside


def surface_pieces(mesh: Mesh, most: int) -> list[Piece]:
    """Return at most `most` convex pieces that together contain a mesh.

    Raises:
        TooMuchWork: it is more than is allowed.
    """
    allowance = Allowance(len(mesh.faces))
    patch, solid = convex_patches(mesh, allowance), solid_of(mesh)
    groups = np.split(np.argsort(patch, kind="stable"), np.cumsum(np.bincount(patch))[:-1])
    blocks = []
    for group in groups:
        allowance.take(FOR_A_HULL)
        blocks.append(block_of(mesh.vertices[np.unique(mesh.faces[group])], 1, solid))
    slack = SLACK * volume_of(convex_hull(mesh.vertices))
    limits = Limits(most=most, slack=slack, allowance=allowance)
    blocks = merged(blocks, _neighbours(mesh, patch), solid, limits=limits)
    return [Piece(convex_hull(block.corners), block.patches) for block in _filled(blocks, solid, limits)]


def _neighbours(mesh: Mesh, patch: Integers) -> Integers:
    """Return the pairs of patches that share an edge."""
    near = neighbours_of(mesh.faces)
    face, edge = np.nonzero(near >= 0)
    pairs = np.sort(np.column_stack([patch[face], patch[near[face, edge]]]), axis=1)
    apart: Integers = np.unique(pairs[pairs[:, 0] != pairs[:, 1]], axis=0)
    return apart


def _filled(blocks: list[Block], solid: Solid, limits: Limits) -> list[Block]:
    """Return blocks with what they leave open inside filled up."""
    hulls = [(block.planes, block.bounds) for block in blocks if block.planes is not None]
    boxes = [block_of(corners, 0, solid) for corners in solid.left_open(hulls)]
    if not boxes:
        return blocks
    every = blocks + boxes
    return merged(every, nearest_pairs(every, limits.allowance), solid, limits=limits)
