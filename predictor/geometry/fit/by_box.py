"""Sphere and capsule by the recipe of the box: its centre, and the line of its longest edge.

        _______________
       /               \\        the line P1 P2 joins the middles of the smallest faces; the radius is the
    P1(-o-P3-------P4-o-)P2     greatest distance of a vertex from it; the ends P3, P4 move inwards while no
       \\_______________/        vertex beyond them is farther away than the radius, found by bisection

A recipe that is often used, for comparison: `predictor.geometry.fit.smallest_volumes` finds smaller ones.
"""

import numpy as np

from predictor.geometry.fit.solid import Solid, rounding_margin
from predictor.geometry.fit.volumes import BoundingCapsule, BoundingSphere
from predictor.geometry.mesh import Array

END_TOLERANCE_M = (
    1e-9  # [m] by how much an end may be farther out than it has to be; more: faster, and larger
)


def sphere_by_box(solid: Solid) -> BoundingSphere:
    """Return the sphere about the centre of the box that just holds the solid."""
    centre = solid.box.T[:3, 3]
    radius = float(np.linalg.norm(solid.corners - centre, axis=1).max())
    return BoundingSphere(centre=centre, radius=radius + rounding_margin(solid.corners))


def capsule_by_box(solid: Solid, within: float = END_TOLERANCE_M) -> BoundingCapsule | BoundingSphere:
    """Return the capsule on the line of the box, or the sphere of a part so short that it is smaller."""
    p, u = solid.box.T[:3, 3], solid.box.T[:3, 0]
    x = (solid.corners - p) @ u
    d = np.linalg.norm(solid.corners - p - x[:, None] * u, axis=1)
    radius = float(d.max())
    low = _end(x, d, radius=radius, within=within)
    high = -_end(-x, d, radius=radius, within=within)
    capsule = BoundingCapsule(p0=p + low * u, p1=p + high * u, radius=radius + rounding_margin(solid.corners))
    sphere = sphere_by_box(solid)
    return capsule if low < high and capsule.volume < sphere.volume else sphere


def _end(x: Array, d: Array, *, radius: float, within: float) -> float:
    """Return where the low end stands, of vertices at x along the line and d away from it (v,)."""
    safe, unsafe = float(x.min()), float(x.min()) + radius
    while unsafe - safe > within:
        middle = (safe + unsafe) / 2.0
        beyond = x < middle
        if np.hypot(x[beyond] - middle, d[beyond]).max(initial=0.0) > radius:
            unsafe = middle
        else:
            safe = middle
    return safe
