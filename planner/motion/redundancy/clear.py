"""A course of a redundant arm that comes too close to something, with the elbow turned away from it.

The stops of its set-points leave the course, so a little more clearance is asked for, and more after each
time that the whole plan is refused with it.
"""

from typing import NamedTuple

import numpy as np

from planner.motion.paths.asked_course import course_of
from planner.motion.paths.frames import Around, in_base
from planner.motion.paths.tool_path import ToolPath
from planner.motion.redundancy.cost import Keep
from planner.motion.redundancy.turned import turned
from planner.motion.timing.limits import Refusal
from predictor.collision.method import CollisionWorld
from predictor.model.kinematics import tool_pose
from telemetry.messages.plan import CourseMove

MORE_M = (0.005, 0.02, 0.05)  # than is required, one attempt after the other
OF_THE_BEGIN = 0.9  # of what the begin has more than is required; no more can be asked for


class Close(NamedTuple):
    """A course that comes too close to something."""

    start_q: tuple[float, ...]  # (n,) where it begins [rad or m]
    move: CourseMove
    around: Around  # as it begins
    refused: Refusal


class Beside(NamedTuple):
    """The same course with the elbow turned."""

    path: ToolPath
    attempt: int  # from 1


def led_beside(world: CollisionWorld, close: Close, *, required_m: float, attempt: int) -> Beside | Refusal:
    """Return a course with the elbow turned, after so many attempts, or why it stays refused."""
    move, start, refused = close.move, np.array(close.start_q), close.refused
    if move.gives or move.begins or move.locked:
        return refused
    T_world_base = close.around.T_world_base
    spare = OF_THE_BEGIN * (world.clearance(start, T_world_base).distance - required_m)
    if not spare >= 0.0:
        return refused._replace(detail=f"{refused.detail}; it begins too close already")
    robot = world.robot.with_tool(move.tool) if move.tool else world.robot
    T_base_frame = close.around.frame(move.frame, robot, start)
    course = course_of(tool_pose(robot, start), in_base(move, T_base_frame))
    for number, more in enumerate(MORE_M[attempt:], start=attempt + 1):
        keep = Keep(world, T_world_base, required_m + min(more, spare))
        path = turned(robot, start, course, lost=refused, keep=keep)
        if isinstance(path, ToolPath):
            return Beside(path, number)
        if attempt == 0:
            return path
    return refused._replace(detail=f"{refused.detail}, with the elbow turned") if attempt else refused
