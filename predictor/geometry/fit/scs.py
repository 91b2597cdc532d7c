"""Two spheres and a cylinder between them: the ends of a body in the spheres, its middle in the cylinder.

  __                    __       planes cut the body across a line into slices; for each choice of two
 /  \\________|_________/  \\      planes a sphere holds what is before the first, one what is behind the
( o--|-----------------|-o )     second, each as small as its place on the line can make it, and no
 \\__/------------------\\__/      thinner than the cylinder, which holds what is between
"""

from itertools import combinations
from typing import NamedTuple

import numpy as np

from predictor.geometry.fit.solid import Fitted, HeldCorners, Solid, cut_by_plane, rounding_margin
from predictor.geometry.fit.volumes import BoundingCylinder, BoundingSphere, SphereCylinderSphere
from predictor.geometry.mesh import Array

SLICES = 12  # of equal thickness
HALVINGS = 40  # of the interval in which a sphere's place is searched


class _Corners(NamedTuple):
    """Corners (k, 3) of the body, where they are along the line and how far from it (k,)."""

    points: Array
    x: Array
    d: Array


class _End(NamedTuple):
    """A sphere about a place of the line, and what it holds."""

    place: float
    radius: float
    corners: Array


def sphere_cylinder_sphere(solid: Solid) -> Fitted:
    """Return the least of these around a solid, on the line of its box's longest edge."""
    p, u = solid.box.T[:3, 3], solid.box.T[:3, 0]
    planes = np.linspace(-1.0, 1.0, SLICES + 1)[1:-1] * solid.box.half[0]
    slices = [_seen(points, p, u) for points in _slices(solid, planes)]
    before = [_end(slices[: index + 1], place, 1.0) for index, place in enumerate(planes)]
    behind = [_end(slices[index + 1 :], place, -1.0) for index, place in enumerate(planes)]
    found = [
        _joined(before[first], behind[second], middle=_all(slices[first + 1 : second + 1]), solid=solid)
        for first, second in combinations(range(len(planes)), 2)
    ]
    return min(found, key=lambda fitted: fitted.volume.volume)


def _slices(solid: Solid, planes: Array) -> list[Array]:
    """Return the corners of what is before the first plane, between two, and behind the last."""
    p, u, behind = solid.box.T[:3, 3], solid.box.T[:3, 0], solid.triangles
    slices = []
    for place in planes:
        before, behind = cut_by_plane(behind, u, float(p @ u + place))
        slices.append(before)
    return [np.unique(part.reshape(-1, 3), axis=0) for part in [*slices, behind]]


def _seen(points: Array, p: Array, u: Array) -> _Corners:
    x = (points - p) @ u
    return _Corners(points, x, np.linalg.norm(points - p - x[:, None] * u, axis=1))


def _all(slices: list[_Corners]) -> _Corners:
    return _Corners(*(np.concatenate(columns) for columns in zip(*slices, strict=True)))


def _end(slices: list[_Corners], place: float, sign: float) -> _End:
    """Return the least sphere that holds slices, its centre on their side of a plane; sign -1: behind it.

    The greatest distance of some points is a convex function of the place that it is measured from.
    """
    corners = _all(slices)
    x, d = sign * corners.x, corners.d
    low, high = min(float(x.min(initial=np.inf)), sign * place), sign * place
    for _ in range(HALVINGS):
        third = (high - low) / 3.0
        if _farthest(x, d, low + third) <= _farthest(x, d, high - third):
            high -= third
        else:
            low += third
    return _End(sign * low, _farthest(x, d, low), corners.points)


def _farthest(x: Array, d: Array, place: float) -> float:
    return float(np.hypot(x - place, d).max(initial=0.0))


def _joined(first: _End, second: _End, *, middle: _Corners, solid: Solid) -> Fitted:
    p, u, grown = solid.box.T[:3, 3], solid.box.T[:3, 0], rounding_margin(solid.corners)
    radius = float(middle.d.max(initial=0.0)) + grown
    p0, p1 = p + first.place * u, p + second.place * u
    ends = (
        BoundingSphere(centre=p0, radius=max(first.radius + grown, radius)),
        BoundingSphere(centre=p1, radius=max(second.radius + grown, radius)),
    )
    cylinder = BoundingCylinder(p0=p0, p1=p1, radius=radius)
    held = (
        HeldCorners(ends[0], first.corners),
        HeldCorners(cylinder, middle.points),
        HeldCorners(ends[1], second.corners),
    )
    return Fitted(SphereCylinderSphere(ends=ends, middle=cylinder), held)
