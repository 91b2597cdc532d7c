"""Clearance along a motion, everywhere and not only at samples: conservative advancement on a grid.

Each period is cut into CELLS equal cells.  A pair's distance cannot change faster than
v = sum of lever * max |qd| of that period (`predictor.motion.motion`), the motion of a free base included,
so a cell is clear if at its begin

    distance - v * cell >= required

A distance of d at cell i proves this for all cells before i + (d - required) / (v * cell), which are skipped.
All pairs of one leaf with obstacles have the same v, so the nearest obstacle of a leaf decides for all of
them: a *watch* is a placed leaf with all its obstacles, or a pair of leaves.  Nor must its distance be known
beyond what proves the rest of the period clear, and beyond the least that was met before.

The verdict is thus that of *all* pairs in *all* cells, whatever was skipped: a larger requirement never turns
bad into ok.  A motion is refused needlessly only within v * cell: half a millimetre at 1 m/s and a period of
250 ms.  From the first cell that is not clear on, only the nearest pair of those that are not is followed, to
tell how near it comes.
"""

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.collision.door_layout import (
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
from predictor.collision.nearest_kernels import Found, nearer, nearest_obstacles, watch_pairs
from predictor.collision.placing_kernels import distance_of, place
from predictor.collision.tables import NOBODY
from predictor.compiler.jit import compiled_too, kernel, part
from predictor.model.base.base_path_kernels import Craft, base_at
from predictor.motion.motion import bounds

Array = NDArray[np.float64]

CELLS = 512  # per period: 0.5 ms at 250 ms
COARSE = 16  # cells between samples once the verdict is known

compiled_too(bounds)


class BaseWay(NamedTuple):
    """How a free base goes along moves, and where it is at the begin of each and at the end."""

    craft: Craft
    T: Array  # (k + 1, 4, 4)


class Doubt(NamedTuple):
    """The first cell that is not clear, and what was met until then."""

    scene: Found
    itself: Found
    pair: Found  # the nearest of those in doubt; NOBODY: all cells are clear, or the motion is not finite
    move: int
    cell: int
    is_finite: bool


@kernel
def follow(
    moves: Array,
    way: BaseWay | None,
    table: Array,
    room: Array,
    finder: tuple[Any, ...] | None,
    required: float,
    period_s: float,
) -> tuple[float, int, float, float, int, float, int]:
    """Least sampled distance, its key, and the begin of the first cell that is not clear (-1: none).

    Then the least that was sampled of each side, and its key.  The begin of every period is always sampled;
    a period at rest costs no more than that.
    """
    doubt = first_doubt(table, room, finder, moves, way, required, period_s)
    scene, itself, least = doubt.scene, doubt.itself, doubt.pair
    begin_s = (doubt.move * CELLS + doubt.cell) * (period_s / CELLS)
    if not doubt.is_finite:
        first, second = int(table[KEYS + 1]), int(table[KEYS + 2])
        return math.nan, int(table[KEYS + 3]), begin_s, math.nan, first, math.nan, second
    if least.key == NOBODY:
        least, begin_s = itself if nearer(scene, itself.distance, itself.key) else scene, -1.0
    else:
        distance = how_near(table, room, moves, way, period_s, doubt)
        least = Found(distance, least.key, least.row, least.other)
        if least.other >= 0:
            scene = least
        else:
            itself = least
    return least.distance, least.key, begin_s, scene.distance, scene.key, itself.distance, itself.key


@part
def first_doubt(
    table: Array,
    room: Array,
    finder: tuple[Any, ...] | None,
    moves: Array,
    way: BaseWay | None,
    required: float,
    period_s: float,
) -> Doubt:
    """Look at moves (k, n, 6), and at rest after them, up to the first cell that is not clear."""
    nobody, cell_s = Found(math.inf, NOBODY, 0, 0), period_s / CELLS
    first, after = int(table[WATCHES]), int(table[POSE])
    pairs, scene, itself = first + int(table[ROWS]) * WATCH, nobody, nobody
    for k in range(len(moves) + 1):
        bound_speeds(table, room, moves, k, period_s)
        cell = 0
        while cell < CELLS:
            if not place_at(table, room, moves, way, k, cell * cell_s, period_s):
                return Doubt(scene, itself, nobody, k, cell, False)
            for at in range(first, after, WATCH):
                least = scene.distance if at < pairs else itself.distance
                proving = required + room[at + SPEED] * cell_s * (CELLS - cell)
                room[at + WITHIN] = within(proving, least) if room[at + DUE] <= cell else -math.inf
            nearest_obstacles(finder, table, room, nobody, -math.inf, True)
            watch_pairs(table, room)
            doubted, following = nobody, float(CELLS)
            for at in range(first, after, WATCH):
                due = room[at + DUE]
                if due <= cell:
                    due = float(CELLS)
                    if room[at + KEY] != NOBODY:
                        distance, travel = room[at + DISTANCE], room[at + SPEED] * cell_s
                        watch, key = (at - first) // WATCH, int(room[at + KEY])
                        found = Found(distance, key, watch, int(room[at + OTHER]))
                        due = cell + float(max(1, provably_clear(distance - required, travel)))
                        if at < pairs and nearer(scene, distance, key):
                            scene = found
                        if at >= pairs and nearer(itself, distance, key):
                            itself = found
                        if not distance - required >= travel and nearer(doubted, distance, key):
                            doubted = found
                    room[at + DUE] = due
                following = min(following, due)
            if doubted.key != NOBODY:
                return Doubt(scene, itself, doubted, k, cell, True)
            cell = int(following)
    return Doubt(scene, itself, nobody, len(moves) + 1, 0, True)


@part
def within(proving: float, least: float) -> float:
    """How near a pair must be to be looked at: farther ones prove the rest of the period clear.

    Unless they are nearer than the least that was met; or nothing proves anything, as a speed is no number.
    """
    return max(proving, least) if math.isfinite(proving) else math.inf


@part
def place_at(
    table: Array, room: Array, moves: Array, way: BaseWay | None, k: int, t: float, period_s: float
) -> bool:
    """Place the arm at time t [s] of the k-th move; False: something is not finite."""
    is_over, q = k == len(moves), room[int(table[POSE]) : int(table[STACK])]
    pose_at(moves, k - 1 if is_over else k, period_s if is_over else t, q)
    if way is None:
        return place(table, room, q, moves[0])  # where the base is does not count
    if is_over:
        return place(table, room, q, way.T[k])
    T_world_base = room[T_WORLD_BASE : T_WORLD_BASE + 16].reshape((4, 4))
    base_at(way.craft, moves[k], (t, period_s), way.T[k], T_world_base)
    return place(table, room, q, T_world_base)


@part
def how_near(
    table: Array, room: Array, moves: Array, way: BaseWay | None, period_s: float, doubt: Doubt
) -> float:
    """How near the pair in doubt comes from there on [m]; NaN if what follows is not finite."""
    pair, k, cell, cell_s = doubt.pair, doubt.move, doubt.cell, period_s / CELLS
    least = pair.distance
    while k <= len(moves):
        bound_speeds(table, room, moves, k, period_s)
        travel = room[int(table[WATCHES]) + pair.row * WATCH + SPEED] * cell_s
        while cell < CELLS:
            if not place_at(table, room, moves, way, k, cell * cell_s, period_s):
                return math.nan
            distance = distance_of(table, room, pair.row, pair.other)
            least = min(least, distance)
            cell += max(COARSE, provably_clear(distance - least, travel))
        k, cell = k + 1, 0
    return least


@kernel
def provably_clear(margin: float, travel: float) -> int:
    """Cells that a margin proves clear while the distance changes by at most `travel` per cell."""
    if not travel * CELLS > margin:
        return CELLS
    return int(margin / travel)


@part
def bound_speeds(table: Array, room: Array, moves: Array, k: int, period_s: float) -> None:
    """Bound how fast the distance of each watch can change during the k-th move [m/s]; NaN if that is.

    All of them look again at its begin.
    """
    m, rows, pairs, n = int(table[LEAVES]), int(table[ROWS]), int(table[PAIRS]), moves.shape[1]
    levers, watches = int(table[LEVERS]), int(table[WATCHES])
    carried, rates = table[levers + (m + pairs) * n :], room[int(table[POSE]) : int(table[STACK])]
    for joint in range(n):  # in place of the pose, which is made anew
        low, high = bounds(moves[k, joint], 1, period_s) if k < len(moves) else (0.0, 0.0)
        rates[joint] = max(-low, high)
    for watch in range(rows + pairs):
        begin, speed = levers + (watch if watch < m else watch - (rows - m)) * n, 0.0
        for joint in range(n):
            lever = table[begin + joint]
            if m <= watch < rows:
                lever += carried[joint]
            speed += lever * rates[joint]
        room[watches + watch * WATCH + SPEED], room[watches + watch * WATCH + DUE] = speed, 0.0


@part
def pose_at(moves: Array, k: int, t: float, out_q: Array) -> None:
    """Joint values (n,) at time t [s] of the k-th move."""
    for joint in range(len(out_q)):
        value = 0.0
        for power in range(5, -1, -1):
            value = value * t + moves[k, joint, power]
        out_q[joint] = value
