"""One motion of one arm from rest to rest: how fast it can be, what it asks of each joint, and its samples.

What can be flown, and in what time, `planner.motion.moves.trajectory` decides, of this motion as of every
plan. The arm begins at joint values, or with its tool at a pose: then of all joint values for that pose,
those nearest to its safe pose from which the whole motion can be followed.
"""

from collections.abc import Iterator
from pathlib import Path as File
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from planner.commands.locked_motion import begins, locked_figures, what_could_give
from planner.motion.ik.inverse import solutions_by_nearness
from planner.motion.ik.numeric_kernels import POSE_ROWS
from planner.motion.ik.why_not import why_not
from planner.motion.locked.locked_path import LockedPath
from planner.motion.locked_joints import Mask, locked_joints
from planner.motion.moves.move_path import path_of
from planner.motion.moves.trajectory import GivenPath, Trajectory, build_trajectory, fly
from planner.motion.paths.path import Path, PathLost, Refusal
from planner.motion.paths.plane_path import PlanePath
from planner.motion.paths.tool_path import ToolPath
from planner.motion.timing.flown_peaks import flown_peaks
from planner.motion.timing.quintic_law import Shortest
from planner.motion.tool_courses.frames import IDENTITY_QUATERNION, pose_of, quaternion_of, vector_of
from predictor.model.files.robot_file import read_robot
from predictor.model.joint_text import joint_label
from predictor.model.kinematics import tool_pose
from predictor.model.robot import Robot
from predictor.model.spatial import pose_difference
from telemetry.agreed.reasons import Reason
from telemetry.messages.base import Quaternion, Vector
from telemetry.messages.plan import Move
from telemetry.plan.planned import JointNeed, LockedFigures, NotPlanned, Planned

Array = NDArray[np.float64]

ERROR_SAMPLES = 201  # of a path, for how far the tool is from it


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """The request for a motion."""

    robot: File
    move: Move
    start_q: tuple[float, ...] | None = None  # [rad or m]; None: the pose below, or else its safe pose
    start: tuple[Vector, Quaternion] | None = None  # of the tool: place [m] and attitude in the arm base
    period_s: float = 0.25
    lock: dict[str, float | None] = {}  # joints that stay, at a value [rad or m] or where the motion begins


class MotionBegin(NamedTuple):
    """Where a motion begins, and where it goes."""

    whole_q: tuple[float, ...]  # (n,) with all joints
    start_q: tuple[float, ...]  # (n,) with those that are locked
    move: Move
    path: Path


class _Motion(NamedTuple):
    """A motion whose path is known."""

    robot: Robot
    path: Path
    kind: str
    asked_s: float | None
    minimum_s: float
    quintic: Shortest
    flown: Trajectory  # as asked, or as quickly as it can be
    is_too_short: bool  # what is asked for

    @property
    def warning(self) -> str:
        """Why it cannot be flown in the time that is asked for; empty if it can."""
        if not self.is_too_short:
            return ""
        text = f"{self.minimum_s:.2f} s at least; by the quintic law {self.quintic.duration_s:.2f} s"
        return f"{self.asked_s:.6g} s is too short: {text}"


def plan(asked: Asked) -> Planned | NotPlanned:
    """Plan a motion.

    Raises:
        FileError: the robot file is not right.
    """
    robot = read_robot(asked.robot)
    found = _plan(robot, asked)
    if isinstance(found, Refusal):
        return NotPlanned(robot=robot.name, kind=asked.move.kind, reason=found.reason, detail=found.detail)
    return found


def _plan(robot: Robot, asked: Asked) -> Planned | Refusal:
    try:
        robot = robot.with_tool(asked.move.tool) if asked.move.tool else robot
    except ValueError as error:
        return Refusal(Reason.UNKNOWN_TOOL, str(error))
    try:
        locked = locked_joints(robot, asked.lock)
    except ValueError as error:
        return Refusal(Reason.LOCKED_JOINT, str(error))
    begun = begin_of(robot, asked, locked)
    if isinstance(begun, Refusal):
        cure = what_could_give(robot, next(_starts(robot, asked), None), asked.move, lock=asked.lock)
        return Refusal(begun.reason, begun.detail + cure)
    motion = _flown(robot, begun, asked)
    if isinstance(motion, Refusal):
        return motion
    whole = (begun.whole_q, asked.move)
    return _planned(motion, locked_figures(robot, begun.path, motion.flown, lock=asked.lock, whole=whole))


