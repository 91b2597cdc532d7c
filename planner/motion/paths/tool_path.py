"""The joints' path along a course of the tool, by any arm that can follow it.

    knots     places at equal fractions, solved one after the other in one call of a kernel
                  closed form       the branch nearest to the knot before
                  search            from where the two knots before it lead
                  redundant arms    from where the arm flows (`planner.motion.paths.knots_kernels`)
    at(s)     the solution nearest to the knot beside s (a redundant arm: to its guide), and the derivatives

With the pose's rates x_s = J q_s and x_ss = J q_ss + J_s q_s, where J_s is the Jacobian's rate along q_s:
`planner.motion.rates` solves both.

An arm with too few joints follows the courses that lie within what it can do; for others the residual of the
least squares tells by how much it cannot.  A `Refusal` says where a course is lost, why, and what to do.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from planner.motion.ik.closed_form import closed_form_of
from planner.motion.ik.closed_kernels import BEYOND_LIMITS, REACHED
from planner.motion.ik.inverse import joint_table, nearest, why_numeric
from planner.motion.ik.numeric_kernels import AT_LIMIT, POSE_ROWS
from planner.motion.paths.course_lost import jump_at, lost_at, place_text, with_end
from planner.motion.paths.knots_kernels import JUMPED, closed_knots, flowing_knots, searched_knots
from planner.motion.paths.path import KnotSpline, PathLost, PathPoint, Refusal, spline_through
from planner.motion.rates import chain_of, joint_rates, resolve
from planner.motion.tool_courses.tool_course import ToolCourse
from predictor.model.kinematics import tool_jacobian, tool_jacobian_rate
from predictor.model.robot import Robot
from telemetry.agreed.reasons import Reason, cause

Array = NDArray[np.float64]

KNOTS = 101  # places that are solved beforehand
TURN_FOR_KNOTS = 0.5 * math.pi  # [rad] of tool or place; a course that turns further has more in proportion


class Knots(NamedTuple):
    """Joint values along a course, as far as they go."""

    q: Array  # (k, n) [rad or m]; what follows the first that is lost is of no meaning
    lost: int  # the first knot that is not solved; k: none
    reason: Reason | None  # why


def solve_knots(robot: Robot, start_q: Array, course: Array, *, count: int) -> Knots:
    """Return the knots of a course (COURSE,): in closed form, or else found by a search."""
    q = np.empty((count, robot.n))
    q[0] = start_q
    if chain_of(robot).is_redundant(POSE_ROWS):
        lost, code = flowing_knots(robot.packed_chain, joint_table(robot), course, q)
    elif why_numeric(robot):
        lost, code = searched_knots(robot.packed_chain, joint_table(robot), course, q)
    else:
        lost, code = closed_knots(closed_form_of(robot), course, q)
    return Knots(q, lost, _reason(code))


def _reason(code: int) -> Reason | None:
    if code == REACHED:
        return None
    if code == JUMPED:
        return Reason.SINGULAR
    return Reason.LIMIT if code in (BEYOND_LIMITS, AT_LIMIT) else Reason.UNREACHABLE


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ToolPath:
    """The joints while the tool follows a course."""

    robot: Robot
    course: ToolCourse
    knots: Array  # (k, n) joint values at equal fractions [rad or m]
    guide: KnotSpline | None  # through the knots, of a redundant arm
    turned: str = ""  # how far the arm is turned out of the way, and for what; empty: it is not

    @property
    def hardest(self) -> str:
        """Where the arm is nearest to a singular pose, in words."""
        last = chain_of(self.robot).freedom - 1
        least = [np.linalg.svd(tool_jacobian(self.robot, q), compute_uv=False)[last] for q in self.knots]
        return place_text(self.course, int(np.argmin(least)) / (len(least) - 1))

    def at(self, s: float) -> PathPoint:
        """Return the point at fraction s in [0, 1].

        Raises:
            PathLost: the pose is out of reach or singular.
        """
        try:
            if self.guide is not None:
                return self._beside(self.guide.at(s), s)
            q = self._solved(s, near=self.knots[round(s * (len(self.knots) - 1))])
            return PathPoint(q, *joint_rates(self.robot, q, **self.course.rates(s)._asdict()))
        except np.linalg.LinAlgError:
            where = place_text(self.course, s)
            raise PathLost(Reason.SINGULAR, f"{cause(Reason.SINGULAR)} {where}") from None

    def _beside(self, near: PathPoint, s: float) -> PathPoint:
        """Return the point nearest to the guide's, with the guide's self-motion."""
        q, wanted = self._solved(s, near=near.q), self.course.rates(s)
        J_base_tool = tool_jacobian(self.robot, q)
        q_s = near.q_s + resolve(self.robot, J_base_tool, wanted.v - J_base_tool @ near.q_s)
        change = wanted.a - tool_jacobian_rate(self.robot, q, q_s) @ q_s
        q_ss = near.q_ss + resolve(self.robot, J_base_tool, change - J_base_tool @ near.q_ss)
        return PathPoint(q, q_s, q_ss)

    def _solved(self, s: float, *, near: Array) -> Array:
        """Return the joint values (n,) that are nearest to those before."""
        solution = nearest(self.robot, self.course.pose(s), near)
        if solution.reached:
            return np.asarray(solution.q)
        raise lost_at(self.robot, self.course, s, near=near, reason=Reason(solution.reason))


def follow(robot: Robot, start_q: Sequence[float] | Array, course: ToolCourse) -> ToolPath | Refusal:
    """Return an arm's path along a course, which begins where its tool is at `start_q` (n,), or why not."""
    start = np.array(start_q, dtype=float)
    try:
        knots = _knots(robot, start, course)
    except PathLost as lost:
        return with_end(robot, course, start, lost=lost.refusal)
    guide = spline_through(knots) if chain_of(robot).is_redundant(POSE_ROWS) else None
    return ToolPath(robot=robot, course=course, knots=knots, guide=guide)


def knot_count(course: ToolCourse) -> int:
    """Return at how many places a course is solved beforehand."""
    more = max(0.0, course.most_turned / TURN_FOR_KNOTS - 1.0)
    return KNOTS + math.ceil((KNOTS - 1) * more)


def _knots(robot: Robot, start: Array, course: ToolCourse) -> Array:
    """Solve the course at equal fractions, each from the one before; (k, n)."""
    knots = solve_knots(robot, start, course.row, count=knot_count(course))
    if knots.reason is None:
        return knots.q
    s, near = knots.lost / (len(knots.q) - 1), knots.q[knots.lost - 1]
    if knots.reason is Reason.SINGULAR:
        raise jump_at(robot, course, s, near=near)
    raise lost_at(robot, course, s, near=near, reason=knots.reason)
