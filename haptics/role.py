"""The haptics role: what the hand does, 50 times each second, with the dead-man in every sample.

The hand is that of whoever holds the lease: on a device of its own, if one is there, or as script and window
say.  What was last said of it is never made younger here: a script or a window that freezes has let go of the
dead-man as soon as its last word is too old.  Whenever another hand takes the handle, the dead-man has to be
seen released before it counts again.
"""

from dataclasses import replace

import numpy as np

from haptics.device import Handle, HandleReading
from haptics.devices.network import NetworkHandle
from haptics.simulated import SimulatedHandle
from telemetry.beat import Beating
from telemetry.contract import NEVER_NS, Effects, Input, Send, Store
from telemetry.grid import next_instant
from telemetry.limits import DEAD_MAN_NS
from telemetry.messages.acts import Lease
from telemetry.messages.device import DeviceState
from telemetry.messages.handle import HandIntent, HandleSample
from telemetry.run_settings import RunSettings

SAMPLE_NS = 20_000_000
LONG_AGO_NS = -NEVER_NS
ROLE = "haptics"


class HapticsRole:
    """Reads the handle and tells planner and gate."""

    def __init__(self, settings: RunSettings, handle: SimulatedHandle) -> None:
        """Begin with the first tick."""
        self.due_ns = 0
        self._handle = handle
        self._device = NetworkHandle()
        self._held: Handle = handle  # by whoever steers
        self._was_released = True  # the dead-man, since this hand has it
        self._beat = Beating(ROLE, settings.configuration)
        self._number = 0
        self._holder = ""
        self._said_ns = LONG_AGO_NS  # when the hand was as it was last said, as far as that can be true

    def receive(self, message: Input, sender: str, now_ns: int) -> Effects:
        """Take what the hand of the lease's holder does; another's hand is not on the handle."""
        if isinstance(message, Lease) and message.holder != self._holder:
            self._holder, self._said_ns = message.holder, LONG_AGO_NS
            self._was_released &= self._held is not self._device
        if isinstance(message, HandIntent) and sender == self._holder:
            self._handle.follow(message)
            self._said_ns = min(message.at_ns, now_ns)
        if isinstance(message, DeviceState) and self._device.hear(message, now_ns):
            self._was_released = False
            return self._say_force(now_ns)  # at once: from now on its states can be as young as that
        return ()

    def tick(self, now_ns: int) -> Effects:
        """Send one sample; samples that a stall has missed are not made up for."""
        self.due_ns = next_instant(self.due_ns, period_ns=SAMPLE_NS, now_ns=now_ns)
        self._number += 1
        reading = self._read(now_ns)
        self._was_released |= not reading.dead_man
        sample = _sample(reading, self._number, now_ns, was_released=self._was_released)
        return (Send(sample), *self._say_force(now_ns), *self._beat.take_due(now_ns))

    def _read(self, now_ns: int) -> HandleReading:
        """Read the device, if it is there, or else the hand of the lease's holder."""
        held: Handle = self._device if self._device.is_there(now_ns) else self._handle
        if held is not self._held:
            self._held, self._was_released = held, False
        reading = held.read(now_ns)
        if held is self._handle and now_ns - self._said_ns > DEAD_MAN_NS:
            return replace(reading, dead_man=False)
        return reading

    def _say_force(self, now_ns: int) -> Effects:
        force = self._device.answer(now_ns)
        return () if force is None else (Send(force),)


def build(settings: RunSettings, store: Store, rng: np.random.Generator) -> HapticsRole:
    """Make the role with a simulated handle."""
    return HapticsRole(settings, SimulatedHandle(rng))


def _sample(reading: HandleReading, number: int, now_ns: int, *, was_released: bool) -> HandleSample:
    return HandleSample(
        number=number,
        sampled_ns=now_ns,
        p_handle=reading.p_handle,
        quat_handle=reading.quat_handle,
        dead_man=reading.dead_man and was_released,
        left_button=reading.left_button,
        right_button=reading.right_button,
        gripper=reading.gripper,
    )
