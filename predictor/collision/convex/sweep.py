"""Clearance of convex bodies along a motion, everywhere: the grid of `predictor.collision.sweep`, by units.

All pairs of a unit move alike, so the least of their distances proves its cells clear, as a pair's does: the
verdict is that of all cells and pairs, however many bodies there are.  A distance is found only as far as it
can tell something: below the least that was sampled, or below what the next cell asks for.

From the first cell that is not clear on, the nearest pair of those that are not is followed alone, to tell
how near it comes.
"""

import math

import numpy as np
from numpy.typing import NDArray

from predictor.bounds import bounds
from predictor.collision.convex.least import Pose, new_pose, of_pair, place
from predictor.collision.convex.packing import FIRST, LEAVES, NO_PAIR, Packed
from predictor.collision.convex.queries import of_units
from predictor.collision.sweep import CELLS, COARSE, BaseWay, pose_at, provably_clear
from predictor.jit import kernel
from predictor.model.base.base_path import base_at
from predictor.model.robot import Tree

Array = NDArray[np.float64]
Integers = NDArray[np.int64]


@kernel
def follow(
    tree: Tree,
    world: Packed,
    moves: Array,
    way: BaseWay | None,
    required: float,
    period_s: float,
    out_distance: Array,
    out_code: Integers,
) -> tuple[float, int, float]:
    """Least sampled distance, its code, and the begin of the first cell that is not clear (-1: none).

    Into (2,) and (2,) comes the least that was sampled of each side, and its code (NO_PAIR: none).
    """
    out_distance[:], out_code[:] = math.inf, NO_PAIR
    middle, units, cell_s = 2 * world.sizes[LEAVES], len(world.lever), period_s / CELLS
    due, speed, least = np.empty(units, np.int64), np.empty(units), math.inf
    q, T_world_base, pose = np.empty(moves.shape[1]), np.empty((4, 4)), new_pose(tree, world)
    for k in range(len(moves)):
        for unit in range(units):
            due[unit], speed[unit] = 0, _speed(world.lever, unit, moves[k], period_s)
        cell = 0
        while cell < CELLS:
            if not _place_at(tree, world, moves, way, (k, cell), period_s, q, T_world_base, pose):
                return math.nan, world.sizes[FIRST], (k * CELLS + cell) * cell_s
            following, worst, doubted = CELLS, NO_PAIR, NO_PAIR
            for unit in range(units):
                if due[unit] <= cell:
                    side, travel = (0 if unit < middle else 1), speed[unit] * cell_s
                    enough = max(out_distance[side], required + travel) if travel < math.inf else math.inf
                    distance, code = of_units(world, pose, unit, unit + 1, enough, -math.inf, NO_PAIR)
                    if code != NO_PAIR:
                        if not distance >= out_distance[side]:
                            out_distance[side], out_code[side] = distance, code
                        if not distance - required >= travel and not distance >= least:
                            least, worst, doubted = distance, code, unit
                    due[unit] = cell + max(1, provably_clear(distance - required, travel))
                following = min(following, due[unit])
            if doubted >= 0:
                nearer = _follow_pair(tree, world, moves, way, (k, cell), period_s, doubted, worst)
                side = 0 if doubted < middle else 1
                out_distance[side] = min(out_distance[side], nearer)
                return nearer, worst, (k * CELLS + cell) * cell_s
            cell = following
    side = 0 if out_distance[0] <= out_distance[1] else 1
    return out_distance[side], out_code[side], -1.0


@kernel
def _speed(lever: Array, unit: int, move: Array, period_s: float) -> float:
    """Bound how fast the distance of a unit changes during one period [m/s]; NaN if the move is."""
    speed = 0.0
    for joint in range(len(move)):
        low, high = bounds(move[joint], 1, period_s)
        speed += lever[unit, joint] * max(-low, high)
    return speed


@kernel
def _place_at(
    tree: Tree,
    world: Packed,
    moves: Array,
    way: BaseWay | None,
    at: tuple[int, int],
    period_s: float,
    q: Array,
    T_world_base: Array,
    pose: Pose,
) -> bool:
    """Put the arm where it is at the begin of a cell of a move; False: something is not a number."""
    k, cell = at
    t = cell * (period_s / CELLS)
    pose_at(moves, k, t, q)
    if way is not None:
        base_at(way.craft, moves[k], (t, period_s), way.T[k], T_world_base)
    return place(tree, world, q, T_world_base, pose)


@kernel
def _follow_pair(
    tree: Tree,
    world: Packed,
    moves: Array,
    way: BaseWay | None,
    begin: tuple[int, int],
    period_s: float,
    unit: int,
    code: int,
) -> float:
    """Least distance of one pair from a cell of a move to the end; NaN if the motion is."""
    k, cell, least, cell_s = begin[0], begin[1], math.inf, period_s / CELLS
    q, T_world_base, pose = np.empty(moves.shape[1]), np.empty((4, 4)), new_pose(tree, world)
    while k < len(moves):
        travel = _speed(world.lever, unit, moves[k], period_s) * cell_s
        while cell < CELLS:
            if not _place_at(tree, world, moves, way, (k, cell), period_s, q, T_world_base, pose):
                return math.nan
            distance = of_pair(world, pose, code, math.inf)
            if not distance >= least:
                least = distance
            cell += max(COARSE, provably_clear(distance - least, travel))
        k, cell = k + 1, 0
    return least
