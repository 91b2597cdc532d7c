"""Joint values at the knots of a course, compiled: one solution after the other, each near the one before.

A redundant arm flows from knot to knot: least effort, and back from its limits.  A joint in the inner part of
its range is not pulled at all: an arm that is far from its limits does what asks least of its joints.  With
B = J S, the Jacobian's columns times the joints' shares, B B^T is inverted, which has as many rows as the
tool's rate; where the arm has less freedom than that, a trace of damping keeps what it can do.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from planner.motion.ik.closed_kernels import OUT_OF_REACH, REACHED, closed_scratch, nearest_in
from planner.motion.ik.numeric_kernels import (
    HELD,
    HIGH,
    ITERATIONS,
    LOW,
    POSE_ROWS,
    SHARE,
    SearchedArm,
    descend,
    search_scratch,
    solve_positive,
)
from planner.motion.tool_courses.tool_course_kernels import put_pose, put_rates
from predictor.compiler.jit import array_kernel, kernel, part
from predictor.model.spatial_kernels import is_pose
from predictor.model.tool_walk_kernels import put_tool_jacobian

Array = NDArray[np.float64]


INNER_RANGE = 0.6  # of half a joint's range, from its middle: there nothing pulls
PULL_AT_LIMIT = 3.0  # self-motion of a joint at its limit, by the effort of the whole arm
ROWS = 6
DAMPING = 1e-13  # of the trace of B B^T
LARGEST_KNOT_STEP = 0.2  # [rad or m] a joint that moves further between two knots passes a singular pose
JUMPED = 3  # beside the codes of `planner.motion.ik.closed_kernels` and `planner.motion.ik.numeric_kernels`


class FlowScratch(NamedTuple):
    """Where a flow is worked out; n joints."""

    A: Array  # (6, 6)
    lines: Array  # (4, 6) rate that is wanted and what is left of it, right-hand side, solution
    pull: Array  # (n,) rates towards the middle of each range


@array_kernel
def flow_scratch(n: int) -> FlowScratch:
    """Allocate it, once per call."""
    return FlowScratch(np.empty((ROWS, ROWS)), np.empty((4, ROWS)), np.empty(n))


@part
def towards_middle(joints: Array, i: int, q: float) -> float:
    """How much a joint is to turn back, from -1 to 1: 0 in the inner part, 1 at a limit, 0 without limits."""
    half = 0.5 * (joints[HIGH, i] - joints[LOW, i])
    if not (math.isfinite(half) and half > 0.0):
        return 0.0
    place = (q - joints[LOW, i]) / half - 1.0
    outside = min(1.0, max(0.0, (abs(place) - INNER_RANGE) / (1.0 - INNER_RANGE)))
    return -math.copysign(outside * outside, place)


@part
def add_least_effort(arm: SearchedArm, J: Array, flow: FlowScratch, sign: float, out: Array) -> float:
    """Add, times a sign, the rates of least effort for the tool's rate flow.lines[2]; returns the effort."""
    A, wanted, y, joints, n = flow.A, flow.lines[2], flow.lines[3], arm.joints, J.shape[1]
    trace, square = 0.0, 0.0
    for row in range(ROWS):
        for other in range(row + 1):
            total = 0.0
            for i in range(n):
                share = 0.0 if joints[HELD, i] != 0.0 else joints[SHARE, i]
                total += J[row, i] * J[other, i] * share * share  # B B^T
            A[row, other] = total
        trace += A[row, row]
    for row in range(ROWS):
        A[row, row] += DAMPING * trace
    if not solve_positive(A, wanted, y):
        return math.nan
    for i in range(n):
        share = 0.0 if joints[HELD, i] != 0.0 else joints[SHARE, i]
        effort = 0.0
        for row in range(ROWS):
            effort += J[row, i] * share * y[row]  # B^T y
        out[i] += sign * share * effort
        square += effort * effort
    return math.sqrt(square)


