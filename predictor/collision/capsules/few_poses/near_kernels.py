"""Whether a volume is within reach of another, or of an obstacle, in any of AT_ONCE poses."""

import numpy as np
from numpy.typing import NDArray

from predictor.collision.capsules.arm_and_scene.lane_distance_kernels import (
    LEAST_SINGLE,
    ONE,
    ZERO,
    along,
    axes_squared,
    beyond,
    bounds_squared,
    box_squared,
    lengths_of,
    segments_squared,
    single_box,
    three,
)
from predictor.collision.capsules.arm_and_scene.tables import CENTRE, HALF
from predictor.compiler.jit import lane_part
from predictor.proximity.proximity_layout import AT_ONCE

Singles = NDArray[np.float32]
Number = np.float32


@lane_part
def balls_near(ball: Singles, other: Singles, reach: Number) -> bool:
    """Whether two points (6 AT_ONCE,) are at most so far apart."""
    count, squared = np.int32(0), reach * reach
    for lane in range(AT_ONCE):
        x, y = ball[lane] - other[lane], ball[AT_ONCE + lane] - other[AT_ONCE + lane]
        z = ball[2 * AT_ONCE + lane] - other[2 * AT_ONCE + lane]
        count = np.int32(count + np.int32(x * x + y * y + z * z <= squared))
    return bool(count > 0)


@lane_part
def axes_near(axis: Singles, other: Singles, a: Number, c: Number, reach: Number) -> bool:
    """Whether two axes (6 AT_ONCE,), of these squared lengths, are at most so far apart."""
    lengths = lengths_of(a, c, ZERO, ONE)
    count, squared = np.int32(0), reach * reach
    for lane in range(AT_ONCE):
        gap = axes_squared(axis, other, lane, AT_ONCE, lengths, (ZERO, ONE, LEAST_SINGLE))
        count = np.int32(count + np.int32(gap <= squared))
    return bool(count > 0)


@lane_part
def axis_near_capsule(axis: Singles, a: Number, capsule: Singles, reach: Number) -> bool:
    """Whether an axis (6 AT_ONCE,) is at most so far from that of a capsule of the scene."""
    (cx, cy, cz), v = three(capsule, CENTRE), three(capsule, HALF)
    c = v[0] * v[0] + v[1] * v[1] + v[2] * v[2]
    lengths = lengths_of(a, c, ZERO, ONE)
    count, squared = np.int32(0), reach * reach
    for lane in range(AT_ONCE):
        w = (axis[lane] - cx, axis[AT_ONCE + lane] - cy, axis[2 * AT_ONCE + lane] - cz)
        u = (axis[3 * AT_ONCE + lane], axis[4 * AT_ONCE + lane], axis[5 * AT_ONCE + lane])
        gap = segments_squared(w, u, v, lengths, (ZERO, ONE, LEAST_SINGLE))
        count = np.int32(count + np.int32(gap <= squared))
    return bool(count > 0)


@lane_part
def bounds_near(ball: Singles, bounds: Singles, reach: Number) -> bool:
    """Whether a point (6 AT_ONCE,) is at most so far from bounds (6,)."""
    x_0, y_0, z_0, x_1, y_1, z_1 = bounds[0], bounds[1], bounds[2], bounds[3], bounds[4], bounds[5]
    count, squared = np.int32(0), reach * reach
    for lane in range(AT_ONCE):
        x, y, z = ball[lane], ball[AT_ONCE + lane], ball[2 * AT_ONCE + lane]
        gx, gy, gz = x - min(max(x, x_0), x_1), y - min(max(y, y_0), y_1), z - min(max(z, z_0), z_1)
        count = np.int32(count + np.int32(gx * gx + gy * gy + gz * gz <= squared))
    return bool(count > 0)


@lane_part
def ball_near_box(ball: Singles, box: Singles, reach: Number) -> bool:
    """Whether a point (6 AT_ONCE,) is at most so far from a box of the scene."""
    (cx, cy, cz), (hx, hy, hz), edges = single_box(box)
    count, squared = np.int32(0), reach * reach
    for lane in range(AT_ONCE):
        p = along(edges, (ball[lane] - cx, ball[AT_ONCE + lane] - cy, ball[2 * AT_ONCE + lane] - cz))
        x, y, z = beyond(p[0], hx), beyond(p[1], hy), beyond(p[2], hz)
        count = np.int32(count + np.int32(x * x + y * y + z * z <= squared))
    return bool(count > 0)


@lane_part
def bounds_near_box(axis: Singles, box: Singles, reach: Number) -> bool:
    """Whether the box around an axis (6 AT_ONCE,) along a box of the scene is at most so far from that."""
    own, count, squared = single_box(box), np.int32(0), reach * reach
    for lane in range(AT_ONCE):
        count = np.int32(count + np.int32(bounds_squared(axis, lane, AT_ONCE, own) <= squared))
    return bool(count > 0)


@lane_part
def axis_near_box(axis: Singles, box: Singles, reach: Number) -> bool:
    """Whether an axis (6 AT_ONCE,) is at most so far from a box of the scene."""
    (cx, cy, cz), (hx, hy, hz), edges = single_box(box)
    half = (float(hx), float(hy), float(hz))
    count, squared = np.int32(0), float(reach * reach)
    for lane in range(AT_ONCE):
        p = along(edges, (axis[lane] - cx, axis[AT_ONCE + lane] - cy, axis[2 * AT_ONCE + lane] - cz))
        u = along(
            edges,
            (axis[3 * AT_ONCE + lane], axis[4 * AT_ONCE + lane], axis[5 * AT_ONCE + lane]),
        )
        gap = box_squared(
            (float(p[0]), float(p[1]), float(p[2])), (float(u[0]), float(u[1]), float(u[2])), half
        )
        count = np.int32(count + np.int32(gap <= squared))
    return bool(count > 0)
