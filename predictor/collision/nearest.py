"""The nearest pair of one pose, by branch and bound: one running least distance over all pairs.

    leaf i ---> tree over the obstacles: a node farther than the least so far is left out with all it holds
           ---> at an end, the bounds of its obstacles, several at a time; then the exact distance
    pairs of leaves ---> bounds of both axes, then the exact distance

Bounds are those of a leaf's *axis*: where they are apart by more than the least distance and the radius, so
is the leaf.  They are left out only beyond `SLACK`, more than rounding can do, and among equal distances the
least key decides: whatever is looked at first, distance and pair are the same to the last bit.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.collision.placing import obstacle_distance, pair_distance
from predictor.collision.tables import (
    COUNT,
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
    Tables,
)
from predictor.jit import kernel

Array = NDArray[np.float64]

SLACK = 1e-9  # [m] more than rounding makes of a distance within a thousand kilometres


class Found(NamedTuple):
    """The nearest so far."""

    distance: float  # [m]
    key: int  # of its pair; NOBODY: none, it is the distance below which a pair counts
    row: int  # of the placed leaf, or of the first of a pair of leaves
    other: int  # row of the obstacle; of a pair of leaves, minus one minus its row


@kernel
def distance_of(tables: Tables, placed: Array, found: Found) -> float:
    """Signed distance of a pair that was found before, as it is placed now [m]."""
    if found.other < 0:
        return pair_distance(tables, placed, -1 - found.other)
    return obstacle_distance(tables, placed, found.row, found.other)


@kernel
def obstacle_key(tables: Tables, row: int, other: int) -> int:
    """Key of a placed leaf and an obstacle."""
    m = len(tables.leaves)
    return int(tables.obstacles[other, NUMBER]) * m + row % m


@kernel
def pair_key(tables: Tables, pair: int) -> int:
    """Key of a pair of leaves."""
    return len(tables.leaves) * len(tables.obstacles) + pair


@kernel
def is_mounted(tables: Tables, row: int, other: int) -> bool:
    """Whether a placed leaf and an obstacle are joined by construction."""
    if tables.leaves[row % len(tables.leaves), MOUNTS] == 0.0:
        return False
    key, first, after = obstacle_key(tables, row, other), 0, len(tables.mounted)
    while first < after:
        middle = (first + after) // 2
        if tables.mounted[middle] < key:
            first = middle + 1
        else:
            after = middle
    return first < len(tables.mounted) and tables.mounted[first] == key


@kernel
def nearer(found: Found, distance: float, key: int) -> bool:
    """Whether a pair comes before what has been found."""
    return distance < found.distance or (distance == found.distance and key < found.key)


@kernel
def with_obstacle(tables: Tables, placed: Array, row: int, other: int, found: Found) -> Found:
    """What has been found, or a placed leaf and an obstacle if they come before that."""
    distance, key = obstacle_distance(tables, placed, row, other), obstacle_key(tables, row, other)
    return Found(distance, key, row, other) if nearer(found, distance, key) else found


@kernel
def with_pair(tables: Tables, placed: Array, pair: int, found: Found) -> Found:
    """What has been found, or a pair of leaves if it comes before that."""
    distance, key = pair_distance(tables, placed, pair), pair_key(tables, pair)
    row = int(tables.pairs[pair, FIRST])
    return Found(distance, key, row, -1 - pair) if nearer(found, distance, key) else found


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
def squared_gap(placed: Array, row: int, bounds: Array, other: int, column: int) -> float:
    """Squared distance of the bounds of a leaf's axis and others, in six columns of a row."""
    total = 0.0
    for i in range(3):
        low, high = placed[row, PLACED_LOW + i], placed[row, PLACED_HIGH + i]
        gap = apart(low, high, bounds[other, column + i], bounds[other, column + 3 + i])
        total += gap * gap
    return total


