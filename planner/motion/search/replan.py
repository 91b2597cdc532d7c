"""Plans are made direct, and each move that is refused goes slower or around what it meets, until all pass.

moves ---> set-points ---> judged: certified
             ^               | a joint move comes too close
             |--- slower <---|   its poses keep clear, and its stops do not: it is stretched
             |--- detour <---|   a line of a redundant arm: its elbow is turned
             `--- other joint values for a place, if the nearest ones are unsafe
                                                      (what is refused for anything else stays refused)
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple, assert_never

import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from planner.motion.locked_joints import Mask
from planner.motion.moves.move_path import place_values
from planner.motion.moves.trajectory import GivenPath, Trajectory, build_trajectory
from planner.motion.paths.path import JointPath, Refusal
from planner.motion.paths.tool_path import ToolPath
from planner.motion.redundancy.smoothest_path import KeepClear
from planner.motion.redundancy.turned_elbow import turn_elbow
from planner.motion.search.cancellation import CANCELLED, Cancellation
from planner.motion.search.detour import MORE_CLEARANCE_M, Blocked, Detour, detour_of, may_move
from planner.motion.tool_courses.frames import PlanFrames, in_base
from planner.motion.tool_courses.move_course import tool_course_of
from predictor.collision.method import CollisionWorld
from predictor.model.kinematics import tool_pose
from telemetry.agreed.reasons import Reason
from telemetry.messages.plan import (
    ArcMove,
    Certificate,
    CourseMove,
    JointMove,
    LineMove,
    Move,
    OrbitMove,
    PlaceMove,
    PlaneMove,
)

Array = NDArray[np.float64]

STRETCHES = 2.0  # longer by that each time,
MOST_STRETCHES = 3  # and so often: its stops deviate from its course by the square of its speed
OF_THE_BEGIN = 0.9  # of what the begin has more than is required; no more can be asked for


class ReplanTask(NamedTuple):
    """The moves to be planned, and the world that they are to keep clear of."""

    world: CollisionWorld
    start_q: tuple[float, ...]  # rest pose (n,) [rad or m]
    moves: tuple[Move, ...]
    frames: PlanFrames  # as the plan begins
    locked: Mask  # (n,) joints that do not move
    period_s: float
    required_m: float  # clearance everywhere, stops included [m]
    cancellation: Cancellation


class Replanned(NamedTuple):
    """A plan that passed."""

    certificate: Certificate
    trajectory: Trajectory
    direct: Trajectory  # as it would be flown without a detour
    detours: Mapping[int, Detour]  # by the number of the move, from 1

    @property
    def around(self) -> tuple[tuple[str, ...], ...]:
        """The pair that the direct path of each move brings too close; none: it goes direct."""
        numbers = range(1, len(self.trajectory.spans) + 1)
        return tuple(self.detours[number].pair if number in self.detours else () for number in numbers)

    @property
    def longer_s(self) -> tuple[float, ...]:
        """The time by which each move takes longer than its direct path [s]."""
        flown, direct = ([span.last - span.first for span in each.spans] for each in self[1:3])
        period_s = self.trajectory.period_s
        return tuple((one - other) * period_s for one, other in zip(flown, direct, strict=True))


def replan(task: ReplanTask, judged: Callable[[Trajectory], Certificate | Refusal]) -> Replanned | Refusal:
    """Plan moves so that they pass, around what is in their way; or return the first refusal that stays."""
    direct: Trajectory | None = None
    detours: dict[int, Detour] = {}
    stretched: dict[int, list[float]] = {}  # by the number of the move: its durations [s]
    while not task.cancellation.is_asked:
        moves = [
            _asked(move, detours.get(number), stretched.get(number, [])[-1:])
            for number, move in enumerate(task.moves, start=1)
        ]
        trajectory = build_trajectory(
            task.world.robot,
            task.start_q,
            moves,
            period_s=task.period_s,
            frames=task.frames,
            locked=task.locked,
        )
        if isinstance(trajectory, Refusal):
            return trajectory
        direct = direct or trajectory
        verdict = judged(trajectory)
        if not isinstance(verdict, Refusal):
            return Replanned(verdict, trajectory, direct, detours)
        lasted_s = stretched.setdefault(verdict.move, [])
        may_stretch = verdict.move not in detours and len(lasted_s) < MOST_STRETCHES
        if may_stretch and _is_by_its_stops(task, trajectory, verdict):
            lasted_s.append(STRETCHES * _lasts_s(trajectory, verdict))
            continue
        detour = _next(task, trajectory, verdict, before=detours.get(verdict.move))
        if isinstance(detour, Refusal):
            return detour
        detours[verdict.move] = detour
    return CANCELLED


def _asked(move: Move, detour: Detour | None, longer_s: list[float]) -> Move | GivenPath:
    """Return a move as it is to be flown: around, or as long as it was stretched to."""
    if detour:
        return GivenPath(detour.path, move.duration)
    return structs.replace(move, duration=longer_s[0]) if longer_s else move


def _lasts_s(trajectory: Trajectory, refused: Refusal) -> float:
    """Return how long the move lasts that was refused [s]."""
    span = trajectory.spans[refused.move - 1]
    return (span.last - span.first + 1) * trajectory.period_s


def _is_by_its_stops(task: ReplanTask, trajectory: Trajectory, refused: Refusal) -> bool:
    """Return whether a move keeps clear at its own poses, so that only the stops from them do not."""
    if refused.reason != Reason.PLAN_COLLISION or task.moves[refused.move - 1].blend > 0.0:
        return False
    span = trajectory.spans[refused.move - 1]
    track = trajectory.track[span.first : span.last + 2]
    frames = task.frames.after(trajectory.track[: span.first + 1], task.period_s)
    found = task.world.batch(np.array([state.q for state in track]), frames.T_world_base)
    return bool((found.distance >= task.required_m).all())


def _next(
    task: ReplanTask, trajectory: Trajectory, refused: Refusal, *, before: Detour | None
) -> Detour | Refusal:
    """Return the next detour for the move that was refused, or the refusal that stays."""
    if refused.reason != Reason.PLAN_COLLISION:
        return refused
    move = task.moves[refused.move - 1]
    match move:
        case LineMove() | ArcMove() | OrbitMove():
            return _turned(task, trajectory, move, refused=refused, before=before)
        case JointMove() | PlaceMove():
            return _around(task, trajectory, move, refused=refused, before=before)
        case PlaneMove():
            return refused
        case _:
            assert_never(move)


def _around(
    task: ReplanTask,
    trajectory: Trajectory,
    move: JointMove | PlaceMove,
    *,
    refused: Refusal,
    before: Detour | None,
) -> Detour | Refusal:
    """Return the next detour of a joint move that was refused, or the refusal that stays."""
    if isinstance(move, JointMove) and not move.avoids:
        return refused
    span, track = trajectory.spans[refused.move - 1], trajectory.track
    start_q, goal_q = (np.array(state.q) for state in (track[span.first], track[span.last + 1]))
    frames = task.frames.after(track[: span.first + 1], task.period_s)
    free = may_move(task.world.robot, move) & ~task.locked
    blocked = Blocked(start_q, goal_q, free, refused, frames.T_world_base, task.period_s, task.cancellation)
    path = _other_values(task, blocked, move, frames=frames) if isinstance(move, PlaceMove) else None
    if path is not None:
        return Detour(path, refused.pair, 0)
    return detour_of(task.world, blocked, before, required_m=task.required_m)


def _other_values(
    task: ReplanTask, blocked: Blocked, move: PlaceMove, *, frames: PlanFrames
) -> JointPath | None:
    """Return the path to the nearest safe values for a place, if those it was led to are not; else None."""

    def is_safe(q: Array) -> bool:
        return task.world.clearance(q, frames.T_world_base).distance >= task.required_m

    if is_safe(blocked.goal_q):
        return None
    robot = task.world.robot.with_tool(move.tool) if move.tool else task.world.robot
    start_q = tuple(blocked.start_q.tolist())
    values = place_values(robot, start_q, move, frames=frames, locked=task.locked)
    goal_q = next(filter(is_safe, values), None)
    return None if goal_q is None else JointPath(start_q=blocked.start_q, goal_q=goal_q)


def _turned(
    task: ReplanTask, trajectory: Trajectory, move: CourseMove, *, refused: Refusal, before: Detour | None
) -> Detour | Refusal:
    """Return a course that was refused with the elbow turned, or the refusal that stays.

    The stops of its set-points leave the course, so a little more clearance is asked for, and more after each
    time that the whole plan is refused with it.
    """
    number, world, required_m = refused.move - 1, task.world, task.required_m
    is_blended = move.blend > 0.0 or (number > 0 and task.moves[number - 1].blend > 0.0)
    if is_blended or task.locked.any() or move.gives or move.begins or move.locked:
        return refused
    track = trajectory.track[: trajectory.spans[number].first + 1]
    frames, start = task.frames.after(track, task.period_s), np.array(track[-1].q)
    spare = OF_THE_BEGIN * (world.clearance(start, frames.T_world_base).distance - required_m)
    if not spare >= 0.0:
        return refused._replace(detail=f"{refused.detail}; it begins too close already")
    robot = world.robot.with_tool(move.tool) if move.tool else world.robot
    meant = in_base(move, frames.frame(move.frame, robot, start))
    course, attempt = tool_course_of(tool_pose(robot, start), meant), before.attempt if before else 0
    for more_number, more in enumerate(MORE_CLEARANCE_M[attempt:], start=attempt + 1):
        keep = KeepClear(world, frames.T_world_base, required_m + min(more, spare))
        path = turn_elbow(robot, start, course, lost=refused, keep=keep)
        if isinstance(path, ToolPath):
            return Detour(path, refused.pair, more_number)
        if attempt == 0:
            return path
    return refused._replace(detail=f"{refused.detail}, with the elbow turned") if attempt else refused
