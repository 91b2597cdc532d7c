"""A hand on a device whose spring comes back late: x'' = (f - b x' - k (x - aim)) / m, in steps of 1 ms."""

import math
from typing import NamedTuple

from haptics.forces.device_limits import SIMULATED
from haptics.forces.force_loop import CYCLE_NS, ForceLoop
from telemetry.messages.base import Quaternion
from telemetry.messages.force import LocalModel

STEP_S = CYCLE_NS * 1e-9
UPRIGHT: Quaternion = (1.0, 0.0, 0.0, 0.0)
ASKED_EVERY = 10  # cycles: 100 Hz


class Swing(NamedTuple):
    places: list[float]  # at each step [m]
    forces: list[float]  # [N]
    least_energy: float  # at the port, from the hand [J], by the work of the force on the way
    loop: ForceLoop


def swing(
    received,
    *,
    gain,
    seconds,
    is_limited=True,
    hand=(1.0, 5.0, 50.0),
    aim=lambda t: 0.0,
    x=0.0,
    late=lambda: 0,
):
    """Let a hand (m, b, k) swing.

    received(step, places) gives x_sd and the age of it [ns], or None: lost; late() by how many steps the next
    cycle of the loop begins late: until then the force is held.
    """
    m, b, k = hand
    loop, places, forces = ForceLoop(SIMULATED), [], []
    v = energy = least = f = 0.0
    due = 0
    for step in range(round(seconds / STEP_S)):
        places.append(x)
        now_ns = step * CYCLE_NS
        news = received(step, places) if step % ASKED_EVERY == 0 else None
        if news is not None:
            force = (-gain * (x - news[0]), 0.0, 0.0)
            model = LocalModel(at_ns=now_ns - news[1], force=force, p_anchor=(x, 0.0, 0.0), stiffness=gain)
            loop.on_model(model if is_limited else replaced(model))
        if step >= due:
            f = loop.step((x, 0.0, 0.0), UPRIGHT, now_ns).wrench.force[0]
            due = step + 1 + late()
        v += STEP_S * (f - b * v - k * (x - aim(step * STEP_S))) / m
        energy -= f * STEP_S * v
        least = min(least, energy)
        x += STEP_S * v
        forces.append(f)
    return Swing(places, forces, least, loop)


def replaced(model):
    return LocalModel(
        at_ns=model.at_ns,
        force=model.force,
        p_anchor=model.p_anchor,
        stiffness=model.stiffness,
        is_limited=False,
    )


def delayed_by(delay_s):
    """Return what is received of an ideal remote arm: where the hand was delay_s ago."""
    steps = round(delay_s / STEP_S)
    return lambda step, places: (places[step - steps] if step >= steps else 0.0, 0)


def trouble(rng):
    """Return what is received over a link that delays, loses, reorders, falls silent and comes back."""
    longest, loss = rng.uniform(0.0, 2.0), rng.uniform(0.0, 0.3)
    silent_until = [0]

    def received(step, places):
        if rng.random() < 0.01:
            silent_until[0] = step + rng.integers(0, 600)
        if step < silent_until[0] or rng.random() < loss:
            return None
        late = int(rng.uniform(0.0, longest) / STEP_S)
        return places[max(0, step - late)], int(rng.integers(0, 30)) * CYCLE_NS

    return received


def any_hand(rng):
    """Return a hand, what it aims at, and how stiff the spring is."""
    hand = (rng.uniform(0.3, 2.0), rng.uniform(0.0, 5.0), rng.uniform(0.0, 200.0))
    reach, w = rng.uniform(0.01, 0.1), rng.uniform(1.0, 15.0)
    return hand, lambda t: reach * math.sin(w * t), rng.uniform(5.0, 200.0)
