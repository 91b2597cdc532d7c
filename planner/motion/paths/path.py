"""Paths in joint space: where the arm goes, without when.

    joint path    q(s) = (1 - s) q_start + s q_goal
    line          the tool on a straight segment with constant attitude: `planner.motion.paths.line`

What cannot be followed is a `Refusal` with the place where it fails; timing is `planner.motion.timing`'s.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from planner.motion.timing.limits import Refusal
from predictor.model.joint_words import named, told
from predictor.model.robot import Robot
from telemetry.agreed.reasons import Reason
from telemetry.files.settings import nearest

Array = NDArray[np.float64]


class PathPoint(NamedTuple):
    """Joint values and their derivatives by the path's fraction s, each (n,) [rad or m]."""

    q: Array
    q_s: Array
    q_ss: Array


class Path(Protocol):
    """What can be timed and flown."""

    def at(self, s: float) -> PathPoint:
        """Return the point at fraction s in [0, 1]."""
        ...

    @property
    def hardest(self) -> str:
        """Where it asks the joints for the most, in words; empty: everywhere alike."""
        ...


class PathLost(ValueError):
    """The joints cannot follow a path at some place; told to the operator as its refusal."""

    def __init__(self, reason: Reason, detail: str) -> None:
        """State why, and where."""
        self.refusal = Refusal(reason, detail)
        super().__init__(detail)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class JointPath:
    """A straight line in joint space."""

    start_q: Array  # (n,) [rad or m]
    goal_q: Array  # (n,)

    @property
    def hardest(self) -> str:
        """Nowhere more than elsewhere."""
        return ""

    def at(self, s: float) -> PathPoint:
        """Return the point at fraction s in [0, 1]."""
        change = self.goal_q - self.start_q
        q = (1.0 - s) * self.start_q + s * self.goal_q  # exact at both ends
        return PathPoint(np.where(change == 0.0, self.start_q, q), change, np.zeros_like(change))


def joint_path(
    robot: Robot, start_q: Sequence[float], goal_q: Sequence[float], *, joints: Sequence[str] = ()
) -> JointPath | Refusal:
    """Return the joint path from a pose (n,) to a goal, or a refusal if that is beyond a limit.

    Args:
        robot: the arm.
        start_q: where it begins (n,) [rad or m].
        goal_q: where the named joints are to come [rad or m]; the others stay.
        joints: their names; none: all.
    """
    names = [joint.name for joint in robot.commanded]
    joints = joints or names
    if len(goal_q) != len(joints):
        return Refusal(Reason.LIMIT, f"the goal has {len(goal_q)} values for {len(joints)} joints")
    goal = np.array(start_q, dtype=float)
    for name, q in zip(joints, goal_q, strict=True):
        if name not in names:
            return Refusal(Reason.LIMIT, f"the arm has no joint {name!r}{nearest(name, names)}")
        goal[names.index(name)] = q
    beyond = _beyond_limits(robot, goal)
    return beyond or JointPath(start_q=np.array(start_q, dtype=float), goal_q=goal)


def _beyond_limits(robot: Robot, goal: Array) -> Refusal | None:
    """Return the refusal of the first joint whose goal is outside its range."""
    rows = zip(robot.commanded, goal, robot.limits.q_min, robot.limits.q_max, strict=True)
    for index, (joint, q, low, high) in enumerate(rows):
        if not low <= q <= high:
            within = f"{told(joint, low)} to {told(joint, high)}"
            detail = f"goal of {named(robot.commanded, index)}: {told(joint, q)} is outside {within}"
            return Refusal(Reason.LIMIT, detail)
    return None
