"""A device without a device: the simulated handle, with a hand on it that does the same again and again.

released, at the middle --> pressed --> 40 mm along x, y, z and back --> released
"""

import itertools

import numpy as np

from haptics.device import Handle, HandleReading
from haptics.forces.device_limits import SIMULATED
from haptics.forces.wrench import Wrench
from haptics.simulated import SimulatedHandle
from telemetry.messages.base import Vector
from telemetry.messages.handle import HandIntent
from telemetry.run_settings import NS_PER_S

SPEED = 0.1  # of the hand [m/s]
FAR_M = 0.04
CENTRE: Vector = (0.0, 0.0, 0.0)
WAYS: tuple[Vector, ...] = ((FAR_M, 0.0, 0.0), CENTRE, (0.0, FAR_M, 0.0), CENTRE, (0.0, 0.0, FAR_M), CENTRE)
STAYS_S = 2.0  # at each place
STEPS = ((CENTRE, False), (CENTRE, True), *((p, True) for p in WAYS))


class ScriptedDevice(Handle):
    """The simulated handle, as a driver opens it."""

    limits = SIMULATED

    def __init__(self) -> None:
        """Take the first step at the first reading."""
        self._handle = SimulatedHandle(np.random.default_rng(1))
        self._steps = itertools.cycle(STEPS)
        self._until_ns: int | None = None

    def read(self, now_ns: int) -> HandleReading:
        """Return where the hand is now."""
        if self._until_ns is None or now_ns >= self._until_ns:
            self._until_ns = now_ns + round(STAYS_S * NS_PER_S)
            p, dead_man = next(self._steps)
            self._handle.follow(HandIntent(p_handle=p, speed=SPEED, dead_man=dead_man, at_ns=now_ns))
        return self._handle.read(now_ns)

    def feel(self, wrench: Wrench) -> None:
        """Give nothing: nobody is there to feel it."""

    def close(self) -> None:
        """Have nothing to let go."""


def opened() -> ScriptedDevice:
    """Open it."""
    return ScriptedDevice()
