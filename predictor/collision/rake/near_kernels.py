"""Whether a volume is within reach of another, or of an obstacle, in any of RAKE poses."""

import numpy as np
from numpy.typing import NDArray

from predictor.collision.lanes.apart_kernels import (
    axes_squared,
    beyond,
    box_squared,
    lengths_of,
    segments_squared,
)
from predictor.collision.lanes.near_kernels import LEAST, ONE, ZERO, along, bounds_squared, single_box, three
from predictor.collision.tables import CENTRE, HALF
from predictor.compiler.jit import lane_part
from predictor.proximity.proximity_layout import RAKE

Array = NDArray[np.float64]
Singles = NDArray[np.float32]
Number = np.float32


@lane_part
def balls_near(ball: Singles, other: Singles, reach: Number) -> bool:
    """Whether two points (6 RAKE,) are at most so far apart."""
    count, squared = np.int32(0), reach * reach
    for lane in range(RAKE):
        x, y = ball[lane] - other[lane], ball[RAKE + lane] - other[RAKE + lane]
        z = ball[2 * RAKE + lane] - other[2 * RAKE + lane]
        count = np.int32(count + np.int32(x * x + y * y + z * z <= squared))
    return bool(count > 0)


@lane_part
def axes_near(axis: Singles, other: Singles, a: Number, c: Number, reach: Number) -> bool:
    """Whether two axes (6 RAKE,), of these squared lengths, are at most so far apart."""
    lengths = lengths_of(a, c, ZERO, ONE)
    count, squared = np.int32(0), reach * reach
    for lane in range(RAKE):
        gap = axes_squared(axis, other, lane, RAKE, lengths, (ZERO, ONE, LEAST))
        count = np.int32(count + np.int32(gap <= squared))
    return bool(count > 0)


@lane_part
def bar_near(axis: Singles, a: Number, bar: Singles, reach: Number) -> bool:
    """Whether an axis (6 RAKE,) is at most so far from that of a capsule of the scene."""
    (cx, cy, cz), v = three(bar, CENTRE), three(bar, HALF)
    c = v[0] * v[0] + v[1] * v[1] + v[2] * v[2]
    lengths = lengths_of(a, c, ZERO, ONE)
    count, squared = np.int32(0), reach * reach
    for lane in range(RAKE):
        w = (axis[lane] - cx, axis[RAKE + lane] - cy, axis[2 * RAKE + lane] - cz)
        u = (axis[3 * RAKE + lane], axis[4 * RAKE + lane], axis[5 * RAKE + lane])
        gap = segments_squared(w, u, v, lengths, (ZERO, ONE, LEAST))
        count = np.int32(count + np.int32(gap <= squared))
    return bool(count > 0)


@lane_part
def bounds_near(ball: Singles, bounds: Singles, reach: Number) -> bool:
    """Whether a point (6 RAKE,) is at most so far from bounds (6,)."""
    x_0, y_0, z_0, x_1, y_1, z_1 = bounds[0], bounds[1], bounds[2], bounds[3], bounds[4], bounds[5]
    count, squared = np.int32(0), reach * reach
    for lane in range(RAKE):
        x, y, z = ball[lane], ball[RAKE + lane], ball[2 * RAKE + lane]
        gx, gy, gz = x - min(max(x, x_0), x_1), y - min(max(y, y_0), y_1), z - min(max(z, z_0), z_1)
        count = np.int32(count + np.int32(gx * gx + gy * gy + gz * gz <= squared))
    return bool(count > 0)


@lane_part
def ball_near_box(ball: Singles, box: Singles, reach: Number) -> bool:
    """Whether a point (6 RAKE,) is at most so far from a box of the scene."""
    (cx, cy, cz), (hx, hy, hz), edges = single_box(box)
    count, squared = np.int32(0), reach * reach
    for lane in range(RAKE):
        p = along(edges, (ball[lane] - cx, ball[RAKE + lane] - cy, ball[2 * RAKE + lane] - cz))
        x, y, z = beyond(p[0], hx), beyond(p[1], hy), beyond(p[2], hz)
        count = np.int32(count + np.int32(x * x + y * y + z * z <= squared))
    return bool(count > 0)


@lane_part
def bounds_near_box(axis: Singles, box: Singles, reach: Number) -> bool:
    """Whether the box around an axis (6 RAKE,) along a box of the scene is at most so far from that."""
    own, count, squared = single_box(box), np.int32(0), reach * reach
    for lane in range(RAKE):
        count = np.int32(count + np.int32(bounds_squared(axis, lane, RAKE, own) <= squared))
    return bool(count > 0)


@lane_part
def axis_near_box(axis: Singles, box: Singles, reach: Number) -> bool:
    """Whether an axis (6 RAKE,) is at most so far from a box of the scene."""
    (cx, cy, cz), (hx, hy, hz), edges = single_box(box)
    half = (float(hx), float(hy), float(hz))
    count, squared = np.int32(0), float(reach * reach)
    for lane in range(RAKE):
        p = along(edges, (axis[lane] - cx, axis[RAKE + lane] - cy, axis[2 * RAKE + lane] - cz))
        u = along(edges, (axis[3 * RAKE + lane], axis[4 * RAKE + lane], axis[5 * RAKE + lane]))
        gap = box_squared(
            (float(p[0]), float(p[1]), float(p[2])), (float(u[0]), float(u[1]), float(u[2])), half
        )
        count = np.int32(count + np.int32(gap <= squared))
    return bool(count > 0)
