"""The handle that a device's own program describes: as old as the force that it has answered.

    role --- force k, sent at t_k ---> device --- state, heard = k ---> role: the hand was so after t_k

Both clocks stay out of it: a state proves that it was sampled after the force that it names.  One that names
none of the last 300 ms presses nothing, whatever has held it up: a device that hangs, a network that keeps
what it was given, a peer that never reads.

So it is known, too, which forces a device may have given between two states (`haptics.devices.remote_loop`).
"""

from typing import NamedTuple

from haptics.devices.device import Handle, HandleReading
from haptics.devices.remote_loop import RemoteForceLoop
from haptics.forces.force_loop import Felt, freshness
from haptics.forces.wrench import Wrench
from telemetry.agreed.limits import DEAD_MAN_NS
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.device import DeviceForce, DeviceHello, DeviceState
from telemetry.messages.force import LocalModel

LONG_AGO_NS = -(2**62)
DEVICE_GONE_NS = 2 * NS_PER_S  # without a state: then nothing more is sent to it
NO_MODEL = LocalModel()  # to be felt


class _SentForce(NamedTuple):
    """A force, and when it was sent."""

    at_ns: int
    wrench: Wrench


class NetworkHandle(Handle):
    """The newest state of the one device, and what was sent to it."""

    def __init__(self) -> None:
        """Begin without a device."""
        self.state: DeviceState | None = None
        self.hello: DeviceHello | None = None
        self._loop: RemoteForceLoop | None = None
        self._model = NO_MODEL
        self._number = 0
        self._sent_forces: dict[int, _SentForce] = {}  # the forces that can still be answered in time
        self._received_ns = LONG_AGO_NS
        self.as_of_ns = LONG_AGO_NS  # when the hand was as in the newest state, at the latest; else not known

    def on_state(self, state: DeviceState, now_ns: int) -> bool:
        """Take a state; returns True if a device has come with it that was not there."""
        is_new = state.hello is not None
        before = 0 if self.state is None else self.state.heard
        if state.hello is not None:
            self.hello, self._loop, self.as_of_ns = state.hello, RemoteForceLoop(state.hello), LONG_AGO_NS
            self._sent_forces.clear()  # what was sent to another one this one cannot answer
        answered = self._sent_forces.get(state.heard)
        if answered is not None:
            self.as_of_ns = max(self.as_of_ns, answered.at_ns)
        self.state, self._received_ns = state, now_ns
        if self._loop is not None:
            sent = self._sent_forces.items()
            acting = [force.wrench for number, force in sent if before <= number <= state.heard]
            held_ns = now_ns - answered.at_ns if answered else DEAD_MAN_NS
            self._loop.on_state(state, self._model, acting, held_ns=held_ns, now_ns=now_ns)
        return is_new

    def is_there(self, now_ns: int) -> bool:
        """True if the hand on it is known not to be older than a dead-man may be."""
        return self.state is not None and now_ns - self.as_of_ns <= DEAD_MAN_NS

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

    def on_model(self, model: LocalModel) -> None:
        """Send this from now on."""
        self._model = model

    @property
    def felt(self) -> Felt | None:
        """What the device reports that it gives, or was sent to give; None: there is no device."""
        return None if self._loop is None else self._loop.felt

    def answer(self, now_ns: int, *, is_pressed: bool) -> DeviceForce | None:
        """Return the force that is sent now; None: no device is there.

        `is_pressed`: the dead-man counts.
        """
        state, hello, loop = self.state, self.hello, self._loop
        if state is None or hello is None or loop is None or now_ns - self._received_ns > DEVICE_GONE_NS:
            return None
        self._number += 1
        wrench = loop.commanded.scaled(
            freshness(now_ns - self._received_ns)
        )  # the hand may be elsewhere by now
        self._sent_forces[self._number] = _SentForce(now_ns, wrench)
        while now_ns - next(iter(self._sent_forces.values())).at_ns > DEAD_MAN_NS:
            del self._sent_forces[next(iter(self._sent_forces))]
        return DeviceForce(
            number=self._number,
            heard=state.number,
            device_ns=state.device_ns,
            at_ns=now_ns,
            force=wrench.force,
            torque=wrench.torque,
            force_limit=hello.peak_force,
            torque_limit=hello.peak_torque,
            model=self._model,
            is_pressed=is_pressed,
        )
