"""Which triangles of a mesh lie in which of its convex pieces: in that out of which they stick least."""

import numpy as np
from numpy.typing import NDArray

from predictor.geometry.mesh import Mesh

Array = NDArray[np.float64]


def by_piece(mesh: Mesh, pieces: tuple[Mesh, ...]) -> list[Mesh | Array]:
    """Return the triangles (k, 3, 3) of each piece of a mesh; the piece itself, if it has none."""
    triangles = mesh.vertices[mesh.faces]
    if len(pieces) == 1:
        return [triangles]
    least, of = np.full(len(triangles), np.inf), np.zeros(len(triangles), np.int64)
    for number, piece in enumerate(pieces):
        rows = np.flatnonzero(out_of_bounds(triangles, piece) < least)
        out = _out(triangles[rows], piece)
        rows, out = rows[out < least[rows]], out[out < least[rows]]
        least[rows], of[rows] = out, number
    found = [triangles[of == number] for number in range(len(pieces))]
    return [own if len(own) else piece for own, piece in zip(found, pieces, strict=True)]


def out_of_bounds(triangles: Array, piece: Mesh) -> Array:
    """Return how far triangles (k, 3, 3) stick out of the bounds of a piece (k,): no farther than of it."""
    low, high = piece.vertices.min(axis=0), piece.vertices.max(axis=0)
    out: Array = np.maximum(low - triangles.min(axis=1), triangles.max(axis=1) - high).max(axis=1)
    return out


def _out(triangles: Array, piece: Mesh) -> Array:
    """Return how far triangles (k, 3, 3) stick out of the planes of a convex piece (k,)."""
    a, b, c = np.moveaxis(piece.vertices[piece.faces], 1, 0)
    normals = np.cross(b - a, c - a)
    length = np.linalg.norm(normals, axis=1)
    normals = normals[length > 0.0] / length[length > 0.0, None]
    offsets = (normals @ piece.vertices.T).max(axis=1)
    out: Array = (triangles.reshape(-1, 3) @ normals.T - offsets).max(axis=1).reshape(-1, 3).max(axis=1)
    return out
