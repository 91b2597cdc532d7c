"""The retreat from where the arm is too near (R10): slowly back along the poses that were executed.

Where it leads is the business of `planner.plans.ways_out`.  It is flown from rest to rest, and certified as a
retreat: every set-point by the very function that gives the verdicts on a retreat, with the distances that
the predictor remembers.
"""

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
from planner.plans.ways_out import clear_goals
from predictor.collision.method import Clearance, build_world
from predictor.model.base.floating_base import base_after
from predictor.run_model import read_model
from predictor.verdict.escape import EscapeRule, PairWorlds, judge_escape
from predictor.world_updates import with_updates
from telemetry.agreed.limits import CLEAR_BY_M, ESCAPE_FALLS_M, ESCAPE_M_S
from telemetry.agreed.reasons import Reason, line
from telemetry.files.settings import FileError
from telemetry.messages.plan import JointMove, Move, PlanRefused

Array = NDArray[np.float64]
Pose = tuple[float, ...]

PEAK_BY_MEAN = 2.0  # of a move from rest to rest: its greatest speed against its mean
SPEED_SHARE = 0.8  # of the greatest speed that is allowed
LEAST_MOVE_S = 1.0  # of a move


def make_retreat(task: PlanTask, executed: tuple[Pose, ...]) -> PlannedPath | PlanRefused:
    """Plan and certify a retreat; a pure function of the task, its files and poses, the newest first."""
    settings = task.settings
    try:
        model = with_updates(read_model(settings), task.world.updates)
    except FileError as error:
        return refused(task.plan_id, Refusal(Reason.CONFIGURATION_MISMATCH, str(error)))
    build = partial(build_world, settings.collision_method, version=task.world.version)
    worlds = PairWorlds(build, model.robot, model.kept_clear)
    locked = locked_joints(model.robot, task.locked)
    clear_m = settings.margins.required_m + CLEAR_BY_M
    for goals in clear_goals(worlds.whole, task, executed, clear_m=clear_m):
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
