"""The distance of one pair in every lane, in double precision, taken where it comes before what is known.

Of equal distances the least key counts, so that no order of looking changes an answer.
"""

import math

import numpy as np
from numpy.typing import NDArray

from predictor.collision.blocks.angles_kernels import LANES
from predictor.collision.distance_kernels import TOUCHING, segment_box_depth
from predictor.collision.lanes.apart_kernels import axes_squared, box_squared, lengths_of
from predictor.collision.tables import AXES, CENTRE, HALF
from predictor.compiler.jit import inlined_lane_part

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

LEAST = 1e-300  # in place of a determinant that is nothing: any s will do


@inlined_lane_part
def measure_axis(axis: Array, other: Array, squared: tuple[float, float], out_gap: Array) -> None:
    """Distances (LANES,) of two axes (6 LANES,) of these squared lengths."""
    lengths = lengths_of(squared[0], squared[1], 0.0, 1.0)
    for lane in range(LANES):
        out_gap[lane] = math.sqrt(axes_squared(axis, other, lane, LANES, lengths, (0.0, 1.0, LEAST)))


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
def take(gap: Array, radii: float, key: int, best: Array, nearest: Integers) -> None:
    """Put the pair with this key where gap - radii (LANES,) comes before the best and its key (LANES,)."""
    for lane in range(LANES):
        found = gap[lane] - radii
        is_nearer = found < best[lane] or (found == best[lane] and key < nearest[lane])
        best[lane] = found if is_nearer else best[lane]
        nearest[lane] = key if is_nearer else nearest[lane]
