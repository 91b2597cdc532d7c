"""Meshes with fewer triangles that look alike: what is too fine to be drawn is put into the cells of a grid.

    . .|. .        .  |  .      All vertices of a cell become one, where the planes of the triangles that met
    . .|...   -->     |         there meet best (Lindstrom, Out-of-core simplification of large polygonal
    ---+---        ---+---      models, 2000, section 3): so edges stay sharp.  Triangles of which two corners
       |              |         fall together vanish.

The result is to be looked at alone: it covers nothing, and nothing is measured from it.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from predictor.geometry.mesh import Array, Integers, Mesh

MOST_CELLS = 512  # along the longest edge of the box around a mesh
FLAT = 0.02  # share of the largest eigenvalue below which planes say nothing about a direction


def coarse_meshes(meshes: Sequence[Mesh], most_faces: int) -> list[Mesh]:
    """Return meshes with no more than so many triangles in all; those that have few keep every one."""
    left, shares = most_faces, [0] * len(meshes)
    rising = sorted(range(len(meshes)), key=lambda index: len(meshes[index].faces))
    for place, index in enumerate(rising):
        shares[index] = min(len(meshes[index].faces), left // (len(meshes) - place))
        left -= shares[index]
    return [coarse_mesh(mesh, share) for mesh, share in zip(meshes, shares, strict=True)]


def coarse_mesh(mesh: Mesh, most_faces: int) -> Mesh:
    """Return a mesh with no more than so many triangles: the same, or that of the finest grid that does."""
    if len(mesh.faces) <= most_faces:
        return mesh
    low, high = 1, MOST_CELLS
    while high - low > 1:
        cells = (low + high) // 2
        low, high = (cells, high) if len(_merged(mesh, cells)[1]) <= most_faces else (low, cells)
    cell, faces = _merged(mesh, low)
    return _without_strays(_placed(mesh, cell), faces)


def _merged(mesh: Mesh, cells: int) -> tuple[Integers, Integers]:
    """Return the cell (v,) of each vertex, and the triangles (k, 3), rows of cells, that stay."""
    low = mesh.vertices.min(axis=0)
    edge = float((mesh.vertices.max(axis=0) - low).max()) / cells
    at = np.minimum((mesh.vertices - low) / edge, cells - 1).astype(np.int64)
    _, cell = np.unique(at @ (1, MOST_CELLS, MOST_CELLS**2), return_inverse=True)
    faces = cell[mesh.faces]
    faces = faces[(faces != np.roll(faces, 1, axis=1)).all(axis=1)]
    first = np.argmin(faces, axis=1)[:, None]
    turned = np.take_along_axis(faces, (first + np.arange(3)) % 3, axis=1)
    return cell, np.unique(turned, axis=0)


def _placed(mesh: Mesh, cell: Integers) -> Array:
    """Return a vertex (3,) for each cell: as near to the planes of its triangles as can be."""
    n = int(cell.max()) + 1
    middle = _sums(cell, mesh.vertices, n) / np.bincount(cell, minlength=n)[:, None]
    corners = mesh.triangles
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])  # as long as the area
    planes = (normal[:, :, None] * normal[:, None, :]).reshape(-1, 9)
    A, b = np.zeros((n, 9)), np.zeros((n, 3))
    for corner in range(3):
        at = cell[mesh.faces[:, corner]]
        away = np.einsum("fi,fi->f", normal, corners[:, corner] - middle[at])
        A += _sums(at, planes, n)
        b += _sums(at, normal * away[:, None], n)
    shift = _least_squares(A.reshape(n, 3, 3), b)
    lows, highs = _bounds(cell, mesh.vertices, n)
    return np.clip(middle + shift, lows, highs)


def _least_squares(A: Array, b: Array) -> Array:
    """Return the shortest x (n, 3) with A x = b, but for directions of which A (n, 3, 3) says little."""
    size, axes = np.linalg.eigh(A)
    known = size > FLAT * size[:, -1:]
    along = np.einsum("nij,ni->nj", axes, b)
    along = np.divide(along, size, out=np.zeros_like(along), where=known)
    x: Array = np.einsum("nij,nj->ni", axes, along)
    return x


def _sums(cell: Integers, rows: Array, n: int) -> Array:
    """Return the sum (n, k) of the rows (v, k) of each cell."""
    return np.stack([np.bincount(cell, column, minlength=n) for column in rows.T], axis=1)


def _bounds(cell: Integers, points: Array, n: int) -> tuple[Array, Array]:
    low, high = np.full((n, 3), np.inf), np.full((n, 3), -np.inf)
    np.minimum.at(low, cell, points)
    np.maximum.at(high, cell, points)
    return low, high


def _without_strays(vertices: Array, faces: NDArray[np.int64]) -> Mesh:
    """Return the mesh of these triangles, without the vertices that none of them has."""
    used, numbered = np.unique(faces, return_inverse=True)
    return Mesh(vertices=vertices[used], faces=numbered.reshape(-1, 3))
