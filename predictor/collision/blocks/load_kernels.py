"""LANES configurations out of many, put side by side, and where an arm's frames are in them."""

import math

import numpy as np
from numpy.typing import NDArray

from predictor.collision.blocks.angles_kernels import LANES, LARGEST, sines
from predictor.collision.lanes.chain_layout import SLIDES, THETA
from predictor.collision.lanes.frames_kernels import joint_values, put_frame
from predictor.compiler.jit import inlined_lane_part, part
from predictor.model.tree_layout import Tree

Array = NDArray[np.float64]
Integers = NDArray[np.int64]


@part
def load(poses: Array, order: Integers, first: int, after: int, out_commands: Array, out_lost: Array) -> int:
    """Put LANES poses from the first one on into lanes (n, LANES), the last one again where no more are.

    A lane with a value that is not a number, or beyond LARGEST, gets zeros, and NaN in `out_lost` (LANES,),
    which has zeros elsewhere; how many there are.
    """
    count = 0
    for lane in range(LANES):
        row = min(first + lane, after - 1)
        if len(order) > 0:
            row = order[row]
        out_lost[lane] = 0.0
        for column in range(poses.shape[1]):
            value = poses[row, column]
            out_commands[column, lane] = value
            if not abs(value) <= LARGEST:
                out_lost[lane] = math.nan
        count += math.isnan(out_lost[lane])
    for lane in range(LANES if count > 0 else 0):
        if math.isnan(out_lost[lane]):
            for column in range(poses.shape[1]):
                out_commands[column, lane] = 0.0
    return count


@inlined_lane_part
def frames_of(tree: Tree, rows: Array, commands: Array, turn: Array, pose: Array, out_frames: Array) -> None:
    """Frames (r + 1, PLACES LANES) at commands (n, LANES), the base's given.

    turn (3 LANES,) and pose (n,) are scratch.
    """
    values = turn[2 * LANES : 3 * LANES]
    for row in range(len(rows)):
        joint_values(tree, rows[row], commands, LANES, pose, values)
        sines(values, 0.0 if rows[row, SLIDES] != 0.0 else 1.0, rows[row, THETA], turn)
        put_frame(out_frames, rows, row, LANES, values, turn)
