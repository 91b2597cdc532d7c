"""The haptics role: what the hand does, 50 times each second, with the dead-man in every sample.

The hand is that of whoever holds the lease.  What was last said of it is never made younger here: a script or
a window that freezes has let go of the dead-man as soon as its last word is too old.
"""

import numpy as np

from haptics.device import HandleReading
from haptics.simulated import SimulatedHandle
from telemetry.beat import Beating
from telemetry.contract import NEVER_NS, Effects, Input, Send, Store
from telemetry.grid import next_instant
from telemetry.limits import DEAD_MAN_NS
from telemetry.messages.acts import Lease
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
        self._beat = Beating(ROLE, settings.configuration)
        self._number = 0
        self._holder = ""
        self._said_ns = LONG_AGO_NS  # when the hand was as it was last said, as far as that can be true

    def receive(self, message: Input, sender: str, now_ns: int) -> Effects:
        """Take what the hand of the lease's holder does; another's hand is not on the handle."""
        if isinstance(message, Lease) and message.holder != self._holder:
            self._holder, self._said_ns = message.holder, LONG_AGO_NS
        if isinstance(message, HandIntent) and sender == self._holder:
            self._handle.follow(message)
            self._said_ns = min(message.at_ns, now_ns)
        return ()

    def tick(self, now_ns: int) -> Effects:
        """Send one sample; samples that a stall has missed are not made up for."""
        self.due_ns = next_instant(self.due_ns, period_ns=SAMPLE_NS, now_ns=now_ns)
        self._number += 1
        is_there = now_ns - self._said_ns <= DEAD_MAN_NS
        sample = Send(_sample(self._handle.read(now_ns), self._number, now_ns, is_there=is_there))
        return (sample, *self._beat.take_due(now_ns))


def build(settings: RunSettings, store: Store, rng: np.random.Generator) -> HapticsRole:
    """Make the role with a simulated handle."""
    return HapticsRole(settings, SimulatedHandle(rng))


def _sample(reading: HandleReading, number: int, now_ns: int, *, is_there: bool) -> HandleSample:
    return HandleSample(
        number=number,
        sampled_ns=now_ns,
        p_handle=reading.p_handle,
        quat_handle=reading.quat_handle,
        dead_man=reading.dead_man and is_there,
        left_button=reading.left_button,
        right_button=reading.right_button,
        gripper=reading.gripper,
    )
