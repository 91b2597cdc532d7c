"""The places of a course that are solved beforehand, each from the one before it, in one call of a kernel.

    closed form       the branch nearest to the knot before
    search            from where the two knots before it lead
    redundant arms    from where the arm flows (`planner.motion.paths.flow`)

Where the course cannot be followed, the knot and the reason are told.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from planner.motion.ik.build import closed_form_of
from planner.motion.ik.closed import BEYOND_LIMITS, OUT_OF_REACH, REACHED, closed_room, nearest_in
from planner.motion.ik.inverse import joint_table, why_numeric
from planner.motion.ik.numeric import AT_LIMIT, ITERATIONS, Arm, descend, room_for
from planner.motion.paths.course import put_pose, put_rates
from planner.motion.paths.flow import eddy_for, put_flow
from planner.motion.rates import POSE_ROWS, chain_of
from predictor.jit import bare_kernel, kernel
from predictor.model.robot import Robot
from predictor.model.spatial import is_pose
from predictor.model.tool_walk import put_tool_jacobian
from telemetry.reasons import Reason

Array = NDArray[np.float64]

LARGEST_KNOT_STEP = 0.2  # [rad or m] a joint that moves further between two knots passes a singular pose
JUMPED = 3  # beside the codes of `planner.motion.ik.closed` and `planner.motion.ik.numeric`


class Knots(NamedTuple):
    """Joint values along a course, as far as they go."""

    q: Array  # (k, n) [rad or m]; what follows the first that is lost is of no meaning
    lost: int  # the first knot that is not solved; k: none
    reason: Reason | None  # why


@bare_kernel
def is_near_the_last(q: Array, knot: int) -> bool:
    """True if no joint moves further than it may from the knot before, of knots (k, n)."""
    is_near = True
    for i in range(q.shape[1]):
        is_near = is_near and abs(q[knot, i] - q[knot - 1, i]) <= LARGEST_KNOT_STEP
    return is_near


@kernel
def closed_knots(form: Array, course: Array, q: Array) -> tuple[int, int]:
    """Solve the knots (k, 6) after the first; tells the first that is lost (k: none), and the code of why."""
    T, room, last = np.empty((4, 4)), closed_room(), len(q) - 1
    put_pose(course, 0.0, T)
    if not is_pose(T):  # then none is: what is no number there is none anywhere
        return 1, OUT_OF_REACH
    for knot in range(1, len(q)):
        put_pose(course, knot / last, T)
        code = nearest_in(form, T, q[knot - 1], room, q[knot])
        if code != REACHED:
            return knot, code
        if not is_near_the_last(q, knot):
            return knot, JUMPED
    return len(q), REACHED


@kernel
def searched_knots(door: Array, joints: Array, course: Array, q: Array) -> tuple[int, int]:
    """Search for the knots (k, n) after the first, each from where the two before it lead; tells as above."""
    T, last, arm, room = np.empty((4, 4)), len(q) - 1, Arm(door, joints), room_for(q.shape[1])
    for knot in range(1, len(q)):
        put_pose(course, knot / last, T)
        for i in range(q.shape[1]):
            q[knot, i] = 2.0 * q[knot - 1, i] - q[knot - 2, i] if knot > 1 else q[0, i]
        code = descend(arm, T, POSE_ROWS, q[knot], room, ITERATIONS)
        if code != REACHED:
            return knot, code
        if not is_near_the_last(q, knot):
            return knot, JUMPED
    return len(q), REACHED


@kernel
def flowing_knots(door: Array, joints: Array, course: Array, q: Array) -> tuple[int, int]:
    """Search for the knots (k, n) of a redundant arm, each from where its flow leads; tells as above."""
    n, last, arm, room = q.shape[1], len(q) - 1, Arm(door, joints), room_for(q.shape[1])
    T, eddy, rates = np.empty((4, 4)), eddy_for(q.shape[1]), np.empty(q.shape[1])
    put_pose(course, 0.0, T)
    for knot in range(1, len(q)):
        put_rates(course, (knot - 1) / last, T, eddy.lines[0], eddy.lines[1])
        put_tool_jacobian(door, q[knot - 1], room.J)
        if not put_flow(arm, room.J, q[knot - 1], eddy, rates):
            return knot, JUMPED
        for i in range(n):
            q[knot, i] = q[knot - 1, i] + rates[i] / last
        put_pose(course, knot / last, T)
        code = descend(arm, T, POSE_ROWS, q[knot], room, ITERATIONS)
        if code != REACHED:
            return knot, code
        if not is_near_the_last(q, knot):
            return knot, JUMPED
    return len(q), REACHED


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
