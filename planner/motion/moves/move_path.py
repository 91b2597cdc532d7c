"""The path of one move, as a plan asks for it.

A place is the end of the line that leads there, and its path that of the joints to the nearest values for it;
`place_values` lists the others, for who finds these unsafe.
"""

from collections.abc import Iterator
from typing import TypeVar, assert_never

import numpy as np
from numpy.typing import NDArray

from planner.motion.ik.inverse import from_afar, numeric, solutions_by_nearness
from planner.motion.ik.why_not import why_not
from planner.motion.locked.locked_course import locked_course, locked_joint_path
from planner.motion.locked.locked_path import LockedPath
from planner.motion.locked_joints import Mask, with_named_locked
from planner.motion.paths.path import JointPath, Path, PathLost, Refusal, joint_path
from planner.motion.paths.plane_path import PlanePath, plane_path
from planner.motion.paths.tool_path import ToolPath, follow
from planner.motion.redundancy.turned_elbow import turn_elbow
from planner.motion.tool_courses.frames import NO_FRAMES, PlanFrames, in_base
from planner.motion.tool_courses.move_course import tool_course_of
from predictor.model.kinematics import tool_pose
from predictor.model.robot import Robot
from telemetry.agreed.reasons import Reason
from telemetry.messages.plan import (
    ArcMove,
    CourseMove,
    JointMove,
    LineMove,
    Move,
    OrbitMove,
    PlaceMove,
    PlaneMove,
)

Array = NDArray[np.float64]
AnyPath = TypeVar("AnyPath", bound=Path)


def path_of(
    robot: Robot,
    start_q: tuple[float, ...],
    move: Move,
    *,
    frames: PlanFrames = NO_FRAMES,
    locked: Mask | None = None,
) -> JointPath | ToolPath | PlanePath | LockedPath | Refusal:
    """Return the path of a move from `start_q` (n,) [rad or m], or why there is none; its tool is meant.

    Args:
        robot: the arm.
        start_q: where it stands.
        move: what is asked.
        frames: those that a move may name.
        locked: joints (n,) that stay where they are, besides those that the move names.
    """
    try:
        locked = with_named_locked(robot, move.locked, locked)
    except ValueError as error:
        return Refusal(Reason.LOCKED_JOINT, str(error))
    if isinstance(move, JointMove):
        path = joint_path(robot, start_q, move.q, joints=move.joints or joints_of(robot, move.tool))
        return path if locked is None else locked_joint_path(robot, path, locked)
    try:
        match move:
            case PlaneMove():
                return plane_path(robot, start_q, move.turn, locked=locked)
            case PlaceMove():
                return _to_place(robot, start_q, move, frames=frames, locked=locked)
            case LineMove() | ArcMove() | OrbitMove():
                meant = in_base(move, frames.frame(move.frame, robot, start_q))
                return _led(robot, start_q, meant, locked=locked)
            case _:
                assert_never(move)
    except ValueError as error:  # what is asked for is no course, plane, frame or attitude
        return Refusal(Reason.UNREACHABLE, str(error))


def _to_place(
    robot: Robot, start_q: tuple[float, ...], move: PlaceMove, *, frames: PlanFrames, locked: Mask | None
) -> JointPath | Refusal:
    """Return the joints' path to the values (n,) for a place that are nearest to where they are."""
    T_base_goal = _place(robot, start_q, move, frames=frames)
    if locked is None:
        found = from_afar(robot, T_base_goal, start_q)
    else:
        found = numeric(robot, T_base_goal, start_q, locked=locked)
    if not found.reached:
        return Refusal(Reason(found.reason), why_not(robot, T_base_goal, np.array(start_q)))
    return joint_path(robot, start_q, tuple(found.q.tolist()))


def place_values(
    robot: Robot, start_q: tuple[float, ...], move: PlaceMove, *, frames: PlanFrames, locked: Mask | None
) -> Iterator[Array]:
    """Yield the joint values (n,) that are found for a place, nearest to where the arm stands first.

    Args:
        robot: the arm, whose tool is meant.
        start_q: where it stands (n,) [rad or m].
        move: what is asked.
        frames: those that it may name.
        locked: joints (n,) that stay where they are, besides those that the move names.
    """
    T_base_goal, start = _place(robot, start_q, move, frames=frames), np.array(start_q)
    locked = with_named_locked(robot, move.locked, locked)
    for q in solutions_by_nearness(robot, T_base_goal, start):
        if locked is None:
            yield q
            continue
        found = numeric(robot, T_base_goal, np.where(locked, start, q), locked=locked)
        if found.reached:
            yield found.q


def _place(robot: Robot, start_q: tuple[float, ...], move: PlaceMove, *, frames: PlanFrames) -> Array:
    """Return the pose (4, 4) in the base that a move asks for, from where the arm stands (n,)."""
    line = LineMove(p_base_tool=move.p_base_tool, quat_base_tool=move.quat_base_tool)
    meant = in_base(line, frames.frame(move.frame, robot, start_q))
    return tool_course_of(tool_pose(robot, start_q), meant).pose(1.0)


def _led(
    robot: Robot, start_q: tuple[float, ...], move: CourseMove, *, locked: Mask | None
) -> ToolPath | LockedPath | Refusal:
    """Return the path of a course that is given in the base."""
    if move.gives or move.begins or locked is not None:
        return locked_course(robot, start_q, move, locked=locked)
    course = tool_course_of(tool_pose(robot, start_q), move)
    plain = follow(robot, start_q, course)
    return turn_elbow(robot, start_q, course, lost=plain) if isinstance(plain, Refusal) else plain


def path_or_lost(path: AnyPath | Refusal) -> AnyPath:
    """Return a path, or raise why there is none.

    Raises:
        PathLost: it is a refusal.
    """
    if isinstance(path, Refusal):
        raise PathLost(path.reason, path.detail)
    return path


def joints_of(robot: Robot, tool: str) -> tuple[str, ...]:
    """Return the joints that a goal without names is for: all, with a tool those that carry it."""
    indexes = robot.tool_columns if tool else range(robot.n)
    return tuple(robot.commanded[index].name for index in indexes)
