"""What a joint move goes around, if its direct way comes too close to something.

direct way refused ---> ends safe? ---> a way with a little more clearance ---> judged as any plan is
                          | no            ^                         | refused: stops leave the way at its
                          v               `--- more clearance <-----'          corners, the base floats
      refused, with a safe goal near it                    three times, then refused with that reason
"""

import math
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from planner.motion.locked.locks import Mask
from planner.motion.paths.asked_path import joints_of
from planner.motion.paths.path import Path
from planner.motion.paths.rounded import RoundedPath
from planner.motion.search.quickest import quickest
from planner.motion.search.safe_goal import safe_goal
from planner.motion.search.way import MOST_LOOKS, Asked, Found, find_way
from planner.motion.timing.limits import Refusal
from predictor.collision.method import Clearance, CollisionWorld
from predictor.model.robot import Joint, Robot
from telemetry.agreed.reasons import Reason
from telemetry.messages.plan import JointMove

Array = NDArray[np.float64]

MORE_M = (0.005, 0.02, 0.05)  # than is required, one attempt after the other
FINEST = 1.0 / 400.0  # spacing of looks, of the arm's greatest lever
OF_THE_ENDS = 0.9  # of what the ends have more than is required; no more can be asked for
GROWN = 4  # trees, of which each leads to other ways, shortened by so many tries:
SHORTENINGS = 10, 20, 30, 60, 100, 200
MM_PER_M = 1000.0
SAME = 1e-6  # [rad or m]


class Detour(NamedTuple):
    """A way around."""

    path: Path
    pair: tuple[str, ...]  # what would come too close on the direct way
    attempt: int  # from 1


class Blocked(NamedTuple):
    """A joint move that was refused, as it was planned last."""

    start_q: Array  # (n,) [rad or m]
    goal_q: Array  # (n,)
    may_move: Mask  # (n,) the other joints stay
    refused: Refusal
    T_world_base: Array  # (4, 4) where the base stands as it begins
    period_s: float  # that it is flown in


def detour_of(
    world: CollisionWorld, blocked: Blocked, before: Detour | None, *, required_m: float
) -> Detour | Refusal:
    """Return the next way around, after one that was refused too, if there was one; or the refusal."""
    refused, ends = blocked.refused, (blocked.start_q, blocked.goal_q)
    there = [world.clearance(q, blocked.T_world_base) for q in ends]
    for name, found in zip(("start", "goal"), there, strict=True):
        if not found.distance >= required_m:
            told = f"move {refused.move}: its {name} itself is unsafe: {_told(found, required_m)}"
            offer = _offer(world, blocked, required_m) if name == "goal" else ""
            reason = Reason.INSIDE_MARGIN if name == "start" else refused.reason
            return refused._replace(reason=reason, detail=told + offer)
    spare = OF_THE_ENDS * (min(found.distance for found in there) - required_m)
    attempt, pair = (before.attempt, before.pair) if before else (0, refused.pair)
    for number, more in enumerate(MORE_M[attempt:], start=attempt + 1):
        asked = _asked(world, blocked, required_m=required_m, more=min(more, spare))
        way = _find(world, asked, blocked)
        if way.path is None and before is None:
            return refused._replace(detail=f"{refused.detail}; no way around found in {way.looks} looks")
        if way.path is None:
            break
        if not way.is_straight:
            return Detour(way.path, pair, number)
    return refused._replace(detail=f"{refused.detail}, on the way around") if before else refused


def _find(world: CollisionWorld, asked: Asked, blocked: Blocked) -> Found:
    """Return the quickest of some ways; a straight one is left as it is."""
    found = find_way(world, asked, blocked.T_world_base)
    if found.path is None or found.is_straight:
        return found
    ways = [*_ways(world, asked, blocked.T_world_base)]
    return found._replace(path=quickest(world.robot, ways, blocked.period_s))


def _ways(world: CollisionWorld, asked: Asked, T_world_base: Array) -> Iterator[RoundedPath]:
    """Yield ways of several trees, shortened more and more, in no more looks than one search may take."""
    left = MOST_LOOKS // world.looker(T_world_base).cost()
    for grown, tries in product(range(GROWN), SHORTENINGS):
        found = find_way(world, asked._replace(grown=grown, shortenings=tries), T_world_base)
        left -= found.looks
        if found.path is not None:
            yield found.path
        if left < 0:
            return


def _asked(world: CollisionWorld, blocked: Blocked, *, required_m: float, more: float) -> Asked:
    """Return what to look for: at poses so close that between them nothing is lost but what is more."""
    spacing = max(2.0 * more, FINEST * float(world.levers.max()))
    return Asked(blocked.start_q, blocked.goal_q, blocked.may_move, required_m + more, spacing)


def may_move(robot: Robot, move: JointMove) -> Mask:
    """Return which joints a move around may use (n,): those that it is for."""
    names = move.joints or joints_of(robot.with_tool(move.tool) if move.tool else robot, move.tool)
    return np.array([joint.name in names and joint.name not in move.locked for joint in robot.commanded])


def _offer(world: CollisionWorld, blocked: Blocked, required_m: float) -> str:
    """Return in words which goal near an unsafe one is safe; empty: none was found."""
    goal, T = blocked.goal_q, blocked.T_world_base
    found = safe_goal(world, goal, blocked.may_move, required_m=required_m, T_world_base=T)
    if found is None:
        return ""
    rows = zip(world.robot.commanded, found, goal, strict=True)
    told = [_value(joint, value) for joint, value, asked in rows if abs(value - asked) > SAME]
    return f"; near it is safe: {', '.join(told)}" if told else ""


def _value(joint: Joint, value: float) -> str:
    is_angle = joint.kind == "revolute"
    return f"{joint.name} {math.degrees(value):.2f} deg" if is_angle else f"{joint.name} {value:.4f} m"


def _told(found: Clearance, required_m: float) -> str:
    have, need = found.distance * MM_PER_M, required_m * MM_PER_M
    return f"{' and '.join(found.pair)} {have:.0f} mm apart, {need:.0f} mm needed"
