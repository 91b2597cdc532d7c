"""How the tool moves: along and about each base axis with bounded jerk, on the shortest way to a wanted rate.

    p, v, a  and  R, w, w_dot  ->  one period of constant jerk in each component

It is the stop law applied to the rate that is still missing (v - wanted), so it ends at the wanted rate
exactly, in the fewest periods, and where nothing is wanted at exact rest.  A turn is the rotation vector of
one period, about axes through the tool's own point.

In a workspace the tool is led no further along an axis than from where its stop still ends inside; where
joints ask for a gentler stop, that one counts.
"""

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.model.kinematics import tool_jacobian, tool_jacobian_rate, tool_pose
from predictor.model.robot import Robot
from predictor.model.spatial import pose, rotation_from_vector
from predictor.motion.stop import stop_accelerations
from telemetry.agreed.hand_settings import HandSettings
from telemetry.agreed.reasons import Reason
from telemetry.messages.base import Vector
from telemetry.messages.joint_state import JointState

Array = NDArray[np.float64]

PLACE, TURN = slice(0, 3), slice(3, 6)  # of a twist
CREEP = 1e-9  # [m/s or rad/s] below it, and without acceleration, a tool that shall rest is at rest
AT_WALL = 1e-9  # [m] rounding of where a stop ends
WALL_SHARES = (1.0, 0.5, 0.25, 0.125, 0.0)  # shares of a wanted speed that are tried before a wall


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolLimits:
    """What bounds the tool's motion."""

    period_s: float
    acceleration_max: float  # along each axis [m/s^2]
    jerk_max: float  # [m/s^3]
    turning_acceleration_max: float  # about each axis [rad/s^2]
    turning_jerk_max: float  # [rad/s^3]
    workspace: tuple[Vector, Vector] | None  # least and greatest place in base axes [m]

    def gentler(self, share: float) -> "ToolLimits":
        """Return the same limits with a share of the jerk."""
        jerk_max, turning_jerk_max = share * self.jerk_max, share * self.turning_jerk_max
        return replace(self, jerk_max=jerk_max, turning_jerk_max=turning_jerk_max)


class ToolMotion(NamedTuple):
    """Where the tool is and how it moves, in base axes."""

    T_base_tool: Array  # (4, 4)
    twist: Array  # (6,) linear first [m/s, rad/s]
    rate: Array  # (6,) its derivative

    @property
    def is_still(self) -> bool:
        """True if it moves and turns not at all."""
        return not self.twist.any() and not self.rate.any()


class AxisMotion(NamedTuple):
    """One component after a period."""

    shift: float  # in that period [m or rad]
    v: float
    a: float


class AxisLimits(NamedTuple):
    """What bounds one component."""

    a_max: float
    jerk_max: float
    period_s: float


def tool_limits(hand: HandSettings, *, period_s: float) -> ToolLimits:
    """Return what bounds the tool by the settings of the hand."""
    return ToolLimits(
        period_s=period_s,
        acceleration_max=hand.acceleration_max,
        jerk_max=hand.jerk_max,
        turning_acceleration_max=hand.turning_acceleration_max,
        turning_jerk_max=hand.turning_jerk_max,
        workspace=hand.workspace,
    )


def tool_motion(robot: Robot, state: JointState) -> ToolMotion:
    """Return the tool's motion at a joint state."""
    q, qd, qdd = (np.array(row) for row in state)
    J_base_tool, rate = tool_jacobian(robot, q), tool_jacobian_rate(robot, q, qd)
    return ToolMotion(tool_pose(robot, q), J_base_tool @ qd, J_base_tool @ qdd + rate @ qd)


def advance(motion: ToolMotion, wanted: Array, limits: ToolLimits) -> ToolMotion:
    """Return the tool's motion one period later, on the shortest way to the wanted twist (6,)."""
    each = axis_limits(limits)
    rows = zip(motion.twist.tolist(), motion.rate.tolist(), wanted.tolist(), each, strict=True)
    after = [towards_rate((v, a), goal, bounds) for v, a, goal, bounds in rows]
    shift, twist, rate = (np.array(column) for column in zip(*after, strict=True))
    T_base_tool = pose(
        rotation_from_vector(shift[3:]) @ motion.T_base_tool[:3, :3], motion.T_base_tool[:3, 3] + shift[:3]
    )
    for part in (PLACE, TURN):
        if not wanted[part].any() and not rate[part].any() and np.max(np.abs(twist[part])) < CREEP:
            twist[part] = 0.0
    return ToolMotion(T_base_tool, twist, rate)


