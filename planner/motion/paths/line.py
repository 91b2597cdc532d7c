"""The straight line of the tool; its attitude is kept, or turned about one axis to another one (slerp)."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from planner.motion.paths.course import Course
from planner.motion.paths.tool_path import ToolPath, follow
from planner.motion.timing.limits import Refusal
from predictor.model.kinematics import tool_pose
from predictor.model.quaternions import rotation_from_quaternion
from predictor.model.robot import Robot
from predictor.model.spatial import rotation_vector
from telemetry.agreed.reasons import Reason
from telemetry.messages.base import Quaternion, Vector

Array = NDArray[np.float64]

STILL = np.zeros(3)


def line(
    robot: Robot, start_q: Sequence[float], end: Vector, *, quat_base_tool: Quaternion | None
) -> ToolPath | Refusal:
    """Return the line from the tool's pose at `start_q` (n,) to the position `end` [m], or why there is none.

    Args:
        robot: the arm.
        start_q: joint values at the line's begin [rad or m].
        end: position of its end in the base frame [m].
        quat_base_tool: attitude that it ends with, or None to keep the one it begins with.
    """
    start = np.array(start_q, dtype=float)
    T_begin = tool_pose(robot, start)
    try:
        turn = turn_to(T_begin, quat_base_tool)
    except ValueError as error:
        return Refusal(Reason.UNREACHABLE, str(error))
    return follow(robot, start, straight(T_begin, np.array(end, dtype=float) - T_begin[:3, 3], turn))


def straight(T_begin: Array, shift: Array, turn: Array = STILL) -> Course:
    """Return a straight course from a pose (4, 4) by a shift (3,) [m] and a turn (3,) of attitude [rad]."""
    return Course(kind="line", T_begin=T_begin, shift=shift, swing=STILL, centre=T_begin[:3, 3], turn=turn)


def turn_to(T_begin: Array, quat_base_tool: Quaternion | None) -> Array:
    """Return the turn (3,) [rad] from an attitude to another one, the shorter way; None: it is kept.

    Raises:
        ValueError: what is wanted is no rotation.
    """
    if quat_base_tool is None:
        return STILL
    return rotation_vector(rotation_from_quaternion(np.array(quat_base_tool)) @ T_begin[:3, :3].T)
