"""LANES configurations out of many, put side by side, and where an arm's frames are in them.

Sines and cosines are computed without a branch, so that the compiler takes several at once:

    sin q = (-1)^n  2 sin(r/2) cos(r/2),    cos q = (-1)^n (1 - 2 sin(r/2)^2)      r = q - n pi, |r| <= pi / 2

The polynomials of the half angle are those of fdlibm (Sun Microsystems, k_sin.c and k_cos.c, 1993), whose
error is below 2^-57 for |r/2| <= pi / 4.  With the doubling both results are within MOST_ERROR of the truth.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.collision.capsules.arm_and_scene.lane_frames_kernels import joint_values, put_frame, reduced
from predictor.collision.capsules.arm_and_scene.tables import SLIDES, THETA, CapsuleTables
from predictor.compiler.jit import inlined_lane_part, part
from predictor.model.tree_layout import Tree

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

LANES = 64  # configurations side by side
LARGEST = 8192.0  # [rad] angle up to which the error holds
MOST_ERROR = 1e-15  # of a sine or a cosine
# Coefficients of fdlibm for the sine and the cosine of half an angle.
S1, S2, S3 = -1.66666666666666324348e-01, 8.33333333332248946124e-03, -1.98412698298579493134e-04
S4, S5, S6 = 2.75573137070700676789e-06, -2.50507602534068634195e-08, 1.58969099521155010221e-10
C1, C2, C3 = 4.16666666666666019037e-02, -1.38888888888741095749e-03, 2.48015872894767294178e-05
C4, C5, C6 = -2.75573143513906633035e-07, 2.08757232129817482790e-09, -1.13596475577881948265e-11


class LaneTables(NamedTuple):
    """Arm and scene as kernels of many poses read them; m leaves, b obstacles, r rows of joints."""

    tree: Tree
    rows: Array  # (r, 10) of joints (`predictor.collision.capsules.arm_and_scene.chain`)
    base: Array  # (12,) frame of the base: x, y, z axis, origin
    volumes: Array  # (m, 7) frame and axis of each leaf, as in `tables`
    tables: CapsuleTables
    row_of: Integers  # (b,) where in the tables each obstacle of the scene is
    reach: float  # how far from the base the arm can come [m]


@inlined_lane_part
def sines(values: Array, gear: float, constant: float, out_both: Array) -> None:
    """Sines, then cosines (2 LANES,) of gear * values (LANES,) + constant [rad], none beyond LARGEST."""
    for lane in range(LANES):
        r, sign = reduced(gear * values[lane] + constant)
        h = 0.5 * r
        z = h * h  # Horner's rule in the square
        sine = h + h * z * (S1 + z * (S2 + z * (S3 + z * (S4 + z * (S5 + z * S6)))))
        cosine = 1.0 - 0.5 * z + z * z * (C1 + z * (C2 + z * (C3 + z * (C4 + z * (C5 + z * C6)))))
        out_both[lane] = sign * (2.0 * sine * cosine)
        out_both[LANES + lane] = sign * (1.0 - 2.0 * sine * sine)


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
    """Put frames (r + 1, PLACES LANES) where they are at commands (n, LANES), the base's given.

    turn (3 LANES,) and pose (n,) are scratch.
    """
    values = turn[2 * LANES : 3 * LANES]
    for row in range(len(rows)):
        joint_values(tree, rows[row], commands, LANES, pose, values)
        sines(values, 0.0 if rows[row, SLIDES] != 0.0 else 1.0, rows[row, THETA], turn)
        put_frame(out_frames, rows, row, LANES, values, turn)
