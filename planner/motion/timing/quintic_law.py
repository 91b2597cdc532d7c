"""The first law of every path: the quintic from rest to rest, and the shortest duration that limits allow it.

    s(x) = 10 x^3 - 15 x^4 + 6 x^5,     x = t / T in [0, 1]

Speed and acceleration vanish at both ends; jerk is greatest there.  A path's derivatives by its fraction s
become derivatives by normalised time x (chain rule).  Flown in T they are q'/T, q''/T^2, q'''/T^3, so each
limit asks for a duration of its own, and the longest decides:

    T_min = max over joints of max(max|q'| / qd_max, sqrt(max|q''| / qdd_max), cbrt(max|q'''| / qddd_max))

Whether the set-points of a motion keep the limits everywhere between them is checked afterwards, exactly
(`predictor.motion.motion_rows.first_violation`).
"""

import math
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from planner.motion.paths.path import Path
from predictor.motion.stop import JointLimits

Array = NDArray[np.float64]


QUANTITIES = ("speed", "acceleration", "jerk")
SAMPLES = 201  # of a path, for its derivatives
GREATEST = (1.875, 10.0 / math.sqrt(3.0), 60.0)  # of the law itself: s', s'', s'''


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
        """Return the text that the operator reads."""
        return f"shortest {self.duration_s:.2f} s: joint {self.joint + 1} {self.quantity} decides"


class Figures(NamedTuple):
    """Least durations of a path within limits: the published one and the least.

    What published plans are compared with is the minimum: nothing is flown by it, and no asked duration is
    refused for it.  The shortest is, of a joint move, by each joint for itself, all in the time of the
    slowest; what is flown takes whole periods, and hardly more of them than the shortest.
    """

    minimum: Shortest  # by the quintic law, and what decides it
    shortest_s: float  # time-optimal from rest to rest under speed, acceleration and jerk [s]


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


class PathTiming(NamedTuple):
    """The law and its derivatives by normalised time."""

    s: float
    s_x: float
    s_xx: float
    s_xxx: float


class Rates(NamedTuple):
    """Derivatives of a path by normalised time at equal steps of it, each (SAMPLES, n)."""

    q_x: Array
    q_xx: Array
    q_xxx: Array


def timing(x: float) -> PathTiming:
    """Return the quintic law at normalised time x in [0, 1]."""
    y = 1.0 - x
    return PathTiming(
        s=x * x * x * (10.0 + x * (6.0 * x - 15.0)),
        s_x=30.0 * x * x * y * y,
        s_xx=60.0 * x * y * (1.0 - 2.0 * x),
        s_xxx=60.0 - 360.0 * x * y,
    )


def quintic_between(one: Iterable[Array], other: Iterable[Array]) -> Array:
    """Return the coefficients (6, ...) over one unit of time that join value, slope and bend at both ends."""
    (q0, v0, a0), (q1, v1, a1) = one, other
    dq, dv, da = q1 - q0 - v0 - 0.5 * a0, v1 - v0 - a0, a1 - a0
    c3, c4 = 10.0 * dq - 4.0 * dv + 0.5 * da, -15.0 * dq + 7.0 * dv - da
    return np.stack([q0, v0, 0.5 * a0, c3, c4, 6.0 * dq - 3.0 * dv + 0.5 * da])


def rates(path: Path) -> Rates:
    """Return the derivatives of a path that is flown with the quintic law.

    Raises:
        PathLost: the joints cannot follow it.
    """
    grid = np.linspace(0.0, 1.0, SAMPLES)
    laws = [timing(float(x)) for x in grid]
    points = [path.at(law.s) for law in laws]
    s_x, s_xx, s_xxx = (np.array(column)[:, None] for column in list(zip(*laws, strict=True))[1:])
    q_s = np.array([point.q_s for point in points])
    q_ss = np.array([point.q_ss for point in points])
    # q_xxx = q_sss s_x^3 + 3 q_ss s_x s_xx + q_s s_xxx, where q_sss s_x is how q_ss changes with x
    q_xxx = np.gradient(q_ss, grid, axis=0) * s_x**2 + 3.0 * q_ss * s_x * s_xx + q_s * s_xxx
    return Rates(q_s * s_x, q_ss * s_x**2 + q_s * s_xx, q_xxx)


def peaks_of(found: Rates) -> Peaks:
    """Return the greatest of derivatives at equal steps, and between them."""
    return Peaks(*map(_greatest, found))


def peaks_over(change: Array) -> Peaks:
    """Return the same of a straight path in joint space, by its change (n,)."""
    return Peaks(*(peak * np.abs(change) for peak in GREATEST))


def _greatest(samples: Array) -> Array:
    """Return each column's greatest absolute value (n,), between samples by a parabola through three."""
    size = np.abs(samples)
    middle = np.clip(np.argmax(size, axis=0), 1, len(size) - 2)
    columns = np.arange(size.shape[1])
    before, at, after = (samples[middle + k, columns] for k in (-1, 0, 1))
    slope, bend = 0.5 * (after - before), after - 2.0 * at + before
    # a parabola has its vertex between the neighbours only where it bends more than it rises
    turns = np.abs(bend) > np.abs(slope)
    vertex = at - np.where(turns, slope, 0.0) ** 2 / np.where(turns, 2.0 * bend, 1.0)
    peak: Array = np.maximum(np.max(size, axis=0), np.where(turns, np.abs(vertex), 0.0))
    return peak
