"""The convex hull of points, as a mesh; never flat, so that physics and boxes can take it."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.geometry.mesh import Array, Mesh, MeshError, mesh_of
from telemetry.files.settings import FileError, with_extra

THINNEST = 1e-4  # [m] a flat hull is made this thick, to both sides of its plane
FLAT = 1e-6  # of its extent: points that are nearer to a plane, line or point than this lie in it
CURE = with_extra("robots")


class LibraryMissing(FileError):
    """What a mesh needs is not installed."""

    def __init__(self, name: str) -> None:
        """State which library."""
        super().__init__(name, "", f"is not installed, and meshes need it; {CURE}")


class Hull(NamedTuple):
    """The convex hull of points that span a volume."""

    corners: Array  # (k, 3)
    planes: Array  # (p, 4) n x + d = 0, n outwards
    volume: float  # [m^3]


def convex_hull(points: Array) -> Mesh:
    """Return the convex hull of points (n, 3) [m], its faces wound counter-clockwise as seen from outside.

    Points that lie in one plane, on one line or in one place get a hull that is `THINNEST` thick to each
    side: it contains them.
    """
    points = np.asarray(points, dtype=np.float64).reshape(-1, 3)
    if len(points) == 0 or not np.isfinite(points).all():
        raise MeshError("a hull needs at least one point, and all of them finite")
    points = _thickened(points)
    found = qhull()(points)
    faces = np.asarray(found.simplices, dtype=np.int64)
    corners = points[faces]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    inward = np.einsum("ij,ij->i", normals, found.equations[:, :3]) < 0.0
    faces[inward] = faces[inward][:, ::-1]
    used, rows = np.unique(faces, return_inverse=True)
    return mesh_of(points[used], rows)


def hull_of(points: Array) -> Hull | None:
    """Return the hull of points; None: they are flat."""
    if _axes(points)[1].any():
        return None
    found = qhull()(points)
    planes = np.unique(np.round(found.equations, 12), axis=0)
    return Hull(points[found.vertices], planes, float(found.volume))


def _thickened(points: Array) -> Array:
    """Return points that span a volume: themselves, or where they are flat, copies to both sides."""
    axes, is_flat = _axes(points)
    for axis in axes[is_flat]:
        points = np.concatenate([points + THINNEST * axis, points - THINNEST * axis])
    return points


def _axes(points: Array) -> tuple[Array, NDArray[np.bool_]]:
    """Return the principal axes (rows) of points, and along which of them they have no extent."""
    centred = points - points.mean(axis=0)
    axes = np.linalg.eigh(centred.T @ centred)[1].T
    spans = np.ptp(centred @ axes.T, axis=0)
    return axes, spans <= max(FLAT * spans.max(), THINNEST * FLAT)


def qhull() -> Any:
    """Return scipy's `ConvexHull`, which raises a `RuntimeError` where points are flat.

    Raises:
        LibraryMissing: it is not installed.
    """
    try:
        from scipy.spatial import ConvexHull
    except ImportError:
        raise LibraryMissing("scipy") from None
    return ConvexHull
