"""Which of many moves are surely clear, from the distances at a few poses of each, looked at in batches.

        d_0 o                   no distance changes faster than v = sum over joints of lever * max |qd|, so
             `. v         v.o d_1      that between two poses, a time t apart, none is less than
               `.       .'                      (d_0 + d_1 - v t) / 2
                 `.   .'
                   `.'          What this leaves in doubt is cut into more parts, and what is still in doubt
        |<------- t ------->|   then is for the exact sweep.

Only for a base that stays where it is.
"""

from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.collision.method import CollisionWorld
from predictor.inputs.arrays import Array, Integers

PARTS_OF_A_MOVE = (1, 4, 16)  # of a move, one after the other


class QuickLook(NamedTuple):
    """Distances and pairs of m moves, and which of these are surely clear."""

    distance: Array  # (m,) least at the poses that were looked at [m]; NaN if one is not finite
    pair: Integers  # (m,) index into the world's pair_names
    is_clear: NDArray[np.bool_]  # (m,) every pair surely keeps the requirement on the whole move


def quick_look(world: CollisionWorld, moves: Array, *, required_m: float, period_s: float) -> QuickLook:
    """Return which moves (m, n, 6) of the motion law are surely clear; one with NaN is not."""
    count, n, _ = moves.shape
    seen = QuickLook(np.empty(count), np.empty(count, np.int64), np.zeros(count, np.bool_))
    travel, doubtful = _travels(world, moves, period_s), np.arange(count)
    for parts in PARTS_OF_A_MOVE:
        times = np.linspace(0.0, period_s, parts + 1)
        poses = moves[doubtful].reshape(-1, 6) @ times ** np.arange(6)[:, None]  # one row for each joint
        found = world.batch(poses.reshape(-1, n, parts + 1).transpose(0, 2, 1).reshape(-1, n))
        distance, pair = (row.reshape(-1, parts + 1) for row in found)
        nearest = np.arange(len(doubtful)), distance.argmin(axis=1)
        seen.distance[doubtful], seen.pair[doubtful] = distance[nearest], pair[nearest]
        both = (distance[:, :-1] + distance[:, 1:]).min(axis=1)
        seen.is_clear[doubtful] = both - travel[doubtful] / parts >= 2.0 * required_m
        doubtful = np.nonzero(~seen.is_clear & (seen.distance >= required_m))[0]
        if len(doubtful) == 0:
            break
    return seen


def _travels(world: CollisionWorld, moves: Array, period_s: float) -> Array:
    """Return by how much any distance changes at most during each of the moves (m,) [m].

    Speeds are bounded by their Bernstein coefficients, as in `predictor.motion.motion`.
    """
    to_speeds = np.zeros((6, 5))
    for j in range(5):
        for i in range(j + 1):
            to_speeds[i + 1, j] = comb(j, i) / comb(4, i) * (i + 1) * period_s**i
    speeds = np.abs(moves.reshape(-1, 6) @ to_speeds)  # one row for each joint
    travels: Array = speeds.max(axis=1).reshape(moves.shape[:2]) @ world.levers * period_s
    return travels
