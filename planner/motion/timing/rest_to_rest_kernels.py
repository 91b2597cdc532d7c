"""The phases of motion from rest to rest, compiled."""

import math

import numpy as np
from numpy.typing import NDArray

from predictor.compiler.jit import inlined_part, kernel

Array = NDArray[np.float64]


@inlined_part
def _phases(distance: float, v: float, a: float, j: float) -> tuple[float, float, float]:
    """Ramp, hold and cruise of one joint over a distance that is not negative."""
    ramp = a / j if a * a <= v * j else math.sqrt(v / j)
    rise = ramp + v / (j * ramp)  # v/a + a/j, or 2 ramp
    if distance >= v * rise:
        return ramp, rise - 2.0 * ramp, distance / v - rise
    ramp = a / j
    if distance >= 2.0 * a * ramp * ramp:
        return ramp, 0.5 * (math.sqrt(ramp * ramp + 4.0 * distance / a) - 3.0 * ramp), 0.0
    return np.cbrt(0.5 * distance / j), 0.0, 0.0  # neither limit: d = 2 j ramp^3


@kernel
def write_rest_to_rest(change: Array, limits: Array, out_phases: Array) -> float:
    """Phases (n, 4) of joints that change by (n,) within limits (3, n) of speed, acceleration, jerk.

    Returns the duration [s]; NaN in what is given comes out as NaN.
    """
    n, longest = change.shape[0], 0.0
    for i in range(n):
        ramp, hold, cruise = _phases(abs(change[i]), limits[0, i], limits[1, i], limits[2, i])
        duration = 4.0 * ramp + 2.0 * hold + cruise
        out_phases[i, 0], out_phases[i, 1], out_phases[i, 2], out_phases[i, 3] = ramp, hold, cruise, duration
        longest = longest if duration <= longest or longest != longest else duration
    for i in range(n):
        duration = out_phases[i, 3]
        stretch = longest / duration if duration > 0.0 else 1.0
        for phase in range(3):
            out_phases[i, phase] *= stretch
        jerk = limits[2, i] / (stretch * stretch * stretch) if duration > 0.0 else 0.0
        out_phases[i, 3] = jerk if change[i] >= 0.0 else -jerk
    return longest
