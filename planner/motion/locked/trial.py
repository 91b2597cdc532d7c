"""One course with one joint locked at one value, solved coarsely: can it be followed, and at what cost."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from planner.motion.locked.locked_knots import solve_knots
from planner.motion.locked.locked_path import default_weights
from planner.motion.locked.point import NoPointError, freedom_of, settle
from planner.motion.locked.task import Task
from planner.motion.paths.path import PathLost
from predictor.model.kinematics import tool_pose
from predictor.model.spatial import pose_difference
from telemetry.plan.giving import Weights

Array = NDArray[np.float64]

PLACES = 21  # of a course
LEVER_M = 1.0  # how long a way counts as much as a turn of 1 rad


class Tried(NamedTuple):
    """What became of a course."""

    value: float  # at which the joint is locked [rad or m]
    place: float  # missed at most [m]; infinite: the course cannot be followed
    turn: float  # attitude missed at most [rad]
    reason: str  # why it cannot be followed, or empty
    first: Array | None  # (n,) joint values where it begins then

    @property
    def is_feasible(self) -> bool:
        """True if the course can be followed."""
        return self.first is not None

    @property
    def cost(self) -> float:
        """How much is missed, place and attitude together [m]."""
        return self.place + LEVER_M * self.turn


class Trial(NamedTuple):
    """What is tried."""

    task: Task
    whole_q: Array  # (n,) values of the whole arm where the course begins [rad or m]
    joint: int  # index of the one that is locked
    weights: Weights | None  # what holds and what gives way; None: all holds, or else all but z

    def at(self, value: float, near: Array) -> Tried:
        """Lock the joint at a value, and begin near joint values (n,), or else near the whole arm's."""
        reasons = []
        for start in (near, self.whole_q):
            try:
                return self._from(value, start)
            except NoPointError:
                reasons.append("the begin of the course is out of reach")
            except PathLost as lost:
                reasons.append(lost.refusal.detail)
        return Tried(value, np.inf, np.inf, reasons[0], None)

    def _from(self, value: float, start: Array) -> Tried:
        q, locked = start.copy(), np.arange(len(start)) == self.joint
        q[self.joint] = value
        freedom = freedom_of(self.task, self.weights or default_weights(self.task, q, locked), locked)
        first = settle(freedom, q, 0.0)
        knots = solve_knots(freedom, first, PLACES)
        rows = zip(knots, np.linspace(0.0, 1.0, PLACES).tolist(), strict=True)
        robot, course = self.task.robot, self.task.course
        missed = np.array([pose_difference(course.pose(s), tool_pose(robot, q)) for q, s in rows])
        place, turn = np.linalg.norm(missed.reshape(-1, 2, 3), axis=2).max(axis=0).tolist()
        return Tried(value, place, turn, "", first)
