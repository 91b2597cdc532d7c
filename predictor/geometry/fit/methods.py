"""The methods by name, and what each of them finds for a body.

To add one: its function, and a row of `METHODS`; its name in `FLYING` if an arm can be flown with it.
"""

from collections.abc import Callable
from typing import NamedTuple

from predictor.geometry.fit.by_box import capsule_by_box, sphere_by_box
from predictor.geometry.fit.scs import sphere_cylinder_sphere
from predictor.geometry.fit.several import several_capsules
from predictor.geometry.fit.smallest_volumes import smallest_capsule, smallest_sphere, smallest_tapered
from predictor.geometry.fit.solid import Fitted, Held, Solid, proven
from predictor.geometry.fit.volumes import BoundingVolume, Capsule, Several, Sphere


class Method(NamedTuple):
    """One row of the table."""

    fit: Callable[[Solid], Fitted]
    what: str


def _whole(volume: BoundingVolume, solid: Solid) -> Fitted:
    """Return the fit of one convex volume: it holds the body when it holds the corners of its hull."""
    return Fitted(volume, (Held(volume, solid.corners),))


METHODS = {
    "capsules": Method(several_capsules, "up to three capsules and spheres"),
    "capsule": Method(
        lambda solid: _whole(smallest_capsule(solid.corners, solid.edges), solid), "the smallest capsule"
    ),
    "sphere": Method(lambda solid: _whole(smallest_sphere(solid.corners), solid), "the smallest sphere"),
    "tapered": Method(
        lambda solid: _whole(smallest_tapered(solid.corners, solid.edges), solid), "the hull of two spheres"
    ),
    "obb": Method(lambda solid: _whole(solid.box, solid), "an oriented box"),
    "scs": Method(sphere_cylinder_sphere, "two spheres, and a cylinder between them"),
    "capsule-by-box": Method(
        lambda solid: _whole(capsule_by_box(solid), solid), "a capsule on the line of the box, by bisection"
    ),
    "sphere-by-box": Method(
        lambda solid: _whole(sphere_by_box(solid), solid), "a sphere about the box's centre"
    ),
}
FLOWN = "capsules"  # what an arm is flown with where nobody chooses
FLYING = ("capsules", "capsule", "sphere", "capsule-by-box", "sphere-by-box")  # what a robot file can say


def fit(solid: Solid, method: str) -> Fitted:
    """Return what a method finds, once it is proven to hold the solid.

    Raises:
        KeyError: there is no such method.
        NotHeldError: the method is wrong.
    """
    return proven(METHODS[method].fit(solid))


def flown(volume: BoundingVolume) -> tuple[Capsule | Sphere, ...]:
    """Return the capsules and spheres of a volume that an arm can be flown with; none: it cannot."""
    if isinstance(volume, Several):
        return volume.members
    return (volume,) if isinstance(volume, Capsule | Sphere) else ()
