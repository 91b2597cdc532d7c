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
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.bounds import bounds
from predictor.collision.nearest import (
    Found,
    Watches,
    distance_of,
    make_watches,
    nearer,
    nearest_leaves,
    nearest_obstacles,
    tell,
)
from predictor.collision.placing import place
from predictor.collision.tables import ITSELF, LEAF_LEVER, NOBODY, PAIR_LEVER, PLACED_COLUMNS, SCENE, Tables
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
    placed: Array  # (m, PLACED_COLUMNS), or (2 m, PLACED_COLUMNS)
    speed: Array  # (w,) of each watch: how fast its distance can change [m/s]
    due: Integers  # (w,) of each watch: the cell at which it looks again
    watches: Watches


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
    required: float,
    period_s: float,
    out_found: Array,
    rows: Array,
    pieces: Array,
    leaves: Array,
    obstacles: Array,
    limits: Array,
    ends: Array,
    nodes: Array,
    pairs: Array,
    mounted: Integers,
    carried: Array,
    in_space: int,
    finder: tuple[Any, ...] | None,
) -> tuple[float, int, float]:
    """Least sampled distance, its key, and the begin of the first cell that is not clear (-1: none).

    The begin of every period is always sampled; a period at rest costs no more than that.  Into (SHORT,)
    comes the least that was sampled of each side, and its key.
    """
    tree = Tree(rows, pieces)
    tables = Tables(leaves, obstacles, limits, ends, nodes, pairs, mounted, carried, in_space, finder)
    placed = len(leaves) if way is None else 2 * len(leaves)
    scratch, motion = make_scratch(tree, tables, placed), followed_by_rest(moves, period_s)
    doubt = first_doubt(tree, tables, motion, way, required, period_s, scratch)
    scene, itself, least = doubt.scene, doubt.itself, doubt.pair
    begin_s = (doubt.move * CELLS + doubt.cell) * (period_s / CELLS)
    if least.key != NOBODY:
        least = how_near(tree, tables, motion, way, period_s, doubt, scratch)
        if least.other >= 0:
            scene = least
        else:
            itself = least
    elif doubt.is_finite:
        least, begin_s = itself if nearer(scene, itself.distance, itself.key) else scene, -1.0
    tell(scene, itself, out_found)
    if not doubt.is_finite:
        out_found[SCENE], out_found[ITSELF] = math.nan, math.nan
        return math.nan, NOBODY, begin_s
    return least.distance, least.key, begin_s


@kernel
def first_doubt(
    tree: Tree,
    tables: Tables,
    moves: Array,
    way: BaseWay | None,
    required: float,
    period_s: float,
    scratch: Scratch,
) -> Doubt:
    """Look at moves (k, n, 6) up to the first cell that is not clear."""
    nobody, cell_s, rows = Found(math.inf, NOBODY, 0, 0), period_s / CELLS, len(scratch.placed)
    scene, itself, due, watches = nobody, nobody, scratch.due, scratch.watches
    for k in range(len(moves)):
        bound_speeds(tables, moves, k, period_s, scratch.speed)
        due[:] = 0
        cell = 0
        while cell < CELLS:
            if not place_at(tree, tables, moves, way, k, cell * cell_s, period_s, scratch):
                return Doubt(scene, itself, nobody, k, cell, False)
            for watch in range(len(due)):
                least = scene if watch < rows else itself
                proving = required + scratch.speed[watch] * cell_s * (CELLS - cell)
                watches.within[watch] = within(proving, least.distance) if due[watch] <= cell else -math.inf
            nearest_obstacles(tables.finder, tables, scratch.placed, nobody, -math.inf, watches)
            nearest_leaves(tables, scratch.placed, nobody, -math.inf, watches)
            doubted, following = nobody, CELLS
            for watch in range(len(due)):
                if due[watch] <= cell:
                    due[watch], distance, key = CELLS, watches.distance[watch], watches.key[watch]
                    if key != NOBODY:
                        travel = scratch.speed[watch] * cell_s
                        found = Found(distance, key, watch, watches.other[watch])
                        due[watch] = cell + max(1, provably_clear(distance - required, travel))
                        if watch < rows and nearer(scene, distance, key):
                            scene = found
                        if watch >= rows and nearer(itself, distance, key):
                            itself = found
                        if not distance - required >= travel and nearer(doubted, distance, key):
                            doubted = found
                following = min(following, due[watch])
            if doubted.key != NOBODY:
                return Doubt(scene, itself, doubted, k, cell, True)
            cell = following
    return Doubt(scene, itself, nobody, len(moves), 0, True)


