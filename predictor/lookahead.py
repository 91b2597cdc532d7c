"""The verdict's function: may a set-point follow another, with its stop, within limits and clear of all?

    previous ---- move (quintic, T) ----> state ---- stop(state), whole periods ----> rest

A base that floats past a part of the scene goes with the move: the next one begins where it then is
(`predictor.model.base.floating_base.base_after`).

The predictor's verdicts and the planner's certificates both come from `judge`, so a certified plan is refused
in mid-pass for nothing but a change of the world.  Whatever is not a number is refused.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.bounds import surely_within
from predictor.collision.method import Clearances, CollisionWorld
from predictor.model.joint_words import beyond
from predictor.model.robot import Robot
from predictor.motion import violation
from predictor.stop import moves, rest, stop
from telemetry.joint_state import JointState

Array = NDArray[np.float64]


class Judgement(NamedTuple):
    """Whether a move and the stop after it may be released."""

    ok: bool
    reason: Literal["", "limit", "too_close", "predicted_contact"]
    detail: str  # for people; empty if ok
    clearance: float  # least over move and stop; at the begin if a limit is broken [m]; NaN if the states are
    required: float  # [m]
    pair: tuple[str, str]
    time_to_contact_s: float | None  # from the begin of the move to the first place below the requirement
    each: Clearances  # to the scene, and between parts of the arm


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
        ValueError: states of another number of joints, or a requirement or period that is no number.
    """
    limits = world.robot.limits
    move = np.array([moves(previous, state, period_s)])
    broken = _broken_limit(world.robot, [previous, state], move, period_s=period_s)
    if broken:
        return _beyond_limit(world.clearances(previous.q, T_world_base), required_m, f"on the move {broken}")
    try:
        track = [state, *stop(state, limits, period_s)]
    except ValueError as error:
        return _beyond_limit(world.clearances(previous.q, T_world_base), required_m, str(error))
    motion = np.concatenate([move, _quintics(track, period_s)]) if len(track) > 1 else move
    broken = _broken_limit(world.robot, track, motion[1:], period_s=period_s)
    if broken:
        return _beyond_limit(world.clearances(previous.q, T_world_base), required_m, f"on the stop {broken}")
    swept = world.sweep(motion, required_m=required_m, period_s=period_s, T_world_base=T_world_base)
    if swept.below_s is None:
        return Judgement(True, "", "", swept.clearance, required_m, swept.pair, None, swept.each)
    distance, (moving, other) = swept.clearance, swept.pair
    detail = f"{moving} comes within {distance:.3f} m of {other} ({required_m:.3f} m required)"
    touches = distance <= 0.0
    reason: Literal["too_close", "predicted_contact"] = "predicted_contact" if touches else "too_close"
    return Judgement(False, reason, detail, distance, required_m, swept.pair, swept.below_s, swept.each)


def warm(world: CollisionWorld) -> None:
    """Compile every kernel that a verdict needs, so that the first one is not late."""
    home = rest(world.robot.home_q)
    judge(world, home, home, required_m=0.0, period_s=0.25)
    world.clearances(home.q)


def _quintics(track: Sequence[JointState], period_s: float) -> Array:
    """Moves (k, n, 6) between consecutive states."""
    return np.array([moves(begin, end, period_s) for begin, end in pairwise(track)])


def _broken_limit(robot: Robot, track: Sequence[JointState], motion: Array, *, period_s: float) -> str:
    """Name the first limit broken between consecutive states, or return nothing.

    The quick bounds settle nearly all moves; what they leave in doubt is decided by the exact extremes.
    """
    limits = robot.limits
    rows = np.array([limits.q_min, limits.q_max, limits.qd_max, limits.qdd_max, limits.qddd_max])
    for index, (begin, end) in enumerate(pairwise(track)):
        if not surely_within(motion[index : index + 1], rows, period_s):
            broken = violation(begin, end, limits, period_s=period_s)
            if broken:
                return beyond(robot.commanded, broken)
    return ""


def _beyond_limit(begin: Clearances, required_m: float, detail: str) -> Judgement:
    return Judgement(False, "limit", detail, begin.least.distance, required_m, begin.least.pair, None, begin)
