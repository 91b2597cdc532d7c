"""A tool's course, compiled: the pose of each row at s, and its rates with s."""

import math

import numpy as np
from numpy.typing import NDArray

from predictor.compiler.jit import inlined_part, kernel
from predictor.model.angle_kernels import sine_cosine

Array = NDArray[np.float64]
# Places in a row.
BEGIN, SHIFT, AXIS, ANGLE, CENTRE, TURN_AXIS, TURN = 0, 12, 15, 18, 19, 22, 25


@inlined_part
def turned_about(
    row: Array, axis: int, turn: tuple[float, float], x: float, y: float, z: float
) -> tuple[float, float, float]:
    """A vector turned about the axis that stands at a place of the row, by an angle's cosine and sine."""
    (c, s), kx, ky, kz = turn, row[axis], row[axis + 1], row[axis + 2]
    along = (kx * x + ky * y + kz * z) * (1.0 - c)  # Rodrigues: v c + (k x v) s + k (k . v)(1 - c)
    return (
        c * x + s * (ky * z - kz * y) + along * kx,
        c * y + s * (kz * x - kx * z) + along * ky,
        c * z + s * (kx * y - ky * x) + along * kz,
    )


@inlined_part
def turn_by(angle: float) -> tuple[float, float]:
    """Cosine and sine."""
    if angle == 0.0:
        return 1.0, 0.0
    s, c = sine_cosine(angle)
    return c, s


@inlined_part
def put_axis(vector: Array, at: int, out_row: Array) -> None:
    """Write a vector (3,) as its direction and, behind it, its length."""
    length = math.sqrt(vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2])
    for i in range(3):
        out_row[at + i] = vector[i] / (1.0 if length == 0.0 else length)
    out_row[at + 3] = length


@kernel
def put_pose(row: Array, s: float, out_T: Array) -> None:
    """Pose (4, 4) of the tool at fraction s."""
    turn = turn_by(s * row[TURN])
    for j in range(3):
        x, y, z = turned_about(row, TURN_AXIS, turn, row[j], row[4 + j], row[8 + j])
        out_T[0, j], out_T[1, j], out_T[2, j] = x, y, z
    x, y, z = row[3] - row[CENTRE], row[7] - row[CENTRE + 1], row[11] - row[CENTRE + 2]
    x, y, z = turned_about(row, AXIS, turn_by(s * row[ANGLE]), x, y, z)
    out_T[0, 3] = row[CENTRE] + x + s * row[SHIFT]
    out_T[1, 3] = row[CENTRE + 1] + y + s * row[SHIFT + 1]
    out_T[2, 3] = row[CENTRE + 2] + z + s * row[SHIFT + 2]
    out_T[3, 0] = out_T[3, 1] = out_T[3, 2] = 0.0
    out_T[3, 3] = 1.0


@kernel
def put_rates(row: Array, s: float, T: Array, out_v: Array, out_a: Array) -> None:
    """First and second derivative (6,) by the fraction, where the tool has pose T."""
    x = T[0, 3] - row[CENTRE] - s * row[SHIFT]
    y = T[1, 3] - row[CENTRE + 1] - s * row[SHIFT + 1]
    z = T[2, 3] - row[CENTRE + 2] - s * row[SHIFT + 2]
    wx, wy, wz = row[AXIS] * row[ANGLE], row[AXIS + 1] * row[ANGLE], row[AXIS + 2] * row[ANGLE]
    vx, vy, vz = wy * z - wz * y, wz * x - wx * z, wx * y - wy * x  # w x r; below w x (w x r)
    out_v[0], out_v[1], out_v[2] = vx + row[SHIFT], vy + row[SHIFT + 1], vz + row[SHIFT + 2]
    out_a[0], out_a[1], out_a[2] = wy * vz - wz * vy, wz * vx - wx * vz, wx * vy - wy * vx
    for i in range(3):
        out_v[3 + i], out_a[3 + i] = row[TURN_AXIS + i] * row[TURN], 0.0


@kernel
def put_row(T_begin: Array, shift: Array, swing: Array, centre: Array, turn: Array, out_row: Array) -> None:
    """Pack a course; of no turn the axis is 0."""
    for i in range(3):
        for j in range(4):
            out_row[4 * i + j] = T_begin[i, j]
        out_row[SHIFT + i], out_row[CENTRE + i] = shift[i], centre[i]
    put_axis(swing, AXIS, out_row)
    put_axis(turn, TURN_AXIS, out_row)
