"""A move as a plan asks for it, while joints are locked: its path, and where that begins.

joint move         the locked joints stay; a goal that would turn one is refused
line, arc, orbit   `planner.motion.locked.locked_path`, from its wanted begin, or else from where the tool is
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from planner.motion.ik.inverse import solutions_by_nearness
from planner.motion.locked.course_task import CourseTask, axes_for
from planner.motion.locked.locked_path import LockedPath, default_weights, locked_path
from planner.motion.locked.locked_point import NoPointError, freedom_of, settle
from planner.motion.locked_joints import Mask
from planner.motion.paths.path import JointPath, Refusal
from planner.motion.tool_courses.frames import pose_of
from planner.motion.tool_courses.move_course import tool_course_of
from predictor.model.joint_text import joint_label, value_text
from predictor.model.kinematics import tool_pose
from predictor.model.robot import Robot
from telemetry.agreed.reasons import Reason
from telemetry.messages.plan import CourseMove
from telemetry.plan.giving import Weights, weights_of

Array = NDArray[np.float64]

LOCK_TOLERANCE = 1e-6  # [rad or m] by which a goal may differ from where a locked joint is


def locked_joint_path(robot: Robot, path: JointPath | Refusal, locked: Mask) -> JointPath | Refusal:
    """Return a joint path that leaves locked joints (n,) where they are, or why its goal does not."""
    if isinstance(path, Refusal):
        return path
    for i in np.flatnonzero(locked & (np.abs(path.goal_q - path.start_q) > LOCK_TOLERANCE)):
        joint = robot.commanded[i]
        is_at, goal = value_text(joint, path.start_q[i]), value_text(joint, path.goal_q[i])
        detail = f"{joint_label(robot.commanded, int(i))} is locked at {is_at}; the goal asks for {goal}"
        return Refusal(Reason.LOCKED_JOINT, detail)
    return JointPath(start_q=path.start_q, goal_q=np.where(locked, path.start_q, path.goal_q))


def locked_course(
    robot: Robot, start_q: Sequence[float] | Array, move: CourseMove, *, locked: Mask | None
) -> LockedPath | Refusal:
    """Return the path of a course from where the arm stands (n,), at its begin, or why there is none."""
    start = np.array(start_q, dtype=float)
    try:
        task, weights = task_of(robot, start, move), _weights(move)
    except ValueError as error:
        return Refusal(Reason.UNREACHABLE, str(error))
    return locked_path(task, start, weights=weights, locked=_mask(robot, locked))


def first_points(
    robot: Robot, near_q: Sequence[float] | Array, move: CourseMove, *, locked: Mask | None = None
) -> Iterator[Array]:
    """Yield the joint values (n,) at which a course with locked joints can begin; these stay as in near_q.

    The first is where steps from near_q lead; then come those near the other solutions for its wanted begin.

    Raises:
        ValueError: what is asked for is no course.
    """
    near, mask = np.array(near_q, dtype=float), _mask(robot, locked)
    task, weights = task_of(robot, near, move), _weights(move)
    limits = robot.limits
    for q in (near, *solutions_by_nearness(robot, task.course.pose(0.0), near)):
        held = np.where(mask, near, q)
        freedom = freedom_of(task, weights or default_weights(task, held, mask), mask)
        try:
            first = settle(freedom, held, 0.0)
        except NoPointError:
            continue
        if np.all((first >= limits.q_min) & (first <= limits.q_max) | mask):
            yield first


def task_of(robot: Robot, start: Array, move: CourseMove) -> CourseTask:
    """Return what a line, arc or orbit asks of the tool, from its wanted begin or where the tool is.

    Raises:
        ValueError: what is asked for is no course.
    """
    T_begin = tool_pose(robot, start)
    if move.begins is not None:
        T_begin = pose_of(*move.begins)
    axes = axes_for(move.gives, T_begin, move.gives_axes)
    return CourseTask(robot=robot, course=tool_course_of(T_begin, move), axes=axes)


def _weights(move: CourseMove) -> Weights | None:
    return weights_of(move.gives) if move.gives else None


def _mask(robot: Robot, locked: Mask | None) -> Mask:
    return np.zeros(robot.n, dtype=np.bool_) if locked is None else locked
