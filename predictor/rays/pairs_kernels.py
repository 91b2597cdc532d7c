"""Rays and solids that come near each other, collected until they are intersected together, PAIRS at a time.

    ray 3, rod 7 | ray 9, rod 7 | ray 9, rod 2 | ...        each in the axes of its solid, one kind together

What is found becomes the nearest of its ray, if it is nearer than what was found before.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.compiler.jit import inlined_part, part
from predictor.rays.beam_kernels import BEST, DX, DY, DZ, FAR, FOUND, ITEM, LENGTH, NX, OX, OY, OZ, ROW
from predictor.rays.intersection_kernels import BOX, ROD, Point, in_box, in_rod
from predictor.rays.normal_kernels import off_box, off_rod
from predictor.rays.tree_walk_kernels import in_own_axes, surface_at

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

PAIRS = 16
PX, PY, PZ, VX, VY, VZ, SIZE_X, SIZE_Y, SIZE_Z, TIME, UX, UY, UZ = range(13)  # of each pair
PAIR_ROWS = 13
NO_ITEM = -1  # the row itself was met, none of a tree


class Pairs(NamedTuple):
    """What waits to be intersected: boxes, then rods."""

    numbers: Array  # (2, PAIR_ROWS, PAIRS) ray in own axes, size, and what is found: when, and the normal
    lane: Integers  # (2, PAIRS)
    row: Integers  # (2, PAIRS)
    waiting: Integers  # (2,) how many pairs of each kind


@part
def add_pairs(
    placed: Array, k: int, few: Integers, first: int, count: int, pairs: Pairs, lanes: Array
) -> int:
    """Let few lanes from the first on wait to meet the solid of a row; the first that finds no place."""
    kind = int(placed[k, 0])
    at, which = pairs.waiting[kind], first
    while which < count and at < PAIRS:
        lane = few[which]
        own_o, own_d = in_own_axes(placed, k, begin_of(lanes, lane), direction_of(lanes, lane))
        for i in range(3):
            pairs.numbers[kind, PX + i, at], pairs.numbers[kind, VX + i, at] = own_o[i], own_d[i]
            pairs.numbers[kind, SIZE_X + i, at] = placed[k, 1 + i]
        pairs.lane[kind, at], pairs.row[kind, at] = lane, k
        at, which = at + 1, which + 1
    pairs.waiting[kind] = at
    return which


@part
def meet_pairs(kind: int, is_any: bool, pairs: Pairs, lanes: Array, met: Integers) -> None:
    """Intersect all pairs of a kind that wait."""
    if kind == BOX:
        meet_boxes(pairs.numbers, is_any)
    else:
        meet_rods(pairs.numbers, is_any)
    for at in range(pairs.waiting[kind]):
        t, lane = pairs.numbers[kind, TIME, at], pairs.lane[kind, at]
        if keep_nearest(t, pairs.row[kind, at], NO_ITEM, lane, is_any, lanes, met):
            for i in range(3):
                lanes[NX + i, lane] = pairs.numbers[kind, UX + i, at]
    pairs.waiting[kind] = 0


@inlined_part
def keep_nearest(t: float, row: int, item: int, lane: int, is_any: bool, lanes: Array, met: Integers) -> bool:
    """Keep what a ray has met if it is the nearest so far; whether it is."""
    if not (t <= lanes[BEST, lane] and t < lanes[FOUND, lane]):
        return False
    lanes[FOUND, lane], lanes[BEST, lane] = t, -math.inf if is_any else t
    lanes[FAR, lane] = lanes[BEST, lane] * lanes[LENGTH, lane]
    met[ROW, lane], met[ITEM, lane] = row, item
    return True


@part
def meet_boxes(b: Array, is_any: bool) -> None:
    """When each ray meets its box, and the normal there."""
    for j in range(PAIRS):
        o, d = (b[BOX, PX, j], b[BOX, PY, j], b[BOX, PZ, j]), (b[BOX, VX, j], b[BOX, VY, j], b[BOX, VZ, j])
        half = (b[BOX, SIZE_X, j], b[BOX, SIZE_Y, j], b[BOX, SIZE_Z, j])
        t0, t1 = in_box(half, o, d)
        t = surface_at(t0, t1, is_any)
        n = off_box(half, (o[0] + t * d[0], o[1] + t * d[1], o[2] + t * d[2]))
        b[BOX, TIME, j], b[BOX, UX, j], b[BOX, UY, j], b[BOX, UZ, j] = t, n[0], n[1], n[2]


@part
def meet_rods(b: Array, is_any: bool) -> None:
    """When each ray meets its rod, and the normal there."""
    for j in range(PAIRS):
        o, d = (b[ROD, PX, j], b[ROD, PY, j], b[ROD, PZ, j]), (b[ROD, VX, j], b[ROD, VY, j], b[ROD, VZ, j])
        t0, t1 = in_rod(b[ROD, SIZE_X, j], b[ROD, SIZE_Y, j], o, d)
        t = surface_at(t0, t1, is_any)
        n = off_rod(b[ROD, SIZE_X, j], (o[0] + t * d[0], o[1] + t * d[1], o[2] + t * d[2]))
        b[ROD, TIME, j], b[ROD, UX, j], b[ROD, UY, j], b[ROD, UZ, j] = t, n[0], n[1], n[2]


@inlined_part
def begin_of(lanes: Array, lane: int) -> Point:
    """Where the ray of a lane begins."""
    return lanes[OX, lane], lanes[OY, lane], lanes[OZ, lane]


@inlined_part
def direction_of(lanes: Array, lane: int) -> Point:
    """The direction of the ray of a lane."""
    return lanes[DX, lane], lanes[DY, lane], lanes[DZ, lane]
