"""What many rays meet, LANES of them at a time, like a beam.

    rays --order--> beams --balls of all rows--> rows near a beam --ball of a row--> rays near a row
                                                                                          |
                        nearest of each ray <---- trees and hulls, one by one <-----------+
                                     ^----------- boxes and rods, in pairs <--------------'

Rays from one place, as those of a camera, are put in an order in which a beam is narrow.  A ray whose numbers
are not finite, or whose direction has no length, meets NO_RAY at NaN: it is never free.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.compiler.jit import array_kernel, part
from predictor.geometry.bounds_tree_kernels import DEEPEST
from predictor.rays.beam_kernels import (
    BALL_ROWS,
    BEST,
    FOUND,
    ITEM,
    LANE_ROWS,
    LANES,
    NX,
    NY,
    NZ,
    RADIUS,
    ROW,
    X,
    Y,
    Z,
    as_they_come,
    by_direction,
    cells_along,
    lanes_near,
    load,
    rows_near,
)
from predictor.rays.intersection_kernels import BOX, ROD, TREE, Shapes, in_hull
from predictor.rays.normal_kernels import facing, turned
from predictor.rays.pairs_kernels import (
    NO_ITEM,
    PAIR_ROWS,
    PAIRS,
    Pairs,
    add_pairs,
    begin_of,
    direction_of,
    keep_nearest,
    meet_pairs,
)
from predictor.rays.tree_walk_kernels import in_own_axes, surface_at, walk

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

NO_HIT, NO_RAY = -1, -2


class Beam(NamedTuple):
    """Up to LANES rays, and room for what is found on the way."""

    lanes: Array  # (LANE_ROWS, LANES) of each ray (`predictor.rays.beam_kernels`)
    met: Integers  # (2, LANES) row and item that it has met
    few: Integers  # (LANES,) rays that come near something
    near: Integers  # (t,) rows that the beam comes near
    node: Integers  # (DEEPEST,) of a walk down a tree
    away: Array  # (DEEPEST,)


@array_kernel
def cast(
    rows: Array,
    top: Integers,
    planes: Array,
    nodes: Array,
    links: Integers,
    items: Integers,
    triangles: Array,
    T: Array,
    origins: Array,
    directions: Array,
    farthest: float,
    is_any: bool,
    has_one_origin: bool,
    out_t: Array,
    out_row: Integers,
    out_normal: Array,
) -> None:
    """First t (k,) in 0 ... farthest, or any, at which rays (k, 3) meet shapes in frames at T (f, 4, 4).

    Into (k,), with the row (k,), or inf and NO_HIT, or NaN and NO_RAY; and the normal (k, 3) where a first
    one is met.  All may begin in one place (1, 3); if they do, they may be ordered by direction.
    """
    count, placed, balls = len(directions), np.empty((len(top), 20)), np.empty((BALL_ROWS, len(top)))
    limit = put_rows(rows, top, T, farthest, placed, balls)
    order, groups = np.empty(count, np.int64), (count + LANES - 1) // LANES
    if has_one_origin:
        groups = cells_along(count) ** 2
    first = np.empty(groups + 1, np.int64)
    if has_one_origin:
        by_direction(directions, np.empty((2, count)), order, first)
    else:
        as_they_come(order, first)
    shapes = Shapes(rows, top, planes, nodes, links, items, triangles, placed, balls)
    beam = Beam(
        np.empty((LANE_ROWS, LANES)),
        np.empty((2, LANES), np.int64),
        np.empty(LANES, np.int64),
        np.empty(len(top), np.int64),
        np.empty(DEEPEST, np.int64),
        np.empty(DEEPEST),
    )
    lane, row, waiting = np.empty((2, PAIRS), np.int64), np.empty((2, PAIRS), np.int64), np.empty(2, np.int64)
    pairs = Pairs(np.empty((2, PAIR_ROWS, PAIRS)), lane, row, waiting)
    waiting[BOX] = waiting[ROD] = 0
    for group in range(groups):
        for begin in range(first[group], first[group + 1], LANES):
            n = min(LANES, first[group + 1] - begin)
            load(origins, directions, order, begin, n, limit, beam.lanes)
            find_hits(shapes, n, is_any, beam, pairs)
            write_hits(shapes, order, begin, n, is_any, beam, out_t, out_row, out_normal)


@part
def find_hits(shapes: Shapes, n: int, is_any: bool, beam: Beam, pairs: Pairs) -> None:
    """Find what n rays meet."""
    lanes, placed = beam.lanes, shapes.placed
    for place in range(rows_near(shapes.balls, lanes, n, beam.near)):
        k = beam.near[place]
        count, kind, which = lanes_near(shapes.balls, k, lanes, n, beam.few), int(placed[k, 0]), 0
        while which < count:
            if kind <= ROD:  # a box too
                which = add_pairs(placed, k, beam.few, which, count, pairs, lanes)
                if pairs.waiting[kind] == PAIRS:
                    meet_pairs(kind, is_any, pairs, lanes, beam.met)
            else:
                find_hit_of_tree(shapes, k, beam.few[which], is_any, beam)
                which += 1
    for kind in range(2):
        meet_pairs(kind, is_any, pairs, lanes, beam.met)


@part
def find_hit_of_tree(shapes: Shapes, k: int, lane: int, is_any: bool, beam: Beam) -> None:
    """Find what one ray meets of a tree or a hull."""
    lanes, placed, item = beam.lanes, shapes.placed, NO_ITEM
    own_o, own_d = in_own_axes(placed, k, begin_of(lanes, lane), direction_of(lanes, lane))
    if placed[k, 0] == TREE:
        best = lanes[BEST, lane]
        t, item = walk(shapes, int(placed[k, 1]), own_o, own_d, best, is_any, beam.node, beam.away)
    else:
        t0, t1 = in_hull(int(placed[k, 1]), int(placed[k, 2]), shapes.planes, own_o, own_d)
        t = surface_at(t0, t1, is_any)
    if keep_nearest(t, k, item, lane, is_any, lanes, beam.met) and not is_any:
        row = row_of(shapes.top[k, 0], shapes.items, item)
        normal = facing(shapes, row, item, own_o, own_d, t)
        lanes[NX, lane], lanes[NY, lane], lanes[NZ, lane] = normal


@part
def write_hits(
    shapes: Shapes,
    order: Integers,
    begin: int,
    n: int,
    is_any: bool,
    beam: Beam,
    out_t: Array,
    out_row: Integers,
    out_normal: Array,
) -> None:
    """Write down what n rays of an order have met."""
    lanes, met = beam.lanes, beam.met
    for lane in range(n):
        i, t = order[begin + lane], lanes[FOUND, lane]
        out_t[i], out_row[i] = t, NO_HIT if t == math.inf else NO_RAY
        if t < math.inf:
            k = met[ROW, lane]
            out_row[i] = row_of(shapes.top[k, 0], shapes.items, met[ITEM, lane])
            if not is_any:
                own = (lanes[NX, lane], lanes[NY, lane], lanes[NZ, lane])
                out_normal[i, 0], out_normal[i, 1], out_normal[i, 2] = turned(shapes.placed, k, own)


@part
def row_of(row: int, items: Integers, item: int) -> int:
    """Which shape was met: a row by itself, or that of an item of its tree."""
    if item < 0:
        return row
    row_of_item: int = items[item]
    return row_of_item if row_of_item >= 0 else -1 - row_of_item


@part
def put_rows(
    rows: Array, top: Integers, T: Array, farthest: float, out_placed: Array, out_balls: Array
) -> float:
    """Put rows (t, 20), and balls (BALL_ROWS, t), where their frames are; NaN if anything is no number."""
    total = 0.0
    for k in range(len(top)):
        row, frame = top[k, 0], top[k, 1]
        for column in range(20):
            out_placed[k, column] = rows[row, column]
        for i in range(3):
            for j in range(4):
                out_placed[k, 4 + 4 * i + j] = T[frame, i, 3] if j == 3 else 0.0
                for m in range(3):
                    out_placed[k, 4 + 4 * i + j] += T[frame, i, m] * rows[row, 4 + 4 * m + j]
                total += out_placed[k, 4 + 4 * i + j]
        x, y, z = turned(out_placed, k, (rows[row, 16], rows[row, 17], rows[row, 18]))
        out_balls[X, k], out_balls[Y, k] = x + out_placed[k, 7], y + out_placed[k, 11]
        out_balls[Z, k], out_balls[RADIUS, k] = z + out_placed[k, 15], rows[row, 19]
    return farthest if math.isfinite(total) else math.nan
