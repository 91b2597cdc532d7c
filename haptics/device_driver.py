"""What runs beside a device: its conversation with the run, and the beat of its loop.

reading, felt -----> DeviceState k, k + 1, ...     with a hello until a force has come
DeviceForce     ---> LocalModel in the driver's own time, limits, round trip

The loop keeps whole periods.  An instant that was missed is not made up for: the next one lies on the same
grid.
"""

from collections import deque
from collections.abc import Callable

import msgspec
import numpy as np

from haptics.devices.device import HandleReading
from haptics.forces.device_limits import DeviceLimits
from haptics.forces.force_loop import FORCE_GONE_NS, Felt
from telemetry.messages.device import DeviceForce, DeviceHello, DeviceState
from telemetry.messages.force import LocalModel

KEPT_CYCLES = 60_000  # cycles whose lateness is known: a minute at 1 kHz
NS_PER_US = 1e3
LATENESS_SHARES = (50.0, 99.0, 99.9)  # of cycles that are no later than is stated [%]


class Pace:
    """Waits for each next period; times are those of the clock that it is given."""

    def __init__(self, period_ns: int, now_ns: Callable[[], int], sleep_until: Callable[[int], None]) -> None:
        """Begin the first period now."""
        self._period_ns, self._now_ns, self._sleep_until = period_ns, now_ns, sleep_until
        self._due_ns = now_ns()
        self._late_ns: deque[int] = deque(maxlen=KEPT_CYCLES)
        self.missed = 0  # periods that no cycle began in

    def wait(self) -> int:
        """Sleep until the next period begins, and return the time then."""
        self._due_ns += self._period_ns
        self._sleep_until(self._due_ns)
        now_ns = self._now_ns()
        late_ns = now_ns - self._due_ns
        self._late_ns.append(late_ns)
        behind = late_ns // self._period_ns
        self.missed += behind
        self._due_ns += behind * self._period_ns
        return now_ns

    def skip(self) -> int:
        """Begin anew, and return the time: what lies between was no cycle's."""
        self._due_ns = self._now_ns()
        return self._due_ns

    def late_us(self) -> list[float]:
        """Return how late cycles began, at most, of each of `SHARES` of them, and of all [us]."""
        late = np.array(self._late_ns or [0]) / NS_PER_US
        return [*np.percentile(late, LATENESS_SHARES).tolist(), float(late.max())]

    def __len__(self) -> int:
        """Return how many cycles are known."""
        return len(self._late_ns)


def punctuality_text(pace: Pace) -> str:
    """Return how punctual a loop was."""
    half, most, nearly_all, worst = pace.late_us()
    return (
        f"{len(pace):,} cycles, late by {half:.0f} us (half of them), {most:.0f} us (99 %), "
        f"{nearly_all:.0f} us (99.9 %), {worst:.0f} us at most; {pace.missed} missed"
    )


class RefusedByRun(ValueError):
    """The run does not take this device; the message says why."""


class Session:
    """One conversation of a driver with a run; times are the driver's own."""

    def __init__(self, hello: DeviceHello) -> None:
        """Begin with the hello."""
        self._hello = hello
        self._number = 0
        self.newest_force = 0  # number of the newest force
        self.round_trip_ns = 0  # of the newest force: from its state to here
        self._counts = False  # the dead-man, in the newest force
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
        if self.round_trip_ns > FORCE_GONE_NS:  # held up on its way, not known for how much of it
            age_ns += self.round_trip_ns
        return msgspec.structs.replace(force.model, at_ns=now_ns - age_ns)


def hello_of(name: str, token: str, *, rate_hz: float, limits: DeviceLimits) -> DeviceHello:
    """Return the hello of a device."""
    return DeviceHello(
        token=token,
        name=name,
        rate=rate_hz,
        peak_force=limits.peak_force,
        continuous_force=limits.continuous_force,
        peak_torque=limits.peak_torque,
        continuous_torque=limits.continuous_torque,
    )
