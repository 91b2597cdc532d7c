"""Where a line is inside a convex shape: from which t to which t, in the shape's own axes.

    o + t d        -----[########]----->        nothing in common: (inf, -inf)
                       t0        t1             t in lengths of d, any real number

One interval answers all that is asked of a solid: where a ray comes in, where it goes out, whether it begins
inside.  A shape is closed: a line along a face, or through one point of it, meets it.  What is not a number
is never asked here (`predictor.rays.cast` keeps it away).
"""

import math

import numpy as np
from numpy.typing import NDArray

from predictor.jit import kernel

Array = NDArray[np.float64]
Point = tuple[float, float, float]
Interval = tuple[float, float]

BOX, ROD, HULL, TREE = range(4)  # kinds of rows (`predictor.rays.packed`)


@kernel
def in_slab(half: float, o: float, d: float) -> Interval:
    """Where |o + t d| <= half."""
    if d == 0.0:
        return (-math.inf, math.inf) if abs(o) <= half else (math.inf, -math.inf)
    over = 1.0 / d
    a, b = (-half - o) * over, (half - o) * over
    return (a, b) if a < b else (b, a)


@kernel
def in_round(radius: float, u: Point, v: Point) -> Interval:
    """Where |u + t v| <= radius.

    From the foot of the perpendicular, so that a ray from far away loses nothing (Haines and others,
    Precision improvements for ray/sphere intersection, Ray Tracing Gems, 2019).
    """
    size = v[0] * v[0] + v[1] * v[1] + v[2] * v[2]
    if size == 0.0:
        is_in = u[0] * u[0] + u[1] * u[1] + u[2] * u[2] <= radius * radius
        return (-math.inf, math.inf) if is_in else (math.inf, -math.inf)
    foot = -(u[0] * v[0] + u[1] * v[1] + u[2] * v[2]) / size
    x, y, z = u[0] + foot * v[0], u[1] + foot * v[1], u[2] + foot * v[2]
    left = radius * radius - (x * x + y * y + z * z)
    if left < 0.0:
        return math.inf, -math.inf
    chord = math.sqrt(left / size)
    return foot - chord, foot + chord


@kernel
def in_solid(rows: Array, row: int, planes: Array, o: Point, d: Point) -> Interval:
    """Where the line is in a box, a capsule or a hull.

    A box is what its slabs have in common (Kay and Kajiya 1986), a hull what lies behind its planes, n x <= c
    (Cyrus and Beck 1978).  A capsule lies in the cylinder around its axis: where the line comes into that, or
    leaves it, beyond an end, the ball at that end takes its place.
    """
    t0, t1 = -math.inf, math.inf
    if rows[row, 0] == BOX:
        for i in range(3):
            a, b = in_slab(rows[row, 1 + i], o[i], d[i])
            t0, t1 = max(t0, a), min(t1, b)
    elif rows[row, 0] == ROD:
        half, radius = rows[row, 1], rows[row, 2]
        near = -(o[0] * d[0] + o[1] * d[1] + o[2] * d[2]) / (d[0] * d[0] + d[1] * d[1] + d[2] * d[2])
        x, y, z = o[0] + near * d[0], o[1] + near * d[1], o[2] + near * d[2]  # of small numbers
        t0, t1 = in_round(radius, (x, y, 0.0), (d[0], d[1], 0.0))
        if t0 <= t1:
            low, high = z + t0 * d[2], z + t1 * d[2]
            if not (abs(low) <= half and abs(high) <= half):
                upper = in_round(radius, (x, y, z - half), d)
                lower = in_round(radius, (x, y, z + half), d)
                t0 = upper[0] if low > half else lower[0] if low < -half else t0
                t1 = upper[1] if high > half else lower[1] if high < -half else t1
        t0, t1 = near + t0, near + t1
    else:
        for k in range(int(rows[row, 1]), int(rows[row, 2])):
            rate = planes[k, 0] * d[0] + planes[k, 1] * d[1] + planes[k, 2] * d[2]
            room = planes[k, 3] - (planes[k, 0] * o[0] + planes[k, 1] * o[1] + planes[k, 2] * o[2])
            if rate > 0.0:
                t1 = min(t1, room / rate)
            elif rate < 0.0:
                t0 = max(t0, room / rate)
            elif room < 0.0:
                return math.inf, -math.inf
    return (t0, t1) if t0 <= t1 else (math.inf, -math.inf)
