"""The nearest pairs of one pose, by branch and bound.

    leaf i ---> tree over the obstacles: a node farther than the least so far is left out with all it holds;
                the bounds of all its children are compared side by side, then the exact distance
    leaf i ---> the bounds of all leaves of a group side by side, then the exact distance

Bounds are those of a leaf's *axis*: where they are apart by more than the least distance and the radius, so
is the leaf.  They are left out only beyond `SLACK`, more than rounding can do, and among equal distances the
least key decides: whatever is measured first, distance and pair are the same to the last bit.

A search looks for one nearest pair of all; a sweep for the nearest of each *watch*: of each placed leaf with
all its obstacles, and of each pair of leaves.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.collision.capsules.arm_and_scene.distance_kernels import Vector
from predictor.collision.capsules.arm_and_scene.tables import (
    FIRST,
    MOUNTS,
    NUMBER,
    RADII,
    RADIUS,
    SECOND,
    WIDE,
)
from predictor.collision.capsules.one_pose.packed_layout import (
    AROUND,
    AXIS,
    DISTANCE,
    EMPTY_PLACE,
    GAPS,
    GROUP,
    GROUPS,
    KEY,
    LANES,
    LEAVES,
    LEVERS,
    MARK,
    MOUNTED,
    NODE,
    NODES,
    OBSTACLES,
    OTHER,
    OWN,
    PAIRS,
    ROOTS,
    ROWS,
    STACK,
    WATCH,
    WATCHES,
    WITHIN,
)
from predictor.collision.capsules.one_pose.placing_kernels import (
    axis_at,
    leaf_at,
    leaf_of,
    obstacle_at,
    obstacle_distance,
    pair_at,
    pair_distance,
    vector,
)
from predictor.collision.measured_kernels import NO_PAIR, SLACK, is_mounted
from predictor.compiler.jit import inlined_part, part, replaceable_kernel

Array = NDArray[np.float64]


class NearestPair(NamedTuple):
    """The nearest pair so far."""

    distance: float  # [m]
    key: int  # of its pair; NO_PAIR: none, it is the distance below which a pair counts
    row: int  # of the placed leaf, or of the first of a pair of leaves
    other: int  # row of the obstacle; of a pair of leaves, minus one minus its row


@inlined_part
def watch_at(packed: Array, watch: int) -> int:
    """Where in the scratch a watch begins."""
    return int(packed[WATCHES]) + watch * WATCH


@part
def write_watch(packed: Array, scratch: Array, watch: int, found: NearestPair) -> None:
    """Write what a watch has found."""
    at = watch_at(packed, watch)
    scratch[at + DISTANCE], scratch[at + KEY], scratch[at + OTHER] = found.distance, found.key, found.other


@inlined_part
def nearer(found: NearestPair, distance: float, key: int) -> bool:
    """Whether a pair comes before what has been found."""
    return distance < found.distance or (distance == found.distance and key < found.key)


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
def bounds_of(scratch: Array, at: int) -> tuple[Vector, Vector]:
    """Bounds of a placed axis."""
    axis = scratch[at : at + AXIS]
    (px, py, pz), (ux, uy, uz) = vector(axis, 0), vector(axis, 3)
    low = px + min(ux, 0.0), py + min(uy, 0.0), pz + min(uz, 0.0)
    return low, (px + max(ux, 0.0), py + max(uy, 0.0), pz + max(uz, 0.0))


@inlined_part
def lanes_in_reach(low: Vector, high: Vector, sides: Array, marks: Array, reach: float, out: Array) -> int:
    """Which of WIDE bounds side by side, as in a node, are in reach of other bounds [m]; how many.

    Into (2 WIDE,) come by how much the squares of their distances are beyond it, and the places that are not.
    """
    near = 0
    for i in range(WIDE):
        x = apart(low[0], high[0], sides[i], sides[3 * WIDE + i])
        y = apart(low[1], high[1], sides[WIDE + i], sides[4 * WIDE + i])
        z = apart(low[2], high[2], sides[2 * WIDE + i], sides[5 * WIDE + i])
        around = reach + sides[AROUND + i]
        beyond = x * x + y * y + z * z - around * around
        out[i] = beyond if marks[i] < EMPTY_PLACE else 1.0
        near += 1 if out[i] <= 0.0 else 0
    if near > 0:
        near = 0
        for i in range(WIDE):  # a place that is not near is written over by the next
            out[WIDE + near] = i
            near += 1 if out[i] <= 0.0 else 0
    return near


@inlined_part
def key_of(packed: Array, leaf: int, other: int) -> int:
    """Key of a leaf and an obstacle."""
    return int(packed[obstacle_at(packed, other) + NUMBER]) * int(packed[LEAVES]) + leaf


@inlined_part
def is_joined(packed: Array, mounts: float, key: int) -> bool:
    """Whether a leaf, which so many obstacles are mounted on, and an obstacle are joined by construction."""
    return mounts > 0.0 and is_mounted(packed[int(packed[MOUNTED]) : int(packed[LEVERS])], key)


@part
def compared(packed: Array, scratch: Array, row: int, other: int, found: NearestPair) -> NearestPair:
    """What has been found, or a placed leaf and an obstacle, if they come before that and are not joined."""
    leaf = leaf_of(packed, row)
    key = key_of(packed, leaf, other)
    if is_joined(packed, packed[leaf_at(packed, leaf) + MOUNTS], key):
        return found
    distance = obstacle_distance(packed, scratch, row, other)
    return NearestPair(distance, key, row, other) if nearer(found, distance, key) else found


@inlined_part
def begin_watch(packed: Array, scratch: Array, row: int) -> NearestPair:
    """What the watch of a placed leaf begins with: no pair, within what it looks for."""
    return NearestPair(scratch[watch_at(packed, row) + WITHIN], NO_PAIR, row, 0)


@part
def nearest_obstacle(
    packed: Array, scratch: Array, row: int, found: NearestPair, enough: float
) -> NearestPair:
    """What has been found, or the nearest obstacle of one placed leaf if it comes before that.

    Nothing is looked for once a pair is at most `enough` apart [m].
    """
    leaf, stack = leaf_of(packed, row), int(packed[STACK])
    at, root = leaf_at(packed, leaf), packed[ROOTS if leaf == row else ROOTS + 1]
    radius, mounts = packed[at + RADIUS], packed[at + MOUNTS]
    if root < 0.0 or mounts == packed[OBSTACLES]:
        return found
    (low, high), near = bounds_of(scratch, axis_at(packed, row)), scratch[GAPS : GAPS + 2 * WIDE]
    reach, top = found.distance + radius + SLACK, stack + 2
    scratch[stack], scratch[stack + 1] = root, -math.inf
    while top > stack:
        top -= 2
        if scratch[top + 1] > reach * reach:
            continue
        node, begin = int(packed[NODES]) + int(scratch[top]), top
        marks = packed[node + MARK : node + NODE]
        for k in range(lanes_in_reach(low, high, packed[node : node + MARK], marks, reach, near)):
            i = int(near[WIDE + k])
            other = int(marks[i])
            if other < 0:  # the nearest child waits on top
                place, gap = top, near[i] + reach * reach
                if top > begin and scratch[top - 1] < gap:
                    scratch[top], scratch[top + 1], place = scratch[top - 2], scratch[top - 1], top - 2
                scratch[place], scratch[place + 1], top = -1 - other, gap, top + 2
                continue
            key, distance = key_of(packed, leaf, other), obstacle_distance(packed, scratch, row, other)
            if nearer(found, distance, key) and not is_joined(packed, mounts, key):
                found, reach = NearestPair(distance, key, row, other), distance + radius + SLACK
                if distance <= enough:
                    return found
    return found


@replaceable_kernel
def nearest_obstacles(
    finder: tuple[object, ...] | None,
    packed: Array,
    scratch: Array,
    found: NearestPair,
    enough: float,
    is_each: bool,
) -> NearestPair:
    """What has been found, or the nearest obstacle of all placed leaves if it comes before that.

    A finder of another class finds them in its own way, by its kernel of this name.  With `is_each` every
    placed leaf is a watch, whose nearest is found by itself, within what it looks for.
    """
    for row in range(int(packed[ROWS])):
        if is_each:
            found = begin_watch(packed, scratch, row)
        if found.distance > -math.inf:
            found = nearest_obstacle(packed, scratch, row, found, enough)
        if is_each:
            write_watch(packed, scratch, row, found)
        elif found.distance <= enough and found.key != NO_PAIR:
            return found
    return found


@part
def nearest_leaves(packed: Array, scratch: Array, found: NearestPair, enough: float) -> NearestPair:
    """What has been found, or the nearest pair of leaves if it comes before that."""
    m, groups, lanes = int(packed[LEAVES]), int(packed[GROUPS]), int(packed[LANES])
    near = scratch[GAPS : GAPS + 2 * WIDE]
    first_key = m * int(packed[OBSTACLES])
    for leaf in range(m):
        low, high = bounds_of(scratch, axis_at(packed, leaf))
        radius = packed[leaf_at(packed, leaf) + RADIUS]
        for group in range(leaf // WIDE, groups):
            at, begin = int(packed[OWN]) + (leaf * groups + group) * WIDE, lanes + group * GROUP
            own, sides = packed[at : at + WIDE], scratch[begin : begin + GROUP]
            for k in range(lanes_in_reach(low, high, sides, own, found.distance + radius + SLACK, near)):
                pair = int(own[int(near[WIDE + k])])
                distance = pair_distance(packed, scratch, pair)
                if nearer(found, distance, first_key + pair):
                    found = NearestPair(distance, first_key + pair, leaf, -1 - pair)
                    if distance <= enough:
                        return found
    return found


@part
def watch_pairs(packed: Array, scratch: Array) -> None:
    """Find the distance of each pair of leaves that is watched, within what it looks for."""
    first_key, rows = int(packed[LEAVES] * packed[OBSTACLES]), int(packed[ROWS])
    for pair in range(int(packed[PAIRS])):
        at, within = pair_at(packed, pair), scratch[watch_at(packed, rows + pair) + WITHIN]
        found = NearestPair(within, NO_PAIR, 0, -1 - pair)
        if within > -math.inf:
            low, high = bounds_of(scratch, axis_at(packed, int(packed[at + FIRST])))
            other_low, other_high = bounds_of(scratch, axis_at(packed, int(packed[at + SECOND])))
            if squared_gap(low, high, other_low, other_high) <= squared_reach(within, packed[at + RADII]):
                distance = pair_distance(packed, scratch, pair)
                if distance <= within:
                    found = NearestPair(distance, first_key + pair, 0, -1 - pair)
        write_watch(packed, scratch, rows + pair, found)
