"""The distance of one pair in every lane: whether it may come before what is known, then the distance itself.

First in single precision: a lane counts unless the squared distance of both axes is surely more than
(known + radii)^2.  Rounding is paid for by `slack`, added to the right side.  Of a box and an axis what is
compared is less than the distance: that of the box and the bounds of the axis along its edges.

Then in double precision.  Of equal distances the least key counts, so that no order changes an answer.
"""

import math

import numpy as np
from numpy.typing import NDArray

from predictor.collision.capsules.arm_and_scene.distance_kernels import TOUCHING, segment_box_depth
from predictor.collision.capsules.arm_and_scene.lane_distance_kernels import (
    LEAST_SINGLE,
    ONE,
    ZERO,
    axes_squared,
    bounds_squared,
    box_squared,
    lengths_of,
    single_box,
)
from predictor.collision.capsules.arm_and_scene.tables import AXES, CENTRE, HALF
from predictor.collision.capsules.many_poses.placing_kernels import LANES
from predictor.compiler.jit import inlined_lane_part

Array = NDArray[np.float64]
Integers = NDArray[np.int64]
Singles = NDArray[np.float32]

LEAST_DOUBLE = 1e-300  # in place of a determinant of 0: then any s will do
GRAIN = 2.0**-16  # [m]
GRAINS = np.float32(2.0**16)  # per metre
ROUNDINGS = 64.0 * 2.0**-24  # slack over the square of the greatest length


@inlined_lane_part
def surround(axis: Singles, out_bounds: Array) -> None:
    """Low and high corner (6,) of the box around an axis (6 LANES,) in all lanes, a GRAIN wider.

    In whole numbers, because the compiler takes several at once when it looks for the least of these.
    """
    for i in range(3):
        low, high = np.int32(2**31 - 1), np.int32(1 - 2**31)
        for lane in range(i * LANES, (i + 1) * LANES):
            begin = np.int32(axis[lane] * GRAINS)
            end = np.int32((axis[lane] + axis[3 * LANES + lane]) * GRAINS)
            low, high = min(low, min(begin, end)), max(high, max(begin, end))
        out_bounds[i], out_bounds[3 + i] = (low - 1) * GRAIN, (high + 1) * GRAIN


@inlined_lane_part
def nearer_axis(
    axis: Singles, other: Singles, known: Singles, squared: tuple[float, float], radii: float, slack: float
) -> int:
    """How many lanes of two axes (6 LANES,), of squared lengths, may come nearer than known (LANES,)."""
    r, margin = np.float32(radii), np.float32(slack)
    lengths = lengths_of(np.float32(squared[0]), np.float32(squared[1]), ZERO, ONE)
    count = np.int32(0)
    for lane in range(LANES):
        reach = max(known[lane] + r, ZERO)
        gap = axes_squared(axis, other, lane, LANES, lengths, (ZERO, ONE, LEAST_SINGLE))
        count = np.int32(count + np.int32(gap <= reach * reach + margin))
    return int(count)


@inlined_lane_part
def nearer_box(axis: Singles, box: Array, known: Singles, radius: float, slack: float) -> int:
    """How many lanes of an axis (6 LANES,) may come nearer to a box than known (LANES,)."""
    r, margin, own = np.float32(radius), np.float32(slack), single_box(box)
    count = np.int32(0)
    for lane in range(LANES):
        reach = max(known[lane] + r, ZERO)
        gap = bounds_squared(axis, lane, LANES, own)
        count = np.int32(count + np.int32(gap <= reach * reach + margin))
    return int(count)


@inlined_lane_part
def measure_axis(axis: Array, other: Array, squared: tuple[float, float], out_gap: Array) -> None:
    """Distances (LANES,) of two axes (6 LANES,) of these squared lengths."""
    lengths = lengths_of(squared[0], squared[1], 0.0, 1.0)
    for lane in range(LANES):
        out_gap[lane] = math.sqrt(axes_squared(axis, other, lane, LANES, lengths, (0.0, 1.0, LEAST_DOUBLE)))


@inlined_lane_part
def measure_box(axis: Array, box: Array, local: Array, out_gap: Array) -> None:
    """Signed distances (LANES,) of an axis (6 LANES,) and a box, a row of obstacles.

    local (6 LANES,) is scratch.
    """
    cx, cy, cz = box[CENTRE], box[CENTRE + 1], box[CENTRE + 2]
    for i in range(3):
        ax, ay, az = box[AXES + 3 * i], box[AXES + 3 * i + 1], box[AXES + 3 * i + 2]
        for lane in range(LANES):
            px, py, pz = axis[lane] - cx, axis[LANES + lane] - cy, axis[2 * LANES + lane] - cz
            ux, uy, uz = axis[3 * LANES + lane], axis[4 * LANES + lane], axis[5 * LANES + lane]
            local[i * LANES + lane] = ax * px + ay * py + az * pz
            local[(3 + i) * LANES + lane] = ax * ux + ay * uy + az * uz
    half = (box[HALF], box[HALF + 1], box[HALF + 2])
    touching = 0
    for lane in range(LANES):
        p = (local[lane], local[LANES + lane], local[2 * LANES + lane])
        u = (local[3 * LANES + lane], local[4 * LANES + lane], local[5 * LANES + lane])
        gap = math.sqrt(box_squared(p, u, half))
        touching += gap <= TOUCHING
        out_gap[lane] = gap
    for lane in range(LANES if touching > 0 else 0):
        if out_gap[lane] <= TOUCHING:
            p = (local[lane], local[LANES + lane], local[2 * LANES + lane])
            u = (local[3 * LANES + lane], local[4 * LANES + lane], local[5 * LANES + lane])
            depth = segment_box_depth(p, u, half)[0]
            if depth >= 0.0 or out_gap[lane] == 0.0:
                out_gap[lane] = -depth


@inlined_lane_part
def keep_nearer(gap: Array, radii: float, key: int, best: Array, nearest: Integers) -> None:
    """Put the pair with this key where gap - radii (LANES,) comes before the best and its key (LANES,)."""
    for lane in range(LANES):
        found = gap[lane] - radii
        is_nearer = found < best[lane] or (found == best[lane] and key < nearest[lane])
        best[lane] = found if is_nearer else best[lane]
        nearest[lane] = key if is_nearer else nearest[lane]
