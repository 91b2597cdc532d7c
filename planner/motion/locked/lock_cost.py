"""What the lock of a joint costs a course: tried at its angles, and the coordinate that had best give way.

    place missed at most
       |   o                       o  an angle that was tried, solved coarsely
       |    'o.      o             |  the ends of an interval, to a tenth of a degree
       |       'o..o'  |
       +-------------- |-------->  locked angle

Each angle is tried from the first point of the one beside it, away from where the whole arm has the joint as
the course begins, so that neighbours are of one branch.

Nothing gives way, or else the one coordinate that costs least.  Which one that is depends on the joint: the
turn about an axis that the other joints cannot make, the height that they cannot keep.  Without a lock's
angle in advance, the dearest of some values within a range counts.

The relative manipulability of a lock at a pose is sqrt(det(J' J'^T) / det(J J^T)), where J' is the Jacobian
without that joint's column.  By the matrix determinant lemma its square is 1 - J_i^T (J J^T)^-1 J_i: the
length of the joint's row of the null space of J.  Of an arm with one joint more than rows that is the size of
the joint's component of the unit null vector (Lewis and Maciejewski, Dexterity optimization of kinematically
redundant manipulators in the presence of joint failures, 1994).  The squares add up to the number of joints
too many, so the worst of n joints in m rows is sqrt((n - m) / n) at best.
"""

import math
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from planner.motion.ik.numeric_kernels import POSE_ROWS
from planner.motion.locked.course_task import CourseTask
from planner.motion.locked.locked_path import default_weights
from planner.motion.locked.locked_point import NoPointError, freedom_of, settle, solve_knots
from planner.motion.locked_joints import Mask
from planner.motion.paths.path import PathLost
from planner.motion.rates import chain_of
from predictor.model.kinematics import tool_jacobian, tool_pose
from predictor.model.robot import Robot
from predictor.model.spatial import pose_difference
from telemetry.plan.giving import COORDINATES, Weights, weights_of

Array = NDArray[np.float64]

COURSE_PLACES = 21  # of a course
LEVER_M = 1.0  # how long a shift counts as much as a turn of 1 rad
LOCK_VALUES = 3  # of the range, that are tried
GIVING_CANDIDATES = ("", "z", *(name for name in COORDINATES if name != "z"))
SAME_COST = 1e-6  # [m] a later candidate that costs less by no more than that is no better
ANGLES = 49  # of a joint's range, that are tried
EDGE_TOLERANCE = np.radians(0.1)  # [rad or m] to which the ends of an interval are found
FARTHEST_LOCK = np.pi  # [rad] to each side, of a joint without limits or with a wide range
PLACE_HOLDS = "roll=1, pitch=1, yaw=1"  # the place is exact, the attitude as near as it comes
LEAST_TURN = 1e-7  # [rad]


class TriedLock(NamedTuple):
    """The result of one lock: by how much the course is missed, or why it cannot be followed."""

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


class LockTrial(NamedTuple):
    """A course, and the joint of which locks are tried."""

    task: CourseTask
    whole_q: Array  # (n,) values of the whole arm where the course begins [rad or m]
    joint: int  # index of the one that is locked
    weights: Weights | None  # what holds and what gives way; None: all holds, or else all but z

    def at(self, value: float, near: Array) -> TriedLock:
        """Lock the joint at a value, and begin near joint values (n,), or else near the whole arm's."""
        reasons = []
        for start in (near, self.whole_q):
            try:
                return self._from(value, start)
            except NoPointError:
                reasons.append("the begin of the course is out of reach")
            except PathLost as lost:
                reasons.append(lost.refusal.detail)
        return TriedLock(value, np.inf, np.inf, reasons[0], None)

    def _from(self, value: float, start: Array) -> TriedLock:
        q, locked = start.copy(), np.arange(len(start)) == self.joint
        q[self.joint] = value
        freedom = freedom_of(self.task, self.weights or default_weights(self.task, q, locked), locked)
        first = settle(freedom, q, 0.0)
        knots = solve_knots(freedom, first, COURSE_PLACES)
        rows = zip(knots, np.linspace(0.0, 1.0, COURSE_PLACES).tolist(), strict=True)
        robot, course = self.task.robot, self.task.course
        missed = np.array([pose_difference(course.pose(s), tool_pose(robot, q)) for q, s in rows])
        place, turn = np.linalg.norm(missed.reshape(-1, 2, 3), axis=2).max(axis=0).tolist()
        return TriedLock(value, place, turn, "", first)


class GivingChoice(NamedTuple):
    """The coordinate that gives way, and its cost."""

    gives: str  # as `telemetry.plan.giving` reads it; empty: nothing, the whole pose is kept
    dearest: TriedLock  # of the range


def best_giving(task: CourseTask, whole_q: Array, joint: int, *, values: tuple[float, float]) -> GivingChoice:
    """Return what had best give way of a course when a joint locks within two values [rad or m]."""
    choices = [cost_of(task, whole_q, joint, gives=gives, values=values) for gives in GIVING_CANDIDATES]
    least = min(choice.dearest.cost for choice in choices)
    return next(choice for choice in choices if choice.dearest.cost <= least + SAME_COST)


