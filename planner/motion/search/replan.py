"""A plan is made direct, and each joint move that is refused is led around what it meets, until all pass.

moves ---> set-points ---> judged: certified
             ^               | a joint move comes too close
             `--- detour <---'   a line of a redundant arm: its elbow is turned
                                                      (what is refused for anything else stays refused)
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple, assert_never

import numpy as np

from planner.motion.locked_joints import Mask
from planner.motion.moves.trajectory import Led, Trajectory, build_trajectory
from planner.motion.paths.path import Refusal
from planner.motion.paths.tool_path import ToolPath
from planner.motion.redundancy.smoothest_path import Keep
from planner.motion.redundancy.turned_elbow import turned
from planner.motion.search.detour import Blocked, Detour, detour_of, may_move
from planner.motion.tool_courses.asked_course import course_of
from planner.motion.tool_courses.frames import Around, in_base
from predictor.collision.method import CollisionWorld
from predictor.model.kinematics import tool_pose
from predictor.motion.stop import rest
from telemetry.agreed.reasons import Reason
from telemetry.messages.plan import (
    ArcMove,
    Certificate,
    CourseMove,
    JointMove,
    LineMove,
    Move,
    OrbitMove,
    PlaneMove,
)

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
    """Return a course with the elbow turned, after so many attempts, or why it stays refused.

    The stops of its set-points leave the course, so a little more clearance is asked for, and more after each
    time that the whole plan is refused with it.
    """
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


class Task(NamedTuple):
    """What is to be planned, and what it is to keep clear of."""

    world: CollisionWorld
    start_q: tuple[float, ...]  # rest pose (n,) [rad or m]
    moves: tuple[Move, ...]
    around: Around  # as the plan begins
    locked: Mask  # (n,) joints that do not move
    period_s: float
    required_m: float  # clearance everywhere, stops included [m]


class Replanned(NamedTuple):
    """A plan that passed."""

    certificate: Certificate
    trajectory: Trajectory
    direct: Trajectory  # as it would be flown with no way around
    detours: Mapping[int, Detour]  # by the number of the move, from 1

    @property
    def around(self) -> tuple[tuple[str, ...], ...]:
        """The pair that the direct way of each move brings too close; none: it goes direct."""
        numbers = range(1, len(self.trajectory.spans) + 1)
        return tuple(self.detours[number].pair if number in self.detours else () for number in numbers)

    @property
    def longer_s(self) -> tuple[float, ...]:
        """By how much each move takes longer than its direct way."""
        flown, direct = ([span.last - span.first for span in each.spans] for each in self[1:3])
        return tuple(
            (one - other) * self.trajectory.period_s for one, other in zip(flown, direct, strict=True)
        )


def replan(task: Task, judged: Callable[[Trajectory], Certificate | Refusal]) -> Replanned | Refusal:
    """Plan moves so that they pass, around what is in their way; or return the first refusal that stays."""
    direct: Trajectory | None = None
    detours: dict[int, Detour] = {}
    while True:
        trajectory = build_trajectory(
            task.world.robot,
            task.start_q,
            [
                Led(detours[number].path, move.duration) if number in detours else move
                for number, move in enumerate(task.moves, start=1)
            ],
            period_s=task.period_s,
            around=task.around,
            locked=task.locked,
        )
        if isinstance(trajectory, Refusal):
            return trajectory
        direct = direct or trajectory
        verdict = judged(trajectory)
        if not isinstance(verdict, Refusal):
            return Replanned(verdict, trajectory, direct, detours)
        detour = _next(task, trajectory, verdict, before=detours.get(verdict.move))
        if isinstance(detour, Refusal):
            return detour
        detours[verdict.move] = detour


def _next(task: Task, trajectory: Trajectory, refused: Refusal, *, before: Detour | None) -> Detour | Refusal:
    """Return the next way around for the move that was refused, or the refusal that stays."""
    if refused.reason != Reason.PLAN_COLLISION:
        return refused
    move = task.moves[refused.move - 1]
    match move:
        case LineMove() | ArcMove() | OrbitMove():
            return _turned(task, trajectory, move, refused=refused, before=before)
        case JointMove():
            return _around(task, trajectory, move, refused=refused, before=before)
        case PlaneMove():
            return refused
        case _:
            assert_never(move)


def _around(
    task: Task, trajectory: Trajectory, move: JointMove, *, refused: Refusal, before: Detour | None
) -> Detour | Refusal:
    """Return the next way around of a joint move that was refused, or the refusal that stays."""
    if not move.avoids:
        return refused
    span = trajectory.spans[refused.move - 1]
    track = (rest(trajectory.start_q), *trajectory.states)
    start_q, goal_q = (np.array(state.q) for state in (track[span.first], track[span.last + 1]))
    T_world_base = task.around.after(track[: span.first + 1], task.period_s).T_world_base
    free = may_move(task.world.robot, move) & ~task.locked
    blocked = Blocked(start_q, goal_q, free, refused, T_world_base, task.period_s)
    return detour_of(task.world, blocked, before, required_m=task.required_m)


def _turned(
    task: Task, trajectory: Trajectory, move: CourseMove, *, refused: Refusal, before: Detour | None
) -> Detour | Refusal:
    """Return a course that was refused with the elbow turned, or the refusal that stays."""
    number = refused.move - 1
    span = trajectory.spans[number]
    is_blended = move.blend > 0.0 or (number > 0 and task.moves[number - 1].blend > 0.0)
    if is_blended or task.locked.any():
        return refused
    track = trajectory.track[: span.first + 1]
    close = Close(track[-1].q, move, task.around.after(track, task.period_s), refused)
    attempt = before.attempt if before else 0
    found = led_beside(task.world, close, required_m=task.required_m, attempt=attempt)
    return found if isinstance(found, Refusal) else Detour(found.path, refused.pair, found.attempt)
