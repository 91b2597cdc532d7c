"""What a body really holds, which a fill ratio compares with what is around it.

Of an open surface nobody knows, so its convex hull counts, which holds more.
"""

from typing import NamedTuple

from predictor.geometry.hull import convex_hull
from predictor.geometry.mesh import Mesh, is_closed, volume_of


class TrueVolume(NamedTuple):
    """A content, and what it was taken from."""

    volume: float  # [m^3]
    source: str  # "mesh" or "hull"


def true_volume(mesh: Mesh) -> TrueVolume:
    """Return what a mesh holds."""
    if is_closed(mesh) and volume_of(mesh) != 0.0:
        return TrueVolume(abs(volume_of(mesh)), "mesh")
    return TrueVolume(volume_of(convex_hull(mesh.vertices)), "hull")
