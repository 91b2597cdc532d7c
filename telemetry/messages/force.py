"""What the hand feels: the local model that a loop beside the device renders, and what screens are told.

    handle at p, turned by the rotation vector r from its anchor, at the rates v and w

    force  = force  - stiffness (p - p_anchor) - damping v + walls
    torque = torque - turning_stiffness r      - turning_damping w
    wall   = normal (stiffness depth - damping v . normal), never pulling,
             while depth = normal . (p_wall - p) > 0

Everything is in the handle's own axes, and acts on the hand.
"""

from typing import Annotated, Literal

import msgspec

from telemetry.messages.base import (
    Finite,
    Message,
    Name,
    Nanoseconds,
    Part,
    Quaternion,
    Share,
    Vector,
    on_wire,
)

MOST_WALLS = 8
NOWHERE: Vector = (0.0, 0.0, 0.0)

Limit = Literal["", "device", "energy", "stale"]  # what a force is less for than asked; the strongest

Amount = Annotated[float, msgspec.Meta(ge=0.0, le=1e9)]


@on_wire("Wall")
class Wall(Part, frozen=True, omit_defaults=True):
    """A plane behind which the hand is pushed back."""

    p_wall: Vector  # a point of it [m]
    normal: Vector  # to where the hand is free; norm 1 [1]
    stiffness: Amount  # [N/m]
    damping: Amount = 0.0  # [N s/m]


Walls = Annotated[tuple[Wall, ...], msgspec.Meta(max_length=MOST_WALLS)]


@on_wire("LocalModel")
class LocalModel(Part, frozen=True, omit_defaults=True):
    """What a loop of 1 kHz beside the device renders until the next one; the default pulls nowhere."""

    at_ns: Nanoseconds = 0  # of what it was made of, ground clock: from then on it ages, and fades
    force: Vector = NOWHERE  # at the anchor [N]
    torque: Vector = NOWHERE  # [N m]
    p_anchor: Vector = NOWHERE  # [m]
    quat_anchor: Quaternion = (1.0, 0.0, 0.0, 0.0)
    stiffness: Amount = 0.0  # about the anchor [N/m]
    damping: Amount = 0.0  # against all motion [N s/m]
    turning_stiffness: Amount = 0.0  # [N m/rad]
    turning_damping: Amount = 0.0  # [N m s/rad]
    walls: Walls = ()
    is_limited: bool = True  # to the energy that the hand has given; False: comparison, rehearsal only


@on_wire("ForceShare")
class ForceShare(Part, frozen=True, omit_defaults=True):
    """One of the reasons of a force."""

    why: Name  # delay, contact, fixture
    force: Vector  # [N]
    torque: Vector = NOWHERE  # [N m]


@on_wire("HandForce")
class HandForce(Message, frozen=True, tag=32):
    """Haptics to screens and recorder, 12.5 Hz while a hand is bilateral: what it feels, and why.

    Forces act on the hand in handle axes; tool positions are in base axes.
    """

    at_ns: Nanoseconds  # ground clock
    force: Vector  # that the device gives, or was told to give if it does not say [N]
    torque: Vector  # [N m]
    asked: tuple[ForceShare, ...]  # of the law, before the device and the energy had their say
    limit: Limit | None  # what the force is less for than asked; None: the device's own loop does not say
    passed: Share | None  # of what the device could give, what energy and age let through; None: the same
    p_sent: Vector  # of the tool, as sent [m]
    p_received: Vector  # as telemetry tells [m]
    delay: Finite  # T: between both, as measured and stated [s]
    gain: Finite  # K_f [N/m]
    passive_gain: Finite | None  # up to which any hand is stable, by the device's own damping [N/m]
    stable_gain: Finite | None  # up to which the stated hand stays stable with it [N/m]; None: any
    energy: Finite | None  # that the hand has given and not got back [J]; None: the same
    model: LocalModel = LocalModel()  # that the loop beside the device renders
    missing: tuple[Name, ...] = ()  # reasons that cannot be felt yet: contact, until its kernels are there

    @property
    def total(self) -> Vector:
        """What all reasons ask for together [N]."""
        x, y, z = (sum(share.force[axis] for share in self.asked) for axis in range(3))
        return x, y, z
