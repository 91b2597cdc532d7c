"""Polygons of any shape as triangles."""

import numpy as np

from predictor.geometry.mesh import Array, MeshError

MOST_CORNERS = 500  # of a polygon that is not convex


def triangulated(polygon: list[int], vertices: Array) -> list[tuple[int, int, int]]:
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


def _in_its_plane(corners: Array) -> Array:
    """Return corners (n, 2), counter-clockwise, in the plane of their area vector (Newell's normal)."""
    centred = corners - corners.mean(axis=0)
    normal = np.cross(centred, np.roll(centred, -1, axis=0)).sum(axis=0)
    if not normal.any():
        return np.zeros((len(corners), 2))
    normal = normal / np.linalg.norm(normal)
    across = np.cross(normal, np.eye(3)[np.argmin(np.abs(normal))])
    across = across / np.linalg.norm(across)
    return np.column_stack([centred @ across, centred @ np.cross(normal, across)])


def _turns(flat: Array) -> Array:
    """Return twice the area that each corner spans with its neighbours, positive to the left."""
    before, after = flat - np.roll(flat, 1, axis=0), np.roll(flat, -1, axis=0) - flat
    return np.asarray(before[:, 0] * after[:, 1] - before[:, 1] * after[:, 0])


def _ears(flat: Array) -> list[tuple[int, int, int]]:
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
        others = np.delete(flat, [k - 1, k, (k + 1) % len(flat)], axis=0)
        triangle = flat[[k - 1, k, (k + 1) % len(flat)]]
        if not _any_inside(triangle, others):
            return int(k)
    return int(np.argmax(turns))


def _any_inside(triangle: Array, points: Array) -> bool:
    """Return whether any point lies in a triangle or on its edges; its corners are not meant."""
    edges = np.roll(triangle, -1, axis=0) - triangle
    to = points[:, None, :] - triangle[None, :, :]
    is_inside = ((edges[:, 0] * to[..., 1] - edges[:, 1] * to[..., 0]) >= 0.0).all(axis=1)
    is_corner = (to == 0.0).all(axis=2).any(axis=1)
    return bool((is_inside & ~is_corner).any())
