"""The nearest pairs of one pose, by branch and bound.

    leaf i ---> tree over the obstacles: a node farther than the least so far is left out with all it holds;
                the bounds of all its children are compared side by side, then the exact distance
    leaf i ---> the bounds of all leaves of a group side by side, then the exact distance

Bounds are those of a leaf's *axis*: where they are apart by more than the least distance and the radius, so
is the leaf.  They are left out only beyond `SLACK`, more than rounding can do, and among equal distances the
least key decides: whatever is looked at first, distance and pair are the same to the last bit.

A search looks for one nearest pair of all; a sweep for the nearest of each *watch*: of each placed leaf with
all its obstacles, and of each pair of leaves.
"""

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.collision.distance_kernels import Vector
from predictor.collision.door_layout import (
    AXES_AT,
    AXIS,
    DISTANCE,
    GAPS,
    GROUP,
    GROUPS,
    KEY,
    LANES,
    LEAF,
    LEAF_ROWS,
    LEAVES,
    LEVERS,
    MOUNTED,
    NODES,
    OBSTACLE_ROWS,
    OBSTACLES,
    OTHER,
    OWN,
    PAIR,
    PAIR_ROWS,
    PAIRS,
    ROOTS,
    ROWS,
    STACK,
    WATCH,
    WATCHES,
    WITHIN,
)
from predictor.collision.placing_kernels import obstacle_distance, pair_distance, vector
from predictor.collision.tables import (
    FIRST,
    MOUNTS,
    NOBODY,
    NUMBER,
    OBSTACLE_COLUMNS,
    RADII,
    RADIUS,
    SECOND,
    WIDE,
)
from predictor.collision.wide_tree_layout import AROUND, MARK, NODE, NONE
from predictor.compiler.jit import inlined_part, kernel, part, replaceable_kernel

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

SLACK = 1e-9  # [m] more than rounding makes of a distance within a thousand kilometres


class Found(NamedTuple):
    """The nearest so far."""

    distance: float  # [m]
    key: int  # of its pair; NOBODY: none, it is the distance below which a pair counts
    row: int  # of the placed leaf, or of the first of a pair of leaves
    other: int  # row of the obstacle; of a pair of leaves, minus one minus its row


@part
def note(table: Array, room: Array, watch: int, found: Found) -> None:
    """Write what a watch has found."""
    at = int(table[WATCHES]) + watch * WATCH
    room[at + DISTANCE], room[at + KEY], room[at + OTHER] = found.distance, found.key, found.other


@inlined_part
def nearer(found: Found, distance: float, key: int) -> bool:
    """Whether a pair comes before what has been found."""
    return distance < found.distance or (distance == found.distance and key < found.key)


@kernel
def is_mounted(mounted: Array | Integers, key: int) -> bool:
    """Whether a leaf and an obstacle are joined by construction."""
    first, after = 0, len(mounted)
    while first < after:
        middle = (first + after) // 2
        if mounted[middle] < key:
            first = middle + 1
        else:
            after = middle
    return first < len(mounted) and mounted[first] == key


@part
def squared_reach(distance: float, radius: float) -> float:
    """Square of how far bounds must be apart, so that a body of this radius is farther than a distance."""
    reach = distance + radius + SLACK
    return reach * reach if reach > 0.0 else 0.0


@inlined_part
def apart(low: float, high: float, other_low: float, other_high: float) -> float:
    """How far two intervals are apart; 0 if they meet."""
    above, below = other_low - high, low - other_high
    gap = above if above > below else below
    return gap if gap > 0.0 else 0.0


@part
def squared_gap(low: Vector, high: Vector, other_low: Vector, other_high: Vector) -> float:
    """Squared distance of two bounds [m^2]."""
    x = apart(low[0], high[0], other_low[0], other_high[0])
    y = apart(low[1], high[1], other_low[1], other_high[1])
    z = apart(low[2], high[2], other_low[2], other_high[2])
    return x * x + y * y + z * z


@inlined_part
def bounds_of(room: Array, at: int) -> tuple[Vector, Vector]:
    """Bounds of a placed axis."""
    axis = room[at : at + AXIS]
    (px, py, pz), (ux, uy, uz) = vector(axis, 0), vector(axis, 3)
    low = px + min(ux, 0.0), py + min(uy, 0.0), pz + min(uz, 0.0)
    return low, (px + max(ux, 0.0), py + max(uy, 0.0), pz + max(uz, 0.0))


@inlined_part
def look(low: Vector, high: Vector, sides: Array, marks: Array, reach: float, out: Array) -> int:
    """Which of what stands side by side, as in a node, is in reach of bounds [m]; how many.

    Into (2 WIDE,) come by how much the squares of distances are beyond it, and the places that are not.
    """
    near = 0
    for i in range(WIDE):
        x = apart(low[0], high[0], sides[i], sides[3 * WIDE + i])
        y = apart(low[1], high[1], sides[WIDE + i], sides[4 * WIDE + i])
        z = apart(low[2], high[2], sides[2 * WIDE + i], sides[5 * WIDE + i])
        around = reach + sides[AROUND + i]
        beyond = x * x + y * y + z * z - around * around
        out[i] = beyond if marks[i] < NONE else 1.0
        near += 1 if out[i] <= 0.0 else 0
    if near > 0:
        near = 0
        for i in range(WIDE):
            out[WIDE + near] = i
            near += 1 if out[i] <= 0.0 else 0
    return near


