"""What every handle must offer, whatever drives it: a real device, a network, or a simulated hand."""

from dataclasses import dataclass
from typing import Protocol

from haptics.forces.device_limits import DeviceLimits
from haptics.forces.wrench import Wrench
from telemetry.messages.base import Quaternion, Vector

NO_MOTORS = DeviceLimits(peak_force=0.0, continuous_force=0.0, peak_torque=0.0, continuous_torque=0.0)


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
