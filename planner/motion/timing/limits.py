"""How fast a path may be flown: the shortest duration within speed, acceleration and jerk of every joint.

A fixed path flown with a fixed timing law s(t/T) has the derivatives q'/T, q''/T^2, q'''/T^3, where the
primes are by normalised time.  So each limit asks for a duration of its own, and the longest decides:

    T_min = max over joints of max(max|q'| / qd_max, sqrt(max|q''| / qdd_max), cbrt(max|q'''| / qddd_max))

Whether the set-points of a motion keep the limits everywhere between them is checked afterwards, exactly
(`predictor.motion.motion_rows.first_violation`).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.motion.stop import JointLimits
from telemetry.agreed.reasons import Reason

Array = NDArray[np.float64]

QUANTITIES = ("speed", "acceleration", "jerk")


class Refusal(NamedTuple):
    """Why there is no path, plan or certificate: the reason, and what exactly."""

    reason: Reason
    detail: str
    move: int = 0  # of a plan, from 1; 0: none of them
    pair: tuple[str, ...] = ()  # what comes too close, if that is why


class Peaks(NamedTuple):
    """Greatest absolute derivatives of a path by normalised time, each (n,) [rad]."""

    speed: Array
    acceleration: Array
    jerk: Array


class Shortest(NamedTuple):
    """The least duration of a path, and what decides it."""

    duration_s: float
    joint: int  # counted from 0
    quantity: str  # speed, acceleration or jerk

    def __str__(self) -> str:
        """Say it as the operator reads it."""
        return f"shortest {self.duration_s:.2f} s: joint {self.joint + 1} {self.quantity} decides"


def shortest_duration(peaks: Peaks, limits: JointLimits) -> Shortest:
    """Return the least duration within all limits [s]."""
    bounds = (limits.qd_max, limits.qdd_max, limits.qddd_max)
    rows = [
        (peak / np.array(bound)) ** (1.0 / order)
        for order, (peak, bound) in enumerate(zip(peaks, bounds, strict=True), start=1)
    ]
    durations = np.stack(rows)  # (3, n)
    quantity, joint = np.unravel_index(int(np.argmax(durations)), durations.shape)
    return Shortest(float(durations[quantity, joint]), int(joint), QUANTITIES[int(quantity)])
