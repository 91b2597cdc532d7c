"""How far segments and boxes are apart in many lanes: no branches, in the precision of what is given.

Of two segments the best s, were the other a line; from there the best t, and from there the best s (Ericson,
Real-Time Collision Detection, 2005, 5.1.9).  Where they are nearly parallel s is known badly at first, but
there every s is nearly as good: the squared distance is too large by a few units in the last place of the
longer one's square, never too small.
"""

from typing import Any

from numpy.typing import NDArray

from predictor.compiler.jit import inlined_lane_part

Number = Any  # float or np.float32
Numbers = NDArray[Any]
Vector = tuple[Number, Number, Number]
Lengths = tuple[Number, Number, Number, Number]  # both squared, and 1 over them, or 0
Around = tuple[float, float, float, float]

NO_RUN = 1e-150  # [m] a run shorter than this crosses no face


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
