"""The volumes that a body can be wrapped in, and what each of them answers.

    BoundingSphere         a centre, a radius                     o
    BoundingCapsule        all within a radius of a segment       (====)
    TaperedCapsule         the hull of two spheres                (===--o
    BoundingCylinder       a capsule without its caps             |====|
    SphereCylinderSphere   two spheres, a cylinder between them   O====o
    CapsuleUnion           capsules, each around a slice          (===)(=)
    OrientedBox                                                   [====]      (`predictor.geometry.fit.obb`)

All but SphereCylinderSphere and CapsuleUnion are convex: they hold a body of triangles when they hold its
corners.  Of those two each convex member holds the slice of the body between two planes; the corners of a
slice are those of its triangles and the points where planes cut them.  A `margin` is how far the outermost
of some points is inside.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from predictor.geometry.mesh import Array

ROOT = 1.2207440846057596  # of x^4 = x + 1


class BoundingVolume(Protocol):
    """What every volume answers."""

    @property
    def kind(self) -> str: ...

    @property
    def volume(self) -> float:
        """Its content [m^3]; what its members share is counted once."""
        ...

    def margins(self, points: Array) -> Array:
        """Return how far inside each of points (k, 3) is (k,) [m]; negative: outside."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BoundingSphere:
    """All points within a radius of a centre."""

    centre: Array  # (3,)
    radius: float  # [m]
    kind: str = "sphere"

    @property
    def volume(self) -> float:
        """Its content [m^3]."""
        return 4.0 / 3.0 * math.pi * self.radius**3

    def margins(self, points: Array) -> Array:
        """Return how far inside points (k, 3) are (k,) [m]."""
        return np.asarray(self.radius - np.linalg.norm(points - self.centre, axis=1))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BoundingCapsule:
    """All points within a radius of a segment."""

    p0: Array  # (3,) axis ends
    p1: Array  # (3,)
    radius: float  # [m]
    kind: str = "capsule"

    @property
    def volume(self) -> float:
        """Its content [m^3]."""
        return math.pi * self.radius**2 * (math.dist(self.p0, self.p1) + 4.0 / 3.0 * self.radius)

    def margins(self, points: Array) -> Array:
        """Return how far inside points (k, 3) are (k,) [m]."""
        along = self.p1 - self.p0
        square = float(along @ along)
        t = np.clip((points - self.p0) @ along / square, 0.0, 1.0) if square > 0.0 else np.zeros(len(points))
        return np.asarray(self.radius - np.linalg.norm(points - self.p0 - t[:, None] * along, axis=1))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TaperedCapsule:
    """The convex hull of two spheres; their centres are apart."""

    p0: Array  # (3,) centre of the larger sphere
    p1: Array  # (3,)
    radius_0: float  # [m]
    radius_1: float  # [m], at most radius_0
    kind: str = "tapered"

    @property
    def volume(self) -> float:
        """Its content [m^3]."""
        return tapered_content(math.dist(self.p0, self.p1), self.radius_0, self.radius_1)

    def margins(self, points: Array) -> Array:
        """Return how far inside points (k, 3) are (k,) [m]: of the spheres between, that which holds most."""
        slope = self.radius_0 - self.radius_1
        if math.dist(self.p0, self.p1) <= slope:
            return np.asarray(self.radius_0 - np.linalg.norm(points - self.p0, axis=1))
        x, across, length = along_axis(points, self.p0, self.p1)
        sine = slope / length
        s = np.clip(x - across * sine / math.sqrt(1.0 - sine**2), 0.0, length)
        return np.asarray(self.radius_0 - sine * s - np.hypot(x - s, across))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BoundingCylinder:
    """All points within a radius of a segment, between the planes at its ends."""

    p0: Array  # (3,) centres of the end discs, which are apart
    p1: Array  # (3,)
    radius: float  # [m]
    kind: str = "cylinder"

    @property
    def volume(self) -> float:
        """Its content [m^3]."""
        return math.pi * self.radius**2 * math.dist(self.p0, self.p1)

    def margins(self, points: Array) -> Array:
        """Return how far inside points (k, 3) are (k,) [m], at least."""
        x, across, length = along_axis(points, self.p0, self.p1)
        return np.asarray(np.minimum(self.radius - across, np.minimum(x, length - x)))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SphereCylinderSphere:
    """Two spheres about the ends of a cylinder, which is no thicker than they are."""

    ends: tuple[BoundingSphere, BoundingSphere]
    middle: BoundingCylinder  # from centre to centre
    kind: str = "scs"

    @property
    def volume(self) -> float:
        """Its content [m^3], what its members share once.

        Of a body of revolution it is the integral of pi rho^2, here of one parabola between two places where
        the member that is outermost changes: there Simpson's rule is exact.
        """
        length = math.dist(self.middle.p0, self.middle.p1)
        places = self._places(length)
        left, right = places[:-1], places[1:]
        middle = (left + right) / 2.0
        inner = 1e-9 * (right - left)  # each interval as it is within, not at its end
        squares = [self._square(x, length) for x in (left + inner, middle, right - inner)]
        return float(math.pi / 6.0 * ((right - left) * (squares[0] + 4.0 * squares[1] + squares[2])).sum())

    def _square(self, x: Array, length: float) -> Array:
        """Return the square of the radius at places (k,) along the axis [m^2]."""
        spheres = [end.radius**2 - (x - at) ** 2 for end, at in zip(self.ends, (0.0, length), strict=True)]
        cylinder = np.where((x >= 0.0) & (x <= length), self.middle.radius**2, 0.0)
        return np.maximum(cylinder, np.maximum(*spheres)).clip(0.0)

    def _places(self, length: float) -> Array:
        """Return where another member may become the outermost, in order."""
        first, second = (end.radius for end in self.ends)
        edges = [math.sqrt(max(radius**2 - self.middle.radius**2, 0.0)) for radius in (first, second)]
        meet = (length + (first**2 - second**2) / length) / 2.0
        places = [-first, first, 0.0, length, length - second, length + second, edges[0], length - edges[1]]
        return np.unique(np.clip([*places, meet], min(-first, length - second), max(length + second, first)))

    def margins(self, points: Array) -> Array:
        """Return how far inside points (k, 3) are (k,) [m]: in that member which holds each most."""
        return _most([part.margins(points) for part in (*self.ends, self.middle)])


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CapsuleUnion:
    """Capsules and spheres that hold a body together."""

    members: tuple[BoundingCapsule | BoundingSphere, ...]
    volume: float  # what members share counted once [m^3]
    kind: str = "capsules"

    def margins(self, points: Array) -> Array:
        """Return how far inside points (k, 3) are (k,) [m]: in that member which holds each most."""
        return _most([member.margins(points) for member in self.members])


