"""Whether a piece of a way is free everywhere, and not only where it was looked at.

    line   q(t) = corner + t leave                               t from 0 to 1
    bend   q(t) = corner - f(1 - t) come + f(t) leave            f(t) = t^5 + 2.5 t^4 (1 - t)

A bend leaves the line that comes to a corner at corner - come and meets the one that leaves it at corner +
leave, and neither direction nor curvature jumps there (a quintic Bezier curve whose two middle points are the
corner: it stays in the triangle of both ends and the corner).

No distance changes by more than the levers of the joints allow.  Between two looks, a travel w apart, none is
thus less than (d_0 + d_1 - w) / 2; where that is less than what is required, the middle is looked at, the
widest intervals first, as it is there that what is in the way is met soonest.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.collision.method import CollisionWorld, Looker
from predictor.jit import as_kernels_take, bare_kernel, called_by_address
from predictor.looking import Look, look_of

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

WAITING = 4096  # intervals that may wait to be looked at
STEEPEST = 2.5  # greatest slope of f, at its ends; a bend goes nowhere faster
FAR = 0.1  # [m] as far as is looked from the end of a piece, beyond its travel
FINE_M = 0.0005  # more than is required, where it is looked: or no number of looks would do
UNKNOWN = math.nan  # in place of a distance that is to be looked for


class Eye(NamedTuple):
    """What looks at pieces, and room to compute in; kernels only."""

    looks: Integers  # (1,) how often was looked
    look: Look
    looker: Looker
    levers: Array  # (n,) by how much a distance changes at most with each joint [m/rad, or 1]
    required: float  # clearance everywhere [m]
    fine: float  # so much more where it is looked [m]
    q: Array  # (n,)
    waiting: Array  # (WAITING, 4)


FreePiece = Callable[[Eye, Array, Array, Array, bool, float, float], float]


@bare_kernel
def free_piece(
    eye: Eye, corner: Array, come: Array, leave: Array, is_bend: bool, first: float, last: float
) -> float:
    """Least distance at the end of a line or bend, as far as it counts; NaN: it is not free everywhere.

    Both ends have the distances `first` and `last`, of which the second may be unknown [m].
    """
    n, travel, waiting, near = len(corner), 0.0, eye.waiting, eye.required + eye.fine
    for i in range(n):
        run = abs(leave[i])
        if is_bend:
            run = STEEPEST * max(run, abs(come[i]))
        travel += eye.levers[i] * run
        eye.q[i] = corner[i] + leave[i]
    if math.isnan(last):
        eye.looks[0] += 1
        last = eye.look(eye.looker, eye.q, near + travel + FAR, near)
        if not last > near:
            return math.nan
    if not (first >= eye.required and last >= eye.required and travel < math.inf):
        return math.nan
    waiting[0, 0], waiting[0, 1], waiting[0, 2], waiting[0, 3] = 0.0, 1.0, first, last
    next_one, after = 0, 1
    while next_one < after:
        row = next_one % WAITING
        t_0, t_1, d_0, d_1 = waiting[row, 0], waiting[row, 1], waiting[row, 2], waiting[row, 3]
        next_one += 1
        width = travel * (t_1 - t_0)
        if d_0 + d_1 - width >= 2.0 * eye.required:
            continue
        t, gone, left = 0.5 * (t_0 + t_1), 0.5 * (t_0 + t_1), 0.0
        if is_bend:
            y = 1.0 - t
            gone, left = t * t * t * t * (2.5 - 1.5 * t), y * y * y * y * (2.5 - 1.5 * y)
        for i in range(n):
            eye.q[i] = corner[i] - left * come[i] + gone * leave[i]
        eye.looks[0] += 1
        distance = eye.look(eye.looker, eye.q, near + 0.5 * width, near)
        if not distance > near or after - next_one + 2 > WAITING:
            return math.nan
        for half in range(2):
            row = after % WAITING
            waiting[row, 0], waiting[row, 2] = (t_0, d_0) if half == 0 else (t, distance)
            waiting[row, 1], waiting[row, 3] = (t, distance) if half == 0 else (t_1, d_1)
            after += 1
    return last


class Search(NamedTuple):
    """Where a way is looked for; kernels only."""

    eye: Eye
    free: FreePiece
    low: Array  # (n,) least joint values [rad or m]; of a joint that must stay, where it is
    high: Array  # (n,)
    weight: Array  # (n,) of a joint's change in the length of a way [s/rad or s/m]
    ends: Array  # (3, n)


def search_in(
    world: CollisionWorld,
    ranges: tuple[Array, Array],
    *,
    clearance_m: float,
    T_world_base: Array | None = None,
) -> Search:
    """Return what a search needs that keeps a clearance, and each joint within its range (n,), (n,)."""
    looker, n = world.looker(T_world_base), world.robot.n
    eye = Eye(
        looks=np.zeros(1, np.int64),
        look=look_of(looker),
        looker=looker,
        levers=as_kernels_take(world.levers),
        required=float(clearance_m),
        fine=FINE_M,
        q=np.empty(n),
        waiting=np.empty((WAITING, 4)),
    )
    free = called_by_address(free_piece, (eye, eye.q, eye.q, eye.q, False, 0.0, 0.0))
    weight = 1.0 / np.array(world.robot.limits.qd_max)
    low, high = map(as_kernels_take, ranges)
    return Search(eye, free, low, high, weight, np.empty((3, n)))
