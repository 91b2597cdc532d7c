"""Make a plan: paths, timing, and the judgement of every set-point; a pure function that can run anywhere."""

from typing import NamedTuple

from planner.motion.limits import Refusal
from planner.motion.trajectory import Trajectory, build_trajectory
from planner.motion.verify import certify
from predictor.collision.method import build_world
from predictor.run_model import read_model
from telemetry.messages.base import shortened
from telemetry.messages.plan import Certificate, Move, PlanRefused
from telemetry.reasons import Reason
from telemetry.run_settings import RunSettings
from telemetry.settings import FileError


class PlanTask(NamedTuple):
    """All that planning needs, so that it can run anywhere."""

    plan_id: str
    settings: RunSettings
    start_q: tuple[float, ...]  # rest pose [rad]
    moves: tuple[Move, ...]


class PlannedPath(NamedTuple):
    """A plan that was certified."""

    certificate: Certificate
    moves: tuple[Move, ...]
    trajectory: Trajectory


def make_plan(task: PlanTask) -> PlannedPath | PlanRefused:
    """Plan, judge and certify; a pure function of the task and of the files that its settings name."""
    settings = task.settings
    try:
        model = read_model(settings)
    except FileError as error:
        return _refused(task.plan_id, Refusal(Reason.CONFIGURATION_MISMATCH, str(error)))
    world = build_world(settings.collision_method, model.robot, model.scene, version=model.world_version)
    trajectory = build_trajectory(
        model.robot, task.start_q, task.moves, period_s=settings.commanding.period_s
    )
    if isinstance(trajectory, Refusal):
        return _refused(task.plan_id, trajectory)
    certificate = certify(
        world,
        trajectory,
        task.plan_id,
        configuration=settings.configuration,
        required_m=settings.margins.required_m,
    )
    if isinstance(certificate, Refusal):
        return _refused(task.plan_id, certificate)
    return PlannedPath(certificate, task.moves, trajectory)


def _refused(plan_id: str, refusal: Refusal) -> PlanRefused:
    return PlanRefused(plan_id=plan_id, reason=refusal.reason, detail=shortened(refusal.detail))
