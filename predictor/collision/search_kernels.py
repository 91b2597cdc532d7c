"""The door of the kernels that look at poses one by one: the nearest pair, and where that is nearest.

The pair that was nearest last is looked at first, as poses that are asked for follow one another: with a
good least distance from the begin nearly all others are left out by their bounds.  No answer depends on it.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from predictor.collision.distance_kernels import Vector, along
from predictor.collision.door_layout import (
    AXES_AT,
    AXIS,
    IN_WORLD,
    KEYS,
    LAST_OTHER,
    LAST_PAIR,
    LAST_ROW,
    LEAF,
    LEAF_ROWS,
    LEAVES,
    OBSTACLE_ROWS,
    OBSTACLES,
    PAIR,
    PAIR_ROWS,
    POSE,
    STACK,
)
from predictor.collision.gradient_kernels import add_rates
from predictor.collision.measured_layout import BOTH, EACH, FOUND, ITSELF, NORMAL, POINTS, RATES, SCENE
from predictor.collision.nearest_kernels import Found, key_of, nearer, nearest_leaves, nearest_obstacles
from predictor.collision.nearest_points_kernels import segment_box_witness, segment_segment_witness
from predictor.collision.placing_kernels import in_axes, obstacle_distance, pair_distance, place, vector
from predictor.collision.tables import (
    AXES,
    BOX,
    CENTRE,
    FIRST,
    HALF,
    KIND,
    NOBODY,
    OBSTACLE_COLUMNS,
    RADIUS,
    SECOND,
)
from predictor.compiler.jit import kernel, part

Array = NDArray[np.float64]


@kernel
def search(
    q: Array,
    T_world_base: Array,
    table: Array,
    room: Array,
    finder: tuple[Any, ...] | None,
    within: float,
    out_found: Array,
) -> tuple[float, int]:
    """Least distance [m] and its key at the last of poses (k n,); NOBODY: nothing is within that [m].

    Finite `within`: nothing is looked for once a pair is so near.  A pose that is not finite has NaN for a
    distance, and the first key.  Into (0,), or (k times what `measured_layout` names,), comes what is told of
    all poses.
    """
    enough = within if within < math.inf else -math.inf
    n, nobody = int(table[STACK]) - int(table[POSE]), Found(within, NOBODY, 0, 0)
    count, found = len(q) // n, nobody
    told = len(out_found) // max(count, 1)
    first, last = (SCENE, ITSELF) if told == EACH else (BOTH, BOTH)
    for pose in range(count):
        out = out_found[pose * told : (pose + 1) * told]
        is_finite = place(table, room, q[pose * n : (pose + 1) * n], T_world_base)
        for sides in range(first, last + 1):
            if is_finite:
                found = again(table, room, nobody, sides)
                if sides & ITSELF and (found.key == NOBODY or found.distance > enough):
                    found = nearest_leaves(table, room, found, enough)
                if sides & SCENE and (found.key == NOBODY or found.distance > enough):
                    found = nearest_obstacles(finder, table, room, found, enough, False)
                remember(room, found)
            else:
                found = Found(math.nan, int(table[KEYS + sides]), 0, 0)
            if told >= FOUND:
                at = FOUND * (sides - first)
                out[at], out[at + 1] = found.distance, found.key
        if is_finite and found.key != NOBODY and told >= RATES:
            tell_where(table, room, found, out)
        elif told >= RATES:
            out[FOUND:] = math.nan
    return found.distance, found.key


@part
def remember(room: Array, found: Found) -> None:
    """Write what was nearest, if something was."""
    if found.key != NOBODY and found.other < 0:
        room[LAST_PAIR] = -1 - found.other
    elif found.key != NOBODY:
        room[LAST_ROW], room[LAST_OTHER] = found.row, found.other


@part
def again(table: Array, room: Array, found: Found, sides: int) -> Found:
    """The nearer of the pairs that were nearest before, if they count now."""
    m, row, other, pair = int(table[LEAVES]), int(room[LAST_ROW]), int(room[LAST_OTHER]), int(room[LAST_PAIR])
    if sides & SCENE and other >= 0:
        distance = obstacle_distance(table, room, row, other)
        if distance <= found.distance:
            found = Found(distance, key_of(table, row if row < m else row - m, other), row, other)
    if sides & ITSELF and pair >= 0:
        distance, key = pair_distance(table, room, pair), m * int(table[OBSTACLES]) + pair
        if nearer(found, distance, key):
            found = Found(distance, key, 0, -1 - pair)
    return found


@part
def tell_where(table: Array, room: Array, found: Found, out: Array) -> None:
    """Write nearest points, normal and rates of a pair, in the arm base."""
    m, first, second = int(table[LEAVES]), found.row, -1
    if found.other < 0:
        pair = int(table[PAIR_ROWS]) + (-1 - found.other) * PAIR
        first, second = int(table[pair + FIRST]), int(table[pair + SECOND])
    (x, y, z), normal = _witness(table, room, first, second, found.other)
    if first >= m:
        first, (bx, by, bz) = first - m, vector(room, IN_WORLD + 9)
        x, y, z = in_axes(room, IN_WORLD, (x - bx, y - by, z - bz))
        normal = in_axes(room, IN_WORLD, normal)
    point, other = (x, y, z), along((x, y, z), -found.distance, normal)
    for i in range(3):
        out[POINTS + i], out[POINTS + 3 + i] = point[i], other[i]
        out[NORMAL + i] = normal[i]
    if len(out) > RATES:
        rates = out[RATES:]
        for joint in range(len(rates)):
            rates[joint] = 0.0
        add_rates(table, room, first, point, normal, 1.0, rates)
        if second >= 0:
            add_rates(table, room, second, other, normal, -1.0, rates)


@part
def _witness(table: Array, room: Array, row: int, second: int, other: int) -> tuple[Vector, Vector]:
    """Nearest point of a placed leaf to a second one, or if there is none to an obstacle, and its normal."""
    m, axes = int(table[LEAVES]), int(table[AXES_AT])
    at = int(table[OBSTACLE_ROWS]) + other * OBSTACLE_COLUMNS
    p, u = vector(room, axes + row * AXIS), vector(room, axes + row * AXIS + 3)
    radius = table[int(table[LEAF_ROWS]) + (row if row < m else row - m) * LEAF + RADIUS]
    if second >= 0:
        q, v = vector(room, axes + second * AXIS), vector(room, axes + second * AXIS + 3)
    else:
        q, v = vector(table, at + CENTRE), vector(table, at + HALF)
    if second >= 0 or table[at + KIND] != BOX:
        _, s, normal = segment_segment_witness(p, u, q, v)
    else:
        from_centre = in_axes(table, at + AXES, (p[0] - q[0], p[1] - q[1], p[2] - q[2]))
        _, s, n = segment_box_witness(from_centre, in_axes(table, at + AXES, u), v)
        normal = (0.0, 0.0, 0.0)
        for i in range(3):
            normal = along(normal, n[i], vector(table, at + AXES + 3 * i))
    return along(along(p, s, u), -radius, normal), normal
