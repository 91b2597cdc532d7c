"""The nearest pair of poses one by one, and where that is nearest.

The pair that was nearest last is measured first, as poses that are asked for follow one another: with a good
least distance from the begin nearly all others are left out by their bounds.  No answer depends on it.
"""

import math

import numpy as np
from numpy.typing import NDArray

from predictor.collision.capsules.one_pose.nearest_pair_kernels import (
    NearestPair,
    key_of,
    nearer,
    nearest_leaves,
    nearest_obstacles,
)
from predictor.collision.capsules.one_pose.packed_layout import (
    KEYS,
    LAST_OTHER,
    LAST_PAIR,
    LAST_ROW,
    LEAVES,
    OBSTACLES,
    POSE,
    STACK,
)
from predictor.collision.capsules.one_pose.placing_kernels import (
    leaf_of,
    obstacle_distance,
    pair_distance,
    place,
)
from predictor.collision.capsules.one_pose.witness_kernels import write_witness
from predictor.collision.measured_kernels import BOTH, EACH, FOUND, ITSELF, NO_PAIR, RATES, SCENE
from predictor.compiler.jit import kernel, part

Array = NDArray[np.float64]


@kernel
def search(
    q: Array,
    T_world_base: Array,
    packed: Array,
    scratch: Array,
    finder: tuple[object, ...] | None,
    within: float,
    out_found: Array,
) -> tuple[float, int]:
    """Least distance [m] and its key at the last of poses (k n,); NO_PAIR: nothing is within that [m].

    Finite `within`: nothing is looked for once a pair is so near.  A pose that is not finite has NaN for a
    distance, and the first key.  Into (0,), or (k times what `measured_kernels` names,), comes the answer
    for all poses.
    """
    enough = within if within < math.inf else -math.inf
    n, no_pair = int(packed[STACK]) - int(packed[POSE]), NearestPair(within, NO_PAIR, 0, 0)
    count, found = len(q) // n, no_pair
    width = len(out_found) // max(count, 1)
    first, last = (SCENE, ITSELF) if width == EACH else (BOTH, BOTH)
    for pose in range(count):
        out = out_found[pose * width : (pose + 1) * width]
        is_finite = place(packed, scratch, q[pose * n : (pose + 1) * n], T_world_base)
        for sides in range(first, last + 1):
            if is_finite:
                found = nearest_of_last(packed, scratch, no_pair, sides)
                if sides & ITSELF and (found.key == NO_PAIR or found.distance > enough):
                    found = nearest_leaves(packed, scratch, found, enough)
                if sides & SCENE and (found.key == NO_PAIR or found.distance > enough):
                    found = nearest_obstacles(finder, packed, scratch, found, enough, False)
                keep_for_next(scratch, found)
            else:
                found = NearestPair(math.nan, int(packed[KEYS + sides]), 0, 0)
            if width >= FOUND:
                at = FOUND * (sides - first)
                out[at], out[at + 1] = found.distance, found.key
        if is_finite and found.key != NO_PAIR and width >= RATES:
            write_witness(packed, scratch, found, out)
        elif width >= RATES:
            out[FOUND:] = math.nan
    return found.distance, found.key


@part
def keep_for_next(scratch: Array, found: NearestPair) -> None:
    """Write what was nearest, if something was."""
    if found.key != NO_PAIR and found.other < 0:
        scratch[LAST_PAIR] = -1 - found.other
    elif found.key != NO_PAIR:
        scratch[LAST_ROW], scratch[LAST_OTHER] = found.row, found.other


@part
def nearest_of_last(packed: Array, scratch: Array, found: NearestPair, sides: int) -> NearestPair:
    """The nearer of the pairs that were nearest before, if they count now."""
    row, other, pair = int(scratch[LAST_ROW]), int(scratch[LAST_OTHER]), int(scratch[LAST_PAIR])
    if sides & SCENE and other >= 0:
        distance = obstacle_distance(packed, scratch, row, other)
        if distance <= found.distance:
            found = NearestPair(distance, key_of(packed, leaf_of(packed, row), other), row, other)
    if sides & ITSELF and pair >= 0:
        distance = pair_distance(packed, scratch, pair)
        key = int(packed[LEAVES]) * int(packed[OBSTACLES]) + pair
        if nearer(found, distance, key):
            found = NearestPair(distance, key, 0, -1 - pair)
    return found
