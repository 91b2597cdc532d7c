"""Make a plan: paths, timing, and the judgement of every set-point; a pure function that can run anywhere.

    a plan's own start ---- r        each joint within 0.25 deg, or as many metres as that has radians

What is flown is planned and judged from where the arm is; but whoever wrote a plan looked at it from its
start.  Once a plan is certified, its certificate goes to the gate, its tool's path and peaks to screens.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from planner.motion.locked_joints import locked_joints
from planner.motion.moves.adapted_moves import Adapted, adapt_to_locks
from planner.motion.moves.trajectory import Trajectory
from planner.motion.paths.path import Refusal
from planner.motion.search.cancellation import NOT_CANCELLED, Cancellation
from planner.motion.search.replan import ReplanTask, replan
from planner.motion.timing.flown_peaks import flown_peaks, with_shares
from planner.motion.tool_courses.frames import PlanFrames, base_at
from planner.plans.certify import certify, with_file_digests
from predictor.collision.method import build_world
from predictor.model.base.floating_base import FloatingBase
from predictor.model.hand_axes import picture_axes
from predictor.model.joint_text import joint_label, value_text
from predictor.model.robot import Robot
from predictor.model.spatial import pose
from predictor.model.tree_layout import Tool
from predictor.motion.stop import JointLimits
from predictor.run_model import Model, read_model
from predictor.world_updates import with_updates
from telemetry.agreed import chains
from telemetry.agreed.reasons import Reason
from telemetry.agreed.run_settings import RunSettings
from telemetry.files.settings import FileError
from telemetry.messages.base import shortened
from telemetry.messages.plan import Certificate, CourseMove, Move, PlaceMove, PlanReady, PlanRefused, PlanStep
from telemetry.messages.prediction import World
from telemetry.plan.freshness import farthest

Array = NDArray[np.float64]

BEGINS_WITHIN = 0.004363323129985824  # 0.25 deg [rad or m]
SHOWN_POSES = 240  # of a plan, for screens that show it move


class PlanTask(NamedTuple):
    """The whole input of planning, so that it can run anywhere."""

    plan_id: str
    settings: RunSettings
    start_q: tuple[float, ...]  # rest pose [rad]
    moves: tuple[Move, ...]
    world: World  # that the predictor judges in now
    locked: tuple[str, ...] = ()  # joints that stay where they are
    cancellation: Cancellation = NOT_CANCELLED  # looked at while it is searched for


class PlannedPath(NamedTuple):
    """A plan that was certified."""

    certificate: Certificate
    moves: tuple[Move, ...]
    trajectory: Trajectory
    around: tuple[tuple[str, ...], ...]  # of each move, the pair that its direct path meets, or none
    longer_s: tuple[float, ...]  # of each move, than its direct path
    losses: tuple[str, ...]  # what is given up for joints that do not move, in words


def make_plan(task: PlanTask) -> PlannedPath | PlanRefused:
    """Plan, judge and certify; a pure function of the task and of the files that its settings name."""
    settings = task.settings
    try:
        model = with_updates(read_model(settings), task.world.updates)
    except FileError as error:
        return refused(task.plan_id, Refusal(Reason.CONFIGURATION_MISMATCH, str(error)))
    world = build_world(settings.collision_method, model.robot, model.kept_clear, version=task.world.version)
    T_world_base = base_at(world.base, task.world, task.start_q)
    frames = _plan_frames(model, world.base, task)
    required_m = settings.margins.required_m
    judged = partial(
        certify,
        world,
        plan_id=task.plan_id,
        configuration=settings.configuration,
        required_m=required_m,
        T_world_base=T_world_base,
    )
    period_s, locked = settings.commanding.period_s, locked_joints(model.robot, task.locked)
    moves = ReplanTask(
        world, task.start_q, task.moves, frames, locked, period_s, required_m, task.cancellation
    )
    planned = replan(moves, judged)
    if isinstance(planned, Refusal):
        return refused(task.plan_id, planned)
    certificate = bound_to_files(planned.certificate, model, settings)
    losses = tuple(_losses(planned.trajectory))
    return PlannedPath(certificate, task.moves, planned.trajectory, planned.around, planned.longer_s, losses)


def _losses(trajectory: Trajectory) -> Iterator[str]:
    """Yield what each move gives up for joints that do not move."""
    for number, span in enumerate(trajectory.spans, start=1):
        yield from (f"move {number}: {loss}" for loss in span.losses)


def bound_to_files(certificate: Certificate, model: Model, settings: RunSettings) -> Certificate:
    """Return a certificate that names the content of the files of arm and scene too."""
    scene_file = [file.path for file in model.files].index(Path(settings.scene_file))
    robot, scene = model.digests[:scene_file], model.digests[scene_file:]
    hashes = {"robot": chains.digest(*robot), "scene": chains.digest(*scene)}
    return with_file_digests(certificate, **hashes, method=settings.collision_method)


def make_remainder(task: PlanTask) -> PlannedPath | PlanRefused:
    """Plan what is left of moves that may have been asked of joints which are locked by now."""
    if not task.locked:
        return make_plan(task)
    try:
        adapted = adapted_to_locks(task)
    except FileError as error:
        return refused(task.plan_id, Refusal(Reason.CONFIGURATION_MISMATCH, str(error)))
    if isinstance(adapted, Refusal):
        return refused(task.plan_id, adapted)
    planned = make_plan(task._replace(moves=adapted.moves))
    return planned if isinstance(planned, PlanRefused) else planned._replace(losses=adapted.losses)


def adapted_to_locks(task: PlanTask) -> Adapted | Refusal:
    """Return the moves of a task as they can be flown while its joints are locked.

    Raises:
        FileError: the robot or scene file cannot be used.
        ValueError: the arm has no joint of a name that is locked.
    """
    model, base = with_updates(read_model(task.settings), task.world.updates), None
    if any(isinstance(move, CourseMove | PlaceMove) and move.frame for move in task.moves):
        base = build_world(task.settings.collision_method, model.robot, model.scene).base
    locked, frames = locked_joints(model.robot, task.locked), _plan_frames(model, base, task)
    return adapt_to_locks(model.robot, task.start_q, task.moves, locked=locked, frames=frames)


def _plan_frames(model: Model, base: FloatingBase | None, task: PlanTask) -> PlanFrames:
    """Return the frames around the arm as a plan begins."""
    T_world_base, cameras = base_at(base, task.world, task.start_q), dict[str, Tool]()
    for camera in task.settings.cameras:
        frame, T = model.robot.tool if camera.mount == "tool" else (0, np.eye(4))
        T_mount_camera = pose(picture_axes(camera.right, camera.up), np.array(camera.p_mount_camera))
        cameras[camera.name] = Tool(frame, T @ T_mount_camera)
    return PlanFrames(model.scene, base, np.eye(4) if T_world_base is None else T_world_base, cameras)


def refused(plan_id: str, refusal: Refusal) -> PlanRefused:
    """Return a refusal as the message that the planner sends."""
    shortest_s, peaks = refusal.too_fast or (None, None)
    detail = shortened(refusal.detail)
    return PlanRefused(
        plan_id=plan_id, reason=refusal.reason, detail=detail, shortest=shortest_s, peaks=peaks
    )


def start_offset_text(robot: Robot, start: Sequence[float], rest_q: Sequence[float]) -> str:
    """Return why a plan that begins at `start` (n,) cannot begin at `rest_q` (n,) [rad or m], or empty."""
    apart = farthest(start, rest_q)
    if apart is None:
        return f"the plan's start has {len(start)} joints, the arm has {len(rest_q)}"
    if apart.by <= BEGINS_WITHIN:
        return ""
    joint, k = robot.commanded[apart.joint], apart.joint
    is_at, begins = value_text(joint, rest_q[k]), value_text(joint, start[k])
    tolerance = f"{value_text(joint, BEGINS_WITHIN)} tolerated"
    return f"{joint_label(robot.commanded, k)} is at {is_at}, the plan begins at {begins}, {tolerance}"


def plan_ready(planned: PlannedPath, limits: JointLimits) -> PlanReady:
    """Return the message about a plan that is certified, for an arm of these limits."""
    trajectory = planned.trajectory
    shown = _shown(len(trajectory.states))
    rates = flown_peaks(trajectory.track, trajectory.period_s)
    return PlanReady(
        certificate=planned.certificate,
        duration=trajectory.duration_s,
        shortest=trajectory.shortest_s,
        moves=len(planned.moves),
        path=tuple(trajectory.states[k].q for k in shown),
        path_s=tuple((k + 1) * trajectory.period_s for k in shown),
        steps=_steps(planned),
        peaks=with_shares(rates, limits),
        losses=tuple(map(shortened, planned.losses)),
    )


def _shown(count: int) -> tuple[int, ...]:
    """Return which of so many set-points screens show, the last one among them."""
    every = -(-count // SHOWN_POSES)
    return (*range(0, count - 1, every), count - 1)


def _steps(planned: PlannedPath) -> tuple[PlanStep, ...]:
    """Return the moves of a plan as they are flown."""
    spans, states = planned.trajectory.spans, planned.trajectory.states
    return tuple(
        PlanStep(
            kind=move.kind,
            points=span.last - span.first + 1,
            end_q=states[span.last].q,
            tool=move.tool,
            around=around,
            longer=longer_s,
            turned=shortened(span.turned),
        )
        for move, span, around, longer_s in zip(
            planned.moves, spans, planned.around, planned.longer_s, strict=True
        )
    )
