"""The one step from the newest queued set-point to the next: what the hand asks for, or slower, or a stop.

    wanted twist -> workspace -> tool's law -> joints -> can they, and stop?  no: slower, gentler, brake

The motion starts from the newest queued set-point, never from telemetry, and every set-point is absolute.
What the mode does not command stands still: the place of a tool that turns, the attitude of one that moves.
The pose that the tool was led to is kept from step to step, so that neither drifts by rounding; if the newest
set-point is not there, since what was proposed was lost, or joints braked by themselves, it counts instead.

A step counts as possible if the joints can follow it, and two stops after it are within their limits, end in
range and clear of singular poses: that of the gate, joint by joint, and that of the tool on its way, which is
what the next step can always be; and if it keeps the barrier around what must be kept clear of, if there is
one.  So an arm that comes to a limit goes slower and at last stands, without leaving its way.  Only if a
set-point is not as it was led, and nothing else is possible, do the joints brake by themselves.  The verdict
on its clearance is the predictor's.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from planner.motion.ik.numeric_kernels import POSE_ROWS
from planner.teleoperation.following import commanded_rows, following_joints
from planner.teleoperation.mapping import MotionParts
from planner.teleoperation.tool_law import (
    CREEP,
    ToolLimits,
    ToolMotion,
    advance,
    tool_motion,
    wall_passed,
    within_workspace,
)
from predictor.model.kinematics import tool_jacobian, tool_pose
from predictor.model.robot import Robot
from predictor.model.spatial import pose, pose_difference
from predictor.motion.motion_rows import first_violation
from predictor.motion.stop import stop
from telemetry.agreed.reasons import Reason
from telemetry.messages.joint_state import JointState

Array = NDArray[np.float64]
Barrier = Callable[[JointState, JointState], str]  # why a set-point may not follow another, or empty

DEXTERITY = 0.1  # least singular value of the Jacobian at which the hand can still drive the arm away
LONGEST_STOP = 40  # periods, within which a tool that is led comes to rest
AS_LED_WITHIN = 1e-7  # [m and rad] within which a set-point is where the tool was led
# what is tried in turn: shares of the wanted speed, each with shares of the jerk
SPEED_AND_JERK_SHARES = tuple(product((1.0, 0.5, 0.2, 0.0), (1.0, 0.5, 0.2)))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Engagement:
    """What stays from one step of the hand to the next."""

    T_base_tool: Array  # (4, 4) where the tool was led
    is_braking: bool  # the joints stop by themselves, then the pose is taken anew


class TeleopStep(NamedTuple):
    """One period of teleoperation."""

    state: JointState
    engagement: Engagement
    notes: tuple[str, ...] = ()  # why it is another one than was asked for
    is_as_asked: bool = True  # as far as it is for the joints to say


class AskedTwist(NamedTuple):
    """What the hand asks for."""

    twist: Array  # (6,) wanted, in base axes [m/s, rad/s]
    parts: MotionParts
    barrier: "Barrier | None" = None  # that it has to keep; None: the joints alone say what is possible


def engage(robot: Robot, newest: JointState) -> Engagement:
    """Take the arm where its newest queued set-point is."""
    return Engagement(T_base_tool=tool_pose(robot, np.array(newest.q)), is_braking=not newest.at_rest)


def step(
    robot: Robot, engagement: Engagement, asked: AskedTwist, *, newest: JointState, limits: ToolLimits
) -> TeleopStep:
    """Return the set-point that follows the newest queued one, and the engagement that goes with it.

    Args:
        robot: the arm.
        engagement: of the hand.
        asked: what the hand asks for.
        newest: state of the newest queued set-point, or of the arm's rest pose.
        limits: how the tool may move.
    """
    if engagement.is_braking and not newest.at_rest:
        return _brake(robot, newest, engagement.T_base_tool, limits=limits)
    motion = _led_motion(robot, engagement, newest, parts=asked.parts)
    is_meant = np.repeat(asked.parts, 3) & (np.abs(asked.twist) > CREEP)
    wanted, notes = within_workspace(motion, np.where(is_meant, asked.twist, 0.0), limits)
    if newest.at_rest and not wanted.any():
        return TeleopStep(newest, Engagement(T_base_tool=motion.T_base_tool, is_braking=False), notes)
    asked = asked._replace(twist=wanted)
    return _attempted(robot, motion, asked, newest=newest, limits=limits, notes=notes)


def _attempted(
    robot: Robot,
    motion: ToolMotion,
    asked: AskedTwist,
    *,
    newest: JointState,
    limits: ToolLimits,
    notes: tuple[str, ...],
) -> TeleopStep:
    """Return the first step that the joints can do, else the begin of their own stop."""
    T, first_why = limits.period_s, ""
    for speed_share, jerk_share in SPEED_AND_JERK_SHARES:
        gentle = limits.gentler(jerk_share)
        after = advance(motion, speed_share * asked.twist, gentle)
        state = following_joints(robot, after, newest=newest, turns=asked.parts.turns, period_s=T)
        why = "out of reach" if state is None else _obstacle(robot, newest, state, period_s=T)
        if state is not None and not why:
            why = wall_passed(motion, after, limits, gentle=gentle) or _obstacle_of_stop(
                robot, state, after.T_base_tool, parts=asked.parts, limits=gentle
            )
            why = why or (asked.barrier(newest, state) if asked.barrier else "")
        first_why = first_why or why
        if state is not None and not why:
            is_clamp = first_why.startswith(Reason.CLAMPED_BARRIER)
            slower = (first_why if is_clamp else f"slower: {first_why}",) if first_why else ()
            kept = Engagement(T_base_tool=after.T_base_tool, is_braking=False)
            return TeleopStep(state, kept, (*slower, *notes), is_as_asked=not first_why)
    return _brake(robot, newest, motion.T_base_tool, limits=limits, why=first_why)


def _led_motion(
    robot: Robot, engagement: Engagement, newest: JointState, *, parts: MotionParts
) -> ToolMotion:
    """Return the tool's motion at the newest set-point; what is not commanded stands still."""
    motion = tool_motion(robot, newest)
    held = np.repeat(parts, 3)
    away = pose_difference(engagement.T_base_tool, motion.T_base_tool)
    kept, there = engagement.T_base_tool, motion.T_base_tool
    p = kept[:3, 3] if np.linalg.norm(away[:3]) < AS_LED_WITHIN else there[:3, 3]
    R = kept[:3, :3] if np.linalg.norm(away[3:]) < AS_LED_WITHIN else there[:3, :3]
    return ToolMotion(pose(R, p), np.where(held, motion.twist, 0.0), np.where(held, motion.rate, 0.0))


