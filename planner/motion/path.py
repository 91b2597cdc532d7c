"""Paths in joint space: where the arm goes, without when.

    joint path    q(s) = (1 - s) q_start + s q_goal
    line          the tool on a straight segment with constant attitude, s the fraction of its length

A line is followed by closed-form inverse kinematics, each point on the branch nearest to the one before.  Its
derivatives come from the Jacobian: with the pose's constant rate x_s = J q_s follows q_s = J^-1 x_s, and from
x_ss = 0 = J q_ss + J_s q_s follows q_ss = -J^-1 J_s q_s, where J_s is the Jacobian's rate along q_s.

What cannot be followed is a `Refusal` with the place where it fails; timing is in `planner.motion.profile`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from planner.motion.ik import nearest, why_numeric
from planner.motion.limits import Refusal
from predictor.model.kinematics import tool_jacobian, tool_jacobian_rate, tool_pose
from predictor.model.robot import Robot
from predictor.model.spatial import rotation_from_quaternion, rotation_from_vector, rotation_vector
from telemetry.messages.base import Quaternion, Vector
from telemetry.reasons import Reason, cause

Array = NDArray[np.float64]

KNOTS = 101  # points of a line that are solved beforehand, each on the branch of the one before
LARGEST_KNOT_STEP = 0.2  # [rad] a joint that turns further between two knots passes a singular pose
ATTITUDE_KEPT = 1e-3  # [rad] a line that is asked to turn further is not one of constant attitude


class PathPoint(NamedTuple):
    """Joint angles and their derivatives by the path's fraction s, each (n,) [rad]."""

    q: Array
    q_s: Array
    q_ss: Array


class Path(Protocol):
    """What can be timed and flown."""

    def at(self, s: float) -> PathPoint:
        """Return the point at fraction s in [0, 1]."""
        ...


class PathLost(ValueError):
    """The joints cannot follow a path at some place; told to the operator as its refusal."""

    def __init__(self, reason: Reason, detail: str) -> None:
        """State why, and where."""
        self.refusal = Refusal(reason, detail)
        super().__init__(detail)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class JointPath:
    """A straight line in joint space."""

    start_q: Array  # (n,) [rad]
    goal_q: Array  # (n,)

    def at(self, s: float) -> PathPoint:
        """Return the point at fraction s in [0, 1]."""
        change = self.goal_q - self.start_q
        q = (1.0 - s) * self.start_q + s * self.goal_q  # exact at both ends
        return PathPoint(q, change, np.zeros_like(change))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Line:
    """A straight segment of the tool with constant attitude."""

    robot: Robot
    T_base_tool: Array  # (4, 4) where it begins
    twist: (
        Array  # (6,) change of pose over the whole line: [m], and a rest of attitude to be turned away [rad]
    )
    knots: Array  # (k, n) joint angles at equal fractions [rad]

    def at(self, s: float) -> PathPoint:
        """Return the point at fraction s in [0, 1].

        Raises:
            PathLost: the pose is out of reach or singular.
        """
        near = self.knots[round(s * (len(self.knots) - 1))]
        q = _solve(self.robot, _pose(self.T_base_tool, self.twist, s), near=near, s=s)
        try:
            J_base_tool = tool_jacobian(self.robot, q)
            q_s = np.asarray(np.linalg.solve(J_base_tool, self.twist), dtype=np.float64)
            change = tool_jacobian_rate(self.robot, q, q_s) @ q_s
            q_ss = np.asarray(np.linalg.solve(J_base_tool, -change), dtype=np.float64)
        except np.linalg.LinAlgError:
            raise PathLost(
                Reason.UNREACHABLE, f"the pose is singular at {100 * s:.0f} % of the line"
            ) from None
        return PathPoint(q, q_s, q_ss)


