"""The retreat from where the arm is too near (R10): slowly back along the poses that were executed.

    executed poses   o---o---o---o---o r      from r backwards, to the first that is as far as required
    nothing there    r --> where the least distance grows most quickly: an arm that began there, or whose
                           world has changed

Both are flown from rest to rest, and certified as a retreat: every set-point by the very function that gives
the verdicts on a retreat, with the distances that the predictor remembers.
"""

import math
from collections import deque
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise

import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from planner.motion.locked_joints import Mask, locked_joints
from planner.motion.moves.trajectory import Trajectory, build_trajectory
from planner.motion.paths.path import Refusal
from planner.motion.tool_courses.frames import base_at
from planner.plans.certificate import seal
from planner.plans.certify import ClosestApproach, certificate_of
from planner.plans.make_plan import PlannedPath, PlanTask, bound_to_files, refused
from predictor.collision.method import Clearance, build_world
from predictor.model.base.floating_base import base_after
from predictor.run_model import read_model
from predictor.verdict.escape import EscapeRule, PairWorlds, judge_escape
from telemetry.agreed.limits import CLEAR_BY_M, ESCAPE_FALLS_M, ESCAPE_M_S
from telemetry.agreed.reasons import Reason, line
from telemetry.files.settings import FileError
from telemetry.messages.plan import JointMove, Move, PlanRefused

Array = NDArray[np.float64]
Pose = tuple[float, ...]

POSES_KEPT = 4096  # newest poses that were executed
POSE_SPACING = 0.02  # of any joint, between two of them [rad or m]
FARTHEST_BACK = 64  # of them, that lead out
STEP_M = 0.002  # of the least distance, from one gradient to the next
GRADIENT_STEPS = 60
PEAK_BY_MEAN = 2.0  # of a move from rest to rest: its greatest speed against its mean
SPEED_SHARE = 0.8  # of the greatest speed that is allowed
LEAST_MOVE_S = 1.0  # of a move


class ExecutedPoses:
    """Poses that the spacecraft has commanded, the newest last."""

    def __init__(self) -> None:
        """Start without poses."""
        self._poses: deque[Pose] = deque(maxlen=POSES_KEPT)

    def add(self, q: Pose) -> None:
        """Add where the arm is commanded now (n,), if that is far enough from the last pose."""
        last = self._poses[-1] if self._poses else (math.inf,) * len(q)
        if max(abs(a - b) for a, b in zip(q, last, strict=True)) >= POSE_SPACING:
            self._poses.append(q)

    @property
    def newest_first(self) -> tuple[Pose, ...]:
        """The poses that a retreat goes back along."""
        return tuple(reversed(self._poses))[:FARTHEST_BACK]


def make_retreat(task: PlanTask, executed: tuple[Pose, ...]) -> PlannedPath | PlanRefused:
    """Plan and certify a retreat; a pure function of the task, its files and poses, the newest first."""
    settings = task.settings
    try:
        model = read_model(settings)
    except FileError as error:
        return refused(task.plan_id, Refusal(Reason.CONFIGURATION_MISMATCH, str(error)))
    build = partial(build_world, settings.collision_method, version=task.world.version)
    worlds = PairWorlds(build, model.robot, model.scene)
    locked = locked_joints(model.robot, task.locked)
    for goals in _goals(worlds, task, executed, locked=locked):
        moves = tuple(_moves(worlds.levers, task.start_q, goals))
        planned = _planned(worlds, task, moves, locked=locked)
        if planned is not None:
            certificate = structs.replace(bound_to_files(planned.certificate, model, settings), retreat=True)
            return planned._replace(certificate=seal(certificate))
    return refused(task.plan_id, Refusal(Reason.NO_WAY_OUT, line(Reason.NO_WAY_OUT)))


def _planned(
    worlds: PairWorlds, task: PlanTask, moves: tuple[Move, ...], *, locked: Mask
) -> PlannedPath | None:
    """Return the moves as they are flown, if all of them lead out of the margins."""
    settings, start_q = task.settings, task.start_q
    period_s, required_m = settings.commanding.period_s, settings.margins.required_m
    trajectory = build_trajectory(worlds.robot, start_q, moves, period_s=period_s, locked=locked)
    if isinstance(trajectory, Refusal):
        return None
    closest = _nearest(worlds, trajectory, task)
    if closest is None:
        return None
    certificate = certificate_of(
        worlds.whole,
        trajectory,
        task.plan_id,
        closest=closest,
        configuration=settings.configuration,
        required_m=required_m,
    )
    return PlannedPath(certificate, moves, trajectory, ((),) * len(moves), (0.0,) * len(moves), ())


def _goals(
    worlds: PairWorlds, task: PlanTask, executed: Sequence[Pose], *, locked: Mask
) -> Iterator[list[Pose]]:
    """Yield goals, one after the other: along what was executed, then where it gets clear most quickly."""
    world, clear_m = worlds.whole, task.settings.margins.required_m + CLEAR_BY_M
    start, T_world_base = np.array(task.start_q), base_at(world.base, task.world, task.start_q)

    def is_clear(q: Pose) -> bool:
        return world.clearance(q, base_at(world.base, task.world, q)).distance >= clear_m

    back: list[Pose] = []
    for pose in executed:
        back.append(tuple(np.where(locked, start, pose).tolist()))
        if is_clear(back[-1]):
            yield back
            break
    q = task.start_q
    for _ in range(GRADIENT_STEPS):
        slope = np.where(locked, 0.0, world.gradient(q, T_world_base).dq)
        if not slope @ slope > 0.0:
            return
        q = tuple((np.array(q) + STEP_M / (slope @ slope) * slope).tolist())
        if is_clear(q):
            yield [q]
            return


def _moves(levers: Array, start_q: Pose, goals: Sequence[Pose]) -> Iterator[JointMove]:
    """Yield joint moves from goal to goal, as slow as no point of the arm may be faster."""
    for begin, end in zip((start_q, *goals), goals, strict=False):
        path_m = float(np.max(levers @ np.abs(np.subtract(end, begin))))
        duration_s = max(LEAST_MOVE_S, PEAK_BY_MEAN * path_m / (SPEED_SHARE * ESCAPE_M_S))
        yield JointMove(q=end, duration=duration_s, avoids=False)


def _nearest(worlds: PairWorlds, trajectory: Trajectory, task: PlanTask) -> ClosestApproach | None:
    """Judge every set-point as the predictor will; return the closest approach, or None if one is refused."""
    rule = EscapeRule(task.settings.margins.required_m, ESCAPE_FALLS_M, ESCAPE_M_S)
    broken = {pair.pair: pair.distance for pair in task.world.broken}
    base, period_s, known = worlds.whole.base, trajectory.period_s, list[ClosestApproach]()
    T = base_at(base, task.world, task.start_q)
    for index, move in enumerate(pairwise(trajectory.track)):
        judged = judge_escape(worlds, broken, move, rule=rule, period_s=period_s, T_world_base=T)
        if not judged.ok:
            return None
        known.append(ClosestApproach(Clearance(judged.clearance, judged.pair), index))
        if base and T is not None:
            T = base_after(base, *move, T_world_base=T, period_s=period_s)
    return min(known)
