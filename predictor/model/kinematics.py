"""Forward kinematics: where every frame and the tool are, and how fast they move with the joints.

    T_base_joint = T_base_parent T_parent_joint exp(twist q)

Frame 0 is the arm base, frame i + 1 is carried by joint i of all m joints.  q has the n commanded values; a
joint that follows one of them moves with it by its law (`predictor.model.joint_law`).  How one joint moves
its frame is in `predictor.model.kinematics_kernels`.
"""

from collections.abc import Sequence

import numpy as np

from predictor.compiler.jit import kernel_array
from predictor.inputs.arrays import Array
from predictor.inputs.finite import JOINT_UNIT, JOINT_VALUE, check_few_finite, check_finite
from predictor.model.kinematics_kernels import joint_at, tree_frames
from predictor.model.robot import Robot
from predictor.model.tool_walk_kernels import put_tool_jacobian, put_tool_jacobian_rate, put_tool_pose


class ShapeError(ValueError):
    """Joint values or a pose of the wrong shape."""


def joint_array(robot: Robot, q: Sequence[float] | Array) -> Array:
    """Return joint values as an array (n,).

    Raises:
        ShapeError: another number of joints.
        NotFiniteError: one of them is no finite number.
    """
    values = shaped_array(robot, q)
    check_few_finite(values, JOINT_VALUE, unit=JOINT_UNIT)
    return values


def shaped_array(robot: Robot, q: Sequence[float] | Array) -> Array:
    """Return joint values as an array (n,), for callers whose answer shows that one is no number.

    Raises:
        ShapeError: another number of joints.
    """
    values = kernel_array(q)
    if values.shape != (robot.n,):
        raise ShapeError(f"joint values have shape {values.shape}; {robot.name} needs ({robot.n},)")
    return values


def joint_rows(robot: Robot, poses: Array) -> Array:
    """Return joint values of k poses as an array (k, n).

    Raises:
        ShapeError: another number of joints.
        NotFiniteError: one of them is no finite number.
    """
    rows = kernel_array(poses)
    if rows.ndim != 2 or rows.shape[1] != robot.n:
        raise ShapeError(f"poses have shape {rows.shape}; {robot.name} needs (k, {robot.n})")
    check_finite(rows, JOINT_VALUE, unit=JOINT_UNIT)
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
    put_tool_pose(robot.packed_chain, joint_array(robot, q), T_base_tool)
    return T_base_tool


def tool_jacobian(robot: Robot, q: Sequence[float] | Array) -> Array:
    """J_base_tool (6, n): twist of the tool origin, linear first, in base axes, per commanded speed."""
    J = np.empty((6, robot.n))
    put_tool_jacobian(robot.packed_chain, joint_array(robot, q), J)
    return J


def tool_jacobian_rate(robot: Robot, q: Sequence[float] | Array, qd: Sequence[float] | Array) -> Array:
    """Time derivative (6, n) of J_base_tool: the tool's acceleration is J qdd + (dJ/dt) qd."""
    J, Jd = np.empty((6, robot.n)), np.empty((6, robot.n))
    put_tool_jacobian_rate(robot.packed_chain, joint_array(robot, q), joint_array(robot, qd), J, Jd)
    return Jd
