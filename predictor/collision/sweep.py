"""Clearance along a motion, everywhere and not only at samples: conservative advancement on a grid.

Each period is cut into CELLS equal cells.  A pair's distance cannot change faster than
v = sum of lever * max |qd| of that period (`predictor.bounds`), the motion of a free base included, so a
cell is clear if at its begin

    distance - v * cell >= required

A distance of d at cell i proves this for all cells before i + (d - required) / (v * cell), which are skipped.
The verdict is thus that of *all* cells, whatever was skipped: a larger requirement never turns bad into ok.
A motion is refused needlessly only within v * cell: half a millimetre at 1 m/s and a period of 250 ms.

From the first cell that is not clear on, only its pair is followed, to tell how near it comes.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.bounds import bounds
from predictor.collision.world import Packed, pair_distance, place, place_in_world, side_of
from predictor.jit import compiled_too, kernel
from predictor.model.base.base_path import Craft, base_at
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


@kernel
def follow(
    tree: Tree,
    world: Packed,
    moves: Array,
    way: BaseWay | None,
    required: float,
    period_s: float,
    out_distance: Array,
    out_pair: Integers,
) -> tuple[float, int, float]:
    """Least sampled distance, its pair, and the begin of the first cell that is not clear (-1: none).

    The begin of every period is always sampled; a period at rest costs no more than that.  Into (2,) and (2,)
    comes the least that was sampled of each side, and its pair (-1: none).
    """
    out_distance[:], out_pair[:] = math.inf, -1
    pairs = len(world.pairs)
    due, speed = np.empty(pairs, np.int64), np.empty(pairs)
    q, T = np.empty(moves.shape[1]), np.empty((len(tree.rows) + 1, 4, 4))
    ends, T_world_base = np.empty((len(world.radius), 2, 3)), np.empty((4, 4))
    cell_s = period_s / CELLS
    least, nearest, below = math.inf, 0, -1.0
    for k in range(len(moves)):
        bound_speeds(world, moves[k], period_s, speed)
        due[:] = 0
        cell = 0
        while cell < CELLS:
            pose_at(moves[k], cell * cell_s, q)
            place(tree, world, q, T, ends)
            if way is not None:
                base_at(way.craft, moves[k], (cell * cell_s, period_s), way.T[k], T_world_base)
                place_in_world(world, T_world_base, ends)
            following = CELLS
            for pair in range(pairs):
                if below >= 0.0 and pair != nearest:
                    continue
                if due[pair] <= cell:
                    distance, side = pair_distance(world, ends, pair), side_of(world, pair)
                    if math.isnan(distance) or distance < out_distance[side]:
                        out_distance[side], out_pair[side] = distance, pair
                    if math.isnan(distance):
                        return math.nan, pair, below if below >= 0.0 else (k * CELLS + cell) * cell_s
                    travel = speed[pair] * cell_s
                    if below < 0.0 and not distance - required >= travel:
                        below, nearest, least = (k * CELLS + cell) * cell_s, pair, distance
                    elif distance < least:
                        least, nearest = distance, pair
                    if below < 0.0:
                        due[pair] = cell + max(1, provably_clear(distance - required, travel))
                    else:
                        due[pair] = cell + max(COARSE, provably_clear(distance - least, travel))
                following = min(following, due[pair])
            cell = following
    return least, nearest, below


@kernel
def provably_clear(margin: float, travel: float) -> int:
    """Cells that a margin proves clear while the distance changes by at most `travel` per cell."""
    if not travel * CELLS > margin:
        return CELLS
    return int(margin / travel)


@kernel
def bound_speeds(world: Packed, move: Array, period_s: float, out_speed: Array) -> None:
    """Bound how fast each pair's distance can change during one period [m/s]; NaN if the move is."""
    out_speed[:] = 0.0
    for joint in range(len(move)):
        low, high = bounds(move[joint], 1, period_s)
        for pair in range(len(out_speed)):
            out_speed[pair] += world.lever[pair, joint] * max(-low, high)


@kernel
def pose_at(move: Array, t: float, out_q: Array) -> None:
    """Joint values (n,) at time t [s] of a move (n, 6)."""
    for joint in range(len(move)):
        value = 0.0
        for power in range(5, -1, -1):
            value = value * t + move[joint, power]
        out_q[joint] = value
