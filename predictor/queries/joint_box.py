"""How near an arm may be whose joints are known only to within bounds: a distance that surely holds.

    |q' - q| <= dq in every joint:    distance(q') >= distance(q) - sum_j lever_j dq_j               (1)

where lever_j bounds how fast any distance changes with joint j, in every pose.  One look proves (1).  More
looks halve the box, along the joint that counts most, again and again where the bound is least: each part has
(1) for itself, and the least of them holds for the whole (Piyavskii, An algorithm for finding the absolute
extremum of a function, 1972).  The levers are those of all pairs.  Those of the nearest pair alone would be
tighter, and wrong: a pair that is farther away, but moves faster, may come nearer than it within the box.
"""

from typing import NamedTuple

import numpy as np

from predictor.collision.method import CollisionWorld
from predictor.inputs.arrays import Array
from predictor.queries.timed_moves import check_limits

HALVED_AT_ONCE = 64  # parts that are halved before the bound is looked at again


class BoxError(ValueError):
    """Bounds that make no box."""


class BoxClearance(NamedTuple):
    """What is known of the least distance in a box of joint values."""

    distance: float  # [m]; nothing in the box is less, beyond rounding (1e-12 m)
    met: float  # [m]; the least that was met in it


def least_in_box(world: CollisionWorld, q: Array, dq: Array, *, looks: int) -> BoxClearance:
    """Return what is known of the box q +- dq, (n,) and (n,), after so many looks at most.

    Raises:
        BoxError: a bound below zero, of another shape, or no look.
        TimedMovesError: a joint that slides or is followed may be beyond its limits.
    """
    n = world.robot.n
    if q.shape != (n,) or dq.shape != (n,) or not (dq >= 0.0).all():
        raise BoxError(f"q and dq have shapes {q.shape}, {dq.shape}; ({n},) is right, and no dq below 0")
    if looks < 1:
        raise BoxError(f"looks is {looks}; it must be 1 or more")
    check_limits(world.robot, np.array([q - dq, q + dq]))
    if world.base is not None:  # where it stands in the parts of the box, the joints' way there decides
        looks = 1
    levers, centres, halves = world.levers, q[None], dq[None]
    distance, looked = world.batch(centres).distance, 1
    met = float(distance[0])
    while True:
        bound = distance - halves @ levers
        worst = np.argsort(bound)[: min(HALVED_AT_ONCE, (looks - looked) // 2)]
        worst = worst[bound[worst] < met]
        if not len(worst):
            return BoxClearance(float(bound.min()), met)
        parts, sizes = _halved(centres[worst], halves[worst], levers)
        found = world.batch(parts).distance
        met, looked = min(met, float(found.min())), looked + len(parts)
        centres, halves, distance = (
            np.concatenate([np.delete(known, worst, axis=0), new])
            for known, new in ((centres, parts), (halves, sizes), (distance, found))
        )


def _halved(centres: Array, halves: Array, levers: Array) -> tuple[Array, Array]:
    """Return both halves of each box, (2 k, n) and (2 k, n), cut across the joint that counts most."""
    rows, joint = np.arange(len(centres)), np.argmax(halves * levers, axis=1)
    sizes, shift = halves.copy(), np.zeros_like(centres)
    sizes[rows, joint] *= 0.5
    shift[rows, joint] = sizes[rows, joint]
    return np.concatenate([centres - shift, centres + shift]), np.concatenate([sizes, sizes])
