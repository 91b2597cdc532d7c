"""Where an arm's frames and the axes of its volumes are in AT_ONCE poses side by side, in single precision.

An angle is reduced in double precision; of Taylor's series of its sine and cosine what is left out is below
6e-8 on the range that is left.
"""

import numpy as np
from numpy.typing import NDArray

from predictor.collision.capsules.arm_and_scene.lane_distance_kernels import A_HALF, ONE, ZERO
from predictor.collision.capsules.arm_and_scene.lane_frames_kernels import (
    axis_of,
    joint_values,
    put_frame,
    reduced,
)
from predictor.collision.capsules.arm_and_scene.tables import SLIDES, THETA
from predictor.compiler.jit import lane_part
from predictor.model.tree_layout import Tree
from predictor.proximity.proximity_layout import AT_ONCE

Array = NDArray[np.float64]
Singles = NDArray[np.float32]

# Columns of a volume behind FRAME, START and RUN, which are those of a leaf in `tables`: its radius, the
# squared length of its axis; of a ball around all leaves of a frame the first of them, and that after the
# last; of a leaf its number, and with how many obstacles it is joined.
RADIUS, SQUARED, FIRST, AFTER, NUMBER, MOUNTS, VOLUME = range(7, 14)

MOST_ERROR = 3e-7  # of a sine or a cosine
# Taylor's coefficients, by the power of the angle that they stand before.
S3, S5, S7 = np.float32(-1.0 / 6.0), np.float32(1.0 / 120.0), np.float32(-1.0 / 5040.0)
S9, S11 = np.float32(1.0 / 362880.0), np.float32(-1.0 / 39916800.0)
C4, C6, C8 = np.float32(1.0 / 24.0), np.float32(-1.0 / 720.0), np.float32(1.0 / 40320.0)
C10, C12 = np.float32(-1.0 / 3628800.0), np.float32(1.0 / 479001600.0)


@lane_part
def sines(values: Array, gear: float, constant: float, out_both: Singles) -> None:
    """Sines, then cosines (2 AT_ONCE,) of gear * values (AT_ONCE,) + constant [rad]."""
    for lane in range(AT_ONCE):
        remainder, whole = reduced(gear * values[lane] + constant)
        r, sign = np.float32(remainder), np.float32(whole)
        z = r * r  # Horner's rule in the square
        cosine = z * z * (C4 + z * (C6 + z * (C8 + z * (C10 + z * C12))))
        out_both[lane] = sign * (r + r * z * (S3 + z * (S5 + z * (S7 + z * (S9 + z * S11)))))
        out_both[AT_ONCE + lane] = sign * ((ONE - A_HALF * z) + cosine)


@lane_part
def frames_at(tree: Tree, rows: Array, poses: Array, turn: Singles, q: Array, frames: Singles) -> None:
    """Put frames (r + 1, PLACES AT_ONCE) where they are at poses (n, AT_ONCE), the base's given.

    turn (2 AT_ONCE,) and q (n + AT_ONCE,) are scratch.
    """
    pose, values = q[: len(poses)], q[len(poses) :]
    for row in range(len(rows)):
        joint_values(tree, rows[row], poses, AT_ONCE, pose, values)
        sines(values, 0.0 if rows[row, SLIDES] != 0.0 else 1.0, rows[row, THETA], turn)
        put_frame(frames, rows, row, AT_ONCE, values, turn)


@lane_part
def place(frame: Singles, volume: Singles, out_axis: Singles) -> None:
    """Put the axis (6 AT_ONCE,) of a volume where its frame (PLACES AT_ONCE,) has it; a ball has no run."""
    axis_of(frame, volume, AT_ONCE, volume[SQUARED] > ZERO, out_axis)
