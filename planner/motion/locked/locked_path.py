"""A course of the tool while joints stay locked: what must hold holds, the rest gives way.

    joint 2 locked, z free                    z
    wanted  o--------------------o            |      __o   x, y and attitude are those of the wanted line,
    flown   o__               __/             |   __/      z is what the other five joints make of it
               \\____________/                 o--/----- y

A course of n equations with n joints that move has one solution beside each place; with more joints, or with
weights, the smooth guide through solved knots chooses among them, and what is exact stays exact
(`planner.motion.paths.path`).  A locked joint has the very same value all along.

The curve need not pass through the begin of the wanted course: `first_points` of
`planner.motion.locked.locked_course` returns where it begins, and a joint move brings the arm there before.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from planner.motion.ik.numeric_kernels import POSE_ROWS
from planner.motion.locked.course_task import CourseTask
from planner.motion.locked.locked_point import (
    NoPointError,
    SingularPointError,
    TaskFreedom,
    freedom_of,
    hold,
    lost_at,
    rows_at,
    settle,
    solve_knots,
)
from planner.motion.locked_joints import Mask
from planner.motion.paths.course_lost import place_text
from planner.motion.paths.path import KnotSpline, PathLost, PathPoint, Refusal, spline_through
from planner.motion.tool_courses.tool_course import ToolCourse
from predictor.model.joint_text import shown_unit, shown_value
from predictor.model.kinematics import tool_pose
from telemetry.agreed.reasons import Reason
from telemetry.plan.giving import ALL_EXACT, COORDINATES, Weights, weights_of

Array = NDArray[np.float64]

BEGINS_HERE = 1e-6  # [rad or m] by which the arm may stand beside the curve's first point
MM_PER_M = 1000.0
LEAST_LOSS = 1e-7  # [m or rad] what gives way by less is not lost


class Loss(NamedTuple):
    """How much of a coordinate is given up at most, and where."""

    coordinate: str
    amount: float  # [m or rad], with its sign
    s: float
    axes: str = ""  # that are meant, in words; empty: of the arm base

    def __str__(self) -> str:
        """Return the text that the operator reads."""
        far = f"{np.degrees(self.amount):+.2f} deg" if self.is_turn else f"{self.amount * MM_PER_M:+.1f} mm"
        return f"{self.coordinate}{self.axes} by {far} at {100 * self.s:.0f} %"

    @property
    def is_turn(self) -> bool:
        """True if it is a turn [rad], not a length [m]."""
        return COORDINATES.index(self.coordinate) >= 3


@dataclass(frozen=True, kw_only=True, eq=False)
class LockedPath:
    """A course of the tool as the joints that move can follow it."""

    freedom: TaskFreedom
    start_q: Array  # (n,) [rad or m]; a joint that does not move keeps its value
    guide: KnotSpline  # through the solved knots

    @property
    def course(self) -> ToolCourse:
        """Where the tool is wanted."""
        return self.freedom.task.course

    @cached_property
    def losses(self) -> tuple[Loss, ...]:
        """The loss of each coordinate that is not exact."""
        task, knots = self.freedom.task, self.guide.knots
        missed = np.array([task.turned(row) for row in task.missed_along(knots)])
        worst = np.abs(missed).argmax(axis=0)
        given = [row for row in range(POSE_ROWS) if row not in self.freedom.exact]
        worst_s, axes = np.linspace(0.0, 1.0, len(knots))[worst], task.axes.words
        return tuple(Loss(COORDINATES[i], float(missed[worst[i], i]), worst_s[i], axes) for i in given)

    @property
    def given_up(self) -> tuple[str, ...]:
        """The losses that are large enough to be noticed, in words."""
        return tuple(str(loss) for loss in self.losses if abs(loss.amount) > LEAST_LOSS)

    @property
    def least_singular(self) -> float:
        """The least singular value along the course, by the joints that move [m, rad]."""
        return min(self._singular_values)

    @property
    def hardest(self) -> str:
        """Where the joints that move are nearest to a singular pose, in words."""
        values = self._singular_values
        return place_text(self.freedom.task.course, int(np.argmin(values)) / (len(values) - 1))

    @property
    def _singular_values(self) -> list[float]:
        rows = zip(self.guide.knots, np.linspace(0.0, 1.0, len(self.guide.knots)).tolist(), strict=True)
        return [self.freedom.least_singular(q, s) for q, s in rows]

    def at(self, s: float) -> PathPoint:
        """Return the point at fraction s in [0, 1].

        Raises:
            PathLost: there is none.
        """
        freedom, near = self.freedom, self.guide.at(s)
        moves, exact, q = freedom.moves, freedom.exact, self.start_q.copy()
        q[moves] = near.q[moves]
        try:
            q = hold(freedom, q, s)
            miss = freedom.task.miss(q, s)
            rows, J = rows_at(freedom, miss.J), miss.J[exact]
        except NoPointError as error:
            raise lost_at(freedom, s, error) from None
        q_s, q_ss = np.zeros_like(q), np.zeros_like(q)
        q_s[moves], q_ss[moves] = near.q_s[moves], near.q_ss[moves]
        q_s[moves] += rows.inverse @ (miss.rate[exact] - J @ q_s)
        q_ss[moves] += rows.inverse @ (freedom.task.bend(q, q_s, s)[exact] - J @ q_ss)
        return PathPoint(q, q_s, q_ss)


def locked_path(
    task: CourseTask, start_q: Array, *, weights: Weights | None, locked: Mask
) -> LockedPath | Refusal:
    """Return the course as the joints that move can follow it, or why they cannot.

    Args:
        task: the course that is wanted.
        start_q: where the arm stands (n,) [rad or m], at the first point of the curve.
        weights: what holds and what gives way; None: all holds, or else all but z.
        locked: joints (n,) that stay where they are.
    """
    freedom = freedom_of(task, weights or default_weights(task, start_q, locked), locked)
    if len(freedom.moves) < len(freedom.exact):
        return Refusal(Reason.FEW_JOINTS, _too_few(freedom))
    try:
        first = settle(freedom, start_q, 0.0)
        if np.abs(first - start_q).max() > BEGINS_HERE:
            return Refusal(Reason.UNREACHABLE, _begins_elsewhere(task, first, start_q))
        knots = solve_knots(freedom, first)
    except NoPointError as error:
        return lost_at(freedom, 0.0, error).refusal
    except PathLost as lost:
        return lost.refusal
    return LockedPath(freedom=freedom, start_q=start_q, guide=spline_through(knots))


def default_weights(task: CourseTask, q: Array, locked: Mask) -> Weights:
    """Return that all coordinates hold if the joints that move can hold a pose, or else all but z."""
    freedom = freedom_of(task, ALL_EXACT, locked)
    try:
        rows_at(freedom, task.miss(q, 0.0).J)
    except SingularPointError:
        return weights_of("z")
    return ALL_EXACT


def _too_few(freedom: TaskFreedom) -> str:
    held, moving = [COORDINATES[row] for row in freedom.exact], len(freedom.moves)
    return (
        f"{moving} joints that move hold {moving} coordinates at most, and {', '.join(held)} are to hold: "
        f"let {len(held) - moving} more give way"
    )


def _begins_elsewhere(task: CourseTask, first: Array, start_q: Array) -> str:
    robot, course = task.robot, task.course.kind
    away = np.linalg.norm(tool_pose(robot, first)[:3, 3] - tool_pose(robot, start_q)[:3, 3])
    goal = ", ".join(
        f"{shown_value(joint, q):.2f} {shown_unit(joint)}"
        for joint, q in zip(robot.commanded, first, strict=True)
    )
    return f"the {course} begins {away * MM_PER_M:.1f} mm from here: fly a joint move to ({goal}) before"
