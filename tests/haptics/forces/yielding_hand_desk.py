"""A hand that pushes a handle out, holds it there with a tremor while a force comes, and lets it go."""

from typing import NamedTuple

import numpy as np

from haptics.forces.device_limits import DeviceLimits
from haptics.forces.force_loop import CYCLE_NS, ForceLoop
from telemetry.messages.force import LocalModel

STEP_S = CYCLE_NS * 1e-9
STRONG = DeviceLimits(
    peak_force=50.0, continuous_force=50.0, peak_torque=3.0, continuous_torque=3.0
)  # none of this is the device's
TREMOR_M, TREMOR_HZ = 0.00017, 8.0
COMES, HELD, AFTER = 1500, 1000, 1200  # steps


class Hand(NamedTuple):
    places: np.ndarray  # [m]
    held: slice  # steps in which it holds, with the whole force
    back: int  # the step in which it begins to let go
    out: int


def out_and_back(*, way, speed):
    """Return a hand that goes so far, at so much with ramps of 2 m/s^2."""
    t = np.arange(0.0, way / speed + speed / 2.0, STEP_S)
    ramp_s = speed / 2.0
    v = np.minimum(speed, 2.0 * np.minimum(t, way / speed + ramp_s - t))
    stroke = np.cumsum(v) * way / v.sum()
    places = np.concatenate([stroke, np.full(COMES + HELD, way), way - stroke, np.zeros(AFTER)])
    places += TREMOR_M * np.sin(2.0 * np.pi * TREMOR_HZ * STEP_S * np.arange(len(places)))
    back = len(t) + COMES + HELD
    return Hand(places, slice(back - HELD, back), back, len(t))


def felt_by(hand, force):
    """Return the force against the way out [N] at each step, if it comes once the hand is there."""
    loop, felt = ForceLoop(STRONG), []
    for step, place in enumerate(hand.places.tolist()):
        if step % 20 == 0:
            asked = force * min(1.0, max(0.0, (step - hand.out) / COMES))
            loop.on_model(LocalModel(at_ns=step * CYCLE_NS, force=(-asked, 0.0, 0.0)))
        felt.append(-loop.step((place, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0), step * CYCLE_NS).wrench.force[0])
    return np.array(felt)
