"""The verdict's function: may a set-point follow another, with its stop, within limits and clear of all?

    previous ---- move (quintic, T) ----> state ---- stop(state), whole periods ----> rest

A base that floats past a part of the scene goes with the move: the next one begins where it then is
(`predictor.model.base.floating_base.base_after`).

The predictor's verdicts and the planner's certificates both come from `judge`, so a certified plan is refused
in mid-pass for nothing but a change of the world.  Whatever is not a number is refused.
"""

import math
from functools import lru_cache
from typing import Literal, NamedTuple

import numpy as np

from predictor.collision.method import Clearances, CollisionWorld
from predictor.inputs.arrays import Array
from predictor.inputs.finite import POSE_UNIT, check_few_finite
from predictor.model.joint_text import limit_text
from predictor.model.robot import Robot
from predictor.motion.motion import NO_LIMIT_BROKEN
from predictor.motion.motion_kernels import NO_STOP, Fault, moves_and_stops
from predictor.motion.motion_rows import joint_rows, limit_rows, violation_of
from predictor.motion.stop import rest, why_no_stop
from telemetry.messages.joint_state import JointState

WARM_PERIOD_S = 0.25
LIMIT_NAMES = ("q_min", "q_max", "speed", "acceleration", "jerk")  # as people know the rows of limits


class JudgeError(ValueError):
    """A value by which no motion can be judged: which one is no number."""


class EscapeMeasure(NamedTuple):
    """By what a motion was judged that leads an arm out of where it is too near (`escape`)."""

    fallen: float  # greatest fall of any pair since it first was nearer than required [m]
    speed: float  # of the fastest point of the arm at most [m/s]


class Judgement(NamedTuple):
    """Whether a move and the stop after it may be released."""

    ok: bool
    reason: Literal[
        "", "limit", "too_close", "predicted_contact", "retreat_too_fast", "no_way_out",
        "locked_joint", "base_elsewhere", "clear_again", "telemetry_stale",
    ]  # fmt: skip
    detail: str  # for people; empty if ok
    clearance: float  # least over move and stop; at the begin if a limit is broken [m]; NaN if the states are
    required: float  # of this pair, with what it has to allow for drift [m]
    pair: tuple[str, str]
    time_to_contact_s: float | None  # from the begin of the move to the first place below the requirement
    each: Clearances  # to the scene, and between parts of the arm
    escape: EscapeMeasure | None = None  # None: it was judged as usual motion


def judge(
    world: CollisionWorld,
    previous: JointState,
    state: JointState,
    *,
    required_m: float,
    period_s: float,
    T_world_base: Array | None = None,
) -> Judgement:
    """Judge the move to `state` from `previous`, where the base is at T_world_base, and then stop(state).

    Raises:
        ValueError: states of another number of joints; or joint values before the move, a requirement, a
            period, a place of the base or a limit of the arm that is no number.
    """
    _check_asked(required_m, period_s, T_world_base)
    states = joint_rows((previous, state), world.robot.n)
    _, motion, fault = moves_and_stops(states, limits_of(world.robot), period_s)
    if fault.quantity != NO_LIMIT_BROKEN:
        begin = world.clearances(previous.q, T_world_base)
        return limit_judgement(world, begin, required_m, detail=fault_text(world.robot, state, fault))
    swept = world.sweep(motion, required_m=required_m, period_s=period_s, T_world_base=T_world_base)
    allowed_m = world.allowance(swept.pair)
    distance, required = swept.clearance + allowed_m, required_m + allowed_m
    if swept.below_s is None:
        return Judgement(True, "", "", distance, required, swept.pair, None, swept.each)
    moving, other = swept.pair
    detail = f"{moving} comes within {distance:.3f} m of {other} ({required:.3f} m required)"
    touches = distance <= 0.0
    reason: Literal["too_close", "predicted_contact"] = "predicted_contact" if touches else "too_close"
    return Judgement(False, reason, detail, distance, required, swept.pair, swept.below_s, swept.each)


def warm(world: CollisionWorld) -> None:
    """Compile every kernel that a verdict needs, so that the first one is not late."""
    warm_laws(world.robot)
    warm_world(world)


def warm_laws(robot: Robot) -> None:
    """Compile what makes and checks moves and stops."""
    home = rest(robot.home_q)
    moves_and_stops(joint_rows((home, home), robot.n), limits_of(robot), WARM_PERIOD_S)


def warm_world(world: CollisionWorld) -> None:
    """Compile what looks at a pose and follows a motion."""
    home = rest(world.robot.home_q)
    world.clearances(home.q)
    judge(world, home, home, required_m=0.0, period_s=WARM_PERIOD_S)


@lru_cache(maxsize=8)
def limits_of(robot: Robot) -> Array:
    """Return an arm's limits as kernels read them, (5, n).

    Raises:
        JudgeError: one that is not known.
    """
    rows = limit_rows(robot.limits)
    for row, joint in np.argwhere(np.isnan(rows)):
        problem = (
            f"{robot.name}: {LIMIT_NAMES[row]} of {robot.commanded[joint].name} is not known, and no motion"
        )
        raise JudgeError(f"{problem} can be judged without; state it in the robot's file")
    return rows


def _check_asked(required_m: float, period_s: float, T_world_base: Array | None) -> None:
    if not (math.isfinite(required_m) and 0.0 < period_s < math.inf):
        problem = f"required_m {required_m} and period_s {period_s}"
        raise JudgeError(f"{problem} must be finite numbers of metres and seconds, the period above 0")
    if T_world_base is not None:
        check_few_finite(T_world_base.ravel(), "number of T_world_base", unit=POSE_UNIT)


def fault_text(robot: Robot, state: JointState, fault: Fault) -> str:
    """Say which limit the move to a state, or the stop after it, breaks, or why there is no stop."""
    joint = fault.joint
    if fault.quantity == NO_STOP:
        return why_no_stop(int(fault.value), (state.qd[joint], state.qdd[joint]), robot.limits.qdd_max[joint])
    return f"on the {'stop' if fault.move else 'move'} {limit_text(robot.commanded, violation_of(fault))}"


def limit_judgement(world: CollisionWorld, begin: Clearances, required_m: float, *, detail: str) -> Judgement:
    """Return the judgement of a motion beyond a limit, near as it is at its begin."""
    (distance, pair), allowed_m = begin.least, world.allowance(begin.least.pair)
    return Judgement(False, "limit", detail, distance + allowed_m, required_m + allowed_m, pair, None, begin)
