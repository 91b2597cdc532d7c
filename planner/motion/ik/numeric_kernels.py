"""Kernels of the numeric inverse kinematics: damped least squares within joint limits, for any tree.

Levenberg-Marquardt on the pose error (place in metres and attitude in radians weigh alike), with the joints
counted in shares S of what they can do, so that one that slides stands sensibly beside one that turns:

    (S J^T J S + damping) y = S J^T error,   dq = S y

The damping falls while steps help, at least to the square of the error (Yamashita and Fukushima 2001), which
makes the end quadratic, and grows while they do not.  A joint that is locked, or that stands at a limit and
would be pushed beyond it, does not take part.  The method is local: it finds the solution that the start
leads to, or, where the pose is out of reach, the nearest pose on that path.  From afar it begins again at
places that fill the joints' ranges evenly, the same each time.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.compiler.jit import array_kernel, array_part, kernel, part
from predictor.model.spatial_kernels import is_pose, rotation_log
from predictor.model.tool_walk_kernels import walk_to_tool

Array = NDArray[np.float64]

POSE_ROWS, PLACE_ROWS = 6, 3


ITERATIONS = 200
ITERATIONS_AFAR = 40  # of one of many searches
RESTARTS = 200
REACHED_LENGTH, REACHED_ANGLE = 1e-9, 1e-9  # [m], [rad]
GOAL = 1e-20  # square of the pose error [m^2 + rad^2], a tenth of that, below which nothing is gained
LONGEST_STEP = 0.5  # [rad or m] beyond it the linear model says little
SHORTEST_STEP = 1e-15  # [rad or m] below it the search stands still
DAMPING_START, DAMPING_LEAST, DAMPING_MOST = 1e-3, 1e-9, 1e9
DAMPING_FALL, DAMPING_RISE = 0.1, 4.0

LOW, HIGH, HELD, SHARE, STRIDE = 0, 1, 2, 3, 4  # rows of a table of joints (5, n)
REACHED, AT_LIMIT, OUT_OF_REACH, NO_POSE = 0, 1, 2, -1


SIDE, STEP, TRIAL = 0, 1, 2  # rows of `SearchScratch.steps`


class SearchedArm(NamedTuple):
    """The arm that a search moves."""

    packed_chain: Array  # `predictor.model.joint_tree`
    joints: Array  # (5, n) limits, which are held, how far each moves for a unit of effort, strides


class SearchScratch(NamedTuple):
    """Where a search works; n joints."""

    J: Array  # (6, n) Jacobian where the error was computed last
    parts: Array  # (6, n) Jacobian at q, its columns times the shares; 0 of joints that do not take part
    A: Array  # (n, n)
    steps: Array  # (3, n) right-hand side, step, and where it leads
    errors: Array  # (2, 6) at q, and where the step leads
    turn: Array  # (3, 3) rotation from the tool to what is wanted


@array_part
def search_scratch(n: int) -> SearchScratch:
    """Allocate it, in one piece, once per call."""
    scratch = np.empty(15 * n + n * n + 21)
    parts, A, steps, errors = 6 * n, 12 * n, 12 * n + n * n, 15 * n + n * n
    return SearchScratch(
        scratch[:parts].reshape((6, n)),
        scratch[parts:A].reshape((6, n)),
        scratch[A:steps].reshape((n, n)),
        scratch[steps:errors].reshape((3, n)),
        scratch[errors : errors + 12].reshape((2, 6)),
        scratch[errors + 12 :].reshape((3, 3)),
    )


@kernel
def solve_positive(A: Array, b: Array, out_x: Array) -> bool:
    """Solve A x = b for a positive definite A (n, n), overwriting its lower half (Cholesky); False if not."""
    n = len(b)
    for j in range(n):
        square = A[j, j]
        for k in range(j):
            square -= A[j, k] * A[j, k]
        if not square > 0.0:
            return False
        inverse = 1.0 / math.sqrt(square)
        A[j, j] = inverse  # of what stands there
        for i in range(j + 1, n):
            total = A[i, j]
            for k in range(j):
                total -= A[i, k] * A[j, k]
            A[i, j] = total * inverse
    for i in range(n):
        total = b[i]
        for k in range(i):
            total -= A[i, k] * out_x[k]
        out_x[i] = total * A[i, i]
    for i in range(n - 1, -1, -1):
        total = out_x[i]
        for k in range(i + 1, n):
            total -= A[k, i] * out_x[k]
        out_x[i] = total * A[i, i]
    return True


@part
def scale_columns(q: Array, joints: Array, rows: int, scratch: SearchScratch) -> None:
    """Take the Jacobian's columns times the shares; 0 of those held or pushed against their limit."""
    for i in range(len(q)):
        pull = 0.0
        for row in range(rows):
            pull += scratch.J[row, i] * scratch.errors[0, row]
        is_pinned = (q[i] <= joints[LOW, i] and pull < 0.0) or (q[i] >= joints[HIGH, i] and pull > 0.0)
        share = 0.0 if is_pinned or joints[HELD, i] != 0.0 else joints[SHARE, i]
        for row in range(rows):
            scratch.parts[row, i] = scratch.J[row, i] * share


