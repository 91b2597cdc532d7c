"""Where an arm's frames and the axes of its volumes are in RAKE poses side by side, in single precision."""

import numpy as np
from numpy.typing import NDArray

from predictor.collision.lanes.chain_layout import SLIDES, THETA
from predictor.collision.lanes.frames_kernels import axis_of, joint_values, put_frame
from predictor.collision.lanes.near_kernels import ZERO
from predictor.collision.rake.angles_kernels import sines
from predictor.compiler.jit import lane_part
from predictor.model.tree_layout import Tree
from predictor.proximity.proximity_layout import RAKE

Array = NDArray[np.float64]
Singles = NDArray[np.float32]

# Columns of a volume behind those of `chain_layout`: its radius, the squared length of its axis; of a ball
# around all leaves of a frame the first of them, and that after the last; of a leaf its number, and with how
# many obstacles it is joined.
RADIUS, SQUARED, FIRST, AFTER, NUMBER, MOUNTS, VOLUME = range(7, 14)


@lane_part
def frames_at(tree: Tree, rows: Array, poses: Array, turn: Singles, q: Array, frames: Singles) -> None:
    """Frames (r + 1, PLACES RAKE), the base's given, at poses (n, RAKE).

    turn (2 RAKE,) and q (n + RAKE,) are scratch.
    """
    pose, values = q[: len(poses)], q[len(poses) :]
    for row in range(len(rows)):
        joint_values(tree, rows[row], poses, RAKE, pose, values)
        sines(values, 0.0 if rows[row, SLIDES] != 0.0 else 1.0, rows[row, THETA], turn)
        put_frame(frames, rows, row, RAKE, values, turn)


@lane_part
def place(frame: Singles, volume: Singles, out_axis: Singles) -> None:
    """Put the axis (6 RAKE,) of a volume where the frame (PLACES RAKE,) that carries it has it.

    A ball's has no run.
    """
    axis_of(frame, volume, RAKE, volume[SQUARED] > ZERO, out_axis)
