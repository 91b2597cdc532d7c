"""How the hand leads the arm and what it feels, as every role of a run must agree on.

What a file does not state is as the defaults here.
"""

import math
from typing import Literal

import msgspec

from telemetry.messages.base import Quaternion, Vector
from telemetry.messages.handle import UPRIGHT, Steering

SentFrom = Literal["commanded", "released"]  # of the tool: as the hand asks, or as it leaves for orbit


class _Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    pass


class ForceSettings(_Settings, frozen=True):
    """The force of a bilateral hand."""

    gain: float = 40.0  # K_f of the delayed spring, by the tool's displacement [N/m]
    turning_gain: float = 1.0  # K_r, by the tool's turn [N m/rad]
    sent: SentFrom = "commanded"  # so T is the operator's whole loop; released: the link's round trip alone
    passivity: bool = True  # False: plain, for comparison in a rehearsal only
    device_damping: float = 5.0  # of the device itself [N s/m]
    centring: float = 0.0  # of a spring to where the hand asks for nothing [N/m]
    contact_from: float = 0.05  # clearance beyond what is required from which the hand is led away [m]
    contact_stiffness: float = 600.0  # of the hand's displacement, at the required clearance [N/m]
    contact_damping: float = 10.0  # of the same wall [N s/m]


class HumanHand(_Settings, frozen=True):
    """A hand that holds the handle: what is stable is told for it, and a simulated one may be like it."""

    is_simulated: bool = False  # the simulated hand yields to the force; False: it goes where it is told
    mass: float = 1.0  # with the handle's [kg]
    damping: float = 5.0  # with the device's [N s/m]
    stiffness: float = 50.0  # [N/m]
    reaction_s: float = 0.2  # after which it does what it is told, and gives way to what it felt
    gives_way: float = 0.0  # by what it aims at, to a force [m/N]


Axis = Literal["x", "y", "z", "turn_x", "turn_y", "turn_z"]  # of the frame in which the hand steers
Shared = Literal["fixture", "clearance"]  # what may bend the hand's command: a tube, what is near


class HandSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a station or a scenario states of its hand."""

    steering: Steering = Steering()  # that is chosen, if whoever arms does not choose
    quat_base_handle: Quaternion = UPRIGHT  # handle axes in those of the base, or of the frame that is chosen
    scale: float = 0.2  # increment of each period for a displacement of one
    turning_scale: float = 0.2  # turn of the tool for one of the handle
    dead_zone: float = 0.005  # [m]
    turning_dead_zone: float = math.radians(0.5)  # [rad]
    speed_max: float = 0.05  # of the tool [m/s]
    turning_max: float = math.radians(6.0)  # of the tool [rad/s]
    acceleration_max: float = 0.05  # of the tool along each axis [m/s^2]
    jerk_max: float = 0.1  # [m/s^3]; rest from full speed takes 1.5 s
    turning_acceleration_max: float = 0.05  # of the tool about each axis [rad/s^2]
    turning_jerk_max: float = 0.1  # [rad/s^3]
    locked_axes: tuple[Axis, ...] = ()  # along or about which the tool is not moved
    workspace: tuple[Vector, Vector] | None = None  # least and greatest place of the tool in base axes [m]
    shared: tuple[Shared, ...] = ()  # with what control is shared; nothing: the hand alone commands
    pull: float = 0.0  # along a fixture [N]
    force: ForceSettings = ForceSettings()
    human: HumanHand = HumanHand()


def rest_s(v: float, a_max: float, jerk_max: float) -> float:
    """Return the least time in which a speed becomes none, from no acceleration to none [s]."""
    rise_s = a_max / jerk_max
    return v / a_max + rise_s if v >= a_max * rise_s else 2.0 * math.sqrt(v / jerk_max)