def _flown(robot: Robot, begun: MotionBegin, asked: Asked) -> _Motion | Refusal:
    """Fly a motion in the time that is asked for, or as quickly as it can be if that is too short."""
    path, asked_s, period_s = begun.path, asked.move.duration, asked.period_s
    try:
        quickest = fly(robot, path, asked_s=None, period_s=period_s)
    except PathLost as lost:
        return lost.refusal
    if isinstance(quickest, Refusal):
        return quickest
    states, least = quickest
    flown = build_trajectory(robot, begun.start_q, [GivenPath(path, asked_s)], period_s=period_s)
    is_too_short = isinstance(flown, Refusal) and flown.reason is Reason.DURATION_TOO_SHORT
    if is_too_short:
        flown = build_trajectory(robot, begun.start_q, [GivenPath(path, None)], period_s=period_s)
    if isinstance(flown, Refusal):
        return flown
    minimum_s = len(states) * period_s
    return _Motion(robot, path, begun.move.kind, asked_s, minimum_s, least.minimum, flown, is_too_short)


def begin_of(robot: Robot, asked: Asked, locked: Mask) -> MotionBegin | Refusal:
    """Return where the arm begins, and the path from there; of many the first that leads to the end."""
    refused: Refusal | None = None
    for whole_q in _starts(robot, asked):
        for start_q, move in begins(robot, whole_q, asked.move, lock=asked.lock):
            path = path_of(robot, start_q, move, locked=locked)
            if not isinstance(path, Refusal):
                return MotionBegin(whole_q, start_q, move, path)
            refused = refused or path
    return refused or Refusal(Reason.UNREACHABLE, f"no joint values reach the start{_why(robot, asked)}")


def _why(robot: Robot, asked: Asked) -> str:
    """Return in words why the arm cannot begin, if that is so with all of its joints."""
    if next(_starts(robot, asked), None) is not None:
        return ""
    return f": {why_not(robot, _pose(asked), np.array(robot.home_q))}"


def _pose(asked: Asked) -> Array:
    """Return the tool's pose (4, 4) where a motion begins that is given so."""
    return pose_of(*(asked.start or ((0.0, 0.0, 0.0), IDENTITY_QUATERNION)))


def _starts(robot: Robot, asked: Asked) -> Iterator[tuple[float, ...]]:
    if asked.start_q is not None or asked.start is None:
        yield tuple(asked.start_q or robot.home_q)
        return
    for q in solutions_by_nearness(robot, _pose(asked), np.array(robot.home_q)):
        yield tuple(map(float, q))


def _planned(motion: _Motion, locked: LockedFigures | None) -> Planned:
    robot, path, flown = motion.robot, motion.path, motion.flown
    q = np.array([flown.start_q, *(state.q for state in flown.states)])
    poses = [tool_pose(robot, row) for row in q]
    error = _error(robot, path) if isinstance(path, ToolPath | PlanePath | LockedPath) else (None, None)
    return Planned(
        robot=robot.name,
        kind=motion.kind,
        tool=robot.tool_names[0],
        ok=not motion.warning,
        warning=motion.warning,
        asked_s=motion.asked_s,
        minimum_time_s=motion.minimum_s,
        shortest_time_s=flown.shortest_s,
        quintic_time_s=motion.quintic.duration_s,
        quintic_decides=f"{joint_label(robot.commanded, motion.quintic.joint)} {motion.quintic.quantity}",
        period_s=flown.period_s,
        duration_s=flown.duration_s,
        joints=tuple(_needs(robot, flown)),
        error_m=error[0],
        error_rad=error[1],
        t_s=tuple(k * flown.period_s for k in range(len(q))),
        q=tuple(map(tuple, q.tolist())),
        p_base_tool=tuple(vector_of(T[:3, 3]) for T in poses),
        quat_base_tool=tuple(quaternion_of(T[:3, :3]) for T in poses),
        turned=flown.spans[0].turned,
        locked=locked,
    )


def _needs(robot: Robot, flown: Trajectory) -> Iterator[JointNeed]:
    states, limits = flown.track, robot.limits
    peaks = flown_peaks(states, flown.period_s)
    for i, joint in enumerate(robot.commanded):
        yield JointNeed(
            name=joint.name,
            unit="rad" if joint.kind == "revolute" else "m",
            start=states[0].q[i],
            end=states[-1].q[i],
            speed=peaks.speed[i],
            acceleration=peaks.acceleration[i],
            jerk=peaks.jerk[i],
            speed_max=limits.qd_max[i],
            acceleration_max=limits.qdd_max[i],
            jerk_max=limits.qddd_max[i],
        )


def _error(robot: Robot, path: ToolPath | PlanePath | LockedPath) -> tuple[float, float]:
    """Return how far the tool is from its path at most, in what has to hold [m], [rad]."""
    holds = np.isin(np.arange(POSE_ROWS), path.freedom.exact) if isinstance(path, LockedPath) else True
    fractions = np.linspace(0.0, 1.0, ERROR_SAMPLES)
    rows = [pose_difference(path.course.pose(s), tool_pose(robot, path.at(s).q)) for s in fractions.tolist()]
    if isinstance(path, LockedPath):
        rows = [path.freedom.task.turned(row) for row in rows]
    missed = np.where(holds, rows, 0.0)
    lengths = np.linalg.norm(np.reshape(missed, (-1, 2, 3)), axis=2).max(axis=0)
    return float(lengths[0]), float(lengths[1])
