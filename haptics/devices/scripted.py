"""A device without a device: the simulated handle, with a hand on it that does the same again and again.

released, at the middle --> pressed --> 40 mm along x, y, z and back --> released
"""

import itertools
from dataclasses import replace

import numpy as np

from haptics.device import Handle, HandleReading
from haptics.driver.loop import CYCLE_NS
from haptics.forces.device_limits import SIMULATED
from haptics.forces.wrench import NO_WRENCH, Wrench
from haptics.simulated import SimulatedHandle
from haptics.yielding_hand import YieldingHand
from telemetry.agreed.force_settings import HumanHand
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.base import Vector
from telemetry.messages.handle import HandIntent

SCRIPT_SPEED = 0.1  # of the hand [m/s]
FAR_M = 0.04
CENTRE: Vector = (0.0, 0.0, 0.0)
PLACES: tuple[Vector, ...] = ((FAR_M, 0.0, 0.0), CENTRE, (0.0, FAR_M, 0.0), CENTRE, (0.0, 0.0, FAR_M), CENTRE)
STAYS_S = 2.0  # at each place
CALM_HAND = HumanHand(mass=1.0, damping=14.0, stiffness=50.0)
MOST_CYCLES_AT_ONCE = 20  # that a hand goes on at once, after a pause
SCRIPT_STEPS = ((CENTRE, False), (CENTRE, True), *((p, True) for p in PLACES))


class ScriptedDevice(Handle):
    """The simulated handle, as a driver opens it."""

    limits = SIMULATED

    def __init__(self) -> None:
        """Take the first step at the first reading."""
        self._handle = SimulatedHandle(np.random.default_rng(1))
        self._steps = itertools.cycle(SCRIPT_STEPS)
        self._until_ns: int | None = None
        self._hand, self._given = YieldingHand(CALM_HAND), NO_WRENCH
        self._read_ns = 0

    def read(self, now_ns: int) -> HandleReading:
        """Return where the hand is now."""
        if self._until_ns is None or now_ns >= self._until_ns:
            self._until_ns = now_ns + round(STAYS_S * NS_PER_S)
            p, dead_man = next(self._steps)
            self._handle.on_intent(
                HandIntent(p_handle=p, speed=SCRIPT_SPEED, dead_man=dead_man, at_ns=now_ns)
            )
        aimed = self._handle.read(now_ns)
        cycles = min((now_ns - self._read_ns) // CYCLE_NS, MOST_CYCLES_AT_ONCE)
        self._read_ns = max(self._read_ns + cycles * CYCLE_NS, now_ns - CYCLE_NS)
        for _ in range(cycles):
            self._hand.step(aimed.p_handle, self._given.force, CYCLE_NS / NS_PER_S)
        return replace(aimed, p_handle=self._hand.p)

    def feel(self, wrench: Wrench) -> None:
        """Push the hand from now on."""
        self._given = wrench

    def close(self) -> None:
        """Have nothing to let go."""


def open_simulated() -> ScriptedDevice:
    """Open it."""
    return ScriptedDevice()
