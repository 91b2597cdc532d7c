"""Convex pieces of a mesh: together they contain it."""

from predictor.geometry.hull import convex_hull
from predictor.geometry.mesh import Mesh


def convex_pieces(mesh: Mesh, *, method: str = "surface") -> tuple[Mesh, ...]:
    """Return convex meshes that together contain a mesh.

    Raises:
        ValueError: `method` is none of those that there are.
    """
    if method not in ("surface", "coacd"):
        raise ValueError(f"no method {method!r}; valid are surface, coacd")
    return (convex_hull(mesh.vertices),)
