"""Where and why a course is lost, in words."""

import numpy as np
from numpy.typing import NDArray

from planner.motion.ik.inverse import from_afar, nearest
from planner.motion.ik.numeric_kernels import POSE_ROWS
from planner.motion.ik.why_not import beyond_limits, why_not, why_singular
from planner.motion.paths.path import PathLost, Refusal
from planner.motion.rates import chain_of
from planner.motion.tool_courses.tool_course import ToolCourse
from predictor.model.kinematics import tool_pose
from predictor.model.robot import Robot
from predictor.model.spatial import pose_difference
from telemetry.agreed.reasons import Reason, cause

Array = NDArray[np.float64]

MM_PER_M = 1000.0


def place_text(course: ToolCourse, s: float) -> str:
    """Return in words where fraction s of a course is."""
    x, y, z = course.pose(s)[:3, 3]
    along = f"at {100 * s:.0f} % of the {course.kind}, after {s * course.length:.3f} m"
    return f"{along}, ({x:.3f}, {y:.3f}, {z:.3f}) m"


def jump_at(robot: Robot, course: ToolCourse, s: float, *, near: Array) -> PathLost:
    """Return that the joints cannot go on from the place before, where they are at (n,)."""
    text = f"the joints would have to jump {place_text(course, s)}; {why_singular(robot, near)}"
    return PathLost(Reason.SINGULAR, text)


def lost_at(robot: Robot, course: ToolCourse, s: float, *, near: Array, reason: Reason) -> PathLost:
    """Return where a course is lost, why, and what else is known of the place."""
    where = place_text(course, s)
    if chain_of(robot).freedom < POSE_ROWS and reason is Reason.UNREACHABLE:
        return PathLost(Reason.FEW_JOINTS, where)
    return PathLost(reason, f"{cause(reason)} {where}{_besides(robot, course.pose(s), near)}")


def with_end(robot: Robot, course: ToolCourse, start: Array, *, lost: Refusal) -> Refusal:
    """Return why a course is lost, and besides whether its end could be reached at all."""
    T_base_end, kind = course.pose(1.0), course.kind
    if lost.reason is Reason.SINGULAR and not from_afar(robot, T_base_end, start).reached:
        why = why_not(robot, T_base_end, start)
        return Refusal(Reason.UNREACHABLE, f"{lost.detail}; no joint values reach its end: {why}")
    if lost.reason is not Reason.FEW_JOINTS:
        return lost
    error = pose_difference(T_base_end, tool_pose(robot, nearest(robot, T_base_end, start).q))
    length, angle = np.linalg.norm(error[:3]) * MM_PER_M, np.degrees(np.linalg.norm(error[3:]))
    text = f"{chain_of(robot).length} joints cannot hold position and attitude"
    missed = f"its end is missed by {length:.1f} mm and {angle:.2f} deg"
    return Refusal(lost.reason, f"{text}: the {kind} is lost {lost.detail}; {missed}")


def _besides(robot: Robot, T_base_tool: Array, near: Array) -> str:
    """Return in words what else is known of a pose that the course does not reach."""
    if not from_afar(robot, T_base_tool, near).reached:
        return f"; {why_not(robot, T_base_tool, near)}"
    limit = beyond_limits(robot, T_base_tool, near)
    return f"{limit and f'; {limit}'}; other joint values reach it: begin from another pose"
