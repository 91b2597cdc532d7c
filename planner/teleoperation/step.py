"""Position mode: a held offset of the hand moves the tool, its attitude stays (T-35, R1).

At engagement the handle's position becomes the origin.  In each period

    displacement d = R_base_handle (p_handle - p_origin), less the dead zone
    wanted speed w = scale d / T, at most speed_max             a held offset keeps the tool moving
    tool motion    p, v, a -> one period of constant jerk towards w, along each base axis
    joints         q by inverse kinematics, nearest to where they are, qd and qdd by `planner.motion.rates`

An arm whose joints cannot hold an attitude beside a place is led by the place alone, and its attitude goes
where the joints take it (`holds_attitude`).  A redundant one moves with the least effort and without
self-motion of its own: its joints go where these rates, integrated, take them.

The motion starts from the newest queued set-point, never from telemetry, and every set-point is absolute.
The tool's law is the stop law applied to the speed that is still missing (v - w), so it ends at w exactly, in
the fewest periods, and a hand in the dead zone ends at exact rest.

A step that a joint cannot follow, or whose stop would pass a joint's range or end near a singular pose, is
tried slower and more gently; if all fails the arm brakes joint by joint, as in a hold, and the attitude in
which it comes to rest is the one that is kept from then on.
Clearance is not judged here: that is the predictor's verdict.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from planner.motion.ik.inverse import IkSolution, nearest, numeric
from planner.motion.rates import PLACE_ROWS, POSE_ROWS, JointRates, chain_of, joint_rates
from planner.motion.timing.limits import first_violation
from predictor.model.kinematics import tool_jacobian, tool_jacobian_rate, tool_pose
from predictor.model.robot import Robot
from predictor.model.spatial import pose
from predictor.stop import rest, stop, stop_accelerations
from telemetry.joint_state import JointState
from telemetry.messages.base import Vector

Array = NDArray[np.float64]

DEXTERITY = 0.1  # least singular value of the Jacobian at which the hand can still drive the arm away
ROUNDS = 2  # of place and rates, each from the other: of a redundant arm
CREEP = 1e-9  # [m/s] below it, and without acceleration, a tool that shall rest is at rest
# what is tried in turn: shares of the wanted speed and of the jerk
ATTEMPTS = ((1.0, 1.0), (0.5, 1.0), (0.5, 0.5), (0.2, 0.2), (0.0, 1.0), (0.0, 0.5), (0.0, 0.1))


def _same_axes() -> Array:
    axes = np.eye(3)
    axes.setflags(write=False)
    return axes


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Tuning:
    """How the hand's displacement becomes the tool's motion."""

    period_s: float
    scale: float = 0.2  # increment of each period for a displacement of one
    dead_zone: float = 0.005  # [m]
    speed_max: float = 0.05  # [m/s]
    acceleration_max: float = 0.05  # of each axis [m/s^2]; with the jerk, rest from full speed takes 1.5 s
    jerk_max: float = 0.1  # of each axis [m/s^3]
    R_base_handle: Array = field(default_factory=_same_axes)  # (3, 3) handle axes in base axes


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Engagement:
    """What stays from one engagement of the hand to the next."""

    p_origin: Vector  # of the handle, where no motion is wanted [m]
    R_base_tool: Array  # (3, 3) attitude that is kept, by an arm that can
    is_braking: bool  # the joints stop by themselves, then the attitude is taken anew


class TeleopStep(NamedTuple):
    """One period of teleoperation."""

    state: JointState
    engagement: Engagement


class ToolMotion(NamedTuple):
    """Position, speed and acceleration of the tool in base axes, each (3,) [m, m/s, m/s^2]."""

    p: Array
    v: Array
    a: Array


def engage(robot: Robot, p_handle: Vector, newest: JointState) -> Engagement:
    """Take the hand's present position as the origin, and keep the newest queued pose's attitude."""
    attitude = tool_pose(robot, np.array(newest.q))[:3, :3]
    return Engagement(p_origin=p_handle, R_base_tool=attitude, is_braking=not newest.at_rest)


def wanted_velocity(p_origin: Vector, p_handle: Vector, tuning: Tuning) -> Array:
    """Return the tool's wanted velocity in base axes (3,) [m/s]; exactly zero within the dead zone."""
    displacement = tuning.R_base_handle @ np.subtract(p_handle, p_origin)
    distance = float(np.linalg.norm(displacement))
    if not distance > tuning.dead_zone:
        return np.zeros(3)
    speed = min(tuning.speed_max, tuning.scale * (distance - tuning.dead_zone) / tuning.period_s)
    velocity: Array = displacement * (speed / distance)
    return velocity


def step(
    robot: Robot, engagement: Engagement, wanted: Array, *, newest: JointState, tuning: Tuning
) -> TeleopStep:
    """Return the set-point that follows the newest queued one, and the engagement that goes with it.

    Args:
        robot: the arm.
        engagement: of the hand.
        wanted: velocity of the tool in base axes (3,) [m/s].
        newest: state of the newest queued set-point, or of the arm's rest pose.
        tuning: how the tool may move.
    """
    if engagement.is_braking:
        if not newest.at_rest:
            return _brake(robot, engagement, newest, tuning=tuning)
        engagement = engage(robot, engagement.p_origin, newest)
    if newest.at_rest and not wanted.any():
        return TeleopStep(newest, engagement)
    motion = tool_motion(robot, newest)
    for speed_share, jerk_share in ATTEMPTS:
        after = advance(motion, speed_share * wanted, tuning, jerk_share=jerk_share)
        state = _joints(robot, after, engagement.R_base_tool, newest=newest, period_s=tuning.period_s)
        if state is not None and _is_possible(robot, newest, state, period_s=tuning.period_s):
            return TeleopStep(state, engagement)
    return _brake(robot, engagement, newest, tuning=tuning)


