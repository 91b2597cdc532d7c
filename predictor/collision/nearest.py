"""The nearest pairs of one pose, by branch and bound.

    leaf i ---> tree over the obstacles: a node farther than the least so far is left out with all it holds
           ---> at an end, the bounds of its obstacles, several at a time; then the exact distance
    pairs of leaves ---> bounds of both axes, then the exact distance

Bounds are those of a leaf's *axis*: where they are apart by more than the least distance and the radius, so
is the leaf.  They are left out only beyond `SLACK`, more than rounding can do, and among equal distances the
least key decides: whatever is looked at first, distance and pair are the same to the last bit.

A search looks for one nearest pair of all; a sweep for the nearest of each *watch*: of each placed leaf with
all its obstacles, and of each pair of leaves.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.collision.distance import Vector
from predictor.collision.placing import leaf_distance, obstacle_distance, vector
from predictor.collision.tables import (
    COUNT,
    END,
    FIRST,
    ITSELF,
    LINK,
    MOUNTS,
    NOBODY,
    NUMBER,
    PLACED_HIGH,
    PLACED_LOW,
    RADII,
    RADIUS,
    SCENE,
    SECOND,
    WIDE,
    Tables,
)
from predictor.geometry.bounds_tree import DEEPEST
from predictor.jit import kernel, replaceable_kernel

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

SLACK = 1e-9  # [m] more than rounding makes of a distance within a thousand kilometres


class Found(NamedTuple):
    """The nearest so far."""

    distance: float  # [m]
    key: int  # of its pair; NOBODY: none, it is the distance below which a pair counts
    row: int  # of the placed leaf, or of the first of a pair of leaves
    other: int  # row of the obstacle; of a pair of leaves, minus one minus its row


class Watches(NamedTuple):
    """What each watch looks for, and what it has found; first the placed leaves, then the pairs of leaves."""

    within: Array  # (w,) farther pairs do not count [m]; -inf: it does not look
    distance: Array  # (w,) [m]
    key: Integers  # (w,) NOBODY: nothing was found
    other: Integers  # (w,)


@kernel
def make_watches(count: int) -> Watches:
    """Make room for watches."""
    return Watches(np.empty(count), np.empty(count), np.empty(count, np.int64), np.empty(count, np.int64))


@kernel
def note(watches: Watches, watch: int, found: Found) -> None:
    """Write what a watch has found."""
    watches.distance[watch], watches.key[watch], watches.other[watch] = found.distance, found.key, found.other


@kernel
def nearer(found: Found, distance: float, key: int) -> bool:
    """Whether a pair comes before what has been found."""
    return distance < found.distance or (distance == found.distance and key < found.key)


@kernel
def is_mounted(mounted: Integers, key: int) -> bool:
    """Whether a leaf and an obstacle are joined by construction."""
    first, after = 0, len(mounted)
    while first < after:
        middle = (first + after) // 2
        if mounted[middle] < key:
            first = middle + 1
        else:
            after = middle
    return first < len(mounted) and mounted[first] == key


@kernel
def squared_reach(distance: float, radius: float) -> float:
    """Square of how far bounds must be apart, so that a body of this radius is farther than a distance."""
    reach = distance + radius + SLACK
    return reach * reach if reach > 0.0 else 0.0


@kernel
def apart(low: float, high: float, other_low: float, other_high: float) -> float:
    """How far two intervals are apart; 0 if they meet."""
    above, below = other_low - high, low - other_high
    gap = above if above > below else below
    return gap if gap > 0.0 else 0.0


@kernel
def squared_gap(low: Vector, high: Vector, other_low: Vector, other_high: Vector) -> float:
    """Squared distance of two bounds [m^2]."""
    x = apart(low[0], high[0], other_low[0], other_high[0])
    y = apart(low[1], high[1], other_low[1], other_high[1])
    z = apart(low[2], high[2], other_low[2], other_high[2])
    return x * x + y * y + z * z


@kernel
def end_gaps(ends: Array, end: int, low: Vector, high: Vector, out_gaps: Array) -> None:
    """The same of all obstacles at one end of a tree (WIDE,)."""
    for i in range(WIDE):
        x = apart(low[0], high[0], ends[end, 0, i], ends[end, 3, i])
        y = apart(low[1], high[1], ends[end, 1, i], ends[end, 4, i])
        z = apart(low[2], high[2], ends[end, 2, i], ends[end, 5, i])
        out_gaps[i] = x * x + y * y + z * z


@replaceable_kernel
def nearest_obstacles(
    finder: tuple[Any, ...] | None,
    tables: Tables,
    placed: Array,
    found: Found,
    enough: float,
    watches: Watches | None,
) -> Found:
    """What has been found, or the nearest obstacle of all placed leaves if it comes before that.

    A finder of another class finds them in its own way, by its kernel of this name.  Nothing is looked for
    once a pair is at most `enough` apart [m].  With watches, the nearest of each of
    them is found by itself, within what it looks for.
    """
    leaves, nodes, ends, obstacles = tables.leaves, tables.nodes, tables.ends, tables.obstacles
    m, gaps, stack = len(leaves), np.empty(WIDE), np.empty((DEEPEST, 2))
    for row in range(len(placed)):
        leaf, root, after = (row, 0, tables.in_space) if row < m else (row - m, tables.in_space, len(nodes))
        if watches is not None:
            found = Found(watches.within[row], NOBODY, row, 0)
        radius, mounts = leaves[leaf, RADIUS], leaves[leaf, MOUNTS]
        waiting = 0 if root == after or mounts == len(obstacles) or found.distance == -np.inf else 1
        low, high = vector(placed, row, PLACED_LOW), vector(placed, row, PLACED_HIGH)
        limit = squared_reach(found.distance, radius)
        stack[0, 0], stack[0, 1] = root, 0.0
        while waiting > 0:
            waiting -= 1
            if stack[waiting, 1] > limit:
                continue
            node = int(stack[waiting, 0])
            link, count = int(nodes[node, LINK]), int(nodes[node, COUNT])
            if count == 0:  # the nearer child waits on top
                near, far = node + 1, link
                gap = squared_gap(low, high, vector(nodes, near, 0), vector(nodes, near, 3))
                beyond = squared_gap(low, high, vector(nodes, far, 0), vector(nodes, far, 3))
                if gap > beyond:
                    near, far, gap, beyond = far, near, beyond, gap
                stack[waiting, 0], stack[waiting, 1] = far, beyond
                stack[waiting + 1, 0], stack[waiting + 1, 1] = near, gap
                waiting += 2
                continue
            end_gaps(ends, int(nodes[node, END]), low, high, gaps)
            for other in range(link, link + count):
                if gaps[other - link] <= limit:
                    key = int(obstacles[other, NUMBER]) * m + leaf
                    distance = obstacle_distance(obstacles, other, placed, row, radius)
                    if nearer(found, distance, key) and not (mounts and is_mounted(tables.mounted, key)):
                        found, limit = Found(distance, key, row, other), squared_reach(distance, radius)
                        if distance <= enough:
                            return found
        if watches is not None:
            note(watches, row, found)
    return found


@kernel
def nearest_leaves(
    tables: Tables, placed: Array, found: Found, enough: float, watches: Watches | None
) -> Found:
    """The same of the pairs of leaves."""
    pairs, first_key = tables.pairs, len(tables.leaves) * len(tables.obstacles)
    rows = len(placed)
    for pair in range(len(pairs)):
        i, j, radii = int(pairs[pair, FIRST]), int(pairs[pair, SECOND]), pairs[pair, RADII]
        if watches is not None:
            found = Found(watches.within[rows + pair], NOBODY, i, -1 - pair)
        gap = squared_gap(
            vector(placed, i, PLACED_LOW),
            vector(placed, i, PLACED_HIGH),
            vector(placed, j, PLACED_LOW),
            vector(placed, j, PLACED_HIGH),
        )
        if gap <= squared_reach(found.distance, radii) and found.distance > -np.inf:
            distance = leaf_distance(placed, i, j, radii)
            if nearer(found, distance, first_key + pair):
                found = Found(distance, first_key + pair, i, -1 - pair)
                if distance <= enough:
                    return found
        if watches is not None:
            note(watches, rows + pair, found)
    return found


@kernel
def distance_of(tables: Tables, placed: Array, row: int, other: int) -> float:
    """Signed distance of a pair (`Found`), as it is placed [m]."""
    if other < 0:
        pairs, pair = tables.pairs, -1 - other
        i, j = int(pairs[pair, FIRST]), int(pairs[pair, SECOND])
        return leaf_distance(placed, i, j, pairs[pair, RADII])
    leaf = row % len(tables.leaves)
    return obstacle_distance(tables.obstacles, other, placed, row, tables.leaves[leaf, RADIUS])


@kernel
def tell(scene: Found, itself: Found, out_found: Array) -> None:
    """Write distance and key of both sides."""
    out_found[SCENE], out_found[SCENE + 1] = scene.distance, scene.key
    out_found[ITSELF], out_found[ITSELF + 1] = itself.distance, itself.key
