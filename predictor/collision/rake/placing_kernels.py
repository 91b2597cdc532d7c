"""Where an arm's frames and the axes of its volumes are in RAKE poses side by side, in single precision.

    poses (joint, lane) --> frames (row, place, lane) --> axes (volume, place, lane)

A frame has 12 places: x axis, y axis, z axis, origin; an axis has 6: where it begins, and its run to the end.
"""

import numpy as np
from numpy.typing import NDArray

from predictor.collision.blocks.chain_layout import COLUMN, COS, JOINT, PARENT, SIN, SLIDES, THETA, X, Y, Z
from predictor.collision.rake.angles_kernels import sines
from predictor.jit import lane_part
from predictor.looking_layout import RAKE
from predictor.model.joint_motion_kernels import joint_at
from predictor.model.tree_layout import Tree

Array = NDArray[np.float64]
Singles = NDArray[np.float32]

PLACES = 12  # of a frame
# Columns of a volume: the frame that carries it, its axis in there, its radius, the squared length of its
# axis; of a ball around all leaves of a frame the first of them, and that after the last; of a leaf its
# number, and with how many obstacles it is joined.
FRAME, BEGIN, RUN, RADIUS, SQUARED, FIRST, AFTER, NUMBER, MOUNTS, VOLUME = 0, 1, 4, 7, 8, 9, 10, 11, 12, 13


@lane_part
def frames_at(tree: Tree, rows: Array, poses: Array, turn: Singles, q: Array, frames: Singles) -> None:
    """Frames (r + 1, PLACES RAKE), the base's given, at poses (n, RAKE).

    turn (2 RAKE,) and q (n + RAKE,) are scratch.
    """
    n = len(poses)
    for row in range(len(rows)):
        joint, slides, frame = int(rows[row, JOINT]), rows[row, SLIDES] != 0.0, frames[row + 1]
        values = q[n:]
        for lane in range(RAKE):
            values[lane] = 0.0 if joint < 0 else poses[int(rows[row, COLUMN]), lane]
        for lane in range(RAKE if joint >= 0 and len(tree.pieces) > 0 else 0):
            for column in range(n):
                q[column] = poses[column, lane]
            values[lane] = joint_at(tree, joint, q)[0]
        sines(values, 0.0 if slides else 1.0, rows[row, THETA], turn)
        _turned(frames[int(rows[row, PARENT])], turn, rows[row], frame)
        if slides:
            for i in range(0, 3 * RAKE, RAKE):
                for lane in range(RAKE):
                    frame[9 * RAKE + i + lane] += np.float32(values[lane]) * frame[6 * RAKE + i + lane]


@lane_part
def _turned(parent: Singles, sine_cosine: Singles, row: Array, out_frame: Singles) -> None:
    """A frame (PLACES RAKE,) from the one that carries it, with sine and cosine of its angle."""
    px, py, pz = np.float32(row[X]), np.float32(row[Y]), np.float32(row[Z])
    ca, sa = np.float32(row[COS]), np.float32(row[SIN])
    for i in range(0, 3 * RAKE, RAKE):
        for lane in range(RAKE):
            s, c = sine_cosine[lane], sine_cosine[RAKE + lane]
            x, y, z = parent[i + lane], parent[3 * RAKE + i + lane], parent[6 * RAKE + i + lane]
            v, w = ca * y + sa * z, ca * z - sa * y
            out_frame[i + lane] = c * x + s * v
            out_frame[3 * RAKE + i + lane] = c * v - s * x
            out_frame[6 * RAKE + i + lane] = w
            out_frame[9 * RAKE + i + lane] = parent[9 * RAKE + i + lane] + (px * x + py * y + pz * z)


@lane_part
def axis_of(frame: Singles, volume: Singles, out_axis: Singles) -> None:
    """Axis (6 RAKE,) of a volume from the frame (PLACES RAKE,) that carries it; a ball's has no run."""
    bx, by, bz = volume[BEGIN], volume[BEGIN + 1], volume[BEGIN + 2]
    rx, ry, rz = volume[RUN], volume[RUN + 1], volume[RUN + 2]
    for i in range(3 * RAKE):
        x, y, z = frame[i], frame[3 * RAKE + i], frame[6 * RAKE + i]
        out_axis[i] = frame[9 * RAKE + i] + (x * bx + y * by + z * bz)
    if volume[SQUARED] > 0.0:
        for i in range(3 * RAKE):
            x, y, z = frame[i], frame[3 * RAKE + i], frame[6 * RAKE + i]
            out_axis[3 * RAKE + i] = x * rx + y * ry + z * rz
