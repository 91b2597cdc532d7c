"""The oriented box of a body: small, and with every point inside.

    points --> convex hull --> directions to begin with: the normals of its larger faces, the axes of its
                               second moment (Gottschalk, Lin, Manocha, "OBBTree", SIGGRAPH 1996), x, y, z
    each --> the least rectangle across it --> the best few turned on, axis by axis, until nothing is gained

The least rectangle around a polygon is flush with one of its edges (Freeman, Shapira, 1975), and turning a
box about one of its axes is that problem again.  So the result is a minimum that no such turn improves; that
nothing is smaller is not proven (compare Chang, Gorissen, Melchior, "Fast oriented bounding box optimization
on the rotation group", 2011).  Points in a plane, on a line or all alike make a box with edges near zero.
"""

import math
from dataclasses import dataclass

import numpy as np

from predictor.geometry.hull import qhull
from predictor.geometry.mesh import Array

NORMALS, FINALISTS = 50, 3  # directions that are tried; the best of them that are improved
FLAT = 1e-9  # extent across, over the longest, below which points have no volume
LEAST_GAIN = 1e-4  # relative, of an improvement that counts: near a minimum they never end


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class OrientedBox:
    """A box; its edges from the longest to the shortest along x, y, z."""

    T: Array  # (4, 4) pose of its centre
    half: Array  # (3,) half edge lengths [m]
    kind: str = "obb"

    @property
    def volume(self) -> float:
        """Its content [m^3]."""
        return 8.0 * float(np.prod(self.half))

    def margins(self, points: Array) -> Array:
        """Return how far inside each of points (k, 3) is (k,) [m]; negative: outside."""
        local = (points - self.T[:3, 3]) @ self.T[:3, :3]
        return np.asarray((self.half - np.abs(local)).min(axis=1))


def oriented_box(points: Array) -> OrientedBox:
    """Return a small box with all points (k, 3) in it.

    Raises:
        ValueError: there is no point, or one is not finite.
    """
    if len(points) == 0 or not np.isfinite(points).all():
        raise ValueError(f"a box needs finite points (k, 3), at least one; these are {points.shape}")
    middle = (points.min(axis=0) + points.max(axis=0)) / 2.0
    return _around(points, _axes(points - middle))


def _around(points: Array, R: Array) -> OrientedBox:
    """Return the box in these directions (3, 3); it holds the points, however rounded."""
    local = points @ R
    low, high = local.min(axis=0), local.max(axis=0)
    centre = R @ (low + high) / 2.0
    R = R[:, np.argsort(low - high, kind="stable")]
    if np.linalg.det(R) < 0.0:
        R[:, 2] *= -1.0
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = R, centre
    half = np.abs((points - T[:3, 3]) @ R).max(axis=0)
    half += 16.0 * np.finfo(np.float64).eps * float(np.abs(points).max())
    T.setflags(write=False)
    half.setflags(write=False)
    return OrientedBox(T=T, half=half)


def _axes(points: Array) -> Array:
    """Return the directions (3, 3), columns, of a small box around points about the origin."""
    spread = np.vstack([points - points.mean(axis=0), np.zeros((3, 3))])  # three rows where points are fewer
    _, extent, across = np.linalg.svd(spread, full_matrices=False)
    if not extent[1] > FLAT * extent[0]:
        return np.ascontiguousarray(across.T)
    if not extent[2] > FLAT * extent[0]:
        return _across(points, across[2])
    return _least(*_hull(points))


def _hull(points: Array) -> tuple[Array, Array]:
    """Return the points (v, 3) of the hull and its triangles (t, 3, 3)."""
    hull = qhull()(points)
    return points[hull.vertices], points[hull.simplices]


def _least(corners: Array, triangles: Array) -> Array:
    """Return the directions of the least box that is found."""
    tried = [_across(corners, normal) for normal in _normals(triangles)]
    tried += [_second_moment(triangles), np.eye(3)]
    tried.sort(key=lambda R: _content(corners, R))
    return min((_turned_on(corners, R) for R in tried[:FINALISTS]), key=lambda R: _content(corners, R))


def _content(corners: Array, R: Array) -> float:
    return float(np.prod(np.ptp(corners @ R, axis=0)))


def _normals(triangles: Array) -> Array:
    """Return the normals (m, 3) of the faces with the most area, opposite and equal ones once."""
    normal = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    area = np.linalg.norm(normal, axis=1)
    normal = normal[area > 0.0] / area[area > 0.0, None]
    leading = np.take_along_axis(normal, np.abs(normal).argmax(axis=1)[:, None], axis=1)
    normal = np.round(normal * np.sign(leading), 7)
    unlike, which = np.unique(normal, axis=0, return_inverse=True)
    areas = np.bincount(which.ravel(), weights=area[area > 0.0])
    return np.asarray(unlike[np.argsort(-areas, kind="stable")[:NORMALS]])


def _second_moment(triangles: Array) -> Array:
    """Return the principal axes of the surface, each triangle by its area."""
    area = np.linalg.norm(
        np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]), axis=1
    )
    centre = triangles.mean(axis=1)
    mean = np.average(centre, axis=0, weights=area)
    corners = triangles - mean
    about = np.einsum("t,tki,tkj->ij", area, corners, corners) / 12.0
    centre = centre - mean
    about += 9.0 / 12.0 * np.einsum("t,ti,tj->ij", area, centre, centre)
    return np.ascontiguousarray(np.linalg.eigh(about)[1])


def _turned_on(corners: Array, R: Array) -> Array:
    """Return the directions after turning about one axis after the other while the box gets smaller."""
    best = _content(corners, R)
    while True:
        tried = min((_across(corners, axis) for axis in R.T), key=lambda turned: _content(corners, turned))
        content = _content(corners, tried)
        if not content < best * (1.0 - LEAST_GAIN):
            return R
        R, best = tried, content


def _across(corners: Array, axis: Array) -> Array:
    """Return directions, the last one this axis, with the least rectangle across it."""
    z = axis / np.linalg.norm(axis)
    x = np.cross(z, np.eye(3)[np.abs(z).argmin()])
    x /= np.linalg.norm(x)
    plane = np.column_stack([x, np.cross(z, x)])
    angle = _least_rectangle(corners @ plane)
    c, s = math.cos(angle), math.sin(angle)
    return np.column_stack([plane @ np.array([[c, -s], [s, c]]), z])


def _least_rectangle(points: Array) -> float:
    """Return the angle of an edge of the least rectangle around points (k, 2) [rad]."""
    try:
        ring = points[qhull()(points).vertices]
    except RuntimeError:  # on a line
        _, _, along = np.linalg.svd(points - points.mean(axis=0))
        return math.atan2(along[0, 1], along[0, 0])
    edges = np.roll(ring, -1, axis=0) - ring
    angles = np.arctan2(edges[:, 1], edges[:, 0])
    c, s = np.cos(angles)[:, None], np.sin(angles)[:, None]
    x, y = ring.T
    areas = np.ptp(c * x + s * y, axis=1) * np.ptp(c * y - s * x, axis=1)
    return float(angles[areas.argmin()])
