"""Joint values at the knots of a course, compiled: one solution after the other, each near the one before."""

import numpy as np
from numpy.typing import NDArray

from planner.motion.ik.closed_kernels import OUT_OF_REACH, REACHED, closed_room, nearest_in
from planner.motion.ik.numeric_kernels import ITERATIONS, Arm, descend, room_for
from planner.motion.paths.course_kernels import put_pose, put_rates
from planner.motion.paths.flow_kernels import eddy_for, put_flow
from planner.motion.rates_layout import POSE_ROWS
from predictor.compiler.jit import array_kernel, part
from predictor.model.spatial_kernels import is_pose
from predictor.model.tool_walk_kernels import put_tool_jacobian

Array = NDArray[np.float64]
LARGEST_KNOT_STEP = 0.2  # [rad or m] a joint that moves further between two knots passes a singular pose
JUMPED = 3  # beside the codes of `planner.motion.ik.closed_kernels` and `planner.motion.ik.numeric_kernels`


@part
def is_near_the_last(q: Array, knot: int) -> bool:
    """True if no joint moves further than it may from the knot before, of knots (k, n)."""
    is_near = True
    for i in range(q.shape[1]):
        is_near = is_near and abs(q[knot, i] - q[knot - 1, i]) <= LARGEST_KNOT_STEP
    return is_near


@array_kernel
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


@array_kernel
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


@array_kernel
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
