"""Whether a piece of a way is free everywhere, and not only where it was looked at.

    line   q(t) = corner + t leave                               t from 0 to 1
    bend   q(t) = corner - f(1 - t) come + f(t) leave            f(t) = t^5 + 2.5 t^4 (1 - t)

A bend leaves the line that comes to a corner at corner - come and meets the one that leaves it at corner +
leave, and neither direction nor curvature jumps there (a quintic Bezier curve whose two middle points are the
corner: it stays in the triangle of both ends and the corner).

What is looked at are poses so close that nothing moves farther than a stated spacing from one to the next:
nowhere between them is it nearer to anything than at one of them, by more than half of that.  RAKE are looked
at at once, evenly spread over the piece, as so what is in the way is met soonest.
"""

import math

import numpy as np
from numpy.typing import NDArray

from planner.motion.search.piece_kernels import Eye, Search, free_piece
from predictor.collision.method import CollisionWorld
from predictor.compiler.jit import as_kernels_take, called_by_address
from predictor.proximity.proximity_layout import RAKE
from predictor.proximity.proximity_query import look_of

Array = NDArray[np.float64]
Integers = NDArray[np.int64]


def search_in(world: CollisionWorld, T_world_base: Array | None) -> Search:
    """Return what a search needs, but what is asked of it, with the base where it stands (4, 4)."""
    looker, limits, n = world.looker(T_world_base), world.robot.limits, world.robot.n
    eye = Eye(
        looks=np.zeros(1, np.int64),
        look=look_of(looker),
        looker=looker,
        levers=as_kernels_take(world.levers),
        required=math.inf,
        spacing=math.inf,
        poses=np.empty((n, RAKE)),
    )
    ends = np.empty((2, n))
    free = called_by_address(free_piece, (eye, ends[0], ends[0], ends[0], False))
    low, high, speed = map(as_kernels_take, (limits.q_min, limits.q_max, limits.qd_max))
    return Search(eye, free, low, high, 1.0 / speed, ends)