def joint_path(robot: Robot, start_q: Sequence[float], goal_q: Sequence[float]) -> JointPath | Refusal:
    """Return the joint path between two poses (n,) [rad], or a refusal if its goal is beyond a limit."""
    if len(goal_q) != robot.n:
        return Refusal(Reason.LIMIT, f"the goal names {len(goal_q)} joints, the arm has {robot.n}")
    for joint, (q, low, high) in enumerate(zip(goal_q, robot.limits.q_min, robot.limits.q_max, strict=True)):
        if not low <= q <= high:
            unit = robot.commanded[joint].unit
            told = f"goal of joint {joint + 1}: {q:.4f} {unit} is outside {low:.4f} to {high:.4f}"
            return Refusal(Reason.LIMIT, told)
    return JointPath(start_q=np.array(start_q, dtype=float), goal_q=np.array(goal_q, dtype=float))


def line(
    robot: Robot, start_q: Sequence[float], end: Vector, *, quat_base_tool: Quaternion | None
) -> Line | Refusal:
    """Return the line from the tool's pose at `start_q` (n,) to the position `end` [m], or why there is none.

    Args:
        robot: the arm.
        start_q: joint angles at the line's begin [rad].
        end: position of its end in the base frame [m].
        quat_base_tool: attitude that it must have, or None to keep the one it begins with.
    """
    start = np.array(start_q, dtype=float)
    T_base_tool = tool_pose(robot, start)
    try:
        turn = _turn(T_base_tool[:3, :3], quat_base_tool)
        twist = np.concatenate([np.array(end, dtype=float) - T_base_tool[:3, 3], turn])
        knots = _knots(robot, start, T_base_tool, twist=twist)
    except PathLost as lost:
        return lost.refusal
    return Line(robot=robot, T_base_tool=T_base_tool, twist=twist, knots=knots)


def _turn(R_base_tool: Array, quat_base_tool: Quaternion | None) -> Array:
    """Return the small turn (3,) [rad] that brings the tool to the attitude that the line must keep."""
    if quat_base_tool is None:
        return np.zeros(3)
    try:
        R_base_wanted = rotation_from_quaternion(np.array(quat_base_tool))
    except ValueError as error:
        raise PathLost(Reason.UNREACHABLE, str(error)) from None
    turn = rotation_vector(R_base_wanted @ R_base_tool.T)
    angle = float(np.linalg.norm(turn))
    if not angle <= ATTITUDE_KEPT:
        detail = f"the line begins {np.degrees(angle):.2f} deg from the attitude that it must keep"
        raise PathLost(Reason.UNREACHABLE, detail)
    return turn


def _knots(robot: Robot, start: Array, T_base_tool: Array, *, twist: Array) -> Array:
    """Solve the line at equal fractions, each on the branch nearest to the one before; (KNOTS, n)."""
    knots = [start]
    for s in np.linspace(0.0, 1.0, KNOTS)[1:]:
        q = _solve(robot, _pose(T_base_tool, twist, float(s)), near=knots[-1], s=float(s))
        if np.max(np.abs(q - knots[-1])) > LARGEST_KNOT_STEP:
            raise PathLost(
                Reason.UNREACHABLE, f"the joints would have to jump at {100 * s:.0f} % of the line"
            )
        knots.append(q)
    return np.array(knots)


def _pose(T_base_tool: Array, twist: Array, s: float) -> Array:
    """Return the tool's pose (4, 4) at fraction s of a line."""
    pose = T_base_tool.copy()
    pose[:3, 3] += s * twist[:3]
    if twist[3:].any():
        pose[:3, :3] = rotation_from_vector(s * twist[3:]) @ T_base_tool[:3, :3]
    return pose


def _solve(robot: Robot, T_base_tool: Array, *, near: Array, s: float) -> Array:
    solution = nearest(robot, T_base_tool, near)
    if not solution.reached:
        x, y, z = T_base_tool[:3, 3]
        where = f"at {100 * s:.0f} % of the line ({x:.3f}, {y:.3f}, {z:.3f}) m"
        searched = f"; it was searched for: {why_numeric(robot)}" if why_numeric(robot) else ""
        raise PathLost(Reason(solution.reason), f"{cause(Reason(solution.reason))} {where}{searched}")
    return np.asarray(solution.q)
