"""Kernels of the numeric inverse kinematics: damped least squares within joint limits, for any tree.

Levenberg-Marquardt on the pose error (place in metres and attitude in radians weigh alike), with the joints
counted in shares S of what they can do, so that one that slides stands sensibly beside one that turns:

    (S J^T J S + damping) y = S J^T error,   dq = S y

The damping falls while steps help and grows while they do not.  A joint that is locked, or that stands at a
limit and would be pushed beyond it, does not take part.  The method is local: it finds the solution that the
start leads to, or, where the pose is out of reach, the nearest pose on that way.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.jit import kernel
from predictor.model.kinematics import jacobian, tool_frames
from predictor.model.robot import Tool, Tree
from predictor.model.spatial import pose_error

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]

ITERATIONS = 200
GOAL = 1e-24  # square of the pose error [m^2 + rad^2] below which nothing is gained
LONGEST_STEP = 0.5  # [rad or m] beyond it the linear model says little
SHORTEST_STEP = 1e-15  # [rad or m] below it the search stands still
DAMPING_START, DAMPING_LEAST, DAMPING_MOST = 1e-3, 1e-9, 1e9
DAMPING_FALL, DAMPING_RISE = 0.1, 4.0


class Wanted(NamedTuple):
    """What is searched for, and by which joints."""

    T: Array  # (4, 4) pose of the tool in base
    rows: int  # 6: place and attitude; 3: its place alone counts
    q_limits: Array  # (2, n) lowest and highest [rad or m]
    locked: Flags  # (n,) joints that stay
    share: Array  # (n,) by how much each joint moves for a unit of effort [rad or m]


@kernel
def solve_positive(A: Array, b: Array, out_x: Array) -> bool:
    """Solve A x = b for a positive definite A (n, n), which is overwritten (Cholesky); False if not."""
    n = len(b)
    for j in range(n):
        for k in range(j):
            A[j, j] -= A[j, k] ** 2
        if not A[j, j] > 0.0:
            return False
        A[j, j] = math.sqrt(A[j, j])
        for i in range(j + 1, n):
            for k in range(j):
                A[i, j] -= A[i, k] * A[j, k]
            A[i, j] /= A[j, j]
    for i in range(n):
        out_x[i] = b[i]
        for k in range(i):
            out_x[i] -= A[i, k] * out_x[k]
        out_x[i] /= A[i, i]
    for i in range(n - 1, -1, -1):
        for k in range(i + 1, n):
            out_x[i] -= A[k, i] * out_x[k]
        out_x[i] /= A[i, i]
    return True


@kernel
def damped_step(J: Array, error: Array, damping: float, fixed: Flags, share: Array, out_dq: Array) -> bool:
    """The damped least-squares step (n,) [rad or m]; fixed joints stay.  False: no usable numbers."""
    n = J.shape[1]
    A, b = np.zeros((n, n)), np.zeros(n)
    for i in range(n):
        A[i, i] = 1.0
        if fixed[i]:
            continue
        for row in range(len(error)):
            b[i] += share[i] * J[row, i] * error[row]
        for j in range(n):
            if fixed[j]:
                continue
            A[i, j] = damping if i == j else 0.0
            for row in range(len(error)):
                A[i, j] += share[i] * J[row, i] * J[row, j] * share[j]
    if not solve_positive(A, b, out_dq):
        return False
    out_dq *= share
    longest = np.abs(out_dq).max()
    if longest > LONGEST_STEP:
        out_dq *= LONGEST_STEP / longest
    return True


@kernel
def pinned(q: Array, J: Array, error: Array, q_limits: Array, locked: Flags, out_fixed: Flags) -> None:
    """Flags (n,) of the joints that are locked or that the error pushes against their limit."""
    for i in range(len(q)):
        pull = 0.0
        for row in range(len(error)):
            pull += J[row, i] * error[row]
        at_low, at_high = q[i] <= q_limits[0, i], q[i] >= q_limits[1, i]
        out_fixed[i] = locked[i] or (at_low and pull < 0.0) or (at_high and pull > 0.0)


@kernel
def descend(tree: Tree, tool: Tool, wanted: Wanted, q: Array) -> float:
    """Move q (n,), in place, until the tool is where it is wanted or no step helps.

    Returns the square of the error that is left [m^2 + rad^2].
    """
    n, rows, limits = len(q), wanted.rows, wanted.q_limits
    T, T_tool = np.empty((len(tree.rows) + 1, 4, 4)), np.empty((4, 4))
    J, error, trial_error = np.empty((6, n)), np.empty(6), np.empty(6)
    dq, trial, fixed = np.empty(n), np.empty(n), np.empty(n, dtype=np.bool_)
    tool_frames(tree, tool, q, T, T_tool)
    pose_error(wanted.T, T_tool, error)
    cost: float = (error[:rows] ** 2).sum()
    damping = DAMPING_START
    jacobian(tree, tool, q, T, T_tool, J)
    for _ in range(ITERATIONS):
        pinned(q, J, error[:rows], limits, wanted.locked, fixed)
        if cost <= GOAL or not damped_step(J, error[:rows], damping, fixed, wanted.share, dq):
            break
        for i in range(n):
            trial[i] = q[i] if fixed[i] else min(limits[1, i], max(limits[0, i], q[i] + dq[i]))
        tool_frames(tree, tool, trial, T, T_tool)
        pose_error(wanted.T, T_tool, trial_error)
        trial_cost = (trial_error[:rows] ** 2).sum()
        if trial_cost < cost:
            q[:], error[:], cost = trial, trial_error, trial_cost
            jacobian(tree, tool, q, T, T_tool, J)
            damping = max(DAMPING_LEAST, damping * DAMPING_FALL)
        else:
            damping *= DAMPING_RISE
            if damping > DAMPING_MOST or np.abs(dq).max() < SHORTEST_STEP:
                break
    return cost
