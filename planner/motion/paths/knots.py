"""The places of a course that are solved beforehand, each from the one before it, in one call of a kernel.

    closed form       the branch nearest to the knot before
    search            from where the two knots before it lead
    redundant arms    from where the arm flows (`planner.motion.paths.flow_kernels`)

Where the course cannot be followed, the knot and the reason are told.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from planner.motion.ik.build import closed_form_of
from planner.motion.ik.closed_kernels import BEYOND_LIMITS, REACHED
from planner.motion.ik.inverse import joint_table, why_numeric
from planner.motion.ik.numeric_kernels import AT_LIMIT
from planner.motion.paths.knots_kernels import JUMPED, closed_knots, flowing_knots, searched_knots
from planner.motion.rates import chain_of
from planner.motion.rates_layout import POSE_ROWS
from predictor.model.robot import Robot
from telemetry.agreed.reasons import Reason

Array = NDArray[np.float64]


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
        lost, code = flowing_knots(robot.door, joint_table(robot), course, q)
    elif why_numeric(robot):
        lost, code = searched_knots(robot.door, joint_table(robot), course, q)
    else:
        lost, code = closed_knots(closed_form_of(robot), course, q)
    return Knots(q, lost, _reason(code))


def _reason(code: int) -> Reason | None:
    if code == REACHED:
        return None
    if code == JUMPED:
        return Reason.SINGULAR
    return Reason.LIMIT if code in (BEYOND_LIMITS, AT_LIMIT) else Reason.UNREACHABLE