@kernel
def put_flow(arm: SearchedArm, J: Array, q: Array, flow: FlowScratch, out: Array) -> bool:
    """Joint rates (n,) for the tool's rate flow.lines[0], of joints at q that turn back near a limit."""
    n, joints, wanted = len(q), arm.joints, flow.lines[2]
    for i in range(n):
        out[i] = 0.0
    for row in range(ROWS):
        wanted[row] = flow.lines[0, row]
    effort = add_least_effort(arm, J, flow, 1.0, out)
    for row in range(ROWS):
        wanted[row] = 0.0
    for i in range(n):
        is_held = joints[HELD, i] != 0.0
        pull = 0.0 if is_held else PULL_AT_LIMIT * effort * joints[SHARE, i] * towards_middle(joints, i, q[i])
        out[i] += pull
        for row in range(ROWS):
            wanted[row] += J[row, i] * pull
    # what the pull moves of the tool is taken back by least effort: its self-motion is left
    return not math.isnan(add_least_effort(arm, J, flow, -1.0, out))


@part
def is_near_the_last(q: Array, knot: int) -> bool:
    """True if no joint moves further than it may from the knot before, of knots (k, n)."""
    is_near = True
    for i in range(q.shape[1]):
        is_near = is_near and abs(q[knot, i] - q[knot - 1, i]) <= LARGEST_KNOT_STEP
    return is_near


@array_kernel
def closed_knots(form: Array, course: Array, q: Array) -> tuple[int, int]:
    """Solve the knots (k, 6) after the first; returns the first that is lost (k: none), and why as a code."""
    T, scratch, last = np.empty((4, 4)), closed_scratch(), len(q) - 1
    put_pose(course, 0.0, T)
    if not is_pose(T):  # then none is: what is no number there is none anywhere
        return 1, OUT_OF_REACH
    for knot in range(1, len(q)):
        put_pose(course, knot / last, T)
        code = nearest_in(form, T, q[knot - 1], scratch, q[knot])
        if code != REACHED:
            return knot, code
        if not is_near_the_last(q, knot):
            return knot, JUMPED
    return len(q), REACHED


@array_kernel
def searched_knots(packed_chain: Array, joints: Array, course: Array, q: Array) -> tuple[int, int]:
    """Search for the knots (k, n) after the first, each where the two before it lead; returns the same."""
    T, last = np.empty((4, 4)), len(q) - 1
    arm, scratch = SearchedArm(packed_chain, joints), search_scratch(q.shape[1])
    for knot in range(1, len(q)):
        put_pose(course, knot / last, T)
        for i in range(q.shape[1]):
            q[knot, i] = 2.0 * q[knot - 1, i] - q[knot - 2, i] if knot > 1 else q[0, i]
        code = descend(arm, T, POSE_ROWS, q[knot], scratch, ITERATIONS)
        if code != REACHED:
            return knot, code
        if not is_near_the_last(q, knot):
            return knot, JUMPED
    return len(q), REACHED


@array_kernel
def flowing_knots(packed_chain: Array, joints: Array, course: Array, q: Array) -> tuple[int, int]:
    """Search for the knots (k, n) of a redundant arm, each where its flow leads; returns the same."""
    n, last, arm, scratch = (
        q.shape[1],
        len(q) - 1,
        SearchedArm(packed_chain, joints),
        search_scratch(q.shape[1]),
    )
    T, flow, rates = np.empty((4, 4)), flow_scratch(q.shape[1]), np.empty(q.shape[1])
    put_pose(course, 0.0, T)
    for knot in range(1, len(q)):
        put_rates(course, (knot - 1) / last, T, flow.lines[0], flow.lines[1])
        put_tool_jacobian(packed_chain, q[knot - 1], scratch.J)
        if not put_flow(arm, scratch.J, q[knot - 1], flow, rates):
            return knot, JUMPED
        for i in range(n):
            q[knot, i] = q[knot - 1, i] + rates[i] / last
        put_pose(course, knot / last, T)
        code = descend(arm, T, POSE_ROWS, q[knot], scratch, ITERATIONS)
        if code != REACHED:
            return knot, code
        if not is_near_the_last(q, knot):
            return knot, JUMPED
    return len(q), REACHED
