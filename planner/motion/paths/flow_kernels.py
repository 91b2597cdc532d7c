"""Kernels of where a redundant arm flows along a course: least effort, and back from its limits.

A joint in the inner part of its range is not pulled at all: an arm that is far from its limits does what asks
least of its joints.  With B = J S, the Jacobian's columns times the joints' shares, B B^T is inverted, which
has as many rows as the tool's rate; where the arm has less freedom than that, a trace of damping keeps what
it can do.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from planner.motion.ik.numeric_kernels import HELD, HIGH, LOW, SHARE, Arm, solve_positive
from predictor.compiler.jit import array_kernel, kernel, part

Array = NDArray[np.float64]

INNER = 0.6  # of half a joint's range, from its middle: there nothing pulls
PULL = 3.0  # self-motion of a joint at its limit, by the effort of the whole arm
ROWS = 6
DAMPING = 1e-13  # of the trace of B B^T


class Eddy(NamedTuple):
    """Where a flow is worked out; n joints."""

    A: Array  # (6, 6)
    lines: Array  # (4, 6) rate that is wanted and what is left of it, right-hand side, solution
    pull: Array  # (n,) rates towards the middle of each range


@array_kernel
def eddy_for(n: int) -> Eddy:
    """Make the room for it, once per call."""
    return Eddy(np.empty((ROWS, ROWS)), np.empty((4, ROWS)), np.empty(n))


@part
def towards_middle(joints: Array, i: int, q: float) -> float:
    """How much a joint is to turn back, from -1 to 1: 0 in the inner part, 1 at a limit, 0 without limits."""
    half = 0.5 * (joints[HIGH, i] - joints[LOW, i])
    if not (math.isfinite(half) and half > 0.0):
        return 0.0
    place = (q - joints[LOW, i]) / half - 1.0
    outside = min(1.0, max(0.0, (abs(place) - INNER) / (1.0 - INNER)))
    return -math.copysign(outside * outside, place)


@part
def add_least_effort(arm: Arm, J: Array, eddy: Eddy, sign: float, out: Array) -> float:
    """Add, times a sign, the rates of least effort for the tool's rate eddy.lines[2]; tells the effort."""
    A, wanted, y, joints, n = eddy.A, eddy.lines[2], eddy.lines[3], arm.joints, J.shape[1]
    trace, square = 0.0, 0.0
    for row in range(ROWS):
        for other in range(row + 1):
            total = 0.0
            for i in range(n):
                share = 0.0 if joints[HELD, i] != 0.0 else joints[SHARE, i]
                total += J[row, i] * J[other, i] * share * share
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
            effort += J[row, i] * share * y[row]
        out[i] += sign * share * effort
        square += effort * effort
    return math.sqrt(square)


@kernel
def put_flow(arm: Arm, J: Array, q: Array, eddy: Eddy, out: Array) -> bool:
    """Joint rates (n,) for the tool's rate eddy.lines[0], of joints at q that turn back near a limit."""
    n, joints, wanted = len(q), arm.joints, eddy.lines[2]
    for i in range(n):
        out[i] = 0.0
    for row in range(ROWS):
        wanted[row] = eddy.lines[0, row]
    effort = add_least_effort(arm, J, eddy, 1.0, out)
    for row in range(ROWS):
        wanted[row] = 0.0
    for i in range(n):
        is_held = joints[HELD, i] != 0.0
        pull = 0.0 if is_held else PULL * effort * joints[SHARE, i] * towards_middle(joints, i, q[i])
        out[i] += pull
        for row in range(ROWS):
            wanted[row] += J[row, i] * pull
    return not math.isnan(add_least_effort(arm, J, eddy, -1.0, out))