def axis_limits(limits: ToolLimits) -> tuple[AxisLimits, ...]:
    """Return what bounds each of the six components."""
    T = limits.period_s
    linear = AxisLimits(limits.acceleration_max, limits.jerk_max, T)
    turning = AxisLimits(limits.turning_acceleration_max, limits.turning_jerk_max, T)
    return (linear,) * 3 + (turning,) * 3


def towards_rate(begin: tuple[float, float], wanted: float, limits: AxisLimits) -> AxisMotion:
    """Return one component (v, a) a period later, on the shortest way to a wanted rate."""
    (v, a), (a_max, jerk_max, T) = begin, limits
    a_begin = min(a_max, max(-a_max, a))  # rounding alone; joints are judged by their own limits
    way = stop_accelerations(v - wanted, a_begin, a_max=a_max, step=jerk_max * T, period_s=T)
    a_end = way[0] if way else 0.0
    # a goes from a to a_end in a straight line: twice integrated, the shift
    return AxisMotion(T * (v + T * (2.0 * a + a_end) / 6.0), v + 0.5 * T * (a + a_end), a_end)


def stop_distance(v: float, a: float, limits: AxisLimits) -> float:
    """Return how far one component still goes until rest."""
    a_max, jerk_max, T = limits
    total, a = 0.0, min(a_max, max(-a_max, a))
    for a_end in stop_accelerations(v, a, a_max=a_max, step=jerk_max * T, period_s=T):
        total += T * (v + T * (2.0 * a + a_end) / 6.0)
        v, a = v + 0.5 * T * (a + a_end), a_end
    return total


def coast(motion: ToolMotion, limits: ToolLimits) -> Array:
    """Return how far the tool still goes and turns (6,) if nothing more is wanted [m, rad]."""
    rows = zip(motion.twist.tolist(), motion.rate.tolist(), axis_limits(limits), strict=True)
    return np.array([stop_distance(*row) for row in rows])


def within_workspace(motion: ToolMotion, wanted: Array, limits: ToolLimits) -> tuple[Array, tuple[str, ...]]:
    """Return the twist (6,) that a tool may want before the walls of its workspace, and what was cut."""
    if limits.workspace is None:
        return wanted, ()
    allowed, notes = wanted.copy(), []
    for axis, (name, low, high) in enumerate(zip("xyz", *limits.workspace, strict=True)):
        share = _share_before_walls(motion, axis, float(wanted[axis]), limits=limits, walls=(low, high))
        allowed[axis] *= share
        wall, place = (low if wanted[axis] < 0.0 else high), float(motion.T_base_tool[axis, 3])
        figures = f"{name} {place:.3f} m, wall at {wall:.3f} m"
        notes += [f"{Reason.CLAMPED_WORKSPACE}: {figures}"] if share < 1.0 and wanted[axis] else []
    return allowed, tuple(notes)


def _share_before_walls(
    motion: ToolMotion, axis: int, wanted: float, *, limits: ToolLimits, walls: tuple[float, float]
) -> float:
    """Return the greatest share of a wanted speed along an axis whose stop ends between the walls."""
    p, v, a = float(motion.T_base_tool[axis, 3]), float(motion.twist[axis]), float(motion.rate[axis])
    low, high = min(walls[0], p), max(walls[1], p)  # from outside, the way back is free
    bounds = axis_limits(limits)[axis]
    for share in WALL_SHARES:
        after = towards_rate((v, a), share * wanted, bounds)
        if low <= p + after.shift + stop_distance(after.v, after.a, bounds) <= high:
            return share
    return 0.0


def wall_passed(motion: ToolMotion, after: ToolMotion, limits: ToolLimits, *, gentle: ToolLimits) -> str:
    """Return the wall that a stop after a step passes, and the hardest one now would not; or empty.

    In whole periods the hardest stop may end farther than a gentle one, and the next step may be either.
    """
    if limits.workspace is None:
        return ""
    now, stops = _end_of_stop(motion, limits), (_end_of_stop(after, limits), _end_of_stop(after, gentle))
    for name, low, high, least, *ends in zip("xyz", *limits.workspace, now, *stops, strict=True):
        if not min(low, least) - AT_WALL <= min(ends) <= max(ends) <= max(high, least) + AT_WALL:
            return f"workspace {name}"
    return ""


def _end_of_stop(motion: ToolMotion, limits: ToolLimits) -> list[float]:
    """Return where a tool comes to rest [m], along each base axis."""
    rows = zip(motion.T_base_tool[:3, 3].tolist(), motion.twist.tolist(), motion.rate.tolist(), strict=False)
    each = zip(rows, axis_limits(limits), strict=False)
    return [p + stop_distance(v, a, bounds) for (p, v, a), bounds in each]
