"""Clearance along a motion, everywhere and not only at samples, on the grid of `sweep_grid_kernels`.

All pairs of one leaf with obstacles have the same v, so the nearest obstacle of a leaf decides for all of
them: a *watch* is a placed leaf with all its obstacles, or a pair of leaves.  Nor must its distance be known
beyond what proves the rest of the period clear, and beyond the least that was met before.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.collision.capsules.one_pose.nearest_pair_kernels import (
    NearestPair,
    nearer,
    nearest_obstacles,
    watch_at,
    watch_pairs,
)
from predictor.collision.capsules.one_pose.packed_layout import (
    DISTANCE,
    DUE,
    KEY,
    KEYS,
    LEAVES,
    LEVERS,
    OTHER,
    PAIRS,
    POSE,
    ROWS,
    SPEED,
    STACK,
    T_WORLD_BASE,
    WATCH,
    WATCHES,
    WITHIN,
)
from predictor.collision.capsules.one_pose.placing_kernels import distance_of, place
from predictor.collision.measured_kernels import BOTH, ITSELF, NO_PAIR, SCENE
from predictor.collision.sweep_grid_kernels import (
    CELLS,
    COARSE,
    BaseMotion,
    Followed,
    pose_at,
    provably_clear,
)
from predictor.compiler.jit import kernel, part
from predictor.model.base.base_path_kernels import base_at
from predictor.motion.motion import bounds

Array = NDArray[np.float64]


class UnclearCell(NamedTuple):
    """The first cell that is not clear, and what was met until then."""

    scene: NearestPair
    itself: NearestPair
    pair: NearestPair  # the nearest of those in doubt; NO_PAIR: all cells are clear, or not finite
    move: int
    cell: int
    is_finite: bool


@kernel
def follow(
    moves: Array,
    base: BaseMotion | None,
    packed: Array,
    scratch: Array,
    finder: tuple[object, ...] | None,
    required: float,
    period_s: float,
) -> Followed:
    """Least sampled distance, its key, and the begin of the first cell that is not clear (-1: none).

    Then the least that was sampled of each side, and its key.  The begin of every period is always sampled;
    a period at rest costs no more than that.
    """
    doubt = first_unclear(packed, scratch, finder, moves, base, required, period_s)
    scene, itself, least = doubt.scene, doubt.itself, doubt.pair
    begin_s = (doubt.move * CELLS + doubt.cell) * (period_s / CELLS)
    if not doubt.is_finite:
        first, second = int(packed[KEYS + SCENE]), int(packed[KEYS + ITSELF])
        return math.nan, int(packed[KEYS + BOTH]), begin_s, math.nan, first, math.nan, second
    if least.key == NO_PAIR:
        least, begin_s = itself if nearer(scene, itself.distance, itself.key) else scene, -1.0
    else:
        distance = least_from_there(packed, scratch, moves, base, period_s, doubt)
        least = NearestPair(distance, least.key, least.row, least.other)
        if least.other >= 0:
            scene = least
        else:
            itself = least
    return least.distance, least.key, begin_s, scene.distance, scene.key, itself.distance, itself.key


@part
def first_unclear(
    packed: Array,
    scratch: Array,
    finder: tuple[object, ...] | None,
    moves: Array,
    base: BaseMotion | None,
    required: float,
    period_s: float,
) -> UnclearCell:
    """Follow moves (k, n, 6), and rest after them, up to the first cell that is not clear."""
    no_pair, cell_s = NearestPair(math.inf, NO_PAIR, 0, 0), period_s / CELLS
    first, after = int(packed[WATCHES]), int(packed[POSE])
    pairs, scene, itself = first + int(packed[ROWS]) * WATCH, no_pair, no_pair
    for k in range(len(moves) + 1):
        bound_speeds(packed, scratch, moves, k, period_s)
        cell = 0
        while cell < CELLS:
            if not place_at(packed, scratch, moves, base, k, cell * cell_s, period_s):
                return UnclearCell(scene, itself, no_pair, k, cell, False)
            for at in range(first, after, WATCH):
                least = scene.distance if at < pairs else itself.distance
                # A distance d proves all cells clear as far as d - required >= v t.
                proving = required + scratch[at + SPEED] * cell_s * (CELLS - cell)
                scratch[at + WITHIN] = within(proving, least) if scratch[at + DUE] <= cell else -math.inf
            nearest_obstacles(finder, packed, scratch, no_pair, -math.inf, True)
            watch_pairs(packed, scratch)
            doubted, following = no_pair, float(CELLS)
            for at in range(first, after, WATCH):
                due = scratch[at + DUE]
                if due <= cell:
                    due = float(CELLS)
                    if scratch[at + KEY] != NO_PAIR:
                        distance, travel = scratch[at + DISTANCE], scratch[at + SPEED] * cell_s
                        watch, key = (at - first) // WATCH, int(scratch[at + KEY])
                        found = NearestPair(distance, key, watch, int(scratch[at + OTHER]))
                        due = cell + float(max(1, provably_clear(distance - required, travel)))
                        if at < pairs and nearer(scene, distance, key):
                            scene = found
                        if at >= pairs and nearer(itself, distance, key):
                            itself = found
                        if not distance - required >= travel and nearer(doubted, distance, key):
                            doubted = found
                    scratch[at + DUE] = due
                following = min(following, due)
            if doubted.key != NO_PAIR:
                return UnclearCell(scene, itself, doubted, k, cell, True)
            cell = int(following)
    return UnclearCell(scene, itself, no_pair, len(moves) + 1, 0, True)


@part
def within(proving: float, least: float) -> float:
    """How near a pair must be to be measured: farther ones prove the rest of the period clear.

    Those nearer than the least that was met are measured too; and all, if a speed is not finite.
    """
    return max(proving, least) if math.isfinite(proving) else math.inf


@part
def place_at(
    packed: Array, scratch: Array, moves: Array, base: BaseMotion | None, k: int, t: float, period_s: float
) -> bool:
    """Place the arm at time t [s] of the k-th move; False: something is not finite."""
    is_over, q = k == len(moves), scratch[int(packed[POSE]) : int(packed[STACK])]
    pose_at(moves, k - 1 if is_over else k, period_s if is_over else t, q)
    if base is None:
        return place(packed, scratch, q, moves[0])  # where the base is does not count
    if is_over:
        return place(packed, scratch, q, base.T[k])
    T_world_base = scratch[T_WORLD_BASE : T_WORLD_BASE + 16].reshape((4, 4))
    base_at(base.craft, moves[k], (t, period_s), base.T[k], T_world_base)
    return place(packed, scratch, q, T_world_base)


@part
def least_from_there(
    packed: Array, scratch: Array, moves: Array, base: BaseMotion | None, period_s: float, doubt: UnclearCell
) -> float:
    """How near the pair in doubt comes from there on [m]; NaN if what follows is not finite."""
    pair, k, cell, cell_s = doubt.pair, doubt.move, doubt.cell, period_s / CELLS
    least = pair.distance
    while k <= len(moves):
        bound_speeds(packed, scratch, moves, k, period_s)
        travel = scratch[watch_at(packed, pair.row) + SPEED] * cell_s
        while cell < CELLS:
            if not place_at(packed, scratch, moves, base, k, cell * cell_s, period_s):
                return math.nan
            distance = distance_of(packed, scratch, pair.row, pair.other)
            least = min(least, distance)
            cell += max(COARSE, provably_clear(distance - least, travel))
        k, cell = k + 1, 0
    return least


@part
def bound_speeds(packed: Array, scratch: Array, moves: Array, k: int, period_s: float) -> None:
    """Bound how fast the distance of each watch can change during the k-th move [m/s]; NaN if that is.

    All of them are measured again at its begin.
    """
    m, rows, pairs, n = int(packed[LEAVES]), int(packed[ROWS]), int(packed[PAIRS]), moves.shape[1]
    levers, watches = int(packed[LEVERS]), int(packed[WATCHES])
    carried, rates = packed[levers + (m + pairs) * n :], scratch[int(packed[POSE]) : int(packed[STACK])]
    for joint in range(n):  # in place of the pose, which is made anew
        low, high = bounds(moves[k, joint], 1, period_s) if k < len(moves) else (0.0, 0.0)
        rates[joint] = max(-low, high)
    for watch in range(rows + pairs):
        begin, speed = levers + (watch if watch < m else watch - (rows - m)) * n, 0.0
        for joint in range(n):
            lever = packed[begin + joint]
            if m <= watch < rows:
                lever += carried[joint]
            speed += lever * rates[joint]
        scratch[watches + watch * WATCH + SPEED], scratch[watches + watch * WATCH + DUE] = speed, 0.0
