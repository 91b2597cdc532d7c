"""Forward kinematics: where every frame and the tool are, and how fast they move with the joints.

    T_base_joint = T_base_parent T_parent_joint exp(twist q)

Frame 0 is the arm base, frame i + 1 is carried by joint i of all m joints.  q has the n commanded values; a
joint that follows one of them moves with it by its law (`predictor.model.dependence`).  How one joint moves
its frame is in `predictor.model.joint_motion`.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from predictor.finite import JOINT_VALUE, JOINTS, check_few, check_finite
from predictor.jit import as_kernels_take, kernel
from predictor.model.joint_motion import joint_at, move_along, turn_about_axis
from predictor.model.robot import AXIS, OTHER, PARENT, TWIST, Robot, Tool, Tree
from predictor.model.tool_walk import put_tool_jacobian, put_tool_jacobian_rate, put_tool_pose

Array = NDArray[np.float64]


class ShapeError(ValueError):
    """Joint values or a pose of the wrong shape."""


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


@kernel
def turned(T: Array, x: float, y: float, z: float) -> tuple[float, float, float]:
    """A vector of a frame (4, 4) in the axes of its parent."""
    return (
        T[0, 0] * x + T[0, 1] * y + T[0, 2] * z,
        T[1, 0] * x + T[1, 1] * y + T[1, 2] * z,
        T[2, 0] * x + T[2, 1] * y + T[2, 2] * z,
    )


@kernel
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


def joint_array(robot: Robot, q: Sequence[float] | Array) -> Array:
    """Return joint values as an array (n,).

    Raises:
        ShapeError: another number of joints.
        NotFiniteError: one of them is no finite number.
    """
    values = shaped_array(robot, q)
    check_few(values, JOINT_VALUE, unit=JOINTS)
    return values


def shaped_array(robot: Robot, q: Sequence[float] | Array) -> Array:
    """Return joint values as an array (n,), for those who see from their answer that one is no number.

    Raises:
        ShapeError: another number of joints.
    """
    values = as_kernels_take(q)
    if values.shape != (robot.n,):
        raise ShapeError(f"joint values have shape {values.shape}; {robot.name} needs ({robot.n},)")
    return values


def joint_rows(robot: Robot, poses: Array) -> Array:
    """Return joint values of k poses as an array (k, n).

    Raises:
        ShapeError: another number of joints.
        NotFiniteError: one of them is no finite number.
    """
    rows = as_kernels_take(poses)
    if rows.ndim != 2 or rows.shape[1] != robot.n:
        raise ShapeError(f"poses have shape {rows.shape}; {robot.name} needs (k, {robot.n})")
    check_finite(rows, JOINT_VALUE, unit=JOINTS)
    return rows


def joint_values(robot: Robot, q: Sequence[float] | Array) -> Array:
    """Values (m,) of all joints of the tree at q (n,), those that follow others among them."""
    values = joint_array(robot, q)
    return np.array([joint_at(robot.tree, i, values)[0] for i in range(len(robot.joints))])


def link_poses(robot: Robot, q: Sequence[float] | Array) -> Array:
    """Poses (m + 1, 4, 4) of all frames in the arm base."""
    T = np.empty((len(robot.joints) + 1, 4, 4))
    tree_frames(robot.tree, joint_array(robot, q), T)
    return T


def tool_pose(robot: Robot, q: Sequence[float] | Array) -> Array:
    """T_base_tool (4, 4)."""
    T_base_tool = np.empty((4, 4))
    put_tool_pose(robot.door, joint_array(robot, q), T_base_tool)
    return T_base_tool


def tool_jacobian(robot: Robot, q: Sequence[float] | Array) -> Array:
    """J_base_tool (6, n): twist of the tool origin, linear first, in base axes, per commanded speed."""
    J = np.empty((6, robot.n))
    put_tool_jacobian(robot.door, joint_array(robot, q), J)
    return J


def tool_jacobian_rate(robot: Robot, q: Sequence[float] | Array, qd: Sequence[float] | Array) -> Array:
    """Time derivative (6, n) of J_base_tool: the tool's acceleration is J qdd + (dJ/dt) qd."""
    J, Jd = np.empty((6, robot.n)), np.empty((6, robot.n))
    put_tool_jacobian_rate(robot.door, joint_array(robot, q), joint_array(robot, qd), J, Jd)
    return Jd
