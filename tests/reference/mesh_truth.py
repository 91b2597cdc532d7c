"""Plain reference: how far capsules and triangles are from those of a mesh, every triangle looked at.

    segment and triangle    0 where it goes through; else an end of it, or an edge of the triangle, is nearest

The surface alone: what is inside a closed mesh is as far as it is from its triangles.  Imports nothing of the
project.
"""

import numpy as np

from tests.reference.arm_clearance import least_along, point_segment


def triangles_and_triangles(a, b):
    """Least distance of triangles (s, 3, 3) and (t, 3, 3), every pair looked at."""
    a, b, found = a[:, None], b[None], []
    for first, second in ((a, b), (b, a)):
        normal = np.cross(second[..., 1, :] - second[..., 0, :], second[..., 2, :] - second[..., 0, :])
        for i in range(3):
            p, q = first[..., i, :], first[..., (i + 1) % 3, :]
            found += [over(p, second, normal), np.where(pierces(p, q, second, normal), 0.0, np.inf)]
    for i in range(3):
        for j in range(3):
            edges = [x[..., k % 3, :] for x, at in ((a, i), (b, j)) for k in (at, at + 1)]
            found += [
                between(*edges),
                point_segment(edges[0], *edges[2:]),
                point_segment(edges[2], *edges[:2]),
            ]
    return min(each.min() for each in found)


def between(a, b, c, d):
    """Distance of the lines of segments a-b and c-d where it is met within both; else infinite."""
    u, v, w = b - a, d - c, a - c
    uu, uv, vv, uw, vw = dot(u, u), dot(u, v), dot(v, v), dot(u, w), dot(v, w)
    area = uu * vv - uv * uv
    with np.errstate(divide="ignore", invalid="ignore"):
        s, t = (uv * vw - vv * uw) / area, (uu * vw - uv * uw) / area
        inside = (s >= 0.0) & (s <= 1.0) & (t >= 0.0) & (t <= 1.0) & (area > 1e-14 * uu * vv)
        return np.where(inside, np.linalg.norm(w + s[..., None] * u - t[..., None] * v, axis=-1), np.inf)


def dot(a, b):
    return (a * b).sum(-1)


def capsules_and_triangles(p0, p1, radius, triangles):
    """Least distance (m,) of capsules p0, p1 (m, 3) and the triangles (t, 3, 3)."""
    a, b, corners = p0[:, None], p1[:, None], triangles[None]
    normal = np.cross(corners[..., 1, :] - corners[..., 0, :], corners[..., 2, :] - corners[..., 0, :])
    distances = [over(point, corners, normal) for point in (a, b)]
    distances += [segments(a, b, corners[..., i, :], corners[..., (i + 1) % 3, :]) for i in range(3)]
    least = np.where(pierces(a, b, corners, normal), 0.0, np.min(distances, axis=0))
    return least.min(axis=1) - radius


def holds(p, corners, normal):
    """Whether a triangle holds points p (..., 3), seen along its normal."""
    inside = True
    for i in range(3):
        edge = corners[..., (i + 1) % 3, :] - corners[..., i, :]
        inside = inside & (dot(np.cross(edge, p - corners[..., i, :]), normal) >= 0.0)
    return inside


def over(p, corners, normal):
    """Distance of points p and the planes of triangles that hold them; infinite beside the triangle."""
    height = np.abs(dot(p - corners[..., 0, :], normal)) / np.linalg.norm(normal, axis=-1)
    return np.where(holds(p, corners, normal), height, np.inf)


def pierces(a, b, corners, normal):
    """Whether segments a-b go through triangles."""
    above, below = dot(a - corners[..., 0, :], normal), dot(b - corners[..., 0, :], normal)
    crosses = (above * below <= 0.0) & (above != below)
    share = np.divide(above, above - below, out=np.zeros_like(above), where=crosses)
    return crosses & holds(a + share[..., None] * (b - a), corners, normal)


def segments(a, b, c, d):
    """Distance of segments a-b and c-d: of a point that runs along the first, a convex function."""
    shape = np.broadcast_shapes(a.shape, c.shape)[:-1]
    return least_along(lambda s: point_segment(a + s[..., None] * (b - a), c, d), shape)
