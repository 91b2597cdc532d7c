"""The places of a line that are solved beforehand, each from the one before it, in one call of a kernel.

The tool goes from a pose along a twist that is constant in base axes: a straight way, and a turn of its
attitude about one axis.  Where that cannot be followed, the knot and the reason are told.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from planner.motion.ik.build import closed_form_of
from planner.motion.ik.closed import BEYOND_LIMITS, REACHED, nearest_at
from planner.motion.ik.inverse import joint_table, why_numeric
from planner.motion.ik.numeric import AT_LIMIT, ITERATIONS, Arm, descend, room_for
from planner.motion.rates import POSE_ROWS
from predictor.jit import kernel
from predictor.model.robot import Robot
from predictor.model.spatial import rotation_exp
from telemetry.reasons import Reason

Array = NDArray[np.float64]

LARGEST_KNOT_STEP = 0.2  # [rad or m] a joint that moves further between two knots passes a singular pose
JUMPED = 3  # beside the codes of `planner.motion.ik.closed` and `planner.motion.ik.numeric`


class Knots(NamedTuple):
    """Joint values along a line, as far as they go."""

    q: Array  # (k, n) [rad or m]; what follows the first that is lost is of no meaning
    lost: int  # the first knot that is not solved; k: none
    reason: Reason | None  # why


@kernel
def pose_along(T_begin: Array, twist: Array, s: float, out_T: Array) -> None:
    """Pose (4, 4) at fraction s of a line that begins at T_begin and changes by a twist (6,)."""
    turn, R = np.empty(3), np.empty((3, 3))
    for i in range(3):
        turn[i] = s * twist[3 + i]
    rotation_exp(turn, R)
    for i in range(3):
        for j in range(3):
            out_T[i, j] = R[i, 0] * T_begin[0, j] + R[i, 1] * T_begin[1, j] + R[i, 2] * T_begin[2, j]
        out_T[i, 3] = T_begin[i, 3] + s * twist[i]
        out_T[3, i] = 0.0
    out_T[3, 3] = 1.0


@kernel
def is_near_the_last(q: Array, knot: int) -> bool:
    """True if no joint moves further than it may from the knot before, of knots (k, n)."""
    is_near = True
    for i in range(q.shape[1]):
        is_near = is_near and abs(q[knot, i] - q[knot - 1, i]) <= LARGEST_KNOT_STEP
    return is_near


@kernel
def closed_knots(form: Array, T_begin: Array, twist: Array, q: Array) -> tuple[int, int]:
    """Solve the knots (k, 6) after the first; tells the first that is lost (k: none), and the code of why."""
    T, last = np.empty((4, 4)), len(q) - 1
    for knot in range(1, len(q)):
        pose_along(T_begin, twist, knot / last, T)
        code = nearest_at(form, T, q[knot - 1], q[knot])
        if code != REACHED:
            return knot, code
        if not is_near_the_last(q, knot):
            return knot, JUMPED
    return len(q), REACHED


@kernel
def searched_knots(door: Array, joints: Array, T_begin: Array, twist: Array, q: Array) -> tuple[int, int]:
    """Search for the knots (k, n) after the first, each from where the two before it lead; tells as above."""
    T, last, arm, room = np.empty((4, 4)), len(q) - 1, Arm(door, joints), room_for(q.shape[1])
    for knot in range(1, len(q)):
        pose_along(T_begin, twist, knot / last, T)
        for i in range(q.shape[1]):
            q[knot, i] = 2.0 * q[knot - 1, i] - q[knot - 2, i] if knot > 1 else q[0, i]
        code = descend(arm, T, POSE_ROWS, q[knot], room, ITERATIONS)
        if code != REACHED:
            return knot, code
        if not is_near_the_last(q, knot):
            return knot, JUMPED
    return len(q), REACHED


def solve_knots(robot: Robot, start_q: Array, T_begin: Array, *, twist: Array, count: int) -> Knots:
    """Return the knots of a line: in closed form, or else found by the search, one from the one before."""
    q = np.empty((count, robot.n))
    q[0] = start_q
    if why_numeric(robot):
        lost, code = searched_knots(robot.door, joint_table(robot), T_begin, twist, q)
    else:
        lost, code = closed_knots(closed_form_of(robot), T_begin, twist, q)
    return Knots(q, lost, _reason(code))


def _reason(code: int) -> Reason | None:
    if code == REACHED:
        return None
    if code == JUMPED:
        return Reason.SINGULAR
    return Reason.LIMIT if code in (BEYOND_LIMITS, AT_LIMIT) else Reason.UNREACHABLE
