"""The methods by name, and what each of them finds for a body.

To add one: its function, and a row of `METHODS`; its name in `FLYING` if an arm can be flown with it.
"""

from collections.abc import Callable
from typing import NamedTuple

from predictor.geometry.fit.by_box import capsule_by_box, sphere_by_box
from predictor.geometry.fit.scs import sphere_cylinder_sphere
from predictor.geometry.fit.several import several_capsules
from predictor.geometry.fit.smallest_volumes import smallest_capsule, smallest_sphere, smallest_tapered
from predictor.geometry.fit.solid import Fitted, HeldCorners, Solid, checked_fit
from predictor.geometry.fit.volumes import BoundingCapsule, BoundingSphere, BoundingVolume, CapsuleUnion


class FitMethod(NamedTuple):
    """One row of the table."""

    fit: Callable[[Solid], Fitted]
    what: str


def _whole(volume: BoundingVolume, solid: Solid) -> Fitted:
    """Return the fit of one convex volume: it holds the body when it holds the corners of its hull."""
    return Fitted(volume, (HeldCorners(volume, solid.corners),))


METHODS = {
    "capsules": FitMethod(several_capsules, "up to three capsules and spheres"),
    "capsule": FitMethod(
        lambda solid: _whole(smallest_capsule(solid.corners, solid.edges), solid), "the smallest capsule"
    ),
    "sphere": FitMethod(lambda solid: _whole(smallest_sphere(solid.corners), solid), "the smallest sphere"),
    "tapered": FitMethod(
        lambda solid: _whole(smallest_tapered(solid.corners, solid.edges), solid), "the hull of two spheres"
    ),
    "obb": FitMethod(lambda solid: _whole(solid.box, solid), "an oriented box"),
    "scs": FitMethod(sphere_cylinder_sphere, "two spheres, and a cylinder between them"),
    "capsule-by-box": FitMethod(
        lambda solid: _whole(capsule_by_box(solid), solid), "a capsule on the line of the box, by bisection"
    ),
    "sphere-by-box": FitMethod(
        lambda solid: _whole(sphere_by_box(solid), solid), "a sphere about the box's centre"
    ),
}
DEFAULT_METHOD = "capsules"  # what an arm is flown with by default
FLYABLE_METHODS = (
    "capsules",
    "capsule",
    "sphere",
    "capsule-by-box",
    "sphere-by-box",
)  # what a robot file can say


def fit(solid: Solid, method: str) -> Fitted:
    """Return what a method finds, once it is proven to hold the solid.

    Raises:
        KeyError: there is no such method.
        NotHeldError: the method is wrong.
    """
    return checked_fit(METHODS[method].fit(solid))


def flyable_volumes(volume: BoundingVolume) -> tuple[BoundingCapsule | BoundingSphere, ...]:
    """Return the capsules and spheres of a volume that an arm can be flown with; none: it cannot."""
    if isinstance(volume, CapsuleUnion):
        return volume.members
    return (volume,) if isinstance(volume, BoundingCapsule | BoundingSphere) else ()
