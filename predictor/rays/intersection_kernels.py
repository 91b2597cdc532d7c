"""Where a line is inside a convex shape, in the shape's own axes, and where it meets a triangle.

    o + t d        -----[########]----->        nothing in common: (inf, -inf)
                       t0        t1             t in lengths of d, any real number

One interval answers all that is asked of a solid: where a ray comes in, where it goes out, whether it begins
inside.  A shape is closed: a line along a face, or through one point of it, meets it.  What is not a number
is never asked here (`cast_kernels` keeps it away).  Boxes and rods know no branches, so that many rays
can be asked side by side (`pairs_kernels`).

Of a triangle, no ray slips through an edge that two share.  The corners are sheared until the ray runs along
z from the origin; then the origin is inside the triangle in x and y if three edge functions have one sign
(Woop, Benthin and Wald, Watertight ray/triangle intersection, Journal of Computer Graphics Techniques 2(1),
2013).  The two triangles at an edge compute the very same products for it, with opposite sign, so that at
least one of them is met; on the edge, where the function is zero, both are.  Seen edge on a triangle is not
met; its neighbours in a closed surface are.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.compiler.jit import inlined_part, part

Array = NDArray[np.float64]
Integers = NDArray[np.int64]
Point = tuple[float, float, float]
Interval = tuple[float, float]

BOX, ROD, HULL, TREE = range(4)  # kinds of rows (`predictor.rays.ray_shapes`)


class Shapes(NamedTuple):
    """What rays may meet (`ray_shapes.RayTables`), and where it is now."""

    rows: Array
    top: Integers
    planes: Array
    nodes: Array
    links: Integers
    items: Integers
    triangles: Array
    placed: Array  # (t, 20) rows that are asked one by one, where their frames are
    balls: Array  # (BALL_ROWS, t) around them


@inlined_part
def in_slab(t: Interval, half: float, o: float, d: float) -> Interval:
    """What of an interval is where |o + t d| <= half.

    With d = 0 a face that the line runs along gives 0 inf = NaN: comparisons pass over it.
    """
    over = 1.0 / d
    a, b = (-half - o) * over, (half - o) * over
    low, high = (a, b) if over > 0.0 else (b, a)
    return low if low > t[0] else t[0], high if high < t[1] else t[1]


@inlined_part
def in_box(half: Point, o: Point, d: Point) -> Interval:
    """What the three slabs of a box have in common (Kay and Kajiya 1986); t0 > t1: nothing."""
    t = in_slab((-math.inf, math.inf), half[0], o[0], d[0])
    t = in_slab(t, half[1], o[1], d[1])
    return in_slab(t, half[2], o[2], d[2])


@inlined_part
def in_round(radius: float, u: Point, v: Point, over: float) -> Interval:
    """Where |u + t v| <= radius; over: 1 / v v.

    From the foot of the perpendicular, so that a ray from far away loses nothing (Haines and others,
    Precision improvements for ray/sphere intersection, Ray Tracing Gems, 2019).
    """
    foot = -(u[0] * v[0] + u[1] * v[1] + u[2] * v[2]) * over
    x, y, z = u[0] + foot * v[0], u[1] + foot * v[1], u[2] + foot * v[2]
    left = radius * radius - (x * x + y * y + z * z)
    chord = math.sqrt(max(left, 0.0) * over)
    return foot - chord if left >= 0.0 else math.inf, foot + chord if left >= 0.0 else -math.inf


@inlined_part
def in_rod(half: float, radius: float, o: Point, d: Point) -> Interval:
    """Where the line is in a capsule along z; t0 > t1: nowhere.

    The capsule lies in the cylinder around its axis: where the line comes into that, or leaves it, beyond an
    end, the ball at that end takes its place.
    """
    across = d[0] * d[0] + d[1] * d[1]
    over = 1.0 / (across + d[2] * d[2])
    near = -(o[0] * d[0] + o[1] * d[1] + o[2] * d[2]) * over
    x, y, z = o[0] + near * d[0], o[1] + near * d[1], o[2] + near * d[2]  # of small numbers
    is_along = across == 0.0
    t0, t1 = in_round(radius, (x, y, 0.0), (d[0], d[1], 0.0), 0.0 if is_along else 1.0 / across)
    is_out = t0 > t1
    t0, t1 = -math.inf if is_along else t0, math.inf if is_along else t1
    low, high = z + t0 * d[2], z + t1 * d[2]
    upper = in_round(radius, (x, y, z - half), d, over)
    lower = in_round(radius, (x, y, z + half), d, over)
    t0 = upper[0] if low > half else lower[0] if low < -half else t0
    t1 = upper[1] if high > half else lower[1] if high < -half else t1
    return math.inf if is_out else near + t0, near + t1


@part
def in_hull(first: int, last: int, planes: Array, o: Point, d: Point) -> Interval:
    """Where the line lies behind planes, n x <= c (Cyrus and Beck 1978)."""
    t0, t1 = -math.inf, math.inf
    for k in range(first, last):
        rate = planes[k, 0] * d[0] + planes[k, 1] * d[1] + planes[k, 2] * d[2]
        room = planes[k, 3] - (planes[k, 0] * o[0] + planes[k, 1] * o[1] + planes[k, 2] * o[2])
        if rate > 0.0:
            t1 = min(t1, room / rate)
        elif rate < 0.0:
            t0 = max(t0, room / rate)
        elif room < 0.0:
            return math.inf, -math.inf
    return t0, t1


@part
def in_solid(rows: Array, row: int, planes: Array, o: Point, d: Point) -> Interval:
    """Where the line is in a box, a capsule or a hull."""
    if rows[row, 0] == BOX:
        t0, t1 = in_box((rows[row, 1], rows[row, 2], rows[row, 3]), o, d)
    elif rows[row, 0] == ROD:
        t0, t1 = in_rod(rows[row, 1], rows[row, 2], o, d)
    else:
        t0, t1 = in_hull(int(rows[row, 1]), int(rows[row, 2]), planes, o, d)
    return (t0, t1) if t0 <= t1 else (math.inf, -math.inf)


class Shear(NamedTuple):
    """What makes a ray run along z from the origin."""

    x: int  # the axes, in an order in which the ray runs most along the last
    y: int
    z: int
    ox: float  # of its begin, in that order
    oy: float
    oz: float
    sx: float
    sy: float
    sz: float


@part
def shear_of(o: Point, d: Point) -> Shear:
    """The shear of the ray o + t d; d is not zero."""
    if abs(d[2]) >= max(abs(d[0]), abs(d[1])):
        return Shear(0, 1, 2, o[0], o[1], o[2], d[0] / d[2], d[1] / d[2], 1.0 / d[2])
    if abs(d[1]) >= abs(d[0]):
        return Shear(2, 0, 1, o[2], o[0], o[1], d[2] / d[1], d[0] / d[1], 1.0 / d[1])
    return Shear(1, 2, 0, o[1], o[2], o[0], d[1] / d[0], d[2] / d[0], 1.0 / d[0])


@part
def at_triangle(shear: Shear, triangles: Array, k: int) -> float:
    """The t at which the line meets triangle k of (m, 9), corner by corner; inf: it does not."""
    x, y, z = shear.x, shear.y, shear.z
    az, bz, cz = triangles[k, z] - shear.oz, triangles[k, 3 + z] - shear.oz, triangles[k, 6 + z] - shear.oz
    ax, ay = triangles[k, x] - shear.ox - shear.sx * az, triangles[k, y] - shear.oy - shear.sy * az
    bx, by = triangles[k, 3 + x] - shear.ox - shear.sx * bz, triangles[k, 3 + y] - shear.oy - shear.sy * bz
    cx, cy = triangles[k, 6 + x] - shear.ox - shear.sx * cz, triangles[k, 6 + y] - shear.oy - shear.sy * cz
    u, v, w = cx * by - cy * bx, ax * cy - ay * cx, bx * ay - by * ax  # edge functions of the origin
    if (u < 0.0 or v < 0.0 or w < 0.0) and (u > 0.0 or v > 0.0 or w > 0.0):
        return math.inf
    size = u + v + w
    if size == 0.0:
        return math.inf
    # The mean depth of the corners along the ray, by the point's barycentric weights u, v, w.
    t: float = (u * az + v * bz + w * cz) * shear.sz / size
    return t
