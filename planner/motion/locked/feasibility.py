"""At which angles a joint may lock so that a course can still be followed, and what that costs.

    place missed at most
       |   o                       o  an angle that was tried
       |    'o.      o             |  the ends of an interval, to a tenth of a degree
       |       'o..o'  |
       +-------------- |-------->  locked angle

Each angle is tried from the first point of the one beside it, away from where the whole arm has the joint as
the course begins, so that neighbours are of one branch.
"""

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from planner.motion.locked.trial import Trial, Tried

Array = NDArray[np.float64]

ANGLES = 49  # of a joint's range, that are tried
EDGE = np.radians(0.1)  # [rad or m] to which the ends of an interval are found
FARTHEST = np.pi  # [rad] each way, of a joint without limits or with a wide range


class Interval(NamedTuple):
    """Locked values at which a course can be followed [rad or m]."""

    low: float
    high: float


class Feasibility(NamedTuple):
    """What a course becomes over the value at which one joint locks."""

    tried: tuple[Tried, ...]  # in the order of their values
    intervals: tuple[Interval, ...]


def feasibility(trial: Trial, *, count: int = ANGLES) -> Feasibility:
    """Try so many values of the range of a trial's joint, and find where the course can be followed."""
    limits, middle = trial.task.robot.limits, float(trial.whole_q[trial.joint])
    low = max(limits.q_min[trial.joint], middle - FARTHEST)
    high = min(limits.q_max[trial.joint], middle + FARTHEST)
    values = np.linspace(low, high, count)
    upwards, downwards = values[values >= middle], values[values < middle][::-1]
    tried = (*_swept(trial, downwards)[::-1], *_swept(trial, upwards))
    return Feasibility(tried, _intervals(trial, tried))


def _swept(trial: Trial, values: Array) -> list[Tried]:
    """Try values one after the other, each from the one before it."""
    rows, near = [], trial.whole_q
    for value in values.tolist():
        rows.append(trial.at(value, near))
        near = near if rows[-1].first is None else rows[-1].first
    return rows


def _intervals(trial: Trial, tried: tuple[Tried, ...]) -> tuple[Interval, ...]:
    """Return the intervals of what was tried, their ends found by halving."""
    ends = [_edge(trial, *pair) for pair in pairwise(tried) if pair[0].is_feasible != pair[1].is_feasible]
    ends = [tried[0].value] * tried[0].is_feasible + ends + [tried[-1].value] * tried[-1].is_feasible
    return tuple(Interval(low, high) for low, high in zip(ends[::2], ends[1::2], strict=True))


def _edge(trial: Trial, one: Tried, other: Tried) -> float:
    """Return the last feasible value between a feasible one and one that is not."""
    good, bad = (one, other.value) if one.is_feasible else (other, one.value)
    while abs(bad - good.value) > EDGE:
        middle = trial.at(0.5 * (good.value + bad), trial.whole_q if good.first is None else good.first)
        if middle.is_feasible:
            good = middle
        else:
            bad = middle.value
    return good.value
