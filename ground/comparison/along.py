r"""How near a method sees an arm come along a motion: sampled closely, and by its proof without gaps.

distance |\            .--       samples   for the picture, and for what methods make of the same poses
         | `-.   __.-'           least     looked for again between the samples beside the lowest
required |----`-'-----           unsafe    the sweep's: from when on it is not surely kept apart
         +-----------> time
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.collision.method import Batch, CollisionWorld
from predictor.model.base.floating_base import FloatingBase, base_poses, base_within
from predictor.queries.timed_moves import TimedMoves

Array = NDArray[np.float64]
Integers = NDArray[np.int64]
Pair = tuple[str, str]

SAMPLES, LEAST_PER_MOVE = 2000, 4
CLOSER_LOOKS, CLOSER_SAMPLES = (
    2,
    65,
)  # how often the lowest place is looked at more closely, by so many samples
NS_PER_S, ROUNDING_M = 1e9, 1e-9


class DistancesAlong(NamedTuple):
    """What a method sees along a motion."""

    distance: Array  # (s,) [m] at the samples
    pair: list[Pair]  # of each
    least_m: float
    least_s: float
    least_pair: Pair
    unsafe_s: float | None  # from when on the requirement is not surely kept; None: it is
    unsafe_pair: Pair | None


def sample_times(course: TimedMoves) -> Array:
    """Return instants (s,) of a course's own time, as many in each of its moves."""
    per_move = max(LEAST_PER_MOVE, round(SAMPLES / len(course.moves)))
    return np.linspace(0.0, course.own_s, per_move * len(course.moves) + 1)


def distances_along(
    world: CollisionWorld, course: TimedMoves, own_s: Array, *, required_m: float
) -> DistancesAlong:
    """Look at a motion at instants (s,) of its own time, and follow it without gaps."""
    found = _distances(world, course, own_s)
    least_own_s, least_m, least_pair = _least(world, course, own_s, found=found)
    swept = world.sweep(course.moves, required_m=required_m, period_s=course.period_s)
    is_safe = swept.below_s is None
    return DistancesAlong(
        distance=found.distance,
        pair=[world.pair_names[index] for index in found.pair.tolist()],
        least_m=least_m,
        least_s=course.when(least_own_s),
        least_pair=world.pair_names[least_pair],
        unsafe_s=None if swept.below_s is None else course.when(swept.below_s),
        unsafe_pair=None if is_safe else swept.pair,
    )


def _least(
    world: CollisionWorld, course: TimedMoves, own_s: Array, *, found: Batch
) -> tuple[float, float, int]:
    """Return the least distance: when, how much, and the index of its pair."""
    step_s, lowest = own_s[1] - own_s[0], _first_lowest(found.distance)
    best = float(own_s[lowest]), float(found.distance[lowest]), int(found.pair[lowest])
    for _ in range(CLOSER_LOOKS):
        around = np.linspace(max(best[0] - step_s, 0.0), min(best[0] + step_s, course.own_s), CLOSER_SAMPLES)
        closer = _distances(world, course, around)
        lowest, step_s = _first_lowest(closer.distance), around[1] - around[0]
        if closer.distance[lowest] < best[1] - ROUNDING_M:
            best = float(around[lowest]), float(closer.distance[lowest]), int(closer.pair[lowest])
    return best


def _first_lowest(distance: Array) -> int:
    """Return where the least is met first; rounding makes no difference."""
    return int(np.argmax(distance <= distance.min() + ROUNDING_M))


def _distances(world: CollisionWorld, course: TimedMoves, own_s: Array) -> Batch:
    poses = course.at(own_s)
    if world.base is None:
        return world.batch(poses)
    bases = _bases(world.base, course, own_s)
    each = [world.batch(q[None], T) for q, T in zip(poses, bases, strict=True)]
    return Batch(np.concatenate([one.distance for one in each]), np.concatenate([one.pair for one in each]))


def _bases(base: FloatingBase, course: TimedMoves, own_s: Array) -> list[Array]:
    """Return where a base that floats stands at instants (s,); it begins where it stands first."""
    begins = base_poses(base, course.moves, np.eye(4), period_s=course.period_s)
    period_ns = round(course.period_s * NS_PER_S)
    places = []
    for at_s in own_s.tolist():
        move = min(int(at_s / course.period_s), len(course.moves) - 1)
        elapsed_ns = round((at_s - move * course.period_s) * NS_PER_S)
        moves = course.moves[move]
        places.append(base_within(base, moves, elapsed_ns, period_ns=period_ns, T_begin=begins[move]))
    return places