def _obstacle(robot: Robot, newest: JointState, state: JointState, *, period_s: float) -> str:
    """Return why the joints cannot follow a step, or not stop after it in range, clear of singular poses."""
    broken = _broken(robot, newest, state, period_s=period_s)
    if broken:
        return broken
    try:
        samples = stop(state, robot.limits, period_s)
    except ValueError:
        return "no stop begins there"
    for sample in samples:
        for q, low, high, joint in zip(
            sample.q, robot.limits.q_min, robot.limits.q_max, robot.commanded, strict=True
        ):
            if not low <= q <= high:
                return f"range of {joint.name}"
    return _singular(robot, newest, samples[-1] if samples else state)


def _broken(robot: Robot, before: JointState, after: JointState, *, period_s: float) -> str:
    """Return which limit of which joint a step breaks; empty: none."""
    broken = first_violation((before, after), robot.limits, period_s)
    return f"{broken.quantity} of {robot.commanded[broken.joint].name}" if broken else ""


def _singular(robot: Robot, newest: JointState, landing: JointState) -> str:
    """Return that a landing is near a singular pose, and nearer than the arm; empty: it is not."""
    least = dexterity(robot, landing.q)
    is_clear = least >= DEXTERITY or least >= dexterity(robot, newest.q)
    return "" if is_clear else "a singular pose is near"


def _obstacle_of_stop(
    robot: Robot, begin: JointState, T_base_tool: Array, *, parts: MotionParts, limits: ToolLimits
) -> str:
    """Return why the tool cannot be led to rest from here by steps that want nothing."""
    state = begin
    for _ in range(LONGEST_STOP):
        if state.at_rest:
            return _singular(robot, begin, state)
        led = Engagement(T_base_tool=T_base_tool, is_braking=False)
        after = advance(_led_motion(robot, led, state, parts=parts), np.zeros(POSE_ROWS), limits)
        following = following_joints(robot, after, newest=state, turns=parts.turns, period_s=limits.period_s)
        if following is None:
            return "out of reach"
        broken = _broken(robot, state, following, period_s=limits.period_s)
        if broken:
            return broken
        state, T_base_tool = following, after.T_base_tool
    return "no rest is near"


def dexterity(robot: Robot, q: Sequence[float]) -> float:
    """Return the least singular value of what the hand commands (metres and radians); zero: singular."""
    rows = tool_jacobian(robot, q)[: commanded_rows(robot)]
    return float(np.linalg.svd(rows, compute_uv=False)[-1])


def _brake(
    robot: Robot, newest: JointState, T_base_tool: Array, *, limits: ToolLimits, why: str = ""
) -> TeleopStep:
    """Return the first sample of the joints' own stop, which the newest set-point's verdict covers."""
    samples = stop(newest, robot.limits, limits.period_s)
    braking = Engagement(T_base_tool=T_base_tool, is_braking=True)
    note = f"braked: {why}" if why else "braked"
    return TeleopStep(samples[0] if samples else newest, braking, (note,), is_as_asked=False)
