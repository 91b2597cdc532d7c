"""How the hand leads the arm, as every role of a run must agree on; what is not said is as below."""

import math
from typing import Literal

import msgspec

from telemetry.agreed.force_settings import ForceSettings, HumanHand
from telemetry.messages.base import Quaternion, Vector
from telemetry.messages.handle import UPRIGHT, Steering

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
