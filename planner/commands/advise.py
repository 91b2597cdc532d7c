"""What the lock of each joint would cost a motion of the tool, before any joint has failed.

    what is left of the arm's dexterity along it            `planner.motion.locked.lock_cost`
    what had best give way, and by how much, if it locks
        at an angle that the motion takes it through        `planner.motion.locked.lock_cost`
    at which angles it may lock at all                      `planner.motion.locked.lock_cost`

The motion is then flown whole, from a begin that the arm comes to by a joint move.
"""

import math
from collections.abc import Iterator

import msgspec
import numpy as np
from numpy.typing import NDArray

from planner.commands.plan import Asked, MotionBegin, begin_of
from planner.motion.locked.course_task import CourseTask, axes_for
from planner.motion.locked.lock_cost import (
    LockTrial,
    best_giving,
    best_worst_case,
    cost_of,
    feasibility,
    relative_manipulability,
)
from planner.motion.paths.path import Refusal
from planner.motion.paths.tool_path import ToolPath
from planner.motion.rates import chain_of
from predictor.model.files.robot_file import read_robot
from predictor.model.robot import Robot
from telemetry.agreed.reasons import Reason
from telemetry.messages.plan import CourseMove
from telemetry.plan.giving import weights_of
from telemetry.plan.planned import Advice, JointAdvice, LockAt, NotPlanned

Array = NDArray[np.float64]

NO_COURSE = "advice is for a motion of the tool, along a line, an arc or an orbit"


def advise(asked: Asked) -> Advice | NotPlanned:
    """Return what each lock would cost a line, arc or orbit; `gives` of the move counts for all joints.

    Raises:
        FileError: the robot file is not right.
        ValueError: the arm has no such tool.
    """
    robot = read_robot(asked.robot)
    robot = robot.with_tool(asked.move.tool) if asked.move.tool else robot
    move, refusal = asked.move, Refusal(Reason.UNREACHABLE, NO_COURSE)
    if isinstance(move, CourseMove):
        whole = msgspec.structs.replace(asked, move=msgspec.structs.replace(move, gives=""))
        found = begin_of(robot, whole, np.zeros(robot.n, dtype=np.bool_))
        if isinstance(found, MotionBegin) and isinstance(found.path, ToolPath):
            joints = tuple(_advised(robot, found.path, move.gives))
            best_left = best_worst_case(robot)
            return Advice(robot=robot.name, kind=move.kind, best_left=best_left, joints=joints)
        refusal = found if isinstance(found, Refusal) else refusal
    return NotPlanned(robot=robot.name, kind=move.kind, reason=refusal.reason, detail=refusal.detail)


def _advised(robot: Robot, path: ToolPath, gives: str) -> Iterator[JointAdvice]:
    axes = axes_for(gives, path.course.T_begin, None)
    task = CourseTask(robot=robot, course=path.course, axes=axes)
    for joint in np.flatnonzero(chain_of(robot).carries).tolist():
        yield _advice(task, path.knots, joint, gives=gives)


def _advice(task: CourseTask, knots: Array, joint: int, *, gives: str) -> JointAdvice:
    robot, least, most = task.robot, float(knots[:, joint].min()), float(knots[:, joint].max())
    if gives:
        chosen = cost_of(task, knots[0], joint, gives=gives, values=(least, most))
    else:
        chosen = best_giving(task, knots[0], joint, values=(least, most))
    where = feasibility(LockTrial(task, knots[0], joint, weights_of(chosen.gives)))
    return JointAdvice(
        name=robot.commanded[joint].name,
        unit="rad" if robot.commanded[joint].kind == "revolute" else "m",
        low=where.tried[0].value,
        high=where.tried[-1].value,
        least=least,
        most=most,
        left=float(min(relative_manipulability(robot, q)[joint] for q in knots)),
        gives=chosen.gives,
        place_m=_or_none(chosen.dearest.place),
        turn_rad=_or_none(chosen.dearest.turn),
        reason=chosen.dearest.reason,
        may_lock=tuple((low, high) for low, high in where.intervals),
        tried=tuple(
            LockAt(value=tried.value, place_m=_or_none(tried.place), turn_rad=_or_none(tried.turn))
            for tried in where.tried
        ),
    )


def _or_none(missed: float) -> float | None:
    return missed if math.isfinite(missed) else None
