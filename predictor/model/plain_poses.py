"""Where the frames and the tool of an arm are, in numpy alone: for processes that load no compiler.

They ask a few times a second; what asks more often uses `predictor.model.kinematics`, which says the same:

    T_base_joint = T_base_parent T_parent_joint exp(twist q)
"""

import math
from collections.abc import Sequence

import numpy as np

from predictor.inputs.arrays import Array
from predictor.inputs.finite import JOINT_UNIT, JOINT_VALUE, check_finite
from predictor.model.joint_tree import Joint
from predictor.model.robot import Robot


def link_poses(robot: Robot, q: Sequence[float] | Array) -> Array:
    """Poses (m + 1, 4, 4) of all frames in the arm base at q (n,)."""
    check_finite(np.asarray(q, dtype=np.float64), JOINT_VALUE, unit=JOINT_UNIT)
    T = np.empty((len(robot.joints) + 1, 4, 4))
    T[0] = np.eye(4)
    for index, joint in enumerate(robot.joints):
        commanded = float(q[robot.columns[index]])
        value = joint.law.at(commanded).value if joint.law else commanded
        T[index + 1] = T[joint.parent + 1] @ joint.T_parent_joint @ _moved(joint, value)
    return T


def tool_pose(robot: Robot, q: Sequence[float] | Array) -> Array:
    """T_base_tool (4, 4) at q (n,)."""
    T_base_tool: Array = link_poses(robot, q)[robot.tool.frame] @ robot.tool.T_frame_tool
    return T_base_tool


def _moved(joint: Joint, value: float) -> Array:
    """Pose (4, 4) of a joint's frame after its motion, in the frame at 0 (Rodrigues)."""
    T = np.eye(4)
    if joint.kind == "prismatic":
        T[:3, 3] = value * joint.axis
        return T
    x, y, z = joint.axis
    across = np.array(((0.0, -z, y), (z, 0.0, -x), (-y, x, 0.0)))
    T[:3, :3] += math.sin(value) * across + 2.0 * math.sin(0.5 * value) ** 2 * (across @ across)
    T[:3, 3] = joint.pivot - T[:3, :3] @ joint.pivot
    return T
