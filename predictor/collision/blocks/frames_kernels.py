"""Where an arm's frames and the axes of its volumes are in LANES configurations side by side.

    commands (joint, lane) --> frames (row, place, lane) --> axes (volume, place, lane)

A frame has 12 places: x axis, y axis, z axis, origin; a volume's axis has 6: where it begins, and its run to
the end.  Places lie LANES apart in one row of memory, so that every loop over lanes reads and writes straight
on.
"""

import math

import numpy as np
from numpy.typing import NDArray

from predictor.collision.blocks.angles_kernels import LANES, LARGEST, sines
from predictor.collision.blocks.arm_and_scene_layout import BEGIN, RUN
from predictor.collision.blocks.chain_layout import COLUMN, COS, JOINT, PARENT, SIN, SLIDES, THETA, X, Y, Z
from predictor.jit import inlined_lane_part, part
from predictor.model.joint_motion_kernels import joint_at
from predictor.model.tree_layout import Tree

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

PLACES = 12  # of a frame


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
    for row in range(len(rows)):
        joint, slides, frame = int(rows[row, JOINT]), rows[row, SLIDES] != 0.0, out_frames[row + 1]
        values = turn[2 * LANES :]
        if joint < 0:
            values[:] = 0.0
        elif len(tree.pieces) == 0:
            values = commands[int(rows[row, COLUMN])]
        else:
            for lane in range(LANES):
                for column in range(len(pose)):
                    pose[column] = commands[column, lane]
                values[lane] = joint_at(tree, joint, pose)[0]
        sines(values, 0.0 if slides else 1.0, rows[row, THETA], turn)
        _turned(out_frames[int(rows[row, PARENT])], turn, rows[row], frame)
        if slides:
            for i in range(0, 3 * LANES, LANES):
                for lane in range(LANES):
                    frame[9 * LANES + i + lane] += values[lane] * frame[6 * LANES + i + lane]


@inlined_lane_part
def _turned(parent: Array, sine_cosine: Array, row: Array, out_frame: Array) -> None:
    """A frame (PLACES LANES,) from the one that carries it, with sine and cosine of its angle."""
    px, py, pz, ca, sa = row[X], row[Y], row[Z], row[COS], row[SIN]
    for i in range(0, 3 * LANES, LANES):
        for lane in range(LANES):
            s, c = sine_cosine[lane], sine_cosine[LANES + lane]
            x, y, z = parent[i + lane], parent[3 * LANES + i + lane], parent[6 * LANES + i + lane]
            v, w = ca * y + sa * z, ca * z - sa * y
            out_frame[i + lane] = c * x + s * v
            out_frame[3 * LANES + i + lane] = c * v - s * x
            out_frame[6 * LANES + i + lane] = w
            out_frame[9 * LANES + i + lane] = parent[9 * LANES + i + lane] + (px * x + py * y + pz * z)


@inlined_lane_part
def axis_of(frame: Array, volume: Array, out_axis: Array) -> None:
    """Axis (6 LANES,) of one volume, single or double, from the frame (PLACES LANES,) that carries it."""
    bx, by, bz = volume[BEGIN], volume[BEGIN + 1], volume[BEGIN + 2]
    rx, ry, rz = volume[RUN], volume[RUN + 1], volume[RUN + 2]
    for i in range(0, 3 * LANES, LANES):
        for lane in range(LANES):
            x, y, z = frame[i + lane], frame[3 * LANES + i + lane], frame[6 * LANES + i + lane]
            out_axis[i + lane] = frame[9 * LANES + i + lane] + (x * bx + y * by + z * bz)
            out_axis[3 * LANES + i + lane] = x * rx + y * ry + z * rz
