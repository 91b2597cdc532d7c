"""Exact distances between the shapes of arm and scene: segments, points and boxes.

A capsule's distance is that of its axis minus its radius.  Negative is penetration:

    capsule - capsule   distance of the axes - both radii
    capsule - box       signed distance of axis and box - radius; inside the box the signed distance
                        of a point is max_i(|p_i| - h_i), which is convex and continues the outer one

Every function is a minimum of a convex function, found in closed form, never by iteration.  A coordinate that
is not finite comes out as NaN, so that it can never be taken for "far away".
"""

import math

import numpy as np
from numpy.typing import NDArray

from predictor.jit import kernel

Array = NDArray[np.float64]

# Below this sin^2 of their angle two segments are parallel: to 1e-7 of their length an end is then nearest.
PARALLEL = 1e-14
TOUCHING = 1e-9  # [m] nearer to a box than this, rounding decides what is inside: ask for the depth


@kernel
def point_segment_squared(p: Array, a: Array, b: Array) -> float:
    """Return the squared distance of point p and segment a-b [m^2]; a-b may be a point."""
    length2, along = 0.0, 0.0
    for i in range(3):
        length2 += (b[i] - a[i]) * (b[i] - a[i])
        along += (p[i] - a[i]) * (b[i] - a[i])
    t = 0.0
    if length2 != 0.0:
        t = along / length2
    if t < 0.0:
        t = 0.0
    elif t > 1.0:
        t = 1.0
    total = 0.0
    for i in range(3):
        gap = p[i] - a[i] - t * (b[i] - a[i])
        total += gap * gap
    return total


@kernel
def segment_segment(p0: Array, p1: Array, q0: Array, q1: Array) -> float:
    """Return the distance of two segments [m] (Ericson, Real-Time Collision Detection, 2005, 5.1.9).

    Either an end of one segment is nearest, or both nearest points lie inside; then the segments are neither
    parallel nor points, and the inner solution is unique.
    """
    e0 = point_segment_squared(p0, q0, q1)
    e1 = point_segment_squared(p1, q0, q1)
    e2 = point_segment_squared(q0, p0, p1)
    e3 = point_segment_squared(q1, p0, p1)
    if not math.isfinite(e0 + e1 + e2 + e3):
        return math.nan
    least = min(min(e0, e1), min(e2, e3))
    a, b, c, d, e = 0.0, 0.0, 0.0, 0.0, 0.0
    for i in range(3):
        u, v, w = p1[i] - p0[i], q1[i] - q0[i], p0[i] - q0[i]
        a += u * u
        b += u * v
        c += v * v
        d += u * w
        e += v * w
    determinant = a * c - b * b
    if determinant <= PARALLEL * a * c:  # parallel, or one of them a point: an end is nearest
        return math.sqrt(least)
    s = (b * e - c * d) / determinant
    t = (a * e - b * d) / determinant
    if 0.0 < s < 1.0 and 0.0 < t < 1.0:
        inner = 0.0
        for i in range(3):
            gap = p0[i] + s * (p1[i] - p0[i]) - q0[i] - t * (q1[i] - q0[i])
            inner += gap * gap
        least = min(least, inner)
    return math.sqrt(least)


@kernel
def segment_box(p0: Array, p1: Array, half: Array) -> float:
    """Return the signed distance of segment p0-p1 and the box |x_i| <= half_i, in the box's frame [m].

    The squared distance of a point that runs along the segment is convex and piecewise quadratic, with
    breakpoints where a coordinate crosses a face; its slope is linear between them: the least point is exact.
    """
    total = 0.0
    for i in range(3):
        total += abs(p0[i]) + abs(p1[i]) + half[i]
    if not math.isfinite(total):
        return math.nan
    low, high = 0.0, 1.0
    slope_low, slope_high = _slope(p0, p1, half, low), _slope(p0, p1, half, high)
    if slope_low >= 0.0:
        nearest = low
    elif slope_high <= 0.0:
        nearest = high
    else:
        for face in range(6):
            i = face // 2
            run = p1[i] - p0[i]
            if run == 0.0:
                continue
            s = ((half[i] if face % 2 else -half[i]) - p0[i]) / run
            if low < s < high:
                slope = _slope(p0, p1, half, s)
                if slope < 0.0:
                    low, slope_low = s, slope
                else:
                    high, slope_high = s, slope
        nearest = low + (high - low) * slope_low / (slope_low - slope_high)
    gap: float = _point_box(p0, p1, half, nearest)
    if gap <= TOUCHING:
        gap = _depth(p0, p1, half)
    return gap


@kernel
def _slope(p0: Array, p1: Array, half: Array, s: float) -> float:
    """Half the derivative of the squared distance to the box, at p0 + s (p1 - p0)."""
    slope = 0.0
    for i in range(3):
        run = p1[i] - p0[i]
        x = p0[i] + s * run
        if x > half[i]:
            slope += (x - half[i]) * run
        elif x < -half[i]:
            slope += (x + half[i]) * run
    return slope


@kernel
def _point_box(p0: Array, p1: Array, half: Array, s: float) -> float:
    """Outer distance to the box at p0 + s (p1 - p0); zero inside."""
    total = 0.0
    for i in range(3):
        beyond = abs(p0[i] + s * (p1[i] - p0[i])) - half[i]
        if beyond > 0.0:
            total += beyond * beyond
    return math.sqrt(total)


@kernel
def _depth(p0: Array, p1: Array, half: Array) -> float:
    """Least max_i(|x_i| - half_i) along the segment: the least of the upper envelope of six lines.

    It lies at an end or where two of the lines meet.
    """
    least = min(_envelope(p0, p1, half, 0.0), _envelope(p0, p1, half, 1.0))
    for first in range(6):
        i, sign_i = first // 2, 1.0 - 2.0 * (first % 2)
        for second in range(first + 1, 6):
            j, sign_j = second // 2, 1.0 - 2.0 * (second % 2)
            steeper = sign_i * (p1[i] - p0[i]) - sign_j * (p1[j] - p0[j])
            if steeper != 0.0:
                s = (sign_j * p0[j] - half[j] - sign_i * p0[i] + half[i]) / steeper
                if 0.0 < s < 1.0:
                    least = min(least, _envelope(p0, p1, half, s))
    return least


@kernel
def _envelope(p0: Array, p1: Array, half: Array, s: float) -> float:
    highest: float = abs(p0[0] + s * (p1[0] - p0[0])) - half[0]
    for i in range(1, 3):
        highest = max(highest, abs(p0[i] + s * (p1[i] - p0[i])) - half[i])
    return highest
