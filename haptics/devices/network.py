"""The handle that a device's own program tells of: as old as the force that it has answered.

    role --- force k, said at t_k ---> device --- state, heard = k ---> role: the hand was so after t_k

Both clocks stay out of it: a state proves that it was sampled after the force that it names.  One that names
none of the last 300 ms presses nothing, whatever has held it up: a device that hangs, a network that keeps
what it was given, a peer that never reads.
"""

import msgspec

from haptics.device import Handle, HandleReading
from telemetry.limits import DEAD_MAN_NS
from telemetry.messages.device import DeviceForce, DeviceHello, DeviceState
from telemetry.run_settings import NS_PER_S

LONG_AGO_NS = -(2**62)
GONE_NS = 2 * NS_PER_S  # without a state: then nothing more is said to it
NOTHING = DeviceForce(number=0, heard=0, device_ns=0)  # to be felt


class NetworkHandle(Handle):
    """The newest state of the one device, and what was said to it."""

    def __init__(self) -> None:
        """No device is there."""
        self.state: DeviceState | None = None
        self.hello: DeviceHello | None = None
        self._number = 0
        self._said_ns: dict[int, int] = {}  # of the forces that can still be answered in time
        self._heard_ns = self._as_of_ns = LONG_AGO_NS

    def hear(self, state: DeviceState, now_ns: int) -> bool:
        """Take a state; returns True if a device has come with it that was not there."""
        is_new = state.hello is not None
        if state.hello is not None:
            self.hello, self._as_of_ns = state.hello, LONG_AGO_NS
            self._said_ns.clear()  # what was said to another one this one cannot answer
        self.state, self._heard_ns = state, now_ns
        self._as_of_ns = max(self._as_of_ns, self._said_ns.get(state.heard, LONG_AGO_NS))
        return is_new

    @property
    def as_of_ns(self) -> int:
        """When the hand on it was as its newest state tells, at the latest; `LONG_AGO_NS`: nobody knows."""
        return self._as_of_ns

    def is_there(self, now_ns: int) -> bool:
        """True if the hand on it is known not to be older than a dead-man may be."""
        return self.state is not None and now_ns - self._as_of_ns <= DEAD_MAN_NS

    def read(self, now_ns: int) -> HandleReading:
        """Return the newest state; ValueError: there is none."""
        state = self.state
        if state is None:
            raise ValueError("no device has said a state")
        return HandleReading(
            p_handle=state.p_handle,
            quat_handle=state.quat_handle,
            dead_man=state.dead_man and self.is_there(now_ns),
            left_button=state.left_button,
            right_button=state.right_button,
            gripper=state.gripper,
        )

    def answer(self, now_ns: int, felt: DeviceForce = NOTHING) -> DeviceForce | None:
        """Return what the hand shall feel, as it is said now; None: nobody is there to hear it."""
        state, hello = self.state, self.hello
        if state is None or hello is None or now_ns - self._heard_ns > GONE_NS:
            return None
        self._number += 1
        self._said_ns[self._number] = now_ns
        while now_ns - next(iter(self._said_ns.values())) > DEAD_MAN_NS:
            del self._said_ns[next(iter(self._said_ns))]
        return msgspec.structs.replace(
            felt,
            number=self._number,
            heard=state.number,
            device_ns=state.device_ns,
            at_ns=now_ns,
            force_limit=hello.peak_force,
            torque_limit=hello.peak_torque,
        )
