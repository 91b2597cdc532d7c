"""The convex hull of points, as a mesh; never flat, so that physics and boxes can take it."""

from typing import Any

import numpy as np

from predictor.geometry.mesh import Array, Mesh, MeshError, mesh_of
from telemetry.settings import FileError

THINNEST = 1e-4  # [m] a flat hull is made this thick, to both sides of its plane
FLAT = 1e-6  # of its extent: points that are nearer to a plane, line or point than this lie in it
CURE = "pip install 'farhand[robots]'"


class LibraryMissing(FileError):
    """What a mesh needs is not installed."""

    def __init__(self, name: str) -> None:
        """State which library."""
        super().__init__(name, "", f"is not installed, and meshes need it; {CURE}")


def convex_hull(points: Array) -> Mesh:
    """Return the convex hull of points (n, 3) [m], its faces wound counter-clockwise as seen from outside.

    Points that lie in one plane, on one line or in one place get a hull that is `THINNEST` thick to each
    side: it contains them.
    """
    points = np.asarray(points, dtype=np.float64).reshape(-1, 3)
    if len(points) == 0 or not np.isfinite(points).all():
        raise MeshError("a hull needs at least one point, and all of them finite")
    return _hull(thickened(points))


def thickened(points: Array) -> Array:
    """Return points that span a volume: themselves, or where they are flat, copies to both sides."""
    centred = points - points.mean(axis=0)
    axes = np.linalg.eigh(centred.T @ centred)[1].T  # the thinnest first
    spans = np.ptp(centred @ axes.T, axis=0)
    flat = spans <= max(FLAT * spans.max(), THINNEST * FLAT)
    for axis in axes[flat]:
        points = np.concatenate([points + THINNEST * axis, points - THINNEST * axis])
    return points


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


def _hull(points: Array) -> Mesh:
    found = qhull()(points)
    faces = np.asarray(found.simplices, dtype=np.int64)
    corners = points[faces]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    inward = np.einsum("ij,ij->i", normals, found.equations[:, :3]) < 0.0
    faces[inward] = faces[inward][:, ::-1]
    used, rows = np.unique(faces, return_inverse=True)
    return mesh_of(points[used], rows)