def cost_of(
    task: CourseTask, whole_q: Array, joint: int, *, gives: str, values: tuple[float, float]
) -> GivingChoice:
    """Return the cost of what gives way, whatever else could."""
    trial = LockTrial(task, whole_q, joint, weights_of(gives))
    tried = [trial.at(value, whole_q) for value in np.linspace(*values, LOCK_VALUES).tolist()]
    return GivingChoice(gives, max(tried, key=lambda each: each.cost))


class Interval(NamedTuple):
    """Locked values at which a course can be followed [rad or m]."""

    low: float
    high: float


class Feasibility(NamedTuple):
    """The cost of a course over the value at which one joint locks, and where it can be followed."""

    tried: tuple[TriedLock, ...]  # in the order of their values
    intervals: tuple[Interval, ...]


def feasibility(trial: LockTrial, *, count: int = ANGLES) -> Feasibility:
    """Try so many values of the range of a trial's joint, and find where the course can be followed."""
    limits, middle = trial.task.robot.limits, float(trial.whole_q[trial.joint])
    low = max(limits.q_min[trial.joint], middle - FARTHEST_LOCK)
    high = min(limits.q_max[trial.joint], middle + FARTHEST_LOCK)
    values = np.linspace(low, high, count)
    upwards, downwards = values[values >= middle], values[values < middle][::-1]
    tried = (*_swept(trial, downwards)[::-1], *_swept(trial, upwards))
    return Feasibility(tried, _intervals(trial, tried))


def _swept(trial: LockTrial, values: Array) -> list[TriedLock]:
    """Try values one after the other, each from the one before it."""
    rows, near = [], trial.whole_q
    for value in values.tolist():
        rows.append(trial.at(value, near))
        near = near if rows[-1].first is None else rows[-1].first
    return rows


def _intervals(trial: LockTrial, tried: tuple[TriedLock, ...]) -> tuple[Interval, ...]:
    """Return the intervals of what was tried, their ends found by halving."""
    ends = [_edge(trial, *pair) for pair in pairwise(tried) if pair[0].is_feasible != pair[1].is_feasible]
    ends = [tried[0].value] * tried[0].is_feasible + ends + [tried[-1].value] * tried[-1].is_feasible
    return tuple(Interval(low, high) for low, high in zip(ends[::2], ends[1::2], strict=True))


def _edge(trial: LockTrial, one: TriedLock, other: TriedLock) -> float:
    """Return the last feasible value between a feasible one and one that is not."""
    good, bad = (one, other.value) if one.is_feasible else (other, one.value)
    while abs(bad - good.value) > EDGE_TOLERANCE:
        middle = trial.at(0.5 * (good.value + bad), trial.whole_q if good.first is None else good.first)
        if middle.is_feasible:
            good = middle
        else:
            bad = middle.value
    return good.value


def relative_manipulability(robot: Robot, q: Array) -> Array:
    """Return for each joint (n,) what of the manipulability at q (n,) is left when it locks: 0 none, 1 all.

    The lock of a joint that does not carry the tool costs nothing; without redundancy each lock costs all.
    """
    carries = chain_of(robot).carries
    left = np.ones(robot.n)
    J = tool_jacobian(robot, q)[:, carries]
    _, _, right = np.linalg.svd(J, full_matrices=True)
    left[carries] = np.linalg.norm(right[POSE_ROWS:], axis=0)
    return left


def best_worst_case(robot: Robot) -> float:
    """Return what the worst lock leaves at most, at any pose of any arm of so many joints."""
    length = chain_of(robot).length
    return math.sqrt(max(0, length - POSE_ROWS) / length)


class OtherAttitude(NamedTuple):
    """How the tool has to be turned at most, so that its place holds."""

    turn: Array  # (3,) in base axes [rad]
    s: float  # where on the course

    def __str__(self) -> str:
        """Return the text that the operator reads."""
        angle = float(np.linalg.norm(self.turn))
        if angle <= LEAST_TURN:
            return "the place holds, and with it the attitude"
        x, y, z = np.round(self.turn / angle, 2) + 0.0  # no -0
        return (
            f"the place holds with the attitude kept within {np.degrees(angle):.2f} deg, "
            f"turned about ({x:.2f}, {y:.2f}, {z:.2f}) most, at {100 * self.s:.0f} %"
        )


def other_attitude(task: CourseTask, near_q: Array, locked: Mask) -> OtherAttitude | None:
    """Return how a course is followed with joints (n,) locked as in near_q (n,), place held; or None."""
    freedom = freedom_of(task, weights_of(PLACE_HOLDS), locked)
    try:
        knots = solve_knots(freedom, settle(freedom, near_q, 0.0), COURSE_PLACES)
    except (NoPointError, PathLost):
        return None
    turns = task.missed_along(knots)[:, 3:]
    worst = int(np.argmax(np.linalg.norm(turns, axis=1)))
    return OtherAttitude(turns[worst], float(np.linspace(0.0, 1.0, COURSE_PLACES)[worst]))
