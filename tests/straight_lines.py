"""The joints' path along a straight line of the tool, as tests and benchmarks ask for it."""

from collections.abc import Sequence

import numpy as np

from planner.motion.paths.path import Refusal
from planner.motion.paths.tool_path import ToolPath, follow
from planner.motion.tool_courses.tool_course import straight, turn_to
from predictor.model.kinematics import tool_pose
from predictor.model.robot import Robot
from telemetry.agreed.reasons import Reason
from telemetry.messages.base import Quaternion, Vector


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
