"""Clearance of convex bodies along a motion, everywhere: on the grid of `sweep_grid_kernels`, by units.

All pairs of a unit move alike, so the least of their distances proves its cells clear, as a pair's does: the
verdict is that of all cells and pairs, however many bodies there are.  A distance is found only as far as it
can tell something: below the least that was sampled, or below what proves the rest of the period clear.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.collision.convex.convex_layout import BASE, DUE, POSE, SCRATCH_END, SPEED, ConvexTables
from predictor.collision.convex.scratch_kernels import MET, Scratch, place, scratch_of, tables_of, tree_of
from predictor.collision.convex.walk_kernels import DISTANCE, KEY, ONLY, is_beyond, search_unit
from predictor.collision.measured_kernels import NO_PAIR, SLACK
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
Integers = NDArray[np.int64]


# Rows of what is found: of each side, of the unit in doubt, of the unit that is measured now.
SCENE, ITSELF, DOUBT, NOW, ROWS = 0, 1, 2, 3, 4


class UnitWatch(NamedTuple):
    """What a sweep writes; u units."""

    due: Integers  # (u,) cell at which each unit is measured again
    speed: Array  # (u,) bound of how fast its distance changes [m/s]
    found: Array  # (ROWS, FOUND or more)


@kernel
def follow(
    moves: Array, base: BaseMotion | None, packed: Array, scratch: Array, required: float, period_s: float
) -> Followed:
    """Least sampled distance, its key, and the begin of the first cell that is not clear (-1: none).

    Then the least that was sampled of each side, and its key.  What is not a number is NaN, of no pair.
    """
    tree, tables, own = tree_of(packed), tables_of(packed), scratch_of(packed, scratch)
    q = scratch[int(packed[POSE]) : int(packed[BASE])]
    T_world_base = scratch[int(packed[BASE]) : int(packed[DUE])].reshape((4, 4))
    due = scratch[int(packed[DUE]) : int(packed[SPEED])].view(np.int64)
    speed, found = scratch[int(packed[SPEED]) : int(packed[SCRATCH_END])], own.rows[MET : MET + ROWS]
    watch, cell_s, doubted, begin = UnitWatch(due, speed, found), period_s / CELLS, -1, -1
    for row in range(ROWS):
        found[row, DISTANCE], found[row, KEY], found[row, ONLY] = math.inf, NO_PAIR, NO_PAIR
    for k in range(len(moves)):
        for unit in range(len(due)):
            due[unit] = 0 if doubted < 0 or unit == doubted else CELLS
            speed[unit] = _speed(tables.lever, unit, moves, k, period_s)
        cell = 0
        while cell < CELLS:
            pose_at(moves, k, cell * cell_s, q)
            if base is not None:
                base_at(base.craft, moves[k], (cell * cell_s, period_s), base.T[k], T_world_base)
            if not place(tree, tables, q, T_world_base, own):
                found[DOUBT, DISTANCE] = math.nan
                return _result(found, DOUBT, begin, period_s)
            following, worst = _measure_due(tables, own, watch, (cell, doubted), required, cell_s)
            if worst >= 0:
                doubted, begin, found[NOW, ONLY] = worst, k * CELLS + cell, found[DOUBT, KEY]
                for unit in range(len(due)):
                    due[unit] = cell + COARSE if unit == worst else CELLS
                following = cell + COARSE
            cell = following
    is_scene = not found[ITSELF, DISTANCE] < found[SCENE, DISTANCE]
    return _result(found, DOUBT if begin >= 0 else SCENE if is_scene else ITSELF, begin, period_s)


@part
def _result(found: Array, row: int, begin: int, period_s: float) -> Followed:
    """What a sweep returns, the least from a row."""
    begin_s = begin * period_s / CELLS if begin >= 0 else -1.0
    scene, itself = found[SCENE], found[ITSELF]
    each = scene[DISTANCE], int(scene[KEY]), itself[DISTANCE], int(itself[KEY])
    return found[row, DISTANCE], int(found[row, KEY]), begin_s, each[0], each[1], each[2], each[3]


@part
def _measure_due(
    tables: ConvexTables,
    scratch: Scratch,
    watch: UnitWatch,
    at: tuple[int, int],
    required: float,
    cell_s: float,
) -> tuple[int, int]:
    """Measure all units that are due at a cell: the next cell that one is, and the unit in doubt (-1: none).

    `at`: the cell, and the unit that is followed since it was in doubt (-1: none is).
    """
    due, speed, found = watch
    (cell, doubted), middle, following, worst = at, 2 * len(tables.leaves), CELLS, -1
    for unit in range(len(due)):
        if due[unit] <= cell:
            side, travel = (SCENE if unit < middle else ITSELF), speed[unit] * cell_s
            proving = max(required + travel * (CELLS - cell), found[side, DISTANCE])
            found[NOW, DISTANCE] = proving if doubted < 0 and travel < math.inf else math.inf
            found[NOW, KEY], due[unit] = NO_PAIR, CELLS
            reach = found[NOW, DISTANCE] + SLACK
            if not is_beyond(tables.leaves, tables.nodes, tables.pairs, scratch.rows, unit, reach):
                search_unit(tables, scratch, unit, (-1, -1), False, found[NOW])
            if found[NOW, KEY] != NO_PAIR:
                distance, floor, least = found[NOW, DISTANCE], required, 1
                if doubted >= 0:
                    floor, least = min(found[DOUBT, DISTANCE], distance), COARSE
                    found[DOUBT, DISTANCE] = floor
                elif not distance - required >= travel and _keep_if_nearer(found, DOUBT):
                    worst = unit
                due[unit] = cell + max(least, provably_clear(distance - floor, travel))
                _keep_if_nearer(found, side)
        following = min(following, due[unit])
    return following, worst


@part
def _keep_if_nearer(found: Array, row: int) -> bool:
    """Keep what was found now if it comes before what is in a row."""
    distance, key = found[NOW, DISTANCE], found[NOW, KEY]
    if distance > found[row, DISTANCE] or (distance == found[row, DISTANCE] and key >= found[row, KEY]):
        return False
    for column in range(ONLY):
        found[row, column] = found[NOW, column]
    return True


@part
def _speed(lever: Array, unit: int, moves: Array, k: int, period_s: float) -> float:
    """Bound how fast the distance of a unit changes during a period [m/s]; NaN if the move is."""
    speed = 0.0
    for joint in range(moves.shape[1]):
        low, high = bounds(moves[k, joint], 1, period_s)
        speed += lever[unit, joint] * max(-low, high)
    return speed
