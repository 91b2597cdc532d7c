"""The straight line of the tool with constant attitude, by any arm that can follow it.

    knots     101 places at equal fractions, solved one after the other, each from the one before it
    at(s)     the solution nearest to the knot beside s (a redundant arm: to its guide), and the derivatives

With the pose's constant rate x_s = J q_s, from x_ss = 0 = J q_ss + J_s q_s follows J q_ss = -J_s q_s, where
J_s is the Jacobian's rate along q_s: `planner.motion.rates` solves both.

An arm with too few joints follows the lines that lie within what it can do; for others the residual of the
least squares tells by how much it cannot.  A `Refusal` says where a line is lost, why, and what to do.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from planner.motion.ik.inverse import from_afar, nearest, why_numeric
from planner.motion.paths.guide import Guide, flow, guide_through
from planner.motion.paths.line_knots import LARGEST_KNOT_STEP, solve_knots
from planner.motion.paths.path import PathLost, PathPoint
from planner.motion.rates import POSE_ROWS, chain_of, joint_rates, resolve
from planner.motion.timing.limits import Refusal
from predictor.model.kinematics import tool_jacobian, tool_jacobian_rate, tool_pose
from predictor.model.robot import Robot
from predictor.model.spatial import (
    pose_difference,
    rotation_from_quaternion,
    rotation_from_vector,
    rotation_vector,
)
from telemetry.messages.base import Quaternion, Vector
from telemetry.reasons import Reason, cause

Array = NDArray[np.float64]

KNOTS = 101  # places of a line that are solved beforehand
ATTITUDE_KEPT = 1e-3  # [rad] a line that is asked to turn further is not one of constant attitude
MM_PER_M = 1000.0


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Line:
    """A straight segment of the tool with constant attitude."""

    robot: Robot
    T_base_tool: Array  # (4, 4) where it begins
    twist: (
        Array  # (6,) change of pose over the whole line: [m], and a rest of attitude to be turned away [rad]
    )
    knots: Array  # (k, n) joint values at equal fractions [rad or m]
    guide: Guide | None  # through the knots, of a redundant arm

    @property
    def hardest(self) -> str:
        """Where the arm is nearest to a singular pose, in words."""
        last = chain_of(self.robot).freedom - 1
        least = [np.linalg.svd(tool_jacobian(self.robot, q), compute_uv=False)[last] for q in self.knots]
        s = int(np.argmin(least)) / (len(least) - 1)
        return _where(_pose(self.T_base_tool, self.twist, s), s)

    def pose(self, s: float) -> Array:
        """Return the tool's pose (4, 4) at fraction s in [0, 1]."""
        return _pose(self.T_base_tool, self.twist, s)

    def at(self, s: float) -> PathPoint:
        """Return the point at fraction s in [0, 1].

        Raises:
            PathLost: the pose is out of reach or singular.
        """
        T_base_tool = _pose(self.T_base_tool, self.twist, s)
        try:
            if self.guide is not None:
                return self._beside(self.guide.at(s), T_base_tool, s)
            near = self.knots[round(s * (len(self.knots) - 1))]
            q = _solve(self.robot, T_base_tool, near=near, s=s)
            return PathPoint(q, *joint_rates(self.robot, q, v=self.twist, a=np.zeros(POSE_ROWS)))
        except np.linalg.LinAlgError:
            raise PathLost(Reason.SINGULAR, f"{cause(Reason.SINGULAR)} {_where(T_base_tool, s)}") from None

    def _beside(self, near: PathPoint, T_base_tool: Array, s: float) -> PathPoint:
        """Return the point nearest to the guide's, with the guide's self-motion."""
        q = _solve(self.robot, T_base_tool, near=near.q, s=s)
        J_base_tool = tool_jacobian(self.robot, q)
        q_s = near.q_s + resolve(self.robot, J_base_tool, self.twist - J_base_tool @ near.q_s)
        change = tool_jacobian_rate(self.robot, q, q_s) @ q_s
        q_ss = near.q_ss - resolve(self.robot, J_base_tool, change + J_base_tool @ near.q_ss)
        return PathPoint(q, q_s, q_ss)


