"""How fast the joints really go between set-points: the greatest speed, acceleration and jerk of a flight.

Each period is the quintic of the motion law, so its jerk is a parabola, its acceleration a cubic and its
speed of fourth degree.  Each turns where the next derivative is zero: jerk at one time, which splits the
period for the zeros of jerk, and these split it for the zeros of acceleration, each bracketed and bisected.
"""

from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from planner.motion.timing.quintic_law import quintic_between
from predictor.motion.stop import JointLimits
from telemetry.messages.base import Joints
from telemetry.messages.joint_state import JointState
from telemetry.messages.plan import FlownPeaks

Array = NDArray[np.float64]

BISECTIONS = 48
# Derivatives of 1, x, ... x^5: factor of each coefficient, which comes one power lower each time.
FACTORS = np.array([[1, 1, 1, 1, 1, 1], [0, 1, 2, 3, 4, 5], [0, 0, 2, 6, 12, 20], [0, 0, 0, 6, 24, 60],
                    [0, 0, 0, 0, 24, 120]], dtype=float)  # fmt: skip


def flown_peaks(states: Sequence[JointState], period_s: float) -> FlownPeaks:
    """Return the peaks of a motion through k >= 2 states, one period apart."""
    rows = np.array([[state.q, state.qd, state.qdd] for state in states])  # (k, 3, n)
    scale = period_s ** np.arange(3.0)[:, None]
    states_by_order = (rows * scale).swapaxes(0, 1)  # (3, k, n)
    move = quintic_between(states_by_order[:, :-1], states_by_order[:, 1:])  # (6, k - 1, n)
    ends = np.stack([np.zeros(move.shape[1:]), np.ones(move.shape[1:])])
    times, peaks = ends, []
    for order in (3, 2, 1):
        times = np.concatenate([ends[:1], _zeros(move, order + 1, times), ends[1:]])
        size = np.abs(_rate(move, order, times)).max(axis=(0, 1))
        peaks.append(tuple((size / period_s**order).tolist()))
    jerk, acceleration, speed = peaks
    return FlownPeaks(speed=speed, acceleration=acceleration, jerk=jerk)


def with_shares(peaks: FlownPeaks, limits: JointLimits) -> FlownPeaks:
    """Return peaks with their greatest shares of the limits."""
    rows = ((peaks.speed, limits.qd_max), (peaks.acceleration, limits.qdd_max), (peaks.jerk, limits.qddd_max))
    speed, acceleration, jerk = (float(np.max(np.divide(*row))) for row in rows)
    return msgspec.structs.replace(peaks, shares=(speed, acceleration, jerk))


def faster(peaks: FlownPeaks, by: float) -> FlownPeaks:
    """Return the peaks of the same motion in a time that is shorter by a factor."""

    def scaled(row: Joints, order: int) -> Joints:
        return tuple(value * by**order for value in row)

    return FlownPeaks(
        speed=scaled(peaks.speed, 1), acceleration=scaled(peaks.acceleration, 2), jerk=scaled(peaks.jerk, 3)
    )


def _rate(move: Array, order: int, times: Array) -> Array:
    """Return a derivative of moves (6, k, n) at times (m, k, n)."""
    value = np.zeros_like(times)
    for power in range(5, order - 1, -1):
        value = value * times + FACTORS[order, power] * move[power]
    return value


def _zeros(move: Array, order: int, times: Array) -> Array:
    """Bisect a derivative that is monotonic between times (m, k, n); (m - 1, k, n); an end if none."""
    low, high = times[:-1].copy(), times[1:].copy()
    rising = _rate(move, order, high) > _rate(move, order, low)
    for _ in range(BISECTIONS):
        middle = 0.5 * (low + high)
        is_past = (_rate(move, order, middle) > 0.0) == rising
        low, high = np.where(is_past, low, middle), np.where(is_past, middle, high)
    return 0.5 * (low + high)
