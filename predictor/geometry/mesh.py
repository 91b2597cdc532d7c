"""Triangles: the surface of a body as files give it."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

MERGE_SHARE = 1e-8  # vertices that are nearer than this part of the extent are one
FARTHEST_COORDINATE = 1e9  # of a coordinate, in whatever unit; beyond it squares lose their meaning


class MeshError(ValueError):
    """Triangles that make no mesh: what is wrong with them, and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Mesh:
    """A surface of triangles; closed or not, convex or not."""

    vertices: Array  # (v, 3) [m]
    faces: Integers  # (f, 3) rows of vertices, counter-clockwise as seen from outside

    @property
    def triangles(self) -> Array:
        """The corners (f, 3, 3) of each face."""
        triangles: Array = self.vertices[self.faces]
        return triangles


class Cleaned(NamedTuple):
    """A mesh without what has no area."""

    mesh: Mesh
    dropped: int  # triangles without area


def mesh_of(vertices: Array, faces: Integers) -> Mesh:
    """Return a mesh whose arrays are its own and cannot be changed."""
    own_vertices = np.array(vertices, dtype=np.float64, order="C").reshape(-1, 3)
    own_faces = np.array(faces, dtype=np.int64, order="C").reshape(-1, 3)
    own_vertices.setflags(write=False)
    own_faces.setflags(write=False)
    return Mesh(vertices=own_vertices, faces=own_faces)


def placed(mesh: Mesh, T: Array) -> Mesh:
    """Return a mesh after an affine map (4, 4); one that mirrors it turns its faces."""
    faces = mesh.faces[:, ::-1] if np.linalg.det(T[:3, :3]) < 0.0 else mesh.faces
    return mesh_of(mesh.vertices @ T[:3, :3].T + T[:3, 3], faces)


def scaled(mesh: Mesh, factors: tuple[float, float, float]) -> Mesh:
    """Return a mesh with its coordinates x, y, z times these."""
    return placed(mesh, np.diag([*factors, 1.0]))


def joined(meshes: list[Mesh]) -> Mesh:
    """Return one mesh that holds all of these."""
    starts = np.cumsum([0, *(len(mesh.vertices) for mesh in meshes)])
    return mesh_of(
        np.concatenate([np.zeros((0, 3)), *(mesh.vertices for mesh in meshes)]),
        np.concatenate(
            [np.zeros((0, 3)), *(mesh.faces + start for mesh, start in zip(meshes, starts, strict=False))]
        ).astype(np.int64),
    )


def cleaned(mesh: Mesh) -> Cleaned:
    """Return a mesh whose equal vertices are one and whose triangles all have an area.

    Raises:
        MeshError: a corner is missing or is no position; nothing with an area is left.
    """
    vertices, faces = mesh.vertices, mesh.faces
    _check(vertices, faces)
    used, rows = np.unique(faces, return_inverse=True)
    vertices, faces = vertices[used], rows.reshape(-1, 3)
    extent = float(np.ptp(vertices, axis=0).max())
    first, rows = _distinct(vertices, MERGE_SHARE * extent)
    vertices, faces = vertices[first], rows[faces]
    has_area = _heights(vertices, faces) > MERGE_SHARE * extent
    if not has_area.any():
        raise MeshError("holds no triangle with an area; export the surface as triangles")
    kept, rows = np.unique(faces[has_area], return_inverse=True)
    return Cleaned(mesh_of(vertices[kept], rows), int((~has_area).sum()))


def _check(vertices: Array, faces: Integers) -> None:
    if len(faces) == 0:
        raise MeshError("holds no triangle; export the surface as triangles")
    if faces.min() < 0 or faces.max() >= len(vertices):
        wrong = int(faces.max() if faces.max() >= len(vertices) else faces.min())
        raise MeshError(f"a triangle names vertex {wrong}, the file holds {len(vertices)}; export it again")
    odd = np.flatnonzero(~(np.abs(vertices) <= FARTHEST_COORDINATE).all(axis=1))
    if len(odd):
        where = ", ".join(f"{value:g}" for value in vertices[odd[0]])
        raise MeshError(
            f"vertex {odd[0]} lies at ({where}); each must lie within {FARTHEST_COORDINATE:g} of the origin"
        )


def _distinct(points: Array, tolerance: float) -> tuple[Integers, Integers]:
    """Return the first of all equal points, and for each point the row of the one that it equals."""
    if tolerance == 0.0:
        return np.zeros(1, dtype=np.int64), np.zeros(len(points), dtype=np.int64)
    grid = np.round((points - points.min(axis=0)) / tolerance).astype(np.int64)
    order = np.lexsort(grid.T)
    is_new = np.concatenate([[True], (np.diff(grid[order], axis=0) != 0).any(axis=1)])
    rows = np.empty(len(points), dtype=np.int64)
    rows[order] = np.cumsum(is_new) - 1
    return order[is_new], rows


def _heights(vertices: Array, faces: Integers) -> Array:
    """Return the height of each triangle over its longest edge; 0 where two corners are one."""
    a, b, c = (vertices[faces[:, k]] for k in range(3))
    longest = np.max([np.linalg.norm(edge, axis=1) for edge in (b - a, c - b, a - c)], axis=0)
    doubled = np.linalg.norm(np.cross(b - a, c - a), axis=1)
    heights: Array = np.divide(doubled, longest, out=np.zeros_like(longest), where=longest > 0.0)
    return heights
