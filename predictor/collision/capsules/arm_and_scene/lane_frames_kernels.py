"""Where an arm's frames and the axes of its volumes are in poses side by side, in either precision.

    poses (joint, lane) --> frames (row, place, lane) --> axes (volume, place, lane)

A frame has 12 places: x axis, y axis, z axis, origin; a volume's axis has 6: where it begins, and its run to
the end.  Places lie as far apart as there are lanes in one row of memory, so that every loop over lanes reads
and writes straight on.  The engines for few and for many poses bring the number of lanes and the precision.
"""

import numpy as np
from numpy.typing import NDArray

from predictor.collision.capsules.arm_and_scene.tables import (
    COLUMN,
    COS,
    JOINT,
    PARENT,
    RUN,
    SIN,
    SLIDES,
    START,
    X,
    Y,
    Z,
)
from predictor.compiler.jit import inlined_lane_part
from predictor.model.kinematics_kernels import joint_at
from predictor.model.tree_layout import Tree

Array = NDArray[np.float64]
Numbers = NDArray[np.float64] | NDArray[np.float32]  # of the engine

PLACES = 12  # of a frame
PI_HIGH = 3.1415926535883045  # the first 41 bits of pi: n times it is exact
PI_LOW = 1.4887094960973246e-12  # the rest of pi
ROUNDER = 6755399441055744.0  # 1.5 * 2^52: added and taken away again it rounds to a whole number


@inlined_lane_part
def reduced(q: float) -> tuple[float, float]:
    """r and (-1)^n of an angle [rad], q = r + n pi with |r| <= pi / 2, without a branch.

    sin q = (-1)^n sin r,    cos q = (-1)^n cos r
    """
    n = (q * (1.0 / np.pi) + ROUNDER) - ROUNDER
    odd = n - 2.0 * ((0.5 * n + ROUNDER) - ROUNDER)  # 0, or 1 or -1
    return (q - n * PI_HIGH) - n * PI_LOW, 1.0 - 2.0 * odd * odd


@inlined_lane_part
def joint_values(tree: Tree, row: Array, poses: Array, lanes: int, pose: Array, out_values: Array) -> None:
    """Put the values (lanes,) of the joint of a row at poses (n, lanes); pose (n,) is scratch."""
    joint = int(row[JOINT])
    if joint < 0:
        out_values[:] = 0.0
    elif len(tree.pieces) == 0:
        column = int(row[COLUMN])
        for lane in range(lanes):
            out_values[lane] = poses[column, lane]
    else:
        for lane in range(lanes):
            for i in range(len(pose)):
                pose[i] = poses[i, lane]
            out_values[lane] = joint_at(tree, joint, pose)[0]


@inlined_lane_part
def put_frame(
    frames: Numbers, rows: Array, row: int, lanes: int, values: Array, sine_cosine: Numbers
) -> None:
    """Put the frame (PLACES lanes,) of a row where its parent carries it, its joint at values (lanes,).

    sine_cosine (2 lanes,) is of its angle, in the precision of frames.
    """
    number, slides = sine_cosine.dtype.type, rows[row, SLIDES] != 0.0
    parent, out_frame = frames[int(rows[row, PARENT])], frames[row + 1]
    px, py, pz = number(rows[row, X]), number(rows[row, Y]), number(rows[row, Z])
    ca, sa = number(rows[row, COS]), number(rows[row, SIN])
    for i in range(0, 3 * lanes, lanes):
        for lane in range(lanes):
            s, c = sine_cosine[lane], sine_cosine[lanes + lane]
            x, y, z = parent[i + lane], parent[3 * lanes + i + lane], parent[6 * lanes + i + lane]
            v, w = ca * y + sa * z, ca * z - sa * y  # y and z after Rx(alpha); then Rz(theta)
            out_frame[i + lane] = c * x + s * v
            out_frame[3 * lanes + i + lane] = c * v - s * x
            out_frame[6 * lanes + i + lane] = w
            out_frame[9 * lanes + i + lane] = parent[9 * lanes + i + lane] + (px * x + py * y + pz * z)
    if slides:
        for i in range(0, 3 * lanes, lanes):
            for lane in range(lanes):
                along = number(values[lane]) * out_frame[6 * lanes + i + lane]
                out_frame[9 * lanes + i + lane] += along


@inlined_lane_part
def axis_of(frame: Numbers, volume: Numbers, lanes: int, has_run: bool, out_axis: Numbers) -> None:
    """Put the axis (6 lanes,) of a volume, from its frame (PLACES lanes,); without a run, its begin alone."""
    bx, by, bz = volume[START], volume[START + 1], volume[START + 2]
    rx, ry, rz = volume[RUN], volume[RUN + 1], volume[RUN + 2]
    for i in range(3 * lanes):
        x, y, z = frame[i], frame[3 * lanes + i], frame[6 * lanes + i]
        out_axis[i] = frame[9 * lanes + i] + (x * bx + y * by + z * bz)
        if has_run:
            out_axis[3 * lanes + i] = x * rx + y * ry + z * rz
