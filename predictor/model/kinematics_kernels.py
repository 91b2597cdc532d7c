"""Kernels of a tree of joints: the value of one, how it moves the frame that it carries, and all frames.

The twist of a joint at unit speed, (v, w) in its own frame, tells of both kinds (Lynch and Park, Modern
Robotics, 2017, 3.3.3): one that turns about an axis w through a point p has v = p x w, one that slides along
an axis has w = 0.
"""

import numpy as np
from numpy.typing import NDArray

from predictor.compiler.jit import kernel, part
from predictor.model.angle_kernels import sine_cosine
from predictor.model.tree_layout import (
    AFTER,
    AXIS,
    COLUMN,
    FIRST,
    OTHER,
    PARENT,
    PLACEMENT,
    SIGN,
    TWIST,
    Tree,
)

Array = NDArray[np.float64]


@kernel
def joint_at(tree: Tree, joint: int, q: Array) -> tuple[float, float, float]:
    """Value of a joint of the tree at q (n,), and its first and second derivative by what moves it."""
    x = q[int(tree.rows[joint, COLUMN])]
    first, after = int(tree.rows[joint, FIRST]), int(tree.rows[joint, AFTER])
    if first == after:
        return x, 1.0, 0.0
    return law_at(tree.pieces, first, after, x)


@part
def law_at(pieces: Array, first: int, after: int, x: float) -> tuple[float, float, float]:
    """Value of a law at x, and its first and second derivative; of its pieces (p, 2 + d + 1) those named."""
    low, high = pieces[first, 0], pieces[after - 1, 1]
    inside = low if x < low else high if x > high else x  # NaN stays NaN
    while after - first > 1:  # halved until one piece is left
        middle = (first + after) // 2
        if inside < pieces[middle, 0]:
            after = middle
        else:
            first = middle
    t = inside - pieces[first, 0]
    value, slope, bend = 0.0, 0.0, 0.0  # Horner's scheme, and both derivatives by it
    for column in range(pieces.shape[1] - 1, 1, -1):
        bend = bend * t + 2.0 * slope
        slope = slope * t + value
        value = value * t + pieces[first, column]
    if inside != x:
        return value + slope * (x - inside), slope, 0.0
    return value, slope, bend


@part
def turn_about_axis(rows: Array, joint: int, axis: int, q: float, T: Array) -> None:
    """Place the frame of a joint that turns about a coordinate axis of it, after that of its parent.

    Of the frame's axes only the two others turn, and the origin moves along them: by v sin q +
    (w x v) (1 - cos q), as in `move_along`.
    """
    i, parent, frame, sign = joint, int(rows[joint, PARENT]), joint + 1, rows[joint, SIGN]
    j = 1 if axis == 0 else 2 if axis == 1 else 0
    k = 3 - axis - j
    s, c = sine_cosine(q)
    s *= sign
    vj, vk = sign * rows[i, TWIST + j], sign * rows[i, TWIST + k]
    # v sin q + (w x v) (1 - cos q), along the two axes across w
    pj, pk = s * vj - (1.0 - c) * vk, s * vk + (1.0 - c) * vj
    for row in range(3):
        x, y, z = T[parent, row, 0], T[parent, row, 1], T[parent, row, 2]
        along = (
            x * rows[i, PLACEMENT + axis]
            + y * rows[i, PLACEMENT + 4 + axis]
            + z * rows[i, PLACEMENT + 8 + axis]
        )
        first = x * rows[i, PLACEMENT + j] + y * rows[i, PLACEMENT + 4 + j] + z * rows[i, PLACEMENT + 8 + j]
        second = x * rows[i, PLACEMENT + k] + y * rows[i, PLACEMENT + 4 + k] + z * rows[i, PLACEMENT + 8 + k]
        place = x * rows[i, PLACEMENT + 3] + y * rows[i, PLACEMENT + 7] + z * rows[i, PLACEMENT + 11]
        T[frame, row, axis] = along
        T[frame, row, j] = c * first + s * second
        T[frame, row, k] = c * second - s * first
        T[frame, row, 3] = T[parent, row, 3] + place + first * pj + second * pk


@part
def move_along(rows: Array, joint: int, q: float, T: Array) -> None:
    """Place the frame of any joint after that of its parent: moved by a value along its twist.

    exp: a turn by q about w (Rodrigues), and the shift v sin q + (w x v) (1 - cos q), or v q.
    """
    i, parent, frame = joint, int(rows[joint, PARENT]), joint + 1
    for row in range(3):
        for column in range(4):
            total = T[parent, row, 3] if column == 3 else 0.0
            for k in range(3):
                total += T[parent, row, k] * rows[i, PLACEMENT + 4 * k + column]
            T[frame, row, column] = total
    vx, vy, vz = rows[i, TWIST], rows[i, TWIST + 1], rows[i, TWIST + 2]
    wx, wy, wz = rows[i, TWIST + 3], rows[i, TWIST + 4], rows[i, TWIST + 5]
    if wx == 0.0 and wy == 0.0 and wz == 0.0:
        for row in range(3):
            T[frame, row, 3] += (T[frame, row, 0] * vx + T[frame, row, 1] * vy + T[frame, row, 2] * vz) * q
        return
    s, c = sine_cosine(q)
    # v sin q + (w x v) (1 - cos q)
    px = vx * s + (wy * vz - wz * vy) * (1.0 - c)
    py = vy * s + (wz * vx - wx * vz) * (1.0 - c)
    pz = vz * s + (wx * vy - wy * vx) * (1.0 - c)
    for row in range(3):
        x, y, z = T[frame, row, 0], T[frame, row, 1], T[frame, row, 2]
        T[frame, row, 3] += x * px + y * py + z * pz
        # Rodrigues: c x + s (w x x) + (1 - c) (w.x) w, of each row of the rotation
        along = (x * wx + y * wy + z * wz) * (1.0 - c)
        T[frame, row, 0] = c * x + s * (y * wz - z * wy) + along * wx
        T[frame, row, 1] = c * y + s * (z * wx - x * wz) + along * wy
        T[frame, row, 2] = c * z + s * (x * wy - y * wx) + along * wz


@kernel
def tree_frames(tree: Tree, q: Array, out_T: Array) -> None:
    """Poses (m + 1, 4, 4) of all frames in the arm base at q (n,); without the tool."""
    rows, is_plain = tree.rows, len(tree.pieces) == 0  # plain: no joint follows another one
    for i in range(4):
        for j in range(4):
            out_T[0, i, j] = 1.0 if i == j else 0.0
    for i in range(len(rows)):
        value = q[i] if is_plain else joint_at(tree, i, q)[0]
        axis = int(rows[i, AXIS])
        if axis == OTHER:
            move_along(rows, i, value, out_T)
        else:
            turn_about_axis(rows, i, axis, value, out_T)
        out_T[i + 1, 3, 0], out_T[i + 1, 3, 1], out_T[i + 1, 3, 2], out_T[i + 1, 3, 3] = 0.0, 0.0, 0.0, 1.0


@part
def turned(T: Array, x: float, y: float, z: float) -> tuple[float, float, float]:
    """A vector of a frame (4, 4) in the axes of its parent."""
    return (
        T[0, 0] * x + T[0, 1] * y + T[0, 2] * z,
        T[1, 0] * x + T[1, 1] * y + T[1, 2] * z,
        T[2, 0] * x + T[2, 1] * y + T[2, 2] * z,
    )