@inlined_part
def key_of(table: Array, leaf: int, other: int) -> int:
    """Key of a leaf and an obstacle."""
    number = int(table[int(table[OBSTACLE_ROWS]) + other * OBSTACLE_COLUMNS + NUMBER])
    return number * int(table[LEAVES]) + leaf


@part
def nearest_of(table: Array, room: Array, row: int, found: Found, enough: float) -> Found:
    """What has been found, or the nearest obstacle of one placed leaf if it comes before that.

    Nothing is looked for once a pair is at most `enough` apart [m].
    """
    m, root, leaf = int(table[LEAVES]), table[ROOTS], row
    if row >= m:
        leaf, root = row - m, table[ROOTS + 1]
    at, stack = int(table[LEAF_ROWS]) + leaf * LEAF, int(table[STACK])
    radius, mounts = table[at + RADIUS], table[at + MOUNTS]
    if root < 0.0 or mounts == table[OBSTACLES]:
        return found
    (low, high), near = bounds_of(room, int(table[AXES_AT]) + row * AXIS), room[GAPS : GAPS + 2 * WIDE]
    reach, top = found.distance + radius + SLACK, stack + 2
    room[stack], room[stack + 1] = root, -math.inf
    while top > stack:
        top -= 2
        if room[top + 1] > reach * reach:
            continue
        node, begin = int(table[NODES]) + int(room[top]), top
        marks = table[node + MARK : node + NODE]
        for k in range(look(low, high, table[node : node + MARK], marks, reach, near)):
            i = int(near[WIDE + k])
            other = int(marks[i])
            if other < 0:  # the nearest child waits on top
                place, gap = top, near[i] + reach * reach
                if top > begin and room[top - 1] < gap:
                    room[top], room[top + 1], place = room[top - 2], room[top - 1], top - 2
                room[place], room[place + 1], top = -1 - other, gap, top + 2
                continue
            key, distance = key_of(table, leaf, other), obstacle_distance(table, room, row, other)
            if nearer(found, distance, key) and not (
                mounts > 0.0 and is_mounted(table[int(table[MOUNTED]) : int(table[LEVERS])], key)
            ):
                found, reach = Found(distance, key, row, other), distance + radius + SLACK
                if distance <= enough:
                    return found
    return found


@replaceable_kernel
def nearest_obstacles(
    finder: tuple[Any, ...] | None, table: Array, room: Array, found: Found, enough: float, is_each: bool
) -> Found:
    """What has been found, or the nearest obstacle of all placed leaves if it comes before that.

    A finder of another class finds them in its own way, by its kernel of this name.  With `is_each` every
    placed leaf is a watch, whose nearest is found by itself, within what it looks for.
    """
    for row in range(int(table[ROWS])):
        if is_each:
            found = Found(room[int(table[WATCHES]) + row * WATCH + WITHIN], NOBODY, row, 0)
        if found.distance > -math.inf:
            found = nearest_of(table, room, row, found, enough)
        if is_each:
            note(table, room, row, found)
        elif found.distance <= enough and found.key != NOBODY:
            return found
    return found


@part
def nearest_leaves(table: Array, room: Array, found: Found, enough: float) -> Found:
    """What has been found, or the nearest pair of leaves if it comes before that."""
    m, groups, lanes = int(table[LEAVES]), int(table[GROUPS]), int(table[LANES])
    near = room[GAPS : GAPS + 2 * WIDE]
    first_key = m * int(table[OBSTACLES])
    for leaf in range(m):
        low, high = bounds_of(room, int(table[AXES_AT]) + leaf * AXIS)
        radius = table[int(table[LEAF_ROWS]) + leaf * LEAF + RADIUS]
        for group in range(leaf // WIDE, groups):
            at, begin = int(table[OWN]) + (leaf * groups + group) * WIDE, lanes + group * GROUP
            own, sides = table[at : at + WIDE], room[begin : begin + GROUP]
            for k in range(look(low, high, sides, own, found.distance + radius + SLACK, near)):
                pair = int(own[int(near[WIDE + k])])
                distance = pair_distance(table, room, pair)
                if nearer(found, distance, first_key + pair):
                    found = Found(distance, first_key + pair, leaf, -1 - pair)
                    if distance <= enough:
                        return found
    return found


@part
def watch_pairs(table: Array, room: Array) -> None:
    """Find the distance of each pair of leaves that is watched, within what it looks for."""
    first_key, rows, axes = int(table[LEAVES] * table[OBSTACLES]), int(table[ROWS]), int(table[AXES_AT])
    for pair in range(int(table[PAIRS])):
        at = int(table[PAIR_ROWS]) + pair * PAIR
        within = room[int(table[WATCHES]) + (rows + pair) * WATCH + WITHIN]
        found = Found(within, NOBODY, 0, -1 - pair)
        if within > -math.inf:
            low, high = bounds_of(room, axes + int(table[at + FIRST]) * AXIS)
            other_low, other_high = bounds_of(room, axes + int(table[at + SECOND]) * AXIS)
            if squared_gap(low, high, other_low, other_high) <= squared_reach(within, table[at + RADII]):
                distance = pair_distance(table, room, pair)
                if distance <= within:
                    found = Found(distance, first_key + pair, 0, -1 - pair)
        note(table, room, rows + pair, found)
