"""The haptics role: what the hand does, 50 times each second, with the dead-man in every sample."""

import numpy as np

from haptics.device import HandleReading
from haptics.simulated import SimulatedHandle
from telemetry.beat import Beating
from telemetry.contract import Effects, Input, Send, Store
from telemetry.grid import next_instant
from telemetry.messages.handle import HandIntent, HandleSample
from telemetry.run_settings import RunSettings

SAMPLE_NS = 20_000_000
ROLE = "haptics"


class HapticsRole:
    """Reads the handle and tells planner and gate."""

    def __init__(self, settings: RunSettings, handle: SimulatedHandle) -> None:
        """Begin with the first tick."""
        self.due_ns = 0
        self._handle = handle
        self._beat = Beating(ROLE, settings.configuration)
        self._number = 0

    def receive(self, message: Input, sender: str, now_ns: int) -> Effects:
        """Take what the scripted operator wants the hand to do."""
        if isinstance(message, HandIntent):
            self._handle.follow(message)
        return ()

    def tick(self, now_ns: int) -> Effects:
        """Send one sample; samples that a stall has missed are not made up for."""
        self.due_ns = next_instant(self.due_ns, period_ns=SAMPLE_NS, now_ns=now_ns)
        self._number += 1
        sample = Send(_sample(self._handle.read(now_ns), self._number, now_ns))
        return (sample, *self._beat.take_due(now_ns))


def build(settings: RunSettings, store: Store, rng: np.random.Generator) -> HapticsRole:
    """Make the role with a simulated handle."""
    return HapticsRole(settings, SimulatedHandle(rng))


def _sample(reading: HandleReading, number: int, now_ns: int) -> HandleSample:
    return HandleSample(
        number=number,
        sampled_ns=now_ns,
        p_handle=reading.p_handle,
        quat_handle=reading.quat_handle,
        dead_man=reading.dead_man,
        left_button=reading.left_button,
        right_button=reading.right_button,
    )