def tool_motion(robot: Robot, state: JointState) -> ToolMotion:
    """Return the tool's motion at a joint state."""
    q, qd, qdd = (np.array(row) for row in state)
    J_base_tool, rate = tool_jacobian(robot, q), tool_jacobian_rate(robot, q, qd)
    p = tool_pose(robot, q)[:3, 3]
    return ToolMotion(p, (J_base_tool @ qd)[:3], (J_base_tool @ qdd + rate @ qd)[:3])


def advance(motion: ToolMotion, wanted: Array, tuning: Tuning, *, jerk_share: float = 1.0) -> ToolMotion:
    """Return the tool's motion one period later, on the shortest way to the wanted velocity."""
    T = tuning.period_s
    a_max, jerk_step = tuning.acceleration_max, jerk_share * tuning.jerk_max * T
    a = np.clip(
        motion.a, -a_max, a_max
    )  # rounding of the Jacobian only; joints are judged by their own limits
    missing = motion.v - wanted
    rows = zip(missing.tolist(), a.tolist(), strict=True)
    after = np.array(
        [
            next(iter(stop_accelerations(v, a0, a_max=a_max, step=jerk_step, period_s=T)), 0.0)
            for v, a0 in rows
        ]
    )
    p = motion.p + T * (motion.v + T * (2.0 * motion.a + after) / 6.0)
    v = motion.v + 0.5 * T * (motion.a + after)
    if not wanted.any() and not after.any() and np.max(np.abs(v)) < CREEP:
        v = np.zeros(3)
    return ToolMotion(p, v, after)


def holds_attitude(robot: Robot) -> bool:
    """True if the tool's joints can hold its attitude while the hand moves it."""
    return chain_of(robot).freedom == POSE_ROWS


def _rows(robot: Robot) -> int:
    """Return how many rows of the Jacobian the hand commands."""
    return POSE_ROWS if holds_attitude(robot) else PLACE_ROWS


def _joints(
    robot: Robot, motion: ToolMotion, R_base_tool: Array, *, newest: JointState, period_s: float
) -> JointState | None:
    """Return the joint state of a tool motion without turning, on `newest`'s branch, or None."""
    T_base_tool = pose(R_base_tool, motion.p)
    rounds = ROUNDS if chain_of(robot).is_redundant(_rows(robot)) else 1
    near = np.array(newest.q)
    try:
        for _ in range(rounds):
            solution = _nearest(robot, T_base_tool, near)
            if not solution.reached:
                return None
            rates = joint_rates(robot, solution.q, v=_unturned(robot, motion.v), a=_unturned(robot, motion.a))
            near = _integrated(newest, rates, period_s)
    except np.linalg.LinAlgError:
        return None
    if not motion.v.any() and not motion.a.any():
        return rest(tuple(map(float, solution.q)))
    return JointState(*(tuple(map(float, row)) for row in (solution.q, *rates)))


def _nearest(robot: Robot, T_base_tool: Array, near: Array) -> IkSolution:
    if holds_attitude(robot):
        return nearest(robot, T_base_tool, near)
    return numeric(robot, T_base_tool, near, holds_attitude=False)


def _integrated(newest: JointState, rates: JointRates, period_s: float) -> Array:
    """Return where joints (n,) come to in a period with these rates at its end (Hermite, fourth order)."""
    q, qd, qdd = (np.array(row) for row in newest)
    moved: Array = 0.5 * period_s * (qd + rates.qd) + period_s**2 / 12.0 * (qdd - rates.qdd)
    return q + moved


def _unturned(robot: Robot, linear: Array) -> Array:
    """Return a rate (3,) of a tool that does not turn, as the rows that the hand commands."""
    return np.concatenate([linear, np.zeros(_rows(robot) - PLACE_ROWS)])


def _is_possible(robot: Robot, newest: JointState, state: JointState, *, period_s: float) -> bool:
    """True if the joints can follow the step, then stop within their range and clear of singular poses."""
    if first_violation((newest, state), robot.limits, period_s) is not None:
        return False
    try:
        samples = stop(state, robot.limits, period_s)
    except ValueError:
        return False
    if not all(_within_range(robot, sample.q) for sample in samples):
        return False
    landing = samples[-1].q if samples else state.q
    return dexterity(robot, landing) >= min(DEXTERITY, dexterity(robot, newest.q))


def dexterity(robot: Robot, q: Sequence[float]) -> float:
    """Return the least singular value of what the hand commands (metres and radians); zero: singular."""
    return float(np.linalg.svd(tool_jacobian(robot, q)[: _rows(robot)], compute_uv=False)[-1])


def _within_range(robot: Robot, q: Sequence[float]) -> bool:
    rows = zip(robot.limits.q_min, q, robot.limits.q_max, strict=True)
    return all(low <= value <= high for low, value, high in rows)


def _brake(robot: Robot, engagement: Engagement, newest: JointState, *, tuning: Tuning) -> TeleopStep:
    """Return the first sample of the joints' own stop, which the newest set-point's verdict covers."""
    samples = stop(newest, robot.limits, tuning.period_s)
    return TeleopStep(samples[0] if samples else newest, replace(engagement, is_braking=True))