@part
def damped_step(joints: Array, rows: int, damping: float, scratch: SearchScratch) -> float:
    """The damped least-squares step into scratch.steps[STEP]; its longest part, NaN without numbers."""
    parts, A, error = scratch.parts, scratch.A, scratch.errors[0]
    n, dq, b = parts.shape[1], scratch.steps[STEP], scratch.steps[SIDE]
    for i in range(n):
        b[i] = 0.0
        for row in range(rows):
            b[i] += parts[row, i] * error[row]  # S J^T error
        for j in range(i + 1):
            total = damping if i == j else 0.0
            for row in range(rows):
                total += parts[row, i] * parts[row, j]  # S J^T J S + damping
            A[i, j] = total
    if not solve_positive(A, b, dq):
        return math.nan
    longest = 0.0
    for i in range(n):
        dq[i] *= joints[SHARE, i]  # dq = S y
        longest = max(longest, abs(dq[i]))
    if longest > LONGEST_STEP:
        for i in range(n):
            dq[i] *= LONGEST_STEP / longest
    return longest


@part
def error_at(
    arm: SearchedArm, T_wanted: Array, q: Array, rows: int, scratch: SearchScratch, out_error: Array
) -> float:
    """Pose error (6,) at q, with the Jacobian there; the square of its rows that count."""
    x, y, z, p = walk_to_tool(arm.packed_chain, q, scratch.J)
    for i in range(3):
        out_error[i] = T_wanted[i, 3] - p[i]
        for j in range(3):
            scratch.turn[i, j] = T_wanted[i, 0] * x[j] + T_wanted[i, 1] * y[j] + T_wanted[i, 2] * z[j]
    rotation_log(scratch.turn, out_error[3:])
    cost = 0.0
    for row in range(rows):
        cost += out_error[row] * out_error[row]
    return cost


@part
def descend(arm: SearchedArm, T_wanted: Array, rows: int, q: Array, scratch: SearchScratch, most: int) -> int:
    """Move q (n,), in place, until the tool is where it is wanted or no step helps; returns how it ended."""
    joints, n, trial = arm.joints, len(q), scratch.steps[TRIAL]
    for i in range(n):
        if joints[HELD, i] == 0.0:
            q[i] = min(joints[HIGH, i], max(joints[LOW, i], q[i]))
    cost = error_at(arm, T_wanted, q, rows, scratch, scratch.errors[0])
    damping, has_moved = min(DAMPING_START, cost), True
    for _ in range(most):
        if cost <= GOAL:
            break
        if has_moved:
            scale_columns(q, joints, rows, scratch)
        longest = damped_step(joints, rows, max(damping, DAMPING_LEAST), scratch)
        if math.isnan(longest):
            break
        for i in range(n):
            beyond = q[i] + scratch.steps[STEP, i]
            trial[i] = q[i] if joints[HELD, i] != 0.0 else min(joints[HIGH, i], max(joints[LOW, i], beyond))
        trial_cost = error_at(arm, T_wanted, trial, rows, scratch, scratch.errors[1])
        has_moved = trial_cost < cost
        if has_moved:
            for i in range(n):
                q[i] = trial[i]
            for row in range(6):
                scratch.errors[0, row] = scratch.errors[1, row]
            cost = trial_cost
            damping = min(damping * DAMPING_FALL, cost)  # at least to the square of the error
        else:
            damping = max(damping, DAMPING_LEAST) * DAMPING_RISE
            if damping > DAMPING_MOST or longest < SHORTEST_STEP:
                break
    return ending(arm, rows, q, scratch)


@part
def ending(arm: SearchedArm, rows: int, q: Array, scratch: SearchScratch) -> int:
    """How a search ended at q (n,), from the error that is left."""
    error, square, turn = scratch.errors[0], 0.0, 0.0
    for i in range(3):
        square += error[i] * error[i]
        turn += error[3 + i] * error[3 + i]
    if math.sqrt(square) <= REACHED_LENGTH and (rows < 6 or math.sqrt(turn) <= REACHED_ANGLE):
        return REACHED
    for i in range(len(q)):
        at_limit = q[i] <= arm.joints[LOW, i] or q[i] >= arm.joints[HIGH, i]
        if at_limit and arm.joints[HELD, i] == 0.0:
            return AT_LIMIT
    return OUT_OF_REACH


@array_kernel
def search(packed_chain: Array, joints: Array, T_wanted: Array, request: tuple[int, int], q: Array) -> int:
    """Search from q (n,), in place, for a pose (4, 4); returns how that ended.

    request: 6 rows, or 3 for its place alone; and how often to begin again until it is reached.  Where no
    beginning leads to the pose, the end of the first is returned.
    """
    rows, restarts = request
    if not is_pose(T_wanted):
        return NO_POSE
    arm, scratch, trial = SearchedArm(packed_chain, joints), search_scratch(len(q)), q.copy()
    near, first = q.copy(), OUT_OF_REACH
    for k in range(restarts + 1):
        if k > 0:
            put_place(joints, near, k, trial)
        code = descend(arm, T_wanted, rows, trial, scratch, ITERATIONS if restarts == 0 else ITERATIONS_AFAR)
        if code == REACHED or k == 0:
            first = code
            for i in range(len(q)):
                q[i] = trial[i]
        if code == REACHED:
            break
    return first


@part
def put_place(joints: Array, near: Array, k: int, out_q: Array) -> None:
    """The k-th of places (n,) that fill the joints' ranges, or a turn around `near` where there is no end.

    It is the fraction of k times each joint's stride.
    """
    for i in range(len(near)):
        low = joints[LOW, i] if math.isfinite(joints[LOW, i]) else near[i] - math.pi
        high = joints[HIGH, i] if math.isfinite(joints[HIGH, i]) else near[i] + math.pi
        part = k * joints[STRIDE, i]
        out_q[i] = near[i] if joints[HELD, i] != 0.0 else low + (part - math.floor(part)) * (high - low)
