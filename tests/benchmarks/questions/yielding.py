"""What a hand feels that lets a force go, over what it has felt of it.

    place  ____          asked      _____________________
          /    |                  /
    _____/     |____       ______/                          out, held while the force comes, back at once
          out    let go

A store that is felt as a soft spring lets the force fall slowly, and holds little of it; a hard one holds all
of it, and lets it fall at once.  What the hand is given on its way back it has to have given before, and both
are told: a softness that has all of the force and no steep fall would need the energy of the third figure.

No law, whatever it stores or foresees, can have more than the best share without a change of more than 1 N in
0.1 s: it drags at the hand on its way out as steeply as that, lets go as steeply, and has nothing left:

    drag(t) = (1 + [t / 0.1 s]) 1 N         force(t) = max(0, F - drag(t))
    sum force dx (back)  <=  sum drag dx (out)                    the greatest F of these
"""

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from haptics.devices.simulated import ACCELERATION, TREMOR
from haptics.forces.device_limits import SIMULATED
from haptics.forces.force_loop import CYCLE_NS, ForceLoop
from haptics.forces.passivity import SOFTNESS
from telemetry.messages.force import LocalModel

Array = NDArray[np.float64]

SOFTNESSES = (100.0, 200.0, 400.0, 800.0, 1600.0, SOFTNESS, 5000.0, 10_000.0)
STEP_S = CYCLE_NS * 1e-9
COMES_S, HELD_S, AFTER_S = 1.5, 1.0, 0.5
NEWS = 20  # cycles from one model to the next: 50 Hz
TREMBLES_HZ = 8.0
WITHIN = 100  # cycles in which a fall is told
STEADY = 10.0  # a fall that nobody minds [N/s]
STEADY_N = STEADY * WITHIN * STEP_S  # within that time
UPRIGHT = (1.0, 0.0, 0.0, 0.0)


class Case(NamedTuple):
    """A force, and the hand that lets it go."""

    name: str
    force: float  # [N]
    way: float  # [m]
    speed: float  # [m/s]


CASES = (
    Case("7 N, back by 30 mm at 0.2 m/s", 7.0, 0.03, 0.2),
    Case("7 N, back by 30 mm at 0.02 m/s", 7.0, 0.03, 0.02),
    Case("10 N, back by 50 mm at 0.2 m/s", 10.0, 0.05, 0.2),
)


def trade() -> list[dict[str, Any]]:
    """Return the rows of all cases and softnesses."""
    return [_told(case, softness) for case in CASES for softness in SOFTNESSES]


def _told(case: Case, softness: float) -> dict[str, Any]:
    places = np.concatenate([*_ways(case)])
    back = len(places) - _cycles(AFTER_S) - len(_stroke(case))
    places += TREMOR * np.sin(2.0 * math.pi * TREMBLES_HZ * STEP_S * np.arange(len(places)))
    out = len(_stroke(case))
    asked = case.force * np.clip((np.arange(len(places)) - out) / _cycles(COMES_S), 0.0, 1.0)
    felt, had_j = _felt(places, asked, softness=softness, until=back)
    held = slice(back - _cycles(HELD_S), back)
    fall = np.lib.stride_tricks.sliding_window_view(felt[held.start :], WITHIN + 1)
    return {
        "case": case.name,
        "softness": softness,
        "is_own": softness == SOFTNESS,
        "share": float(np.mean(felt[held]) / case.force),
        "fall_n": float(np.max(fall[:, 0] - fall.min(axis=1))),
        "had_j": had_j,
        "needed_j": _needed_j(case),
        "best_share": _best_share(case),
    }


def _ways(case: Case) -> Iterator[Array]:
    out = _stroke(case)
    yield out
    yield np.full(_cycles(COMES_S + HELD_S), case.way)
    yield case.way - out
    yield np.zeros(_cycles(AFTER_S))


def _stroke(case: Case) -> Array:
    """Return the places of a hand that goes out and stops there, as a simulated one does [m]."""
    ramp_s = case.speed / ACCELERATION
    t = np.arange(STEP_S, ramp_s + case.way / case.speed, STEP_S)
    left = ramp_s + case.way / case.speed - t
    begins, ends = 0.5 * ACCELERATION * np.minimum(t, ramp_s) ** 2, np.minimum(left, ramp_s)
    steady = case.speed * np.maximum(0.0, t - ramp_s)
    return np.asarray(begins + steady - 0.5 * ACCELERATION * (ramp_s - ends) ** 2)


def _felt(places: Array, asked: Array, *, softness: float, until: int) -> tuple[Array, float]:
    """Return the force against the hand's way out [N], and the energy that is stored at a cycle [J]."""
    loop, felt, had_j = ForceLoop(SIMULATED, softness=softness), [], 0.0
    for cycle, (place, force) in enumerate(zip(places.tolist(), asked.tolist(), strict=True)):
        now_ns = cycle * CYCLE_NS
        if cycle % NEWS == 0:
            loop.on_model(LocalModel(at_ns=now_ns, force=(-force, 0.0, 0.0)))
        given = loop.step((place, 0.0, 0.0), UPRIGHT, now_ns)
        felt.append(-given.wrench.force[0])
        had_j = given.energy or 0.0 if cycle == until else had_j
    return np.array(felt), had_j


def _needed_j(case: Case) -> float:
    """Return what a hand is given that lets the whole force go, if that falls steadily [J]."""
    way = case.way - _stroke(case)
    force = np.maximum(0.0, case.force - STEADY * STEP_S * np.arange(len(way)))
    return float(-np.sum(force[1:] * np.diff(way)))


def _best_share(case: Case) -> float:
    """Return how much of the force any law could let a hand feel that holds still between out and back."""
    moved = np.diff(_stroke(case), prepend=0.0)  # the same out and back
    drag = STEADY_N * (1 + np.arange(len(moved)) // WITHIN)
    shares = np.linspace(0.0, 1.0, 1001)
    given = np.maximum(0.0, shares[:, None] * case.force - drag) @ moved
    return float(shares[given <= drag @ moved].max())


def _cycles(seconds: float) -> int:
    return round(seconds / STEP_S)
