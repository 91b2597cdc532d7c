"""Whether a piece of a route is free everywhere, compiled: many poses along it are looked at side by side.

    line   q(t) = corner + t leave                               t from 0 to 1
    bend   q(t) = corner - f(1 - t) come + f(t) leave            f(t) = t^5 + 2.5 t^4 (1 - t)

A bend leaves the line that comes to a corner at corner - come and meets the one that leaves it at corner +
leave, and neither direction nor curvature jumps there (a quintic Bezier curve whose two middle points are the
corner: it stays in the triangle of both ends and the corner).

What is looked at are poses so close that nothing moves farther than a stated spacing from one to the next:
nowhere between them is it nearer to anything than at one of them, by more than half of that.  AT_ONCE are
looked at together, evenly spread over the piece, as so what is in the way is met soonest.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.compiler.jit import kernel
from predictor.proximity.proximity_layout import AT_ONCE, FreeCheck, ProximityQuery

Array = NDArray[np.float64]
Integers = NDArray[np.int64]
STEEPEST = 2.5  # greatest slope of f, at its ends; a bend goes nowhere faster
MOST_TRAVEL = 1e4  # [m] of a piece that is looked at


class PieceCheck(NamedTuple):
    """The query that looks at pieces, and its scratch; kernels only."""

    looks: Integers  # (1,) at how many poses was looked
    look: FreeCheck
    query: ProximityQuery
    levers: Array  # (n,) by how much a distance changes at most with each joint [m/rad, or 1]
    required: float  # clearance [m]
    spacing: float  # travel between two poses that are looked at [m]
    poses: Array  # (n, AT_ONCE)


PieceIsFree = Callable[[PieceCheck, Array, Array, Array, bool], float]


class RouteSearch(NamedTuple):
    """The arm and the world in which a route is searched; kernels only."""

    check: PieceCheck
    free: PieceIsFree
    low: Array  # (n,) least joint values [rad or m]; of a joint that must stay, where it is
    high: Array  # (n,)
    weight: Array  # (n,) of a joint's change in the length of a route [s/rad or s/m]
    ends: Array  # (2, n)


@kernel
def is_free_piece(check: PieceCheck, corner: Array, come: Array, leave: Array, is_bend: bool) -> float:
    """1 if a line or a bend is free at poses close enough, of which its begin is known to be; else 0."""
    n, travel, poses = len(corner), 0.0, check.poses
    for i in range(n):
        run = STEEPEST * max(abs(come[i]), abs(leave[i])) if is_bend else abs(leave[i])
        travel += check.levers[i] * run + 0.0 * corner[i]
    if not travel < MOST_TRAVEL:
        return 0.0
    groups, stride = max(1, math.ceil(travel / (AT_ONCE * check.spacing))), 1
    while 2 * stride <= groups:
        stride *= 2
    while stride > 0:  # those far apart come first
        for group in range(stride, groups + 1, 2 * stride):
            for lane in range(AT_ONCE):
                t = (lane * groups + group) / (AT_ONCE * groups)
                gone, left = t, 0.0
                if is_bend:
                    y = 1.0 - t
                    gone, left = t * t * t * t * (2.5 - 1.5 * t), y * y * y * y * (2.5 - 1.5 * y)
                for i in range(n):
                    poses[i, lane] = corner[i] - left * come[i] + gone * leave[i]
            check.looks[0] += AT_ONCE
            if check.look(check.query, poses, check.required) != 1.0:
                return 0.0
        stride //= 2
    return 1.0
