"""A tree over convex pieces or other leaves, built by halves from the top: each node is around its leaves.

            (   all    )
            /          \\          each node holds the points of its leaves; these are divided at the
       (half)          (half)       middle one along the direction in which their centres are spread most
       /   \\            /   \\
    leaf   leaf      leaf   leaf

Boxes along the axes of the frame ("aabb") cost a minimum and a maximum; those along the principal axes of the
points ("obb", Gottschalk, Lin, Manocha, 1996) their second moment too; small ones ("searched") far more.
The hull of the points ("hull") holds least.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from predictor.geometry.fit.obb import OrientedBox, oriented_box
from predictor.geometry.hull import convex_hull
from predictor.geometry.mesh import Array, Mesh


class TreeNode(NamedTuple):
    """A bound, and the two nodes within; of a leaf none."""

    bound: OrientedBox | Mesh
    halves: tuple["TreeNode", ...]


def aligned_box(points: Array) -> OrientedBox:
    """Return the box around points (k, 3) along x, y, z of their frame."""
    low, high = points.min(axis=0), points.max(axis=0)
    T = np.eye(4)
    T[:3, 3] = (low + high) / 2.0
    return OrientedBox(T=T, half=(high - low) / 2.0, kind="aabb")


def principal_box(points: Array) -> OrientedBox:
    """Return the box around points (k, 3) along the axes of their second moment."""
    middle = points.mean(axis=0)
    R = np.linalg.eigh((points - middle).T @ (points - middle))[1]
    local = points @ R
    low, high = local.min(axis=0), local.max(axis=0)
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = R * np.sign(np.linalg.det(R)), R @ (low + high) / 2.0
    return OrientedBox(T=T, half=(high - low) / 2.0)


BOUNDS: dict[str, Callable[[Array], OrientedBox | Mesh]] = {
    "aabb": aligned_box,
    "obb": principal_box,
    "searched": oriented_box,
    "hull": convex_hull,
}


def tree_over(leaves: Sequence[Array], kind: str) -> TreeNode:
    """Return the tree over leaves, each given by its points (k, 3), with bounds of one kind."""
    bound = BOUNDS[kind](np.concatenate(leaves))
    if len(leaves) == 1:
        return TreeNode(bound, ())
    centres = np.array([leaf.mean(axis=0) for leaf in leaves])
    order = np.argsort(centres[:, np.ptp(centres, axis=0).argmax()], kind="stable")
    halves = [[leaves[i] for i in part] for part in np.array_split(order, 2)]
    return TreeNode(bound, tuple(tree_over(half, kind) for half in halves))
