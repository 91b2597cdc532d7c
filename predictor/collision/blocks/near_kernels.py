"""Which lanes of a block may come nearer than is known, in single precision.

This kernel counts a lane unless the squared distance of both axes is surely more than (known +
radii)^2.  Rounding is paid for by `slack`, added to the right side.  Of a box and an axis what is compared is
less than the distance: that of the box and the axis' own box along the same directions.
"""

import numpy as np
from numpy.typing import NDArray

from predictor.collision.blocks.angles_kernels import LANES
from predictor.collision.blocks.apart_kernels import beyond, segments_squared
from predictor.collision.tables import AXES, CENTRE, HALF
from predictor.jit import inlined_lane_part

Array = NDArray[np.float64]
Singles = NDArray[np.float32]

ZERO, ONE, A_HALF = np.float32(0.0), np.float32(1.0), np.float32(0.5)
LEAST = np.float32(1e-30)  # in place of a determinant that is nothing: any s will do
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
    a, c, r, more = np.float32(squared[0]), np.float32(squared[1]), np.float32(radii), np.float32(slack)
    lengths = (a, c, ONE / a if a > ZERO else ZERO, ONE / c if c > ZERO else ZERO)
    count = np.int32(0)
    for lane in range(LANES):
        y, z = LANES + lane, 2 * LANES + lane
        w = (axis[lane] - other[lane], axis[y] - other[y], axis[z] - other[z])
        u = (axis[3 * LANES + lane], axis[3 * LANES + y], axis[3 * LANES + z])
        v = (other[3 * LANES + lane], other[3 * LANES + y], other[3 * LANES + z])
        reach = max(known[lane] + r, ZERO)
        is_near = segments_squared(w, u, v, lengths, (ZERO, ONE, LEAST)) <= reach * reach + more
        count = np.int32(count + np.int32(is_near))
    return int(count)


@inlined_lane_part
def nearer_box(axis: Singles, box: Array, known: Singles, radius: float, slack: float) -> int:
    """How many lanes of an axis (6 LANES,) may come nearer to a box, of obstacles, than known (LANES,)."""
    r, more = np.float32(radius), np.float32(slack)
    cx, cy, cz = np.float32(box[CENTRE]), np.float32(box[CENTRE + 1]), np.float32(box[CENTRE + 2])
    hx, hy, hz = np.float32(box[HALF]), np.float32(box[HALF + 1]), np.float32(box[HALF + 2])
    xx, xy, xz = np.float32(box[AXES]), np.float32(box[AXES + 1]), np.float32(box[AXES + 2])
    yx, yy, yz = np.float32(box[AXES + 3]), np.float32(box[AXES + 4]), np.float32(box[AXES + 5])
    zx, zy, zz = np.float32(box[AXES + 6]), np.float32(box[AXES + 7]), np.float32(box[AXES + 8])
    count = np.int32(0)
    for lane in range(LANES):
        ux, uy = A_HALF * axis[3 * LANES + lane], A_HALF * axis[4 * LANES + lane]
        uz = A_HALF * axis[5 * LANES + lane]
        px, py = axis[lane] + ux - cx, axis[LANES + lane] + uy - cy
        pz = axis[2 * LANES + lane] + uz - cz
        gx = beyond(xx * px + xy * py + xz * pz, hx + abs(xx * ux + xy * uy + xz * uz))
        gy = beyond(yx * px + yy * py + yz * pz, hy + abs(yx * ux + yy * uy + yz * uz))
        gz = beyond(zx * px + zy * py + zz * pz, hz + abs(zx * ux + zy * uy + zz * uz))
        reach = max(known[lane] + r, ZERO)
        is_near = gx * gx + gy * gy + gz * gz <= reach * reach + more
        count = np.int32(count + np.int32(is_near))
    return int(count)
