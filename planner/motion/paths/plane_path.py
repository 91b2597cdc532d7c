"""A change of the arm plane: the elbow turns about the line from shoulder to wrist, and the tool stays.

    knots     at equal angles, each from where the slope of the one before it leads
    at(s)     the pose and the angle s turn, solved exactly from between the knots beside s

Joint values follow from pose and angle alone, so the path back is the same as the path there.  A turn that a
limit or a singular pose ends is refused with how far it goes.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from planner.motion.ik.why_not import why_singular
from planner.motion.locked_joints import Mask
from planner.motion.paths.arm_plane import ArmPlane, ArmPlaneError, arm_plane
from planner.motion.paths.path import PathLost, PathPoint, Refusal
from planner.motion.tool_courses.tool_course import STILL, ToolCourse, straight
from predictor.model.joint_text import joint_label, value_text
from predictor.model.robot import Robot
from telemetry.agreed.reasons import Reason

Array = NDArray[np.float64]

MOST_TURN = 2.0 * math.pi  # [rad]
SPACING = math.radians(0.25)  # of knots at most: small enough for the steepest slope
NEWTON_STEPS = 12  # of Newton
LAST_STEP = 1e-11  # [rad] a step that is shorter is the last one
LONGEST_STEP = 0.1  # [rad] of a step of Newton: beyond it the branch is no longer the same
STEEPEST = 10.0  # turn of a joint by the turn of the elbow: beyond it the elbow hardly turns any more
LIMIT_ROUNDING = 1e-9  # [rad]
BISECTIONS = 10  # of the span in which a turn is ended
TEXT_STEP_DEG = 0.1  # to which a text says how far a turn goes
TOOL_MISSING = 0.1  # share of the angle in the motion that is missing: below it the tool itself cannot move


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PlanePath:
    """The joints while the arm plane turns."""

    plane: ArmPlane
    turn: float  # [rad]
    knots: Array  # (k, n) joint values at equal angles [rad or m]

    @property
    def course(self) -> ToolCourse:
        """Where the tool is to be: it stays."""
        return straight(self.plane.T_base_tool, STILL)

    @property
    def hardest(self) -> str:
        """Where the joints turn furthest for what the elbow turns, in words."""
        steps = np.abs(np.diff(self.knots, axis=0)).max(axis=1)
        degrees = math.degrees(self.turn) * (int(np.argmax(steps)) + 0.5) / len(steps)
        return f"with the arm plane turned by {degrees:.1f} deg"

    def at(self, s: float) -> PathPoint:
        """Return the point at fraction s in [0, 1].

        Raises:
            PathLost: the pose is singular.
        """
        spans, joints = len(self.knots) - 1, self.plane.joints
        index = min(int(s * spans), spans - 1)
        part = s * spans - index
        near = (1.0 - part) * self.knots[index] + part * self.knots[index + 1]
        q_s, q_ss = np.zeros_like(near), np.zeros_like(near)
        try:
            q = _solved(self.plane, near, s * self.turn)
            M = self.plane.matrix(q)
            q_s[joints] = _slope(M) * self.turn
            q_ss[joints] = np.linalg.solve(M, -self.plane.matrix_rate(q, q_s))
        except np.linalg.LinAlgError:
            degrees = math.degrees(s * self.turn)
            raise PathLost(
                Reason.SINGULAR, f"the arm plane can turn no farther than {degrees:.1f} deg"
            ) from None
        return PathPoint(q, q_s, q_ss)


def plane_path(
    robot: Robot, start_q: Sequence[float] | Array, turn: float, *, locked: Mask | None = None
) -> PlanePath | Refusal:
    """Return how an arm turns its plane from where it stands (n,) while its tool stays, or why it cannot.

    Args:
        robot: the arm.
        start_q: where it stands [rad or m].
        turn: by how much, right-handed about the line from shoulder to wrist [rad].
        locked: joints (n,) that stay.

    Raises:
        ArmPlaneError: the arm has no such plane, or the turn is none.
    """
    if not 0.0 < abs(turn) <= MOST_TURN:
        raise ArmPlaneError("a change of the arm plane needs a turn of more than 0 and at most 360 deg")
    start = np.array(start_q, dtype=float)
    plane = arm_plane(robot, start)
    stays = [] if locked is None else [joint for joint in plane.joints.tolist() if locked[joint]]
    if stays:
        joint = joint_label(robot.commanded, stays[0])
        return Refusal(Reason.LOCKED_JOINT, f"{joint} is locked; the arm plane turns by all seven joints")
    angles, knots = np.linspace(0.0, turn, math.ceil(abs(turn) / SPACING) + 1), [start]
    for span in pairwise(angles.tolist()):
        try:
            knots.append(_onward(plane, knots[-1], span))
        except PathLost as lost:
            return _ended(plane, knots[-1], span, lost=lost.refusal, asked=turn)
    return PlanePath(plane=plane, turn=turn, knots=np.array(knots))


def _onward(plane: ArmPlane, q: Array, span: tuple[float, float]) -> Array:
    """Return the joint values (n,) at the end of a small span of angles, from those at its begin [rad].

    Raises:
        PathLost: a limit, or a singular pose.
    """
    near, robot, (begin, end) = q.copy(), plane.robot, span
    try:
        near[plane.joints] += _slope(plane.matrix(q)) * (end - begin)
        q = _solved(plane, near, end)
        steep = float(np.abs(_slope(plane.matrix(q))).max())
    except np.linalg.LinAlgError:
        steep = math.inf
    if not steep <= STEEPEST:
        raise PathLost(Reason.SINGULAR, _why_steep(plane, q))
    for joint in plane.joints.tolist():
        limit = min(max(robot.limits.q_min[joint], q[joint]), robot.limits.q_max[joint])
        if abs(q[joint] - limit) > LIMIT_ROUNDING:
            limited = f"{joint_label(robot.commanded, joint)} would pass its limit of"
            raise PathLost(Reason.LIMIT, f"{limited} {value_text(robot.commanded[joint], limit)}")
    return q


def _solved(plane: ArmPlane, near: Array, angle: float) -> Array:
    """Return the joint values (n,) for an angle that Newton's steps from near by lead to.

    Raises:
        LinAlgError: they lead to none.
    """
    q = near.copy()
    for _ in range(NEWTON_STEPS):
        step = np.linalg.solve(plane.matrix(q), plane.miss(q, angle))
        longest = float(np.abs(step).max())
        if not longest <= LONGEST_STEP:
            break
        q[plane.joints] += step
        if longest <= LAST_STEP:
            return q
    raise np.linalg.LinAlgError


def _slope(M: Array) -> Array:
    """Return what the seven joints turn by the angle (7,) while the tool stays."""
    return np.linalg.solve(M, np.eye(len(M))[-1])


def _why_steep(plane: ArmPlane, q: Array) -> str:
    """Return whether the tool cannot be held, or the elbow has come to the end of its turn."""
    missing = np.linalg.svd(plane.matrix(q))[0][:, -1]
    if abs(missing[-1]) < TOOL_MISSING:
        return why_singular(plane.robot, q)
    return "from there on the elbow hardly turns any more while the tool stays"


def _ended(plane: ArmPlane, q: Array, span: tuple[float, float], *, lost: Refusal, asked: float) -> Refusal:
    """Return why a turn ends within a span of angles, with the arm at q (n,) as that begins, and how far."""
    near, far = span
    for _ in range(BISECTIONS):
        middle = 0.5 * (near + far)
        try:
            q, near = _onward(plane, q, (near, middle)), middle
        except PathLost as sooner:
            far, lost = middle, sooner.refusal
    x, y, z = plane.place(q)
    steps = math.floor(abs(math.degrees(near)) / TEXT_STEP_DEG)
    goes = math.copysign(steps * TEXT_STEP_DEG, asked) + 0.0  # no -0
    how_far = f"the arm plane turns by {goes:.1f} of {math.degrees(asked):.1f} deg"
    where = f"to where the elbow is at ({x:.3f}, {y:.3f}, {z:.3f}) m"
    cure = f"turn it by {goes:.1f} deg at most" if goes else "turn it the other way, or begin elsewhere"
    return Refusal(lost.reason, f"{how_far}, {where}: {lost.detail}; {cure}")
