"""Which lanes of a block may come nearer than is known, in single precision.

This kernel counts a lane unless the squared distance of both axes is surely more than (known +
radii)^2.  Rounding is paid for by `slack`, added to the right side.  Of a box and an axis what is compared is
less than the distance: that of the box and the axis' own box along the same directions.
"""

import numpy as np
from numpy.typing import NDArray

from predictor.collision.blocks.angles_kernels import LANES
from predictor.collision.lanes.apart_kernels import axes_squared, lengths_of
from predictor.collision.lanes.near_kernels import LEAST, ONE, ZERO, bounds_squared, single_box
from predictor.compiler.jit import inlined_lane_part

Array = NDArray[np.float64]
Singles = NDArray[np.float32]

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
    """How many lanes of two axes (6 LANES,) may come nearer than known (LANES,); lengths: squared."""
    r, more = np.float32(radii), np.float32(slack)
    lengths = lengths_of(np.float32(squared[0]), np.float32(squared[1]), ZERO, ONE)
    count = np.int32(0)
    for lane in range(LANES):
        reach = max(known[lane] + r, ZERO)
        gap = axes_squared(axis, other, lane, LANES, lengths, (ZERO, ONE, LEAST))
        count = np.int32(count + np.int32(gap <= reach * reach + more))
    return int(count)


@inlined_lane_part
def nearer_box(axis: Singles, box: Array, known: Singles, radius: float, slack: float) -> int:
    """How many lanes of an axis (6 LANES,) may come nearer to a box, of obstacles, than known (LANES,)."""
    r, more, own = np.float32(radius), np.float32(slack), single_box(box)
    count = np.int32(0)
    for lane in range(LANES):
        reach = max(known[lane] + r, ZERO)
        gap = bounds_squared(axis, lane, LANES, own)
        count = np.int32(count + np.int32(gap <= reach * reach + more))
    return int(count)
