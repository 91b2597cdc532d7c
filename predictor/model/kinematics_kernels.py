"""Frames of a tree of joints and twists of a tool, compiled."""

import numpy as np
from numpy.typing import NDArray

from predictor.compiler.jit import kernel, part
from predictor.model.joint_motion_kernels import joint_at, move_along, turn_about_axis
from predictor.model.tree_layout import AXIS, OTHER, PARENT, TWIST, Tool, Tree

Array = NDArray[np.float64]


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


@part
def twist_of(tree: Tree, joint: int, T: Array, p: Array) -> tuple[float, float, float, float, float, float]:
    """Twist, in base axes, of what a joint carries, at the place of the pose p (4, 4), at its unit speed."""
    frame, twist = joint + 1, tree.rows[joint, TWIST:]
    rx, ry, rz = p[0, 3] - T[frame, 0, 3], p[1, 3] - T[frame, 1, 3], p[2, 3] - T[frame, 2, 3]
    vx, vy, vz = turned(T[frame], twist[0], twist[1], twist[2])
    wx, wy, wz = turned(T[frame], twist[3], twist[4], twist[5])
    return vx + wy * rz - wz * ry, vy + wz * rx - wx * rz, vz + wx * ry - wy * rx, wx, wy, wz


@kernel
def joint_twists(tree: Tree, tool: Tool, T: Array, T_base_tool: Array, out_J: Array) -> None:
    """Twists (6, m) of the tool at unit speed of each joint of the tree, linear rows first, in base axes.

    From frames (m + 1, 4, 4) and tool (4, 4).  A joint that does not carry the tool has zeros.
    """
    out_J[:] = 0.0
    frame = tool.frame
    while frame > 0:
        twist = twist_of(tree, frame - 1, T, T_base_tool)
        for row in range(6):
            out_J[row, frame - 1] = twist[row]
        frame = int(tree.rows[frame - 1, PARENT])
