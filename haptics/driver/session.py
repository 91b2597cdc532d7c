"""What a driver says of its device, and what it makes of the forces that come back.

reading, felt -----> DeviceState k, k + 1, ...     with a hello until a force has come
DeviceForce     ---> LocalModel in the driver's own time, limits, round trip
"""

import msgspec

from haptics.device import HandleReading
from haptics.driver.loop import Felt
from haptics.forces.device_limits import DeviceLimits
from haptics.forces.fading import FORCE_GONE_NS
from telemetry.messages.device import DeviceForce, DeviceHello, DeviceState
from telemetry.messages.force import LocalModel


class RefusedByRun(ValueError):
    """The run does not take this device; the message says why."""


class Session:
    """One conversation of a driver with a run; times are the driver's own."""

    def __init__(self, hello: DeviceHello) -> None:
        """Say who it is first."""
        self._hello = hello
        self._number = 0
        self.newest_force = 0  # number of the newest force
        self.round_trip_ns = 0  # of the newest force: from its state to here
        self._counts = False  # the dead-man, as the run tells
        self._counted_ns = 0  # when it last did, or was not pressed

    def state(self, reading: HandleReading, felt: Felt, now_ns: int) -> DeviceState:
        """Return the next state."""
        self._number += 1
        if self._counts or not reading.dead_man:
            self._counted_ns = now_ns
        return DeviceState(
            number=self._number,
            device_ns=now_ns,
            heard=self.newest_force,
            p_handle=reading.p_handle,
            quat_handle=reading.quat_handle,
            dead_man=reading.dead_man,
            left_button=reading.left_button,
            right_button=reading.right_button,
            gripper=reading.gripper,
            force=felt.wrench.force,
            torque=felt.wrench.torque,
            limit=felt.limit,
            passed=felt.passed,
            energy=felt.energy,
            hello=None if self.newest_force else self._hello,
        )

    def pressed_in_vain_ns(self, now_ns: int) -> int:
        """Return for how long the dead-man has been pressed without counting."""
        return now_ns - self._counted_ns

    def on_force(self, force: DeviceForce, now_ns: int) -> LocalModel | None:
        """Return the model to be rendered, as old by the driver's clock as it is; None: nothing new.

        Raises:
            Refused: the run does not take this device, or not any more.
        """
        if not force.is_taken:
            raise RefusedByRun(force.told)
        if force.number <= self.newest_force:
            return None
        self.newest_force, self.round_trip_ns = force.number, now_ns - force.device_ns
        self._counts = force.is_pressed
        age_ns = max(0, force.at_ns - force.model.at_ns)
        if self.round_trip_ns > FORCE_GONE_NS:  # held up on its way, nobody knows for how much of it
            age_ns += self.round_trip_ns
        return msgspec.structs.replace(force.model, at_ns=now_ns - age_ns)


def hello_of(name: str, token: str, *, rate_hz: float, limits: DeviceLimits) -> DeviceHello:
    """Return who a device is."""
    return DeviceHello(
        token=token,
        name=name,
        rate=rate_hz,
        peak_force=limits.peak_force,
        continuous_force=limits.continuous_force,
        peak_torque=limits.peak_torque,
        continuous_torque=limits.continuous_torque,
    )
