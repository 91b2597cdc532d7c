"""Clearance along a motion, everywhere and not only at samples: conservative advancement on a grid.

Each period is cut into CELLS equal cells.  A pair's distance cannot change faster than
v = sum of lever * max |qd| of that period (`predictor.bounds`), the motion of a free base included, so a
cell is clear if at its begin

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
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.bounds import bounds
from predictor.collision.nearest import (
    Found,
    distance_of,
    nearer,
    nearest_obstacle,
    pair_within,
    tell,
)
from predictor.collision.placing import place
from predictor.collision.tables import LEAF_LEVER, NOBODY, PAIR_LEVER, PLACED_COLUMNS, WIDE, Tables
from predictor.geometry.bounds_tree import DEEPEST
from predictor.jit import compiled_too, kernel
from predictor.model.base.base_path import Craft, base_at
from predictor.model.kinematics import tree_frames
from predictor.model.robot import Tree

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

CELLS = 512  # per period: 0.5 ms at 250 ms
COARSE = 16  # cells between samples once the verdict is known

compiled_too(bounds)


class BaseWay(NamedTuple):
    """How a free base goes along moves, and where it is at the begin of each."""

    craft: Craft
    T: Array  # (k, 4, 4)


class Scratch(NamedTuple):
    """What a sweep writes over and over."""

    q: Array  # (n,)
    T: Array  # (f, 4, 4)
    T_world_base: Array  # (4, 4)
    placed: Array  # (2 m, PLACED_COLUMNS)
    speed: Array  # (w,) of each watch: how fast its distance can change [m/s]
    due: Integers  # (w,) of each watch: the cell at which it is looked at again
    gaps: Array
    stack: Array


@kernel
def follow(
    tree: Tree,
    tables: Tables,
    moves: Array,
    way: BaseWay | None,
    required: float,
    period_s: float,
    out_found: Array,
) -> tuple[float, int, float]:
    """Least sampled distance, its key, and the begin of the first cell that is not clear (-1: none).

    The begin of every period is always sampled; a period at rest costs no more than that.  Into (SHORT,)
    comes the least that was sampled of each side, and its key.
    """
    m, nobody, cell_s = len(tables.leaves), Found(math.inf, NOBODY, 0, 0), period_s / CELLS
    rows = m if way is None else 2 * m
    watches = rows + len(tables.pairs)
    scratch = make_scratch(tree, tables, watches)
    scene, itself, moves = nobody, nobody, followed_by_rest(moves, period_s)
    for k in range(len(moves)):
        bound_speeds(tables, moves[k], period_s, scratch.speed)
        scratch.due[:] = 0
        cell = 0
        while cell < CELLS:
            if not place_at(tree, tables, moves[k], way, k, cell * cell_s, period_s, scratch):
                out_found[:] = math.nan
                return math.nan, NOBODY, (k * CELLS + cell) * cell_s
            doubted, following = nobody, CELLS
            for watch in range(watches):
                if scratch.due[watch] <= cell:
                    travel, least = scratch.speed[watch] * cell_s, scene if watch < rows else itself
                    found = look(tables, scratch, watch, rows, required + travel * (CELLS - cell), least)
                    margin = found.distance - required
                    if found.key == NOBODY:
                        scratch.due[watch] = CELLS
                    else:
                        scratch.due[watch] = cell + max(1, provably_clear(margin, travel))
                        if nearer(least, found.distance, found.key):
                            if watch < rows:
                                scene = found
                            else:
                                itself = found
                        if not margin >= travel and nearer(doubted, found.distance, found.key):
                            doubted = found
                following = min(following, scratch.due[watch])
            if doubted.key != NOBODY:
                least = how_near(tree, tables, moves, way, k, cell, period_s, doubted, scratch)
                if doubted.other >= 0:
                    scene = least
                else:
                    itself = least
                tell(scene, itself, out_found)
                return least.distance, least.key, (k * CELLS + cell) * cell_s
            cell = following
    tell(scene, itself, out_found)
    least = itself if nearer(scene, itself.distance, itself.key) else scene
    return least.distance, least.key, -1.0


@kernel
def make_scratch(tree: Tree, tables: Tables, watches: int) -> Scratch:
    """Make room for a sweep."""
    return Scratch(
        np.empty(len(tables.carried)),
        np.empty((len(tree.rows) + 1, 4, 4)),
        np.empty((4, 4)),
        np.empty((2 * len(tables.leaves), PLACED_COLUMNS)),
        np.empty(watches),
        np.empty(watches, np.int64),
        np.empty(WIDE),
        np.empty((DEEPEST, 2)),
    )


@kernel
def place_at(
    tree: Tree,
    tables: Tables,
    move: Array,
    way: BaseWay | None,
    k: int,
    t: float,
    period_s: float,
    scratch: Scratch,
) -> bool:
    """Place the arm at time t [s] of the k-th move; False: something is not finite."""
    pose_at(move, t, scratch.q)
    tree_frames(tree, scratch.q, scratch.T)
    if way is None:
        return place(tables, scratch.T, None, scratch.placed)
    base_at(way.craft, move, (t, period_s), way.T[k], scratch.T_world_base)
    return place(tables, scratch.T, scratch.T_world_base, scratch.placed)


@kernel
def look(tables: Tables, scratch: Scratch, watch: int, rows: int, proving: float, least: Found) -> Found:
    """The nearest pair of a watch, if it is nearer than what proves enough or than the least that was met."""
    start = Found(least.distance if least.distance > proving else proving, NOBODY, 0, 0)
    if not math.isfinite(proving):  # nothing proves anything: the distance itself must be known
        start = Found(math.inf, NOBODY, 0, 0)
    if watch < rows:
        return nearest_obstacle(tables, scratch.placed, watch, start, False, scratch.gaps, scratch.stack)
    return pair_within(tables, scratch.placed, watch - rows, start)


@kernel
def how_near(
    tree: Tree,
    tables: Tables,
    moves: Array,
    way: BaseWay | None,
    k: int,
    cell: int,
    period_s: float,
    doubted: Found,
    scratch: Scratch,
) -> Found:
    """How near one pair comes from a cell of the k-th move on; NaN if what follows is not finite."""
    least, cell_s = doubted, period_s / CELLS
    rows = len(scratch.speed) - len(tables.pairs)
    watch = doubted.row if doubted.other >= 0 else rows - 1 - doubted.other
    while k < len(moves):
        bound_speeds(tables, moves[k], period_s, scratch.speed)
        travel = scratch.speed[watch] * cell_s
        while cell < CELLS:
            if not place_at(tree, tables, moves[k], way, k, cell * cell_s, period_s, scratch):
                return Found(math.nan, doubted.key, doubted.row, doubted.other)
            distance = distance_of(tables, scratch.placed, doubted)
            if distance < least.distance:
                least = Found(distance, doubted.key, doubted.row, doubted.other)
            cell += max(COARSE, provably_clear(distance - least.distance, travel))
        k, cell = k + 1, 0
    return least


@kernel
def provably_clear(margin: float, travel: float) -> int:
    """Cells that a margin proves clear while the distance changes by at most `travel` per cell."""
    if not travel * CELLS > margin:
        return CELLS
    return int(margin / travel)


@kernel
def bound_speeds(tables: Tables, move: Array, period_s: float, out_speed: Array) -> None:
    """Bound how fast the distance of each watch can change during one period [m/s]; NaN if the move is."""
    m, pairs = len(tables.leaves), len(tables.pairs)
    rows = len(out_speed) - pairs
    out_speed[:] = 0.0
    for joint in range(len(move)):
        low, high = bounds(move[joint], 1, period_s)
        rate = max(-low, high)
        for row in range(rows):
            lever = tables.leaves[row % m, LEAF_LEVER + joint]
            out_speed[row] += (lever if row < m else lever + tables.carried[joint]) * rate
        for pair in range(pairs):
            out_speed[rows + pair] += tables.pairs[pair, PAIR_LEVER + joint] * rate


@kernel
def pose_at(move: Array, t: float, out_q: Array) -> None:
    """Joint values (n,) at time t [s] of a move (n, 6)."""
    for joint in range(len(move)):
        value = 0.0
        for power in range(5, -1, -1):
            value = value * t + move[joint, power]
        out_q[joint] = value


@kernel
def followed_by_rest(moves: Array, period_s: float) -> Array:
    """Moves (k + 1, n, 6): the same, and one that stays at their end."""
    count, n, powers = moves.shape
    whole = np.zeros((count + 1, n, powers))
    for k in range(count):
        for joint in range(n):
            for power in range(powers):
                whole[k, joint, power] = moves[k, joint, power]
    pose_at(moves[count - 1], period_s, whole[count, :, 0])
    return whole
