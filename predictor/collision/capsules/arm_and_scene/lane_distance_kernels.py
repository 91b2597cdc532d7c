"""How far segments and boxes are apart in many lanes: no branches, in the precision of what is given.

Of two segments the best s, were the other a line; from there the best t, and from there the best s (Ericson,
Real-Time Collision Detection, 2005, 5.1.9).  Where they are nearly parallel s is known badly at first, but
there every s is nearly as good: the squared distance is too large by a few units in the last place of the
longer one's square, never too small.

Where an axis may be near a box, their bounds along the box are compared first, in single precision: these are
never farther apart than both.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.collision.capsules.arm_and_scene.tables import AXES, CENTRE, HALF
from predictor.compiler.jit import inlined_lane_part

Singles = NDArray[np.float32]
Number = Any  # float or np.float32
Numbers = NDArray[np.float64] | NDArray[np.float32]
Vector = tuple[Number, Number, Number]
Lengths = tuple[Number, Number, Number, Number]  # both squared, and 1 over them, or 0
Around = tuple[float, float, float, float]

NO_RUN = 1e-150  # [m] a run shorter than this crosses no face
ZERO, ONE, A_HALF = np.float32(0.0), np.float32(1.0), np.float32(0.5)
LEAST_SINGLE = np.float32(1e-30)  # in place of a determinant of 0: then any s will do


@inlined_lane_part
def dot(a: Vector, b: Vector) -> Number:
    """Scalar product."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@inlined_lane_part
def clip(x: Number, low: Number, high: Number) -> Number:
    """x within bounds."""
    return min(max(x, low), high)


@inlined_lane_part
def segments_squared(w: Vector, u: Vector, v: Vector, lengths: Lengths, numbers: Vector) -> Number:
    """Squared distance of the segments w + s u and t v; numbers: 0, 1 and the least determinant."""
    a, c, over_a, over_c = lengths
    zero, one, least = numbers
    b, d, e = dot(u, v), dot(u, w), dot(v, w)
    s = clip((b * e - c * d) / max(a * c - b * b, least), zero, one)
    t = clip((b * s + e) * over_c, zero, one)
    s = clip((b * t - d) * over_a, zero, one)
    gap = (w[0] + s * u[0] - t * v[0], w[1] + s * u[1] - t * v[1], w[2] + s * u[2] - t * v[2])
    return dot(gap, gap)


@inlined_lane_part
def lengths_of(a: Number, c: Number, zero: Number, one: Number) -> Lengths:
    """Two squared lengths, and 1 over them, or 0."""
    return a, c, one / a if a > zero else zero, one / c if c > zero else zero


@inlined_lane_part
def axes_squared(
    axis: Numbers, other: Numbers, lane: int, lanes: int, lengths: Lengths, numbers: Vector
) -> Number:
    """Squared distance of two axes (6 lanes,) in a lane; numbers as in `segments_squared`."""
    y, z = lanes + lane, 2 * lanes + lane
    w = (axis[lane] - other[lane], axis[y] - other[y], axis[z] - other[z])
    u = (axis[3 * lanes + lane], axis[3 * lanes + y], axis[3 * lanes + z])
    v = (other[3 * lanes + lane], other[3 * lanes + y], other[3 * lanes + z])
    return segments_squared(w, u, v, lengths, numbers)


@inlined_lane_part
def beyond(x: Number, half: Number) -> Number:
    """How far x is outside of -half ... half, with its sign; zero inside."""
    return x - clip(x, -half, half)


@inlined_lane_part
def outside(p: Vector, s: float, u: Vector, half: Vector) -> Vector:
    """From the nearest point of the box |x_i| <= half_i to p + s u; zero inside."""
    return (
        beyond(p[0] + s * u[0], half[0]),
        beyond(p[1] + s * u[1], half[1]),
        beyond(p[2] + s * u[2], half[2]),
    )


