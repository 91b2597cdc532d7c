"""A motion with joints locked: where it can begin, and the figures that it has besides."""

from collections.abc import Iterator, Mapping

import msgspec
import numpy as np

from planner.motion.locked.lock_cost import best_giving, other_attitude
from planner.motion.locked.locked_course import first_points, task_of
from planner.motion.locked.locked_path import LockedPath
from planner.motion.locked_joints import locked_joints
from planner.motion.moves.trajectory import Trajectory, build_trajectory
from planner.motion.paths.path import Path
from planner.motion.tool_courses.frames import quaternion_of, vector_of
from predictor.model.kinematics import tool_pose
from predictor.model.robot import Robot
from telemetry.messages.plan import CourseMove, Move
from telemetry.plan.planned import GivenCoordinate, LockedFigures, Nominal

# Joints that are locked, at a value [rad or m] or where the motion begins.
LockedValues = Mapping[str, float | None]


def begins(
    robot: Robot, start_q: tuple[float, ...], move: Move, *, lock: LockedValues
) -> Iterator[tuple[tuple[float, ...], Move]]:
    """Yield where a motion that begins at `start_q` (n,) with all joints can begin with some locked.

    The motion comes with it, as the planner is asked for it then.
    """
    if not lock:
        yield start_q, move
        return
    q, names = np.array(start_q), [joint.name for joint in robot.commanded]
    for name, value in lock.items():
        q[names.index(name)] = q[names.index(name)] if value is None else value
    if not isinstance(move, CourseMove):
        yield tuple(q.tolist()), move
        return
    T = tool_pose(robot, start_q)
    asked = msgspec.structs.replace(move, begins=(vector_of(T[:3, 3]), quaternion_of(T[:3, :3])))
    for first in first_points(robot, q, asked, locked=locked_joints(robot, lock)):
        yield tuple(first.tolist()), asked


def locked_figures(
    robot: Robot, path: Path, flown: Trajectory, *, lock: LockedValues, whole: tuple[tuple[float, ...], Move]
) -> LockedFigures | None:
    """Return the figures of a motion with joints locked or that gives way; `whole`: with all joints."""
    if not lock and not isinstance(path, LockedPath):
        return None
    names = [joint.name for joint in robot.commanded]
    losses = path.losses if isinstance(path, LockedPath) else ()
    return LockedFigures(
        joints={name: flown.start_q[names.index(name)] for name in lock},
        gives=tuple(
            GivenCoordinate(
                coordinate=loss.coordinate,
                unit="rad" if loss.is_turn else "m",
                amount=loss.amount,
                at=float(loss.s),
                axes=loss.axes,
            )
            for loss in losses
        ),
        least_singular=path.least_singular if isinstance(path, LockedPath) else None,
        attitude=_attitude(path, lock, whole[1]),
        nominal=_nominal(robot, *whole, flown=flown),
    )


def what_could_give(
    robot: Robot, start_q: tuple[float, ...] | None, move: Move, *, lock: LockedValues
) -> str:
    """Return in words what would have to give way for a motion to be followed with one joint locked."""
    if start_q is None or len(lock) != 1 or not isinstance(move, CourseMove):
        return ""
    (joint,) = np.flatnonzero(locked_joints(robot, lock)).tolist()
    ((_, given),) = lock.items()
    whole_q, value = np.array(start_q), start_q[joint] if given is None else given
    task = task_of(robot, whole_q, msgspec.structs.replace(move, gives=""))
    best = best_giving(task, whole_q, joint, values=(value, value))
    whole_q[joint] = value
    other = other_attitude(task, whole_q, locked_joints(robot, lock))
    instead = "" if other is None else f"; {other}"
    if not best.dearest.is_feasible:
        return f"; nor if any other single coordinate gave way{instead}"
    return f"; it could if {best.gives or 'nothing'} gave way{instead}"


def _attitude(path: Path, lock: LockedValues, move: Move) -> str:
    """Return how near the attitude would come if the place held, where something else gives way unasked."""
    if not (isinstance(path, LockedPath) and path.given_up and lock):
        return ""
    if isinstance(move, CourseMove) and move.gives:
        return ""
    freedom = path.freedom
    locked = np.ones(freedom.task.robot.n, dtype=np.bool_)
    locked[freedom.moves] = False
    other = other_attitude(freedom.task, path.start_q, locked)
    return "" if other is None else str(other)


def _nominal(robot: Robot, start_q: tuple[float, ...], move: Move, *, flown: Trajectory) -> Nominal | None:
    """Return the motion with all joints, in the time that it takes with some locked, or as fast as it can."""
    for duration in (flown.duration_s, None):
        asked = msgspec.structs.replace(move, duration=duration)
        whole = build_trajectory(robot, start_q, [asked], period_s=flown.period_s)
        if isinstance(whole, Trajectory):
            rows = (whole.start_q, *(state.q for state in whole.states))
            return Nominal(
                t_s=tuple(k * whole.period_s for k in range(len(rows))),
                q=rows,
                p_base_tool=tuple(vector_of(tool_pose(robot, q)[:3, 3]) for q in rows),
            )
    return None
