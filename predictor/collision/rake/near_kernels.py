"""Whether a volume is within reach of another, or of an obstacle, in any of RAKE poses."""

import numpy as np
from numpy.typing import NDArray

from predictor.collision.blocks.apart_kernels import beyond, box_squared, dot, segments_squared
from predictor.collision.rake.angles_kernels import A_HALF, ONE, ZERO
from predictor.collision.tables import AXES, CENTRE, HALF
from predictor.jit import inlined_lane_part, lane_part
from predictor.looking_layout import RAKE

Array = NDArray[np.float64]
Singles = NDArray[np.float32]
Number = np.float32
Vector = tuple[Number, Number, Number]

LEAST = np.float32(1e-30)  # in place of a determinant that is nothing: any s will do


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
    lengths = (a, c, ONE / a if a > ZERO else ZERO, ONE / c if c > ZERO else ZERO)
    count, squared = np.int32(0), reach * reach
    for lane in range(RAKE):
        y, z = RAKE + lane, 2 * RAKE + lane
        w = (axis[lane] - other[lane], axis[y] - other[y], axis[z] - other[z])
        u = (axis[3 * RAKE + lane], axis[3 * RAKE + y], axis[3 * RAKE + z])
        v = (other[3 * RAKE + lane], other[3 * RAKE + y], other[3 * RAKE + z])
        gap = segments_squared(w, u, v, lengths, (ZERO, ONE, LEAST))
        count = np.int32(count + np.int32(gap <= squared))
    return bool(count > 0)


@lane_part
def bar_near(axis: Singles, a: Number, bar: Singles, reach: Number) -> bool:
    """Whether an axis (6 RAKE,) is at most so far from that of a capsule of the scene."""
    cx, cy, cz = bar[CENTRE], bar[CENTRE + 1], bar[CENTRE + 2]
    v = (bar[HALF], bar[HALF + 1], bar[HALF + 2])
    c = v[0] * v[0] + v[1] * v[1] + v[2] * v[2]
    lengths = (a, c, ONE / a if a > ZERO else ZERO, ONE / c if c > ZERO else ZERO)
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


@inlined_lane_part
def edges_of(box: Singles) -> tuple[Vector, Vector, Vector]:
    """Directions of the edges of a box of the scene."""
    return (
        (box[AXES], box[AXES + 1], box[AXES + 2]),
        (box[AXES + 3], box[AXES + 4], box[AXES + 5]),
        (box[AXES + 6], box[AXES + 7], box[AXES + 8]),
    )


@inlined_lane_part
def along(edges: tuple[Vector, Vector, Vector], v: Vector) -> Vector:
    """A vector along edges."""
    return dot(edges[0], v), dot(edges[1], v), dot(edges[2], v)


@lane_part
def ball_near_box(ball: Singles, box: Singles, reach: Number) -> bool:
    """Whether a point (6 RAKE,) is at most so far from a box of the scene."""
    cx, cy, cz = box[CENTRE], box[CENTRE + 1], box[CENTRE + 2]
    hx, hy, hz, edges = box[HALF], box[HALF + 1], box[HALF + 2], edges_of(box)
    count, squared = np.int32(0), reach * reach
    for lane in range(RAKE):
        p = along(edges, (ball[lane] - cx, ball[RAKE + lane] - cy, ball[2 * RAKE + lane] - cz))
        x, y, z = beyond(p[0], hx), beyond(p[1], hy), beyond(p[2], hz)
        count = np.int32(count + np.int32(x * x + y * y + z * z <= squared))
    return bool(count > 0)


@lane_part
def bounds_near_box(axis: Singles, box: Singles, reach: Number) -> bool:
    """Whether the box around an axis (6 RAKE,) along a box of the scene is at most so far from that."""
    cx, cy, cz = box[CENTRE], box[CENTRE + 1], box[CENTRE + 2]
    hx, hy, hz, edges = box[HALF], box[HALF + 1], box[HALF + 2], edges_of(box)
    count, squared = np.int32(0), reach * reach
    for lane in range(RAKE):
        ux, uy = A_HALF * axis[3 * RAKE + lane], A_HALF * axis[4 * RAKE + lane]
        uz = A_HALF * axis[5 * RAKE + lane]
        px, py = axis[lane] + ux - cx, axis[RAKE + lane] + uy - cy
        pz = axis[2 * RAKE + lane] + uz - cz
        p, u = along(edges, (px, py, pz)), along(edges, (ux, uy, uz))
        x, y, z = beyond(p[0], hx + abs(u[0])), beyond(p[1], hy + abs(u[1])), beyond(p[2], hz + abs(u[2]))
        count = np.int32(count + np.int32(x * x + y * y + z * z <= squared))
    return bool(count > 0)


@lane_part
def axis_near_box(axis: Singles, box: Singles, reach: Number) -> bool:
    """Whether an axis (6 RAKE,) is at most so far from a box of the scene."""
    cx, cy, cz = box[CENTRE], box[CENTRE + 1], box[CENTRE + 2]
    half = (float(box[HALF]), float(box[HALF + 1]), float(box[HALF + 2]))
    count, squared, edges = np.int32(0), float(reach * reach), edges_of(box)
    for lane in range(RAKE):
        p = along(edges, (axis[lane] - cx, axis[RAKE + lane] - cy, axis[2 * RAKE + lane] - cz))
        u = along(edges, (axis[3 * RAKE + lane], axis[4 * RAKE + lane], axis[5 * RAKE + lane]))
        gap = box_squared(
            (float(p[0]), float(p[1]), float(p[2])), (float(u[0]), float(u[1]), float(u[2])), half
        )
        count = np.int32(count + np.int32(gap <= squared))
    return bool(count > 0)
