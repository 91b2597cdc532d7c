"""Convex pieces of a mesh by CoACD, made to contain it.

CoACD cuts a solid by planes and approximates its surface, so that corners stick out and faces cross from one
piece into the next.  Corners are taken into the nearest piece; faces are halved until each part lies in one
piece, and parts that still do not are taken into the nearest (Wei et al., Approximate convex decomposition
for 3D meshes with collision-aware concavity and tree search, 2022).
"""

import numpy as np

from predictor.geometry.hull import LibraryMissing, convex_hull, hull_of
from predictor.geometry.mesh import Array, Mesh
from predictor.geometry.pieces.surface_pieces import Piece

THRESHOLD = 0.05  # concavity that may be left, as CoACD measures it
SEED = 1
HALVINGS = 8  # of a face, at most
MOST_PARTS = 200_000  # of faces at a time; beyond it they are taken in as they are
INSIDE = 1e-9  # of the extent


def coacd_pieces(mesh: Mesh, most: int) -> list[Piece]:
    """Return at most `most` convex pieces that together contain a mesh; none of them names patches.

    Raises:
        LibraryMissing: coacd is not installed.
    """
    try:
        import coacd
    except ImportError:
        raise LibraryMissing("coacd") from None
    coacd.set_log_level("error")
    found = coacd.run_coacd(
        coacd.Mesh(mesh.vertices, mesh.faces), threshold=THRESHOLD, max_convex_hull=most, seed=SEED
    )
    clouds = [np.asarray(vertices, dtype=np.float64) for vertices, _ in found][:most] or [mesh.vertices]
    return [Piece(convex_hull(cloud), 0) for cloud in _containing(clouds, mesh)]


def _containing(clouds: list[Array], mesh: Mesh) -> list[Array]:
    """Return clouds of points whose hulls hold each face of the mesh."""
    tolerance = INSIDE * float(np.ptp(mesh.vertices, axis=0).max())
    clouds = _with(clouds, mesh.vertices[:, None], tolerance)
    parts = mesh.triangles
    planes = [_planes(cloud) for cloud in clouds]
    for _ in range(HALVINGS):
        parts = parts[(_above(planes, parts) > tolerance).all(axis=0)]
        if len(parts) == 0 or 2 * len(parts) > MOST_PARTS:
            break
        parts = _halved(parts)
    return _with(clouds, parts, tolerance)


def _with(clouds: list[Array], parts: Array, tolerance: float) -> list[Array]:
    """Return clouds that took in the parts (k, c, 3) that none of them holds, each the nearest."""
    if len(parts) == 0:
        return clouds
    above = _above([_planes(cloud) for cloud in clouds], parts)
    nearest, is_open = above.argmin(axis=0), above.min(axis=0) > tolerance
    return [
        np.concatenate([cloud, parts[is_open & (nearest == k)].reshape(-1, 3)])
        for k, cloud in enumerate(clouds)
    ]


def _planes(cloud: Array) -> Array:
    hull = hull_of(convex_hull(cloud).vertices)
    return np.zeros((0, 4)) if hull is None else hull.planes


def _above(planes: list[Array], parts: Array) -> Array:
    """Return how far each part sticks out of each hull (p, k)."""
    flat = parts.reshape(-1, 3)
    rows = [(flat @ each[:, :3].T + each[:, 3]).max(axis=1, initial=-np.inf) for each in planes]
    return np.array([row.reshape(len(parts), -1).max(axis=1) for row in rows])


def _halved(parts: Array) -> Array:
    """Return triangles (k, 3, 3) cut in two across their longest edges."""
    lengths = np.linalg.norm(np.roll(parts, -1, axis=1) - parts, axis=2)
    order = (lengths.argmax(axis=1)[:, None] + np.arange(3)) % 3
    a, b, c = np.moveaxis(np.take_along_axis(parts, order[:, :, None], axis=1), 1, 0)
    middle = (a + b) / 2.0
    return np.concatenate([np.stack([a, middle, c], axis=1), np.stack([middle, b, c], axis=1)])
