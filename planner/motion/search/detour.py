"""The detour of a joint move whose direct path comes too close to something.

direct path refused --> ends safe? ---> a route of a little more clearance ---> judged as any plan is
                          | no            ^                         | refused: stops leave the route at its
                          v               `--- more clearance <-----'          corners, the base floats
      refused, with a safe goal near it                    three times, then refused with that reason
"""

import math
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from planner.motion.locked_joints import Mask
from planner.motion.moves.move_path import joints_of
from planner.motion.moves.trajectory import fly
from planner.motion.paths.path import Path, Refusal, RoundedPath
from planner.motion.search.cancellation import Cancellation
from planner.motion.search.free_route import MOST_LOOKS, FoundRoute, RouteRequest, find_route
from predictor.collision.method import Clearance, CollisionWorld
from predictor.model.joint_tree import Joint
from predictor.model.robot import Robot
from predictor.motion.stop import JointLimits
from telemetry.agreed.reasons import Reason
from telemetry.messages.plan import JointMove, PlaceMove

Array = NDArray[np.float64]

MORE_CLEARANCE_M = (0.005, 0.02, 0.05)  # than is required, one attempt after the other
FINEST_SPACING = 1.0 / 400.0  # spacing of looks, of the arm's greatest lever
OF_THE_ENDS = 0.9  # of what the ends have more than is required; no more can be asked for
TREES = 4  # each of which leads to other routes, shortened by so many tries:
SHORTENINGS = 10, 20, 30, 60, 100, 200
MM_PER_M = 1000.0
SAME_VALUE = 1e-6  # [rad or m]
SAMPLES = 16  # of each line and of each bend, however narrow
TRIALS = 4
SAFE_GOAL_STEPS, HALVINGS = 60, 12
SPARE_M = 0.001  # more than is required: a text rounds
LONGEST_STEP = 0.2  # step [rad or m]


class Detour(NamedTuple):
    """A route around what is in the way of a move."""

    path: Path
    pair: tuple[str, ...]  # what would come too close on the direct path
    attempt: int  # from 1; 0: no search yet, it goes straight to other joint values


class Blocked(NamedTuple):
    """A joint move that was refused, as it was planned last."""

    start_q: Array  # (n,) [rad or m]
    goal_q: Array  # (n,)
    may_move: Mask  # (n,) the other joints stay
    refused: Refusal
    T_world_base: Array  # (4, 4) where the base stands as it begins
    period_s: float  # that it is flown in
    cancellation: Cancellation


def detour_of(
    world: CollisionWorld, blocked: Blocked, before: Detour | None, *, required_m: float
) -> Detour | Refusal:
    """Return the next route around, after one that was refused too, if there was one; or the refusal."""
    refused, ends = blocked.refused, (blocked.start_q, blocked.goal_q)
    there = [world.clearance(q, blocked.T_world_base) for q in ends]
    for name, found in zip(("start", "goal"), there, strict=True):
        if not found.distance >= required_m:
            detail = f"move {refused.move}: its {name} itself is unsafe: {_apart_text(found, required_m)}"
            offer = _offer(world, blocked, required_m) if name == "goal" else ""
            reason = Reason.INSIDE_MARGIN if name == "start" else refused.reason
            return refused._replace(reason=reason, detail=detail + offer)
    spare = OF_THE_ENDS * (min(found.distance for found in there) - required_m)
    attempt, pair = (before.attempt, before.pair) if before else (0, refused.pair)
    for number, more in enumerate(MORE_CLEARANCE_M[attempt:], start=attempt + 1):
        request = _request(world, blocked, required_m=required_m, more=min(more, spare))
        found_route = _find(world, request, blocked)
        if found_route.path is None and not attempt:
            looks = found_route.looks
            return refused._replace(detail=f"{refused.detail}; no way around found in {looks} looks")
        if found_route.path is None:
            break
        if not found_route.is_straight:
            return Detour(found_route.path, pair, number)
    return refused._replace(detail=f"{refused.detail}, on the way around") if attempt else refused


def _find(world: CollisionWorld, request: RouteRequest, blocked: Blocked) -> FoundRoute:
    """Return the quickest of some routes; a straight one is left as it is."""
    found = find_route(world, request, blocked.T_world_base)
    if found.path is None or found.is_straight:
        return found
    routes = [*_routes(world, request, blocked)]
    return found._replace(path=quickest(world.robot, routes, blocked.period_s))


def _routes(world: CollisionWorld, request: RouteRequest, blocked: Blocked) -> Iterator[RoundedPath]:
    """Yield routes of several trees, shortened more and more, in no more looks than one search may take."""
    T_world_base = blocked.T_world_base
    left = MOST_LOOKS // world.proximity_query(T_world_base).cost()
    for grown, tries in product(range(TREES), SHORTENINGS):
        found = find_route(world, request._replace(grown=grown, shortenings=tries), T_world_base)
        left -= found.looks
        if found.path is not None:
            yield found.path
        if left < 0 or blocked.cancellation.is_asked:
            return


def _request(world: CollisionWorld, blocked: Blocked, *, required_m: float, more: float) -> RouteRequest:
    """Return the request for a route: with looks so close that between them only the surplus is lost."""
    spacing = max(2.0 * more, FINEST_SPACING * float(world.levers.max()))
    return RouteRequest(blocked.start_q, blocked.goal_q, blocked.may_move, required_m + more, spacing)


