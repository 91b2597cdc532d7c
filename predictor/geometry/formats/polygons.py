"""Polygons of any shape as triangles."""

import numpy as np

from predictor.geometry.formats.limits import check_triangles
from predictor.geometry.mesh import Array, Integers, Mesh, MeshError, mesh_of

MOST_CORNERS = 500  # of a polygon that is not convex
Triangle = tuple[int, int, int]


class Polygons:
    """Polygons as they are read, never more than may be."""

    def __init__(self) -> None:
        """Start with none."""
        self.rows: list[list[int]] = []
        self.triangles: list[Integers] = []  # those that came as such, (k, 3) each
        self._count = 0

    def add(self, rows: list[int]) -> None:
        """Take one more; points and lines are passed over."""
        if len(rows) > 2:
            self._count += len(rows) - 2
            check_triangles(self._count)
            self.rows.append(rows)

    def add_triangles(self, corners: Integers) -> None:
        """Take triangles whose corners follow one another."""
        if len(corners) % 3:
            raise MeshError(f"{len(corners)} corners are no triangles; it is cut: export it again")
        self._count += len(corners) // 3
        check_triangles(self._count)
        self.triangles.append(corners.reshape(-1, 3))

    def add_all(self, corners: Integers, counts: Integers) -> None:
        """Take polygons whose corners follow one another, so many of each."""
        if (counts < 0).any() or int(counts.sum()) != len(corners):
            raise MeshError(
                f"polygons need {counts.sum()} corners, {len(corners)} are there; export it again"
            )
        check_triangles(len(counts))
        is_triangle = counts == 3
        self.add_triangles(corners[np.repeat(is_triangle, counts)])
        for end, count in zip(np.cumsum(counts)[~is_triangle], counts[~is_triangle], strict=True):
            self.add(corners[end - count : end].tolist())


def polygon_mesh(vertices: Array, polygons: Polygons) -> Mesh:
    """Return polygons as triangles.

    Raises:
        MeshError: one names a vertex that is not there.
    """
    none = np.zeros((0, 3), dtype=np.int64)
    named = np.concatenate([none.ravel(), *polygons.rows, *(rows.ravel() for rows in polygons.triangles)])
    wrong = named[(named < 0) | (named >= len(vertices))]
    if len(wrong):
        text = f"vertex {int(wrong[0])} (counted from 0), the file holds {len(vertices)}"
        raise MeshError(f"a polygon names {text}; export it again")
    cut = [triangle for rows in polygons.rows for triangle in triangulated(rows, vertices)]
    return mesh_of(vertices, np.concatenate([none, *([np.array(cut)] if cut else []), *polygons.triangles]))


def triangulated(polygon: list[int], vertices: Array) -> list[Triangle]:
    """Return the triangles of one polygon, given by rows of `vertices` (v, 3), wound as it is.

    A convex one becomes a fan; from any other one ears are cut off.
    """
    if len(polygon) == 3:
        return [(polygon[0], polygon[1], polygon[2])]
    flat = _in_its_plane(vertices[polygon])
    if (_turns(flat) >= 0.0).all():
        return [(polygon[0], polygon[k], polygon[k + 1]) for k in range(1, len(polygon) - 1)]
    if len(polygon) > MOST_CORNERS:
        raise MeshError(f"a polygon of {len(polygon)} corners is not convex; export the surface as triangles")
    return [(polygon[a], polygon[b], polygon[c]) for a, b, c in _ears(flat)]


def strip_triangles(row: Integers) -> Integers:
    """Return the corners of a strip's triangles; each second one is wound the other way."""
    k = np.arange(max(len(row) - 2, 0))
    odd = k % 2
    return row[np.column_stack([k, k + 1 + odd, k + 2 - odd])].ravel()


def fan_triangles(row: Integers) -> Integers:
    """Return the corners of a fan's triangles."""
    k = np.arange(1, max(len(row) - 1, 1))
    return row[np.column_stack([np.zeros_like(k), k, k + 1])].ravel()


def _in_its_plane(corners: Array) -> Array:
    """Return corners (n, 2), counter-clockwise, in the plane of their area vector (Newell's normal)."""
    centred = corners - corners.mean(axis=0)
    normal = np.cross(centred, np.roll(centred, -1, axis=0)).sum(axis=0)
    length = float(np.linalg.norm(normal))
    if not 0.0 < length < np.inf:
        return np.zeros((len(corners), 2))
    normal = normal / length
    across = np.cross(normal, np.eye(3)[np.argmin(np.abs(normal))])
    across = across / np.linalg.norm(across)
    return np.column_stack([centred @ across, centred @ np.cross(normal, across)])


def _turns(flat: Array) -> Array:
    """Return twice the area that each corner spans with its neighbours, positive to the left."""
    before, after = flat - np.roll(flat, 1, axis=0), np.roll(flat, -1, axis=0) - flat
    return np.asarray(before[:, 0] * after[:, 1] - before[:, 1] * after[:, 0])


def _ears(flat: Array) -> list[Triangle]:
    """Cut ears off until a triangle is left (Meisters, Polygons have ears, 1975)."""
    left, found = list(range(len(flat))), []
    while len(left) > 3:
        k = _ear(flat[left])
        found.append((left[k - 1], left[k], left[(k + 1) % len(left)]))
        del left[k]
    return [*found, (left[0], left[1], left[2])]


def _ear(flat: Array) -> int:
    """Return a corner whose triangle holds no other corner; of a polygon that has none, the most convex."""
    turns = _turns(flat)
    for k in np.flatnonzero(turns > 0.0):
        three = [k - 1, k, (k + 1) % len(flat)]
        if not _any_inside(flat[three], np.delete(flat, three, axis=0)):
            return int(k)
    return int(np.argmax(turns))


def _any_inside(triangle: Array, points: Array) -> bool:
    """Return whether any point lies in a triangle or on its edges; its corners are not meant."""
    edges = np.roll(triangle, -1, axis=0) - triangle
    to = points[:, None, :] - triangle[None, :, :]
    is_inside = ((edges[:, 0] * to[..., 1] - edges[:, 1] * to[..., 0]) >= 0.0).all(axis=1)
    is_corner = (to == 0.0).all(axis=2).any(axis=1)
    return bool((is_inside & ~is_corner).any())
