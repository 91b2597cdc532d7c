"""How much of its way a tool has left: along the plan that is flown, or straight to a goal of the hand.

    plan    begin ---- seen ----x---- commanded ---- end     x: the place of the way where the arm is, as its
                       |<- looked for between ->|            joints tell; a way may cross itself
    goal    tool ----------------> place

A plan goes before a goal.  An arm that is not on the way of the plan has the straight way to its end left.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ground.console.facts.plan_progress import plan_progress
from ground.console.facts.settings import Goal
from ground.console.facts.snapshot import Snapshot
from predictor.geometry.fixtures.kinds import tube_of
from predictor.model.kinematics import tool_pose
from predictor.model.robot import Robot
from predictor.model.spatial import rotation_vector
from telemetry.messages.plan import PlanReady

Array = NDArray[np.float64]
BESIDE_S = 1.0  # that an arm may be before or behind what is known of its progress
TINY = 1e-18  # of a leg's length, squared
OFF_PLAN = 0.05  # of a joint, from the way of a plan: the arm is not on it [rad or m]


class WayLeft(NamedTuple):
    """How far a tool still is from where it goes."""

    way: float  # [m]
    turn: float | None  # [rad]; None: any attitude will do
    to: str  # where that is, in words


class ToolAim(NamedTuple):
    """Where a tool goes: along a plan, or straight to a goal of the hand."""

    place: Array  # (3,) in the arm base [m]
    words: str
    plan: PlanReady | None = None
    window_s: tuple[float, float] = (0.0, 0.0)  # of the plan, in which each arm is
    tolerance: float = 0.0  # of the place, within which it is near enough [m]


def all_goals(scenario: Sequence[Goal], snapshot: Snapshot) -> Sequence[Goal]:
    """Return the scenario's goals, and the ends of tubes that lead to none of them."""
    goals = list(scenario)
    for fixture, _ in snapshot.fixtures.shown:
        if fixture.kind == "tube" and not fixture.reason:
            x, y, z = tube_of(fixture).points[-1].tolist()
            end = Goal(place=(x, y, z), tolerance=fixture.radius, tool=fixture.tool)
            if all(math.dist(end.place, goal.place) > goal.tolerance for goal in goals):
                goals.append(end)
    return goals


def tool_aim(
    robot: Robot, snapshot: Snapshot, scenario: Sequence[Goal], *, T_base_tool: Array | None
) -> ToolAim | None:
    """Return where the tool of a robot goes, the commanded one now at T_base_tool; None: it is not known.

    To the end of the plan, else to the first goal that it has not reached.
    """
    ready, progress = snapshot.plan.ready, plan_progress(snapshot)
    if ready is not None and progress is not None and len(ready.path) > 1:
        end = tool_pose(robot, ready.path[-1])[:3, 3]
        return ToolAim(end, "plan's end", ready, (progress.executed_s, progress.commanded_s))
    goals = all_goals(scenario, snapshot)
    for number, goal in enumerate(goals, start=1):
        place = np.array(goal.place)
        is_there = T_base_tool is not None and math.dist(T_base_tool[:3, 3], place) <= goal.tolerance
        if not is_there or number == len(goals):
            name = "goal" if len(goals) == 1 else f"goal {number}"
            return ToolAim(place, name, tolerance=goal.tolerance)
    return None


def way_left(robot: Robot, q: Array, aim: ToolAim) -> WayLeft:
    """Return what a robot at joints q (n,) has left."""
    T_base_tool = tool_pose(robot, q)
    if aim.plan is not None and (along := _along_plan(_way(robot, aim.plan), q, aim)) is not None:
        return along
    straight = math.dist(T_base_tool[:3, 3], aim.place)
    if aim.plan is None:
        return WayLeft(straight, None, aim.words)
    R_end = tool_pose(robot, aim.plan.path[-1])[:3, :3]
    turn = float(np.linalg.norm(rotation_vector(R_end @ T_base_tool[:3, :3].T)))
    return WayLeft(straight, turn, f"{aim.words}, straight")


class _PlanWay(NamedTuple):
    """The way of a plan, in k poses."""

    path: Array  # (k, n)
    times_s: Array  # (k,) after its begin
    ways: Array  # (k - 1,) of the tool, from pose to pose [m]
    turns: Array  # (k - 1,) of the tool [rad]


def _along_plan(plan: _PlanWay, q: Array, aim: ToolAim) -> WayLeft | None:
    """Return what is left along the way of the plan; None: the arm is not on it."""
    path, times_s, ways, turns = plan
    legs = path[1:] - path[:-1]
    squared = np.maximum(np.einsum("ij,ij->i", legs, legs), TINY)
    share = np.clip(np.einsum("ij,ij->i", q - path[:-1], legs) / squared, 0.0, 1.0)
    off = np.abs(path[:-1] + share[:, None] * legs - q).max(axis=1)
    begin_s, end_s = aim.window_s
    off[(times_s[1:] < begin_s - BESIDE_S) | (times_s[:-1] > end_s + BESIDE_S)] = np.inf
    leg = int(np.argmin(off))
    if off[leg] > OFF_PLAN:
        return None
    left = 1.0 - float(share[leg])
    way, turn = (float(left * each[leg] + each[leg + 1 :].sum()) for each in (ways, turns))
    return WayLeft(way, turn, aim.words)


@lru_cache(maxsize=16)
def _way(robot: Robot, plan: PlanReady) -> _PlanWay:
    """Return the way of a plan; its figures are asked for ten times a second."""
    T = np.array([tool_pose(robot, q) for q in plan.path])
    times_s = np.array(plan.path_s) if plan.path_s else np.linspace(0.0, plan.duration, len(plan.path))
    ways = np.linalg.norm(np.diff(T[:, :3, 3], axis=0), axis=1)
    turns = [np.linalg.norm(rotation_vector(b[:3, :3] @ a[:3, :3].T)) for a, b in pairwise(T)]
    return _PlanWay(np.array(plan.path), times_s, ways, np.array(turns))
