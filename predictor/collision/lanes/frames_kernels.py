"""Where an arm's frames and the axes of its volumes are in poses side by side, in either precision.

    poses (joint, lane) --> frames (row, place, lane) --> axes (volume, place, lane)

A frame has 12 places: x axis, y axis, z axis, origin; a volume's axis has 6: where it begins, and its run to
the end.  Places lie as far apart as there are lanes in one row of memory, so that every loop over lanes reads
and writes straight on.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from predictor.collision.lanes.chain_layout import (
    BEGIN,
    COLUMN,
    COS,
    JOINT,
    PARENT,
    RUN,
    SIN,
    SLIDES,
    THETA,
    X,
    Y,
    Z,
)
from predictor.jit import inlined_lane_part
from predictor.model.joint_motion_kernels import joint_at
from predictor.model.tree_layout import Tree

Array = NDArray[np.float64]
Numbers = NDArray[Any]  # of the engine's precision

PLACES = 12  # of a frame


@inlined_lane_part
def frames_of(
    tree: Tree,
    rows: Array,
    poses: Array,
    lanes: int,
    sines: Callable[[Array, float, float, Numbers], None],
    scratch: tuple[Array, Array, Numbers],
    out_frames: Numbers,
) -> None:
    """Frames (r + 1, PLACES lanes) at poses (n, lanes), the base's given; sines: of the engine.

    scratch: values of a joint (lanes,), a pose (n,), sines and cosines (2 lanes,).
    """
    own, pose, turn = scratch
    for row in range(len(rows)):
        joint, slides, frame = int(rows[row, JOINT]), rows[row, SLIDES] != 0.0, out_frames[row + 1]
        values = own
        if joint < 0:
            values[:] = 0.0
        elif len(tree.pieces) == 0:
            values = poses[int(rows[row, COLUMN])]
        else:
            for lane in range(lanes):
                for column in range(len(pose)):
                    pose[column] = poses[column, lane]
                values[lane] = joint_at(tree, joint, pose)[0]
        sines(values, 0.0 if slides else 1.0, rows[row, THETA], turn)
        _turned(out_frames[int(rows[row, PARENT])], turn, rows[row], lanes, frame)
        if slides:
            for i in range(0, 3 * lanes, lanes):
                for lane in range(lanes):
                    frame[9 * lanes + i + lane] += turn.dtype.type(values[lane]) * frame[6 * lanes + i + lane]


@inlined_lane_part
def _turned(parent: Numbers, sine_cosine: Numbers, row: Array, lanes: int, out_frame: Numbers) -> None:
    """A frame (PLACES lanes,) from the one that carries it, with sine and cosine of its angle."""
    number = sine_cosine.dtype.type
    px, py, pz, ca, sa = number(row[X]), number(row[Y]), number(row[Z]), number(row[COS]), number(row[SIN])
    for i in range(0, 3 * lanes, lanes):
        for lane in range(lanes):
            s, c = sine_cosine[lane], sine_cosine[lanes + lane]
            x, y, z = parent[i + lane], parent[3 * lanes + i + lane], parent[6 * lanes + i + lane]
            v, w = ca * y + sa * z, ca * z - sa * y
            out_frame[i + lane] = c * x + s * v
            out_frame[3 * lanes + i + lane] = c * v - s * x
            out_frame[6 * lanes + i + lane] = w
            out_frame[9 * lanes + i + lane] = parent[9 * lanes + i + lane] + (px * x + py * y + pz * z)


@inlined_lane_part
def axis_of(frame: Numbers, volume: Numbers, lanes: int, has_run: bool, out_axis: Numbers) -> None:
    """Axis (6 lanes,) of a volume from its frame (PLACES lanes,); without a run where it begins alone."""
    bx, by, bz = volume[BEGIN], volume[BEGIN + 1], volume[BEGIN + 2]
    rx, ry, rz = volume[RUN], volume[RUN + 1], volume[RUN + 2]
    for i in range(3 * lanes):
        x, y, z = frame[i], frame[3 * lanes + i], frame[6 * lanes + i]
        out_axis[i] = frame[9 * lanes + i] + (x * bx + y * by + z * bz)
        if has_run:
            out_axis[3 * lanes + i] = x * rx + y * ry + z * rz