@kernel
def gaps_at_end(tables: Tables, placed: Array, row: int, first: int, out_gaps: Array) -> None:
    """The same of a leaf's axis and as many obstacles, from the first on, as there is room for."""
    x0, x1 = placed[row, PLACED_LOW], placed[row, PLACED_HIGH]
    y0, y1 = placed[row, PLACED_LOW + 1], placed[row, PLACED_HIGH + 1]
    z0, z1 = placed[row, PLACED_LOW + 2], placed[row, PLACED_HIGH + 2]
    limits = tables.limits
    for i in range(len(out_gaps)):
        x = apart(x0, x1, limits[0, first + i], limits[3, first + i])
        y = apart(y0, y1, limits[1, first + i], limits[4, first + i])
        z = apart(z0, z1, limits[2, first + i], limits[5, first + i])
        out_gaps[i] = x * x + y * y + z * z


@kernel
def nearest_obstacle(
    tables: Tables, placed: Array, row: int, found: Found, any_will_do: bool, gaps: Array, stack: Array
) -> Found:
    """What has been found, or the obstacle nearest to a placed leaf, or any, if it comes before that.

    gaps (WIDE,) and stack (DEEPEST, 2) are scratch.
    """
    m, nodes = len(tables.leaves), tables.nodes
    radius = tables.leaves[row % m, RADIUS]
    root, after = (0, tables.in_space) if row < m else (tables.in_space, len(nodes))
    if root == after or tables.leaves[row % m, MOUNTS] == len(tables.obstacles):
        return found
    limit = squared_reach(found.distance, radius)
    stack[0, 0], stack[0, 1] = root, squared_gap(placed, row, nodes, root, 0)
    waiting = 1
    while waiting > 0:
        waiting -= 1
        if stack[waiting, 1] > limit:
            continue
        node = int(stack[waiting, 0])
        link, count = int(nodes[node, LINK]), int(nodes[node, COUNT])
        if count == 0:  # the nearer child waits on top
            near, far = node + 1, link
            gap, beyond = squared_gap(placed, row, nodes, near, 0), squared_gap(placed, row, nodes, far, 0)
            if gap > beyond:
                near, far, gap, beyond = far, near, beyond, gap
            stack[waiting, 0], stack[waiting, 1] = far, beyond
            stack[waiting + 1, 0], stack[waiting + 1, 1] = near, gap
            waiting += 2
            continue
        gaps_at_end(tables, placed, row, link, gaps[:count])
        for i in range(count):
            if gaps[i] > limit or is_mounted(tables, row, link + i):
                continue
            closer = with_obstacle(tables, placed, row, link + i, found)
            if any_will_do and closer.key != NOBODY:
                return closer
            if closer.key != found.key:
                found, limit = closer, squared_reach(closer.distance, radius)
    return found


@kernel
def pair_within(tables: Tables, placed: Array, pair: int, found: Found) -> Found:
    """What has been found, or a pair of leaves if it comes before that; by their bounds, if these will do."""
    i, j = int(tables.pairs[pair, FIRST]), int(tables.pairs[pair, SECOND])
    limit = squared_reach(found.distance, tables.pairs[pair, RADII])
    if squared_gap(placed, i, placed, j, PLACED_LOW) > limit:
        return found
    return with_pair(tables, placed, pair, found)


@kernel
def nearest_pair(tables: Tables, placed: Array, found: Found, any_will_do: bool) -> Found:
    """What has been found, or the nearest pair of leaves, or any, if it comes before that."""
    for pair in range(len(tables.pairs)):
        found = pair_within(tables, placed, pair, found)
        if any_will_do and found.key != NOBODY:
            return found
    return found


@kernel
def tell(scene: Found, itself: Found, out_found: Array) -> None:
    """Write distance and key of both sides."""
    out_found[SCENE], out_found[SCENE + 1] = scene.distance, scene.key
    out_found[ITSELF], out_found[ITSELF + 1] = itself.distance, itself.key
