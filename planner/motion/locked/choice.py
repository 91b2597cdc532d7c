"""What had best give way when a joint locks: nothing, or else the one coordinate that costs least.

Which one that is depends on the joint: the turn about an axis that the other joints cannot make, the height
that they cannot keep.  Without a lock's angle in advance, the dearest of some values within a range counts.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from planner.motion.locked.task import Task
from planner.motion.locked.trial import Trial, Tried
from telemetry.plan.giving import COORDINATES, weights_of

Array = NDArray[np.float64]

VALUES = 3  # of the range, that are tried
CANDIDATES = ("", "z", *(name for name in COORDINATES if name != "z"))
SAME_COST = 1e-6  # [m] a later candidate that costs less by no more than that is no better


class Choice(NamedTuple):
    """What gives way."""

    gives: str  # as `telemetry.plan.giving` reads it; empty: nothing, the whole pose is kept
    dearest: Tried  # of the range


def best_giving(task: Task, whole_q: Array, joint: int, *, values: tuple[float, float]) -> Choice:
    """Return what had best give way of a course when a joint locks within two values [rad or m]."""
    choices = [cost_of(task, whole_q, joint, gives=gives, values=values) for gives in CANDIDATES]
    least = min(choice.dearest.cost for choice in choices)
    return next(choice for choice in choices if choice.dearest.cost <= least + SAME_COST)


def cost_of(task: Task, whole_q: Array, joint: int, *, gives: str, values: tuple[float, float]) -> Choice:
    """Return what it costs that something gives way, whatever else could."""
    trial = Trial(task, whole_q, joint, weights_of(gives))
    tried = [trial.at(value, whole_q) for value in np.linspace(*values, VALUES).tolist()]
    return Choice(gives, max(tried, key=lambda each: each.cost))