def union_content(members: Sequence[BoundingCapsule | BoundingSphere], samples: int) -> float:
    """Return the content of volumes together [m^3]: of a box around them, the share of samples inside.

    The samples are the additive sequence of the plastic number's kin in three dimensions (Roberts, "The
    unreasonable effectiveness of quasirandom sequences", 2018): some thousand give a percent.
    """
    low = np.min([_corner(member, -1.0) for member in members], axis=0)
    high = np.max([_corner(member, 1.0) for member in members], axis=0)
    steps = (np.arange(samples)[:, None] + 0.5) / ROOT ** np.arange(1, 4)
    points = low + (steps % 1.0) * (high - low)
    inside = _most([member.margins(points) for member in members]) >= 0.0
    return float(np.prod(high - low) * inside.mean())


def _corner(member: BoundingCapsule | BoundingSphere, sign: float) -> Array:
    """Return the upper (1) or lower (-1) corner of the box around a volume along x, y, z."""
    ends = [member.centre] if isinstance(member, BoundingSphere) else [member.p0, member.p1]
    return np.asarray(sign * (np.max(sign * np.array(ends), axis=0) + member.radius))


def _most(margins: Sequence[Array]) -> Array:
    found: Array = np.max(margins, axis=0)
    return found


def along_axis(points: Array, p0: Array, p1: Array) -> tuple[Array, Array, float]:
    """Return where points (k, 3) are along p0 to p1 and how far from that line (k,), and its length [m]."""
    length = math.dist(p0, p1)
    u = (p1 - p0) / length
    x = (points - p0) @ u
    return x, np.linalg.norm(points - p0 - x[:, None] * u, axis=1), length


def tapered_content(length: float, first: float, second: float) -> float:
    """Return the content of the hull of two spheres of these radii: two caps, a cone between them [m^3]."""
    large, small = max(first, second), min(first, second)
    if length <= large - small:
        return 4.0 / 3.0 * math.pi * large**3
    sine = (large - small) / length
    square = 1.0 - sine**2
    cone = math.pi / 3.0 * length * square**2 * (large**2 + large * small + small**2)
    return _cap(large, 1.0 + sine) + _cap(small, 1.0 - sine) + cone


def _cap(radius: float, height: float) -> float:
    """Return the content of a cap of a sphere, its height in radii."""
    return math.pi * radius**3 * height**2 * (3.0 - height) / 3.0
