"""Plain reference: signed distance of two convex bodies from the whole hull of their corners' differences.

Inside, minus the distance of the nearest face's plane; outside, the distance of the nearest triangle.  Every
face is looked at; nothing is searched.  Imports nothing of the project.
"""

import numpy as np
import scipy


def signed_distance(a, b):
    """Signed distance of the hulls of points a (k, 3) and b (m, 3); their differences must span a volume."""
    hull = scipy.spatial.ConvexHull((a[:, None] - b[None]).reshape(-1, 3))
    beyond = hull.equations[:, 3].max()
    if beyond <= 0.0:
        return beyond
    return min(from_triangle(*hull.points[face]) for face in hull.simplices)


def from_triangle(a, b, c):
    """Distance of the origin from a triangle: its plane's, where that is inside, or an edge's."""
    normal = np.cross(b - a, c - a)
    inside = [np.dot(np.cross(p, q), normal) >= 0.0 for p, q in ((a, b), (b, c), (c, a))]
    if all(inside):
        return abs(np.dot(a, normal)) / np.linalg.norm(normal)
    return min(from_segment(a, b), from_segment(b, c), from_segment(c, a))


def from_segment(a, b):
    """Distance of the origin from a segment."""
    run = b - a
    return np.linalg.norm(a + np.clip(-(a @ run) / (run @ run), 0.0, 1.0) * run)
