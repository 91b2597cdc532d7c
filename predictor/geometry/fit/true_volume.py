"""What a body really holds, which a fill ratio compares with what is around it.

Of an open surface nobody knows, so its convex hull counts, which holds more.
"""

from typing import NamedTuple

from predictor.geometry.hull import convex_hull
from predictor.geometry.mesh import Mesh
from predictor.geometry.surface import enclosed_volume, open_edges


class TrueVolume(NamedTuple):
    """A content, and what it was taken from."""

    volume: float  # [m^3]
    source: str  # "mesh" or "hull"


def true_volume(mesh: Mesh) -> TrueVolume:
    """Return what a mesh holds."""
    if open_edges(mesh) == 0 and enclosed_volume(mesh) > 0.0:
        return TrueVolume(enclosed_volume(mesh), "mesh")
    return TrueVolume(enclosed_volume(convex_hull(mesh.vertices)), "hull")