def may_move(robot: Robot, move: JointMove | PlaceMove) -> Mask:
    """Return which joints a detour of a move may use (n,): those that the move is for."""
    named = move.joints if isinstance(move, JointMove) else ()
    names = named or joints_of(robot.with_tool(move.tool) if move.tool else robot, move.tool)
    return np.array([joint.name in names and joint.name not in move.locked for joint in robot.commanded])


def _offer(world: CollisionWorld, blocked: Blocked, required_m: float) -> str:
    """Return in words which goal near an unsafe one is safe; empty: none was found."""
    goal, T = blocked.goal_q, blocked.T_world_base
    found = safe_goal(world, goal, blocked.may_move, required_m=required_m, T_world_base=T)
    if found is None:
        return ""
    rows = zip(world.robot.commanded, found, goal, strict=True)
    values = [_value_text(joint, value) for joint, value, wanted in rows if abs(value - wanted) > SAME_VALUE]
    return f"; near it is safe: {', '.join(values)}" if values else ""


def _value_text(joint: Joint, value: float) -> str:
    is_angle = joint.kind == "revolute"
    return f"{joint.name} {math.degrees(value):.2f} deg" if is_angle else f"{joint.name} {value:.4f} m"


def _apart_text(found: Clearance, required_m: float) -> str:
    have, need = found.distance * MM_PER_M, required_m * MM_PER_M
    return f"{' and '.join(found.pair)} {have:.0f} mm apart, {need:.0f} mm needed"


def quickest(robot: Robot, paths: Sequence[RoundedPath], period_s: float) -> RoundedPath:
    """Return the one of paths that an arm flies in the fewest periods.

    A short one may bend sharply, and is slow there.

    paths --about how long--> a few of them, flown for a trial --set-points--> the one of fewest periods
    """
    different = {path.places.tobytes(): path for path in paths}.values()
    likely = sorted(different, key=lambda path: _about(path, robot.limits))[:TRIALS]
    flights = [fly(robot, path, asked_s=None, period_s=period_s) for path in likely]
    periods = [math.inf if isinstance(flown, Refusal) else len(flown[0]) for flown in flights]
    return likely[periods.index(min(periods))]


def _about(path: RoundedPath, limits: JointLimits) -> float:
    """Return about how long a path takes [s]; infinite: it has a corner with no bend.

    It is the integral of ds / v, with v(s) from rest to rest the greatest rate at which no joint is faster
    than its speed, nor what bend or change of rate asks of it more than its acceleration; no jerk is in it,
    and nothing is timed by it.
    """
    if not path.halves[1:-1].all():
        return math.inf
    number = len(path.begins) - 1
    parts = np.interp(np.linspace(0, number, number * SAMPLES + 1), range(number + 1), path.begins)
    places = np.unique(parts / path.begins[-1])
    points, step = [path.at(s) for s in places], np.diff(places)
    speed, bend = np.abs([point.q_s for point in points]), np.abs([point.q_ss for point in points])
    squared = 1.0 / np.maximum((speed / limits.qd_max).max(axis=1) ** 2, (bend / limits.qdd_max).max(axis=1))
    slope = 2.0 / (speed / limits.qdd_max).max(axis=1)
    squared[0] = squared[-1] = 0.0
    for one in range(1, len(places)):
        squared[one] = min(squared[one], squared[one - 1] + slope[one] * step[one - 1])
    for one in range(len(places) - 2, -1, -1):
        squared[one] = min(squared[one], squared[one + 1] + slope[one] * step[one])
    rate = np.sqrt(squared)
    return float((2.0 * step / (rate[1:] + rate[:-1])).sum())


def safe_goal(
    world: CollisionWorld, goal_q: Array, may_move: Mask, *, required_m: float, T_world_base: Array | None
) -> Array | None:
    """Return the safe pose (n,) that is found nearest to a goal (n,), moving only some joints; or None.

        goal x ---> along the joints that part the nearest pair ---> the next pair ---> ... ---> o safe
                                       then back towards the goal, as far as that stays safe

    Each step is the least in the joints, each measured by its speed, that parts one pair by what is missing
    (Newton's for one equation).  A goal deep in something, or between two things, may have none that is
    found.
    """
    limits, need = world.robot.limits, required_m + SPARE_M
    by_speed = np.where(may_move, np.square(limits.qd_max), 0.0)
    q = goal_q
    for _ in range(SAFE_GOAL_STEPS):
        found = world.gradient(q, T_world_base)
        if found.distance >= need:
            return _back(world, goal_q, q, need=need, T_world_base=T_world_base)
        slope = float(found.dq @ (by_speed * found.dq))
        if not slope > 0.0:
            return None
        step = by_speed * found.dq * ((need + SPARE_M - found.distance) / slope)
        step *= min(1.0, LONGEST_STEP / float(np.abs(step).max()))
        q = np.clip(q + step, limits.q_min, limits.q_max)
    return None


def _back(
    world: CollisionWorld, goal_q: Array, safe_q: Array, *, need: float, T_world_base: Array | None
) -> Array:
    """Return the pose on the line from a safe pose to the goal that is nearest to it and safe, by halving."""
    near, far = 0.0, 1.0
    for _ in range(HALVINGS):
        middle = 0.5 * (near + far)
        q = goal_q + middle * (safe_q - goal_q)
        is_safe = world.clearance(q, T_world_base).distance >= need
        near, far = (near, middle) if is_safe else (middle, far)
    return goal_q + far * (safe_q - goal_q)
