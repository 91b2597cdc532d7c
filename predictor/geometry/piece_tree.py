"""A binary tree over convex pieces, from the top: each node is the hull of the pieces below it.

    root: the hull of all -- split at the median of the longest axis --> two nodes --> ... --> one piece each

With the bounds of each node along the axes, which are compared before hulls are.
"""

from dataclasses import dataclass

import numpy as np

from predictor.geometry.hull import convex_hull
from predictor.geometry.mesh import Array, Mesh


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Node:
    """A convex hull, its bounds, and what it is made of."""

    hull: Mesh
    bounds: Array  # (2, 3) lowest and highest coordinates [m]
    pieces: tuple[int, ...]  # numbers of the pieces that it holds
    children: tuple["Node", ...]  # two; none where it is one piece


def piece_tree(pieces: tuple[Mesh, ...]) -> Node:
    """Return the root over at least one piece."""
    return _node(pieces, tuple(range(len(pieces))))


def _node(pieces: tuple[Mesh, ...], chosen: tuple[int, ...]) -> Node:
    points = np.concatenate([pieces[k].vertices for k in chosen])
    children: tuple[Node, ...] = ()
    if len(chosen) > 1:
        middles = np.array([_middle(pieces[k]) for k in chosen])
        order = np.argsort(middles[:, np.argmax(np.ptp(points, axis=0))], kind="stable")
        first, second = np.array_split(np.array(chosen)[order], 2)
        children = (_node(pieces, tuple(first.tolist())), _node(pieces, tuple(second.tolist())))
    return Node(
        hull=convex_hull(points) if len(chosen) > 1 else pieces[chosen[0]],
        bounds=np.array([points.min(axis=0), points.max(axis=0)]),
        pieces=chosen,
        children=children,
    )


def _middle(piece: Mesh) -> Array:
    middle: Array = (piece.vertices.min(axis=0) + piece.vertices.max(axis=0)) / 2.0
    return middle
