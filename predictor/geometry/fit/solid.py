"""A body to be wrapped: its triangles, the corners of its hull, what it holds, and a fit with its proof.

A volume that is convex holds the body when it holds the corners of its hull.  Where several convex volumes
share the work, planes cut the body into slices, and each volume holds one:

      ______|____            below: triangles left of the plane, those that it cuts with their new corners;
     /      |    |           above: the others.  The hull of a slice of a closed surface holds that slice
     \\______|____|           of what is inside, too.

A fit names which convex member of its volume holds which corners; that proves it.  A fill ratio compares a
volume with what the body really holds; of an open surface that is unknown, so its convex hull counts, which
holds more.
"""

from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from predictor.geometry.fit.obb import OrientedBox, oriented_box
from predictor.geometry.fit.volumes import BoundingVolume
from predictor.geometry.hull import convex_hull, qhull
from predictor.geometry.mesh import Array, Mesh
from predictor.geometry.surfaces import is_closed, volume_of

LEAST_POINTS = 4  # points of a hull that has a volume


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Solid:
    """Triangles, and the points that any convex volume around them must hold."""

    triangles: Array  # (t, 3, 3) [m]
    corners: Array  # (v, 3) of the convex hull [m]
    box: OrientedBox  # around them

    @property
    def edges(self) -> Array:
        """The directions (3, 3) of the box's edges, columns, the longest first."""
        return self.box.T[:3, :3]


def solid_of(*meshes: Mesh) -> Solid:
    """Return meshes, such as the convex pieces of a body, as one solid."""
    return solid_of_triangles(np.concatenate([mesh.triangles for mesh in meshes]))


def solid_of_triangles(triangles: Array) -> Solid:
    """Return the solid of triangles (t, 3, 3)."""
    corners = extreme_points(triangles.reshape(-1, 3))
    return Solid(triangles=triangles, corners=corners, box=oriented_box(corners))


def extreme_points(points: Array) -> Array:
    """Return those of points (k, 3) that their hull needs; all of them where they have no volume."""
    if len(points) >= LEAST_POINTS:
        with suppress(RuntimeError):  # flat
            return np.asarray(points[qhull()(points).vertices])
    return np.unique(points, axis=0)


def rounding_margin(points: Array) -> float:
    """Return by how much volumes grow, so that points (k, 3) on them are inside, however rounded [m]."""
    return 64.0 * float(np.finfo(np.float64).eps) * float(np.abs(points).max())


def cut_by_plane(triangles: Array, normal: Array, offset: float) -> tuple[Array, Array]:
    """Return the triangles (., 3, 3) below and above the plane normal . p = offset, cut along it."""
    height = triangles @ normal - offset
    is_above = height > 0.0
    count = is_above.sum(axis=1)
    below, above = [triangles[count == 0]], [triangles[count == 3]]
    for alone, one, two in ((1, above, below), (2, below, above)):
        rows = np.flatnonzero(count == alone)
        single = (is_above[rows] if alone == 1 else ~is_above[rows]).argmax(axis=1)
        a, b, c = ((single + step) % 3 for step in range(3))
        p, q, r = (triangles[rows, corner] for corner in (a, b, c))
        pq = _crossing(p, q, height[rows, a] / (height[rows, a] - height[rows, b]))
        pr = _crossing(p, r, height[rows, a] / (height[rows, a] - height[rows, c]))
        one.append(np.stack([p, pq, pr], axis=1))
        two += [np.stack([pq, q, r], axis=1), np.stack([pq, r, pr], axis=1)]
    return np.concatenate(below), np.concatenate(above)


def _crossing(p: Array, q: Array, share: Array) -> Array:
    """Return the points of edges from p to q (k, 3) at this share (k,) of their way."""
    return p + share[:, None] * (q - p)


class TrueVolume(NamedTuple):
    """A content, and what it was taken from."""

    volume: float  # [m^3]
    source: str  # "mesh" or "hull"


def true_volume(mesh: Mesh) -> TrueVolume:
    """Return what a mesh holds."""
    if is_closed(mesh) and volume_of(mesh) != 0.0:
        return TrueVolume(abs(volume_of(mesh)), "mesh")
    return TrueVolume(volume_of(convex_hull(mesh.vertices)), "hull")


SLACK = 1e-9  # [m] by which a corner may seem outside, for rounding


class HeldCorners(NamedTuple):
    """A convex volume, and the corners (k, 3) whose hull it holds."""

    member: BoundingVolume
    corners: Array


class Fitted(NamedTuple):
    """A volume around a body, and what each of its members holds; together that is the body."""

    volume: BoundingVolume
    held: tuple[HeldCorners, ...]

    @property
    def margin(self) -> float:
        """How far inside its member the outermost corner is [m]; negative: outside."""
        return min(float(member.margins(corners).min(initial=np.inf)) for member, corners in self.held)


class NotHeldError(RuntimeError):
    """A fit that does not hold its body: the method that made it is wrong."""


def checked_fit(fitted: Fitted) -> Fitted:
    """Return a fit that holds its body.

    Raises:
        NotHeldError: it does not; by how much.
    """
    if not fitted.margin >= -SLACK:
        raise NotHeldError(f"the fit {fitted.volume.kind} leaves out a corner by {-fitted.margin:.3g} m")
    return fitted