@inlined_lane_part
def box_squared(p: Vector, u: Vector, half: Vector) -> float:
    """Squared distance of the segment p + s u and the box |x_i| <= half_i; double precision.

    Half the slope of the square along the segment rises from the begin to the end, straight between the
    places where a coordinate crosses a face: the two of these around its zero tell where that is.
    """
    first, last = dot(outside(p, 0.0, u, half), u), dot(outside(p, 1.0, u, half), u)
    around = (0.0, first, 1.0, last)
    for_x = 1.0 / u[0] if abs(u[0]) > NO_RUN else 0.0
    for_y = 1.0 / u[1] if abs(u[1]) > NO_RUN else 0.0
    for_z = 1.0 / u[2] if abs(u[2]) > NO_RUN else 0.0
    around = narrowed(around, p, u, half, (-half[0] - p[0]) * for_x)
    around = narrowed(around, p, u, half, (half[0] - p[0]) * for_x)
    around = narrowed(around, p, u, half, (-half[1] - p[1]) * for_y)
    around = narrowed(around, p, u, half, (half[1] - p[1]) * for_y)
    around = narrowed(around, p, u, half, (-half[2] - p[2]) * for_z)
    around = narrowed(around, p, u, half, (half[2] - p[2]) * for_z)
    low, at_low, high, at_high = around
    s = low + (high - low) * at_low / min(at_low - at_high, -NO_RUN)
    s = 0.0 if first >= 0.0 else 1.0 if last <= 0.0 else clip(s, 0.0, 1.0)
    gap = outside(p, s, u, half)
    squared: float = dot(gap, gap)
    return squared


@inlined_lane_part
def narrowed(around: Around, p: Vector, u: Vector, half: Vector, s: float) -> Around:
    """Low and high s with the slopes there, around the zero of the slope, with another s looked at."""
    low, at_low, high, at_high = around
    s = clip(s, low, high)
    slope = dot(outside(p, s, u, half), u)
    is_low = slope < 0.0
    return (
        s if is_low else low,
        slope if is_low else at_low,
        high if is_low else s,
        at_high if is_low else slope,
    )


class SingleBox(NamedTuple):
    """A box of the scene in single precision."""

    centre: Vector
    half: Vector  # its half edges
    edges: tuple[Vector, Vector, Vector]  # unit vectors along its edges


@inlined_lane_part
def three(row: Numbers, at: int) -> Vector:
    """Three numbers from a column on, in single precision."""
    return np.float32(row[at]), np.float32(row[at + 1]), np.float32(row[at + 2])


@inlined_lane_part
def single_box(row: Numbers) -> SingleBox:
    """A box from its row of obstacles."""
    edges = three(row, AXES), three(row, AXES + 3), three(row, AXES + 6)
    return SingleBox(three(row, CENTRE), three(row, HALF), edges)


@inlined_lane_part
def along(edges: tuple[Vector, Vector, Vector], v: Vector) -> Vector:
    """Components of a vector along unit vectors."""
    return dot(edges[0], v), dot(edges[1], v), dot(edges[2], v)


@inlined_lane_part
def bounds_squared(axis: Singles, lane: int, lanes: int, box: SingleBox) -> Number:
    """Squared distance of a box and the bounds along its edges of an axis (6 lanes,), in a lane."""
    (cx, cy, cz), (hx, hy, hz), edges = box
    ux, uy = A_HALF * axis[3 * lanes + lane], A_HALF * axis[4 * lanes + lane]
    uz = A_HALF * axis[5 * lanes + lane]
    px, py = axis[lane] + ux - cx, axis[lanes + lane] + uy - cy
    pz = axis[2 * lanes + lane] + uz - cz
    p, u = along(edges, (px, py, pz)), along(edges, (ux, uy, uz))
    x, y, z = beyond(p[0], hx + abs(u[0])), beyond(p[1], hy + abs(u[1])), beyond(p[2], hz + abs(u[2]))
    squared: Number = x * x + y * y + z * z
    return squared
