"""Whether a surface of triangles is closed, and how much it encloses."""

import numpy as np

from predictor.geometry.mesh import Mesh


def open_edges(mesh: Mesh) -> int:
    """Return how many edges more faces run along one way than the other; 0: it is closed, however often."""
    edges = np.concatenate([mesh.faces[:, [0, 1]], mesh.faces[:, [1, 2]], mesh.faces[:, [2, 0]]])
    there = np.where(edges[:, 0] < edges[:, 1], 1, -1)
    edges.sort(axis=1)
    _, which = np.unique(edges[:, 0] * len(mesh.vertices) + edges[:, 1], return_inverse=True)
    return int((np.bincount(which.ravel(), weights=there) != 0.0).sum())


def enclosed_volume(mesh: Mesh) -> float:
    """Return the volume inside a closed surface [m^3]: of the tetrahedra from one point to every face."""
    a, b, c = (mesh.vertices[mesh.faces[:, k]] - mesh.vertices[0] for k in range(3))
    return abs(float(np.einsum("ij,ij->", a, np.cross(b, c)))) / 6.0
