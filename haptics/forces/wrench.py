"""Forces and torques on the hand, in plain floats: a loop of 1 kHz has no time for arrays of three."""

import math
from typing import NamedTuple

from telemetry.messages.base import Quaternion, Vector

ZERO: Vector = (0.0, 0.0, 0.0)


class Wrench(NamedTuple):
    """Force [N] and torque [N m] on the hand, in the handle's own axes."""

    force: Vector
    torque: Vector

    def scaled(self, share: float) -> "Wrench":
        """Return a share of it."""
        return Wrench(times(self.force, share), times(self.torque, share))

    def plus(self, other: "Wrench") -> "Wrench":
        """Return both together."""
        return Wrench(plus(self.force, other.force), plus(self.torque, other.torque))


class Shift(NamedTuple):
    """How far the handle has gone [m] and turned [rad] since it was last looked at, in its own axes."""

    along: Vector
    about: Vector


NO_WRENCH = Wrench(ZERO, ZERO)
STILL = Shift(ZERO, ZERO)


def dot(a: Vector, b: Vector) -> float:
    """Return a . b."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def norm(a: Vector) -> float:
    """Return the length of a."""
    return math.sqrt(dot(a, a))


def times(a: Vector, share: float) -> Vector:
    """Return a share of a."""
    return share * a[0], share * a[1], share * a[2]


def plus(a: Vector, b: Vector, share: float = 1.0) -> Vector:
    """Return a + share b."""
    return a[0] + share * b[0], a[1] + share * b[1], a[2] + share * b[2]


def towards(a: Vector, b: Vector, most: float) -> Vector:
    """Return b, or the place on the way from a to b that is `most` away from a."""
    way = plus(b, a, -1.0)
    length = norm(way)
    return b if length <= most else plus(a, way, most / length)


def work(wrench: Wrench, shift: Shift) -> float:
    """Return the work that a wrench does on a hand that moves by a shift [J]."""
    return dot(wrench.force, shift.along) + dot(wrench.torque, shift.about)


def turn_between(quat_from: Quaternion, quat_to: Quaternion) -> Vector:
    """Return the rotation vector [rad] in the handle's axes that turns one attitude into another, < pi."""
    a, x, y, z = quat_from
    b, u, v, w = quat_to
    scalar = a * b + x * u + y * v + z * w
    sine = (
        a * u - b * x - (v * z - w * y),
        a * v - b * y - (w * x - u * z),
        a * w - b * z - (u * y - v * x),
    )
    length = norm(sine)
    if length == 0.0:
        return ZERO
    angle = 2.0 * math.atan2(length, abs(scalar))
    return times(sine, math.copysign(angle / length, scalar))
