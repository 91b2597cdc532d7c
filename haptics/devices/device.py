"""What a handle device offers, and the devices that `farhand handle` can open.

A handle is a real device, one on the network, or a simulated hand.  To add a device: its file in this folder,
and a row in `DEVICES`.  A row names the function that opens it, which imports what it needs by itself and
raises `DeviceMissing`.  A device in another language needs no row: its own program speaks the protocol
(`farhand messages handle`).
"""

import importlib
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from haptics.forces.device_limits import DeviceLimits
from haptics.forces.wrench import Wrench
from telemetry.messages.base import Quaternion, Vector

NO_MOTORS = DeviceLimits(peak_force=0.0, continuous_force=0.0, peak_torque=0.0, continuous_torque=0.0)
HERE = "haptics.devices"


class DeviceMissing(ValueError):
    """No such device can be used here: what is missing, and what to do, in one line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandleReading:
    """The handle at one instant, in its own frame."""

    p_handle: Vector  # from the handle's centre [m]
    quat_handle: Quaternion  # w, x, y, z
    dead_man: bool  # True while pressed
    left_button: bool
    right_button: bool
    gripper: float = 0.0  # 0 open, 1 closed


class Handle(Protocol):
    """A handle that can be read at any time; it never blocks."""

    def read(self, now_ns: int) -> HandleReading:
        """Return where the handle is now (ground clock)."""
        ...


class Device(Handle, Protocol):
    """A handle that a driver process has opened."""

    limits: DeviceLimits

    def feel(self, wrench: Wrench) -> None:
        """Give this from now on; a device without motors gives nothing."""
        ...

    def close(self) -> None:
        """Let the device go."""
        ...


class DeviceRow(NamedTuple):
    """One device."""

    opener: str  # module:function, without arguments
    summary: str


DEVICES = {
    "simulated": DeviceRow(
        f"{HERE}.simulated:open_simulated", "a hand that follows a script, to try a run with"
    ),
    "gamepad": DeviceRow(f"{HERE}.gamepad:open_gamepad", "sticks and buttons of a game pad (pygame-ce)"),
    "spacemouse": DeviceRow(
        f"{HERE}.space_mouse:open_space_mouse", "a 3Dconnexion SpaceMouse by USB (hidapi)"
    ),
}


def open_device(name: str) -> Device:
    """Open a device.

    Raises:
        DeviceMissing: it is not attached, or what reads it is not installed.
    """
    module, _, function = DEVICES[name].opener.partition(":")
    device: Device = getattr(importlib.import_module(module), function)()
    return device
