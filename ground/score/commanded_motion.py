"""How long the arm was commanded to move, and how long it was not, between the first and the last of it."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

STILL_RAD = 1e-6  # of a joint, below which a set-point commands no motion [rad, m]
MISSED = 2.5  # periods without a set-point, behind which no motion is commanded


class CommandedMotion(NamedTuple):
    """Times of the commanded motion."""

    duration_s: float  # from the first set-point that moves the arm to the last
    idle_s: float  # of it, in which none did


def commanded_motion(
    set_points: Sequence[tuple[float, Sequence[float]]], period_s: float
) -> CommandedMotion | None:
    """Return it; None: no motion was commanded.

    Args:
        set_points: when each left [s], and its joints [rad, m].
        period_s: of them.
    """
    moves = [
        (before_s, at_s)
        for (before_s, before), (at_s, q) in pairwise(set_points)
        if at_s - before_s <= MISSED * period_s and np.ptp([before, q], axis=0).max() > STILL_RAD
    ]
    if not moves:
        return None
    duration_s = moves[-1][1] - moves[0][0]
    return CommandedMotion(duration_s, duration_s - sum(at_s - before_s for before_s, at_s in moves))
