"""The nodes of a scene, walked from its roots, and the affine maps (4, 4) by which they are placed."""

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

import numpy as np

from predictor.geometry.formats.limits import check_triangles
from predictor.geometry.mesh import Array, Mesh, MeshError, joined, placed

Node = TypeVar("Node")
Surface = tuple[Hashable, Callable[[], Mesh]]  # its identity, and what reads it

MOST_NODES = 5_000


def placed_surfaces(
    roots: Iterable[tuple[Node, Array]],
    *,
    placement: Callable[[Node], Array],
    children: Callable[[Node], list[Node]],
    surfaces: Callable[[Node], Iterable[Surface]],
) -> Mesh:
    """Return all surfaces below roots (node, pose) as one mesh; one that is shown again is not read again.

    Raises:
        MeshError: there are too many nodes or triangles.
    """
    left, found, walked, triangles = [*roots], list[Mesh](), 0, 0
    known: dict[Hashable, Mesh] = {}
    while left:
        node, T_parent = left.pop()
        T = T_parent @ placement(node)
        left += [(child, T) for child in children(node)]
        walked += 1
        if walked + len(left) > MOST_NODES:
            raise MeshError(f"shows more than {MOST_NODES} nodes; export it as one surface")
        for identity, read in surfaces(node):
            if identity not in known:
                known[identity] = read()
            triangles += len(known[identity].faces)
            check_triangles(triangles)
            found.append(placed(known[identity], T))
    return joined(found)


def translation(by: Array) -> Array:
    """Return a shift by (3,)."""
    T = np.eye(4)
    T[:3, 3] = by
    return T


def scaling(by: Array) -> Array:
    """Return a scale along the three axes (3,)."""
    return np.diag([*by, 1.0])


def rotation(axis: Array, angle: float) -> Array:
    """Return a turn by an angle [rad] about an axis (3,) of any length (Rodrigues); no axis: no turn."""
    length = float(np.linalg.norm(axis))
    T = np.eye(4)
    if length > 0.0:
        x, y, z = axis / length
        K = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
        T[:3, :3] += np.sin(angle) * K + (1.0 - np.cos(angle)) * K @ K
    return T
