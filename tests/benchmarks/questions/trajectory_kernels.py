"""Kernels for comparisons, never flown: the timing of a path without jerk limits, many motions at once.

With x = s_t^2 and u = s_tt by the path's fraction s the joints have (Bobrow, Dubowsky and Gibson,
Time-Optimal Control of Robotic Manipulators Along Specified Paths, 1985)

    speed^2   q_s^2 x <= v^2             acceleration   | q_s u + q_ss x | <= a          x' = 2 u

On a grid of s, u is constant between two places and both ends keep the limits.  For each x a joint leaves u a
range, and so do all joints together: from the greatest of their lower bounds to the least of the upper ones.

    u |`-._   least of the upper bounds: concave in x
      |    `-._
      |        `-._            the widest x at which a range of u is left is where both meet: by Newton's
      |      __..-'            method from the right, which ends after a few of the straight pieces
      |__..-' greatest of the lower bounds: convex
      '-----------------'-- x

Backwards from rest at the end, that x is the fastest from which the rest of the path can still be followed;
then forwards from rest, at each place the greatest u that stays below it (Pham and Pham, A New Approach to
Time-Optimal Path Parameterization based on Reachability Analysis, 2018).
"""

import math

import numpy as np
from numpy.typing import NDArray

from planner.motion.timing.rest_to_rest_kernels import write_rest_to_rest
from predictor.compiler.jit import inlined_part, kernel, part

Array = NDArray[np.float64]

SLOPE, WIDTH = range(2)  # of a joint's range of u: its middle is slope x, and it goes so far to both sides
ITERATIONS = 50
ROUNDING = 1e-12  # of the bounds of u, relative
BETWEEN = 0.999  # of the limits is used: between the places a rate is a little greater


@inlined_part
def _range(ranges: Array, i: int, x: float, next_x: float, twice: float) -> tuple[float, float, float, float]:
    """Bounds of u between places i and i + 1 with their slopes by x: low, its slope, high, its slope."""
    low, low_slope, high, high_slope = -x / twice, -1.0 / twice, (next_x - x) / twice, -1.0 / twice
    for joint in range(ranges.shape[1]):
        slope, width = ranges[i, joint, SLOPE], ranges[i, joint, WIDTH]
        middle = slope * x
        if middle - width > low:
            low, low_slope = middle - width, slope
        if middle + width < high:
            high, high_slope = middle + width, slope
    return low, low_slope, high, high_slope


@part
def _write_ranges(q_s: Array, q_ss: Array, limits: Array, out_ranges: Array, out_x: Array) -> None:
    """Ranges of u (m, 2 n, 2) from each of m places to the next, and the greatest x by each place alone.

    A joint is limited at the one end by q_s u + q_ss x, at the other by (q_s + q_ss / (m - 1) 2) u + q_ss x.
    """
    places, n = q_s.shape
    twice = 2.0 / (places - 1.0)
    for i in range(places):
        out_x[i] = math.inf
        for joint in range(n):
            p, r = q_s[i, joint], q_ss[i, joint]
            v, a = BETWEEN * limits[0, joint], BETWEEN * limits[1, joint]
            if abs(p) > 0.0:
                out_x[i] = min(out_x[i], v * v / (p * p))
                out_ranges[i, joint, SLOPE], out_ranges[i, joint, WIDTH] = -r / p, a / abs(p)
            else:
                out_ranges[i, joint, SLOPE], out_ranges[i, joint, WIDTH] = 0.0, math.inf
                if abs(r) > 0.0:
                    out_x[i] = min(out_x[i], a / abs(r))
            if i > 0:
                ahead = p + twice * r
                flat = not abs(ahead) > 0.0
                out_ranges[i - 1, n + joint, SLOPE] = 0.0 if flat else -r / ahead
                out_ranges[i - 1, n + joint, WIDTH] = math.inf if flat else a / abs(ahead)


@kernel
def find_fastest_x(q_s: Array, q_ss: Array, limits: Array, ranges: Array, out_x: Array) -> float:
    """Square of s_t (m,) at equal steps along a path (m, n), from rest to rest; returns the duration.

    Limits are (3, n), of which the jerk does not count; ranges is scratch (m, 2 n, 2).
    """
    places = q_s.shape[0]
    step = 1.0 / (places - 1.0)
    _write_ranges(q_s, q_ss, limits, ranges, out_x)
    out_x[places - 1] = 0.0
    for i in range(places - 2, -1, -1):
        x = out_x[i]
        for _ in range(ITERATIONS):
            low, low_slope, high, high_slope = _range(ranges, i, x, out_x[i + 1], 2.0 * step)
            if high >= low - ROUNDING * (abs(low) + abs(high)):
                break
            x = max(0.0, x - (high - low) / (high_slope - low_slope))
        out_x[i] = x
    out_x[0], duration = 0.0, 0.0
    for i in range(places - 1):
        _, _, u, _ = _range(ranges, i, out_x[i], out_x[i + 1], 2.0 * step)
        reached = min(out_x[i + 1], max(0.0, out_x[i] + 2.0 * step * u))
        duration += 2.0 * step / (math.sqrt(out_x[i]) + math.sqrt(reached))
        out_x[i + 1] = reached
    return duration


@kernel
def write_each_rest_to_rest(changes: Array, limits: Array, out_phases: Array, out_durations: Array) -> None:
    """Phases (k, n, 4) and durations (k,) of k motions, as `write_rest_to_rest` gives each."""
    for row in range(changes.shape[0]):
        out_durations[row] = write_rest_to_rest(changes[row], limits, out_phases[row])