def line(
    robot: Robot, start_q: Sequence[float], end: Vector, *, quat_base_tool: Quaternion | None
) -> Line | Refusal:
    """Return the line from the tool's pose at `start_q` (n,) to the position `end` [m], or why there is none.

    Args:
        robot: the arm.
        start_q: joint values at the line's begin [rad or m].
        end: position of its end in the base frame [m].
        quat_base_tool: attitude that it must have, or None to keep the one it begins with.
    """
    start = np.array(start_q, dtype=float)
    T_base_tool = tool_pose(robot, start)
    try:
        turn = _turn(T_base_tool[:3, :3], quat_base_tool)
    except PathLost as lost:
        return lost.refusal
    twist = np.concatenate([np.array(end, dtype=float) - T_base_tool[:3, 3], turn])
    try:
        knots = _knots(robot, start, T_base_tool, twist=twist)
    except PathLost as lost:
        return _explained(robot, start, T_base_end=_pose(T_base_tool, twist, 1.0), lost=lost.refusal)
    guide = guide_through(knots) if chain_of(robot).is_redundant(POSE_ROWS) else None
    return Line(robot=robot, T_base_tool=T_base_tool, twist=twist, knots=knots, guide=guide)


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
    """Solve the line at equal fractions, each from the one before; (KNOTS, n)."""
    if chain_of(robot).is_redundant(POSE_ROWS):
        return _guided_knots(robot, start, T_base_tool, twist=twist)
    knots = solve_knots(robot, start, T_base_tool, twist=twist, count=KNOTS)
    if knots.reason is not None:
        s = knots.lost / (KNOTS - 1)
        T, near = _pose(T_base_tool, twist, s), knots.q[knots.lost - 1]
        if knots.reason is Reason.SINGULAR:
            raise _jump(T, s)
        raise _lost(robot, T, near, s=s, reason=knots.reason)
    return knots.q


def _guided_knots(robot: Robot, start: Array, T_base_tool: Array, *, twist: Array) -> Array:
    """Solve the line of a redundant arm, which follows its `flow`."""
    knots = [start]
    for s in np.linspace(0.0, 1.0, KNOTS)[1:]:
        T, near = _pose(T_base_tool, twist, float(s)), knots[-1]
        near = near + flow(robot, near, twist) / (KNOTS - 1)
        q = _solve(robot, T, near=near, s=float(s))
        if np.max(np.abs(q - knots[-1])) > LARGEST_KNOT_STEP:
            raise _jump(T, float(s))
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
    """Return the joint values (n,) that are nearest to those before."""
    solution = nearest(robot, T_base_tool, near)
    if solution.reached:
        return np.asarray(solution.q)
    raise _lost(robot, T_base_tool, near, s=s, reason=Reason(solution.reason))


def _jump(T_base_tool: Array, s: float) -> PathLost:
    return PathLost(Reason.SINGULAR, f"the joints would have to jump {_where(T_base_tool, s)}")


def _lost(robot: Robot, T_base_tool: Array, near: Array, *, s: float, reason: Reason) -> PathLost:
    """Say where a line is lost, why, and what else is known of the place."""
    where = _where(T_base_tool, s)
    if chain_of(robot).freedom < POSE_ROWS and reason is Reason.UNREACHABLE:
        return PathLost(Reason.FEW_JOINTS, where)
    return PathLost(reason, f"{cause(reason)} {where}{_besides(robot, T_base_tool, near)}")


def _explained(robot: Robot, start: Array, *, T_base_end: Array, lost: Refusal) -> Refusal:
    """Say besides where a line is lost whether its end could be reached at all."""
    if lost.reason is Reason.SINGULAR and not from_afar(robot, T_base_end, start).reached:
        return Refusal(Reason.UNREACHABLE, f"{lost.detail}; no joint values reach its end")
    if lost.reason is not Reason.FEW_JOINTS:
        return lost
    error = pose_difference(T_base_end, tool_pose(robot, nearest(robot, T_base_end, start).q))
    length, angle = np.linalg.norm(error[:3]) * MM_PER_M, np.degrees(np.linalg.norm(error[3:]))
    told = f"{chain_of(robot).length} joints cannot hold position and attitude"
    missed = f"its end is missed by {length:.1f} mm and {angle:.2f} deg"
    return Refusal(lost.reason, f"{told}: the line is lost {lost.detail}; {missed}")


def _besides(robot: Robot, T_base_tool: Array, near: Array) -> str:
    """Say what else is known of a pose that the line does not reach."""
    if from_afar(robot, T_base_tool, near).reached:
        return "; other joint values reach it: begin the line from another pose"
    return f"; it was searched for: {why_numeric(robot)}" if why_numeric(robot) else ""


def _where(T_base_tool: Array, s: float) -> str:
    x, y, z = T_base_tool[:3, 3]
    return f"at {100 * s:.0f} % of the line ({x:.3f}, {y:.3f}, {z:.3f}) m"