@kernel
def within(proving: float, least: float) -> float:
    """How near a pair must be to be looked at: farther ones prove the rest of the period clear.

    Unless they are nearer than the least that was met; or nothing proves anything, as a speed is no number.
    """
    return max(proving, least) if math.isfinite(proving) else math.inf


@kernel
def make_scratch(tree: Tree, tables: Tables, rows: int) -> Scratch:
    """Make room for a sweep with so many placed leaves."""
    watches = rows + len(tables.pairs)
    return Scratch(
        np.empty(len(tables.carried)),
        np.empty((len(tree.rows) + 1, 4, 4)),
        np.empty((4, 4)),
        np.empty((rows, PLACED_COLUMNS)),
        np.empty(watches),
        np.empty(watches, np.int64),
        make_watches(watches),
    )


@kernel
def place_at(
    tree: Tree,
    tables: Tables,
    moves: Array,
    way: BaseWay | None,
    k: int,
    t: float,
    period_s: float,
    scratch: Scratch,
) -> bool:
    """Place the arm at time t [s] of the k-th move; False: something is not finite."""
    pose_at(moves, k, t, scratch.q)
    tree_frames(tree, scratch.q, scratch.T)
    if way is None:
        return place(tables.leaves, scratch.T, None, scratch.placed)
    base_at(way.craft, moves[k], (t, period_s), way.T[k], scratch.T_world_base)
    return place(tables.leaves, scratch.T, scratch.T_world_base, scratch.placed)


@kernel
def how_near(
    tree: Tree,
    tables: Tables,
    moves: Array,
    way: BaseWay | None,
    period_s: float,
    doubt: Doubt,
    scratch: Scratch,
) -> Found:
    """How near the pair in doubt comes from there on; NaN if what follows is not finite."""
    pair, k, cell, cell_s = doubt.pair, doubt.move, doubt.cell, period_s / CELLS
    least = pair.distance
    while k < len(moves):
        bound_speeds(tables, moves, k, period_s, scratch.speed)
        travel = scratch.speed[pair.row] * cell_s
        while cell < CELLS:
            if not place_at(tree, tables, moves, way, k, cell * cell_s, period_s, scratch):
                return Found(math.nan, pair.key, pair.row, pair.other)
            distance = distance_of(tables, scratch.placed, pair.row, pair.other)
            least = min(least, distance)
            cell += max(COARSE, provably_clear(distance - least, travel))
        k, cell = k + 1, 0
    return Found(least, pair.key, pair.row, pair.other)


@kernel
def provably_clear(margin: float, travel: float) -> int:
    """Cells that a margin proves clear while the distance changes by at most `travel` per cell."""
    if not travel * CELLS > margin:
        return CELLS
    return int(margin / travel)


@kernel
def bound_speeds(tables: Tables, moves: Array, k: int, period_s: float, out_speed: Array) -> None:
    """Bound how fast the distance of each watch can change during the k-th move [m/s]; NaN if that is."""
    leaves, pairs, carried, m = tables.leaves, tables.pairs, tables.carried, len(tables.leaves)
    rows = len(out_speed) - len(pairs)
    out_speed[:] = 0.0
    for joint in range(moves.shape[1]):
        low, high = bounds(moves[k, joint], 1, period_s)
        rate = max(-low, high)
        for row in range(rows):
            lever = (
                leaves[row, LEAF_LEVER + joint]
                if row < m
                else (leaves[row - m, LEAF_LEVER + joint] + carried[joint])
            )
            out_speed[row] += lever * rate
        for pair in range(len(pairs)):
            out_speed[rows + pair] += pairs[pair, PAIR_LEVER + joint] * rate


@kernel
def pose_at(moves: Array, k: int, t: float, out_q: Array) -> None:
    """Joint values (n,) at time t [s] of the k-th move."""
    for joint in range(len(out_q)):
        value = 0.0
        for power in range(5, -1, -1):
            value = value * t + moves[k, joint, power]
        out_q[joint] = value


@kernel
def followed_by_rest(moves: Array, period_s: float) -> Array:
    """Moves (k + 1, n, 6): the same, and one that stays at their end."""
    count, n = len(moves), moves.shape[1]
    whole, end = np.empty((count + 1, n, 6)), np.empty(n)
    pose_at(moves, count - 1, period_s, end)
    for k in range(count + 1):
        for joint in range(n):
            for power in range(6):
                whole[k, joint, power] = moves[k, joint, power] if k < count else 0.0
            if k == count:
                whole[k, joint, 0] = end[joint]
    return whole
