"""Clearance of convex bodies along a motion, everywhere: the grid of `sweep_kernels`, by units.

All pairs of a unit move alike, so the least of their distances proves its cells clear, as a pair's does: the
verdict is that of all cells and pairs, however many bodies there are.  A distance is found only as far as it
can tell something: below the least that was sampled, or below what proves the rest of the period clear.

From the first cell that is not clear on, the nearest pair of those that are not is followed alone, to tell
how near it comes.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.bounds import bounds
from predictor.collision.convex.packing_layout import Packed
from predictor.collision.convex.room_kernels import Room, place
from predictor.collision.convex.walk_kernels import DISTANCE, KEY, ONLY, SLACK, is_beyond, look
from predictor.collision.sweep_kernels import CELLS, COARSE, BaseWay, pose_at, provably_clear
from predictor.collision.tables import NOBODY
from predictor.jit import kernel, part
from predictor.model.base.base_path_kernels import base_at
from predictor.model.tree_layout import Tree

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

SCENE, ITSELF, DOUBT, NOW, ROWS = 0, 1, 2, 3, 4  # rows of what is found


class Watch(NamedTuple):
    """What a sweep writes; u units."""

    q: Array  # (n,)
    T_world_base: Array  # (4, 4)
    due: Integers  # (u,) cell at which each unit is looked at again
    speed: Array  # (u,) bound of how fast its distance changes [m/s]
    found: Array  # (ROWS, FOUND)


@kernel
def follow(
    moves: Array,
    way: BaseWay | None,
    required: float,
    period_s: float,
    solids: int,
    watch: Watch,
    rows: Array,
    pieces: Array,
    items: Array,
    corners: Array,
    links: Integers,
    nodes: Array,
    leaves: Array,
    pairs: Integers,
    mounted: Integers,
    lever: Array,
    T: Array,
    s: Array,
) -> int:
    """The first cell of all moves that is not clear, or -1.

    Of each side comes the least that was sampled, and of DOUBT the pair that is not clear.  What is not a
    number is NaN, of no pair.
    """
    packed = Packed(items, corners, links, nodes, leaves, pairs, mounted, lever)
    q, T_world_base, due, speed, found = watch
    tree, room, cell_s, doubted, begin = Tree(rows, pieces), Room(T, s), period_s / CELLS, -1, -1
    for row in range(ROWS):
        found[row, DISTANCE], found[row, KEY], found[row, ONLY] = math.inf, NOBODY, NOBODY
    for k in range(len(moves)):
        for unit in range(len(due)):
            due[unit] = 0 if doubted < 0 or unit == doubted else CELLS
            speed[unit] = _speed(lever, unit, moves, k, period_s)
        cell = 0
        while cell < CELLS:
            pose_at(moves, k, cell * cell_s, q)
            if way is not None:
                base_at(way.craft, moves[k], (cell * cell_s, period_s), way.T[k], T_world_base)
            if not place(tree, packed, q, T_world_base, room):
                found[DOUBT, DISTANCE] = math.nan
                return begin if doubted >= 0 else k * CELLS + cell
            following, worst = _look_at(packed, room, solids, watch, (cell, doubted), required, cell_s)
            if worst >= 0:
                doubted, begin, found[NOW, ONLY] = worst, k * CELLS + cell, found[DOUBT, KEY]
                for unit in range(len(due)):
                    due[unit] = cell + COARSE if unit == worst else CELLS
                following = cell + COARSE
            cell = following
    return begin


@part
def _look_at(
    packed: Packed,
    room: Room,
    solids: int,
    watch: Watch,
    at: tuple[int, int],
    required: float,
    cell_s: float,
) -> tuple[int, int]:
    """Look at all units that are due at a cell: the next cell to look at, and the unit in doubt (-1: none).

    `at`: the cell, and the unit that is followed since it was in doubt (-1: none is).
    """
    _, _, due, speed, found = watch
    (cell, doubted), middle, following, worst = at, 2 * len(packed.leaves), CELLS, -1
    for unit in range(len(due)):
        if due[unit] <= cell:
            side, travel = (SCENE if unit < middle else ITSELF), speed[unit] * cell_s
            proving = max(required + travel * (CELLS - cell), found[side, DISTANCE])
            found[NOW, DISTANCE] = proving if doubted < 0 and travel < math.inf else math.inf
            found[NOW, KEY], due[unit] = NOBODY, CELLS
            reach = found[NOW, DISTANCE] + SLACK
            if not is_beyond(packed.leaves, packed.nodes, packed.pairs, room.s, unit, reach):
                look(packed, room, solids, unit, -1, -1, False, found, NOW)
            if found[NOW, KEY] != NOBODY:
                distance, floor, least = found[NOW, DISTANCE], required, 1
                if doubted >= 0:
                    floor, least = min(found[DOUBT, DISTANCE], distance), COARSE
                    found[DOUBT, DISTANCE] = floor
                elif not distance - required >= travel and _take(found, DOUBT):
                    worst = unit
                due[unit] = cell + max(least, provably_clear(distance - floor, travel))
                _take(found, side)
        following = min(following, due[unit])
    return following, worst


@part
def _take(found: Array, row: int) -> bool:
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
