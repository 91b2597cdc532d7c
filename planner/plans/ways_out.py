"""The way out from where the arm rests near something: which poses it may go to, and the usual motion there.

    executed poses   o---o---o---o---o r      from r backwards, to the first that is as far as wanted
    nothing there    r --> where the least distance grows most quickly: an arm that began there, or whose
                           world has changed

From nearer than is required only a retreat leads out (`planner.plans.retreat`).  From where the arm is clear,
but was refused to go nearer, one joint move leads to a place with more room; it is planned, certified and
flown as every plan.
"""

import math
from collections import deque
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from planner.motion.locked_joints import locked_joints
from planner.motion.paths.path import Refusal
from planner.motion.tool_courses.frames import base_at
from planner.plans.make_plan import PlannedPath, PlanTask, make_plan, refused
from predictor.collision.method import CollisionWorld, build_world
from predictor.run_model import read_model
from predictor.world_updates import with_updates
from telemetry.agreed.reasons import Reason, line
from telemetry.files.settings import FileError
from telemetry.messages.plan import JointMove, PlanRefused

Array = NDArray[np.float64]
Pose = tuple[float, ...]

POSES_KEPT = 4096  # newest poses that were executed
POSE_SPACING = 0.02  # of any joint, between two of them [rad or m]
FARTHEST_BACK = 64  # of them, that lead out
STEP_M = 0.002  # of the least distance, from one gradient to the next
GRADIENT_STEPS = 60
ROOM_M = 0.05  # more than where it stands: an arm that is clear is led so far away


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


def make_way_out(task: PlanTask, executed: tuple[Pose, ...]) -> PlannedPath | PlanRefused:
    """Plan and certify usual motion to more room; a pure function of the task, its files and poses.

    The poses come the newest first.
    """
    settings = task.settings
    try:
        model = with_updates(read_model(settings), task.world.updates)
    except FileError as error:
        return refused(task.plan_id, Refusal(Reason.CONFIGURATION_MISMATCH, str(error)))
    world = build_world(settings.collision_method, model.robot, model.kept_clear, version=task.world.version)
    here_m = _distance(world, task, task.start_q)
    for goals in clear_goals(world, task, executed, clear_m=here_m + ROOM_M):
        planned = make_plan(task._replace(moves=(JointMove(q=goals[-1]),)))
        if isinstance(planned, PlannedPath):
            return planned
    return refused(task.plan_id, Refusal(Reason.NO_WAY_OUT, line(Reason.NO_WAY_OUT)))


def clear_goals(
    world: CollisionWorld, task: PlanTask, executed: Sequence[Pose], *, clear_m: float
) -> Iterator[list[Pose]]:
    """Yield clear goals, each with the poses on the way: along what was executed, then by the gradient."""
    locked, start = locked_joints(world.robot, task.locked), np.array(task.start_q)
    back: list[Pose] = []
    for pose in executed:
        back.append(tuple(np.where(locked, start, pose).tolist()))
        if _distance(world, task, back[-1]) >= clear_m:
            yield back
            break
    T_world_base, q = base_at(world.base, task.world, task.start_q), task.start_q
    for _ in range(GRADIENT_STEPS):
        slope = np.where(locked, 0.0, world.gradient(q, T_world_base).dq)
        if not slope @ slope > 0.0:
            return
        q = tuple((np.array(q) + STEP_M / (slope @ slope) * slope).tolist())
        if _distance(world, task, q) >= clear_m:
            yield [q]
            return


def _distance(world: CollisionWorld, task: PlanTask, q: Pose) -> float:
    return world.clearance(q, base_at(world.base, task.world, q)).distance
