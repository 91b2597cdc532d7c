"""Two trees of boxes walked down together, compiled: nearest obstacles of the method `capsule_tree`."""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.collision.capsules.arm_and_scene.tables import RADIUS
from predictor.collision.capsules.one_pose.nearest_pair_kernels import (
    NearestPair,
    begin_watch,
    compared,
    squared_gap,
    squared_reach,
    write_watch,
)
from predictor.collision.capsules.one_pose.packed_layout import LEAVES, SIDES
from predictor.collision.capsules.one_pose.placing_kernels import axis_at, leaf_at, vector
from predictor.collision.measured_kernels import NO_PAIR
from predictor.compiler.jit import kernel, part

Array = NDArray[np.float64]
Integers = NDArray[np.int64]
# Columns of a node: the first of its two children, 0 if it has none; then its leaf or obstacle.
CHILD, ITEM = 0, 1


class BoxTrees(NamedTuple):
    """A tree over the arm's m leaves, and over the b obstacles: of those on the base, then in space."""

    arm: Integers  # (2 m - 1, 2)
    boxes: Array  # (2 m - 1, 6) of the arm as it was placed last: low x, y, z, high x, y, z [m]
    ends: Integers  # (m,) node of each leaf
    mounts: Integers  # (2 m - 1,) how many obstacles the leaves of a node are mounted to
    others: Integers  # (u, 2)
    bounds: Array  # (u, 6) [m]
    in_space: int  # first node of those in space
    fronts: Integers  # (2, m b, 2) pairs of nodes: of the level that is compared, and of the next

    @kernel
    def nearest_obstacles(
        self, packed: Array, scratch: Array, found: NearestPair, enough: float, is_each: bool
    ) -> NearestPair:
        """Walk both trees, or that of obstacles for each watch, as `nearest_pair_kernels` asks."""
        m = int(packed[LEAVES])
        for side in range(int(packed[SIDES])):
            _update(self, packed, scratch, side)
            if not is_each:
                found = _walk(self, packed, scratch, side, 0, found, enough)
                if found.key != NO_PAIR and found.distance <= enough:
                    return found
                continue
            for leaf in range(m):
                row = side * m + leaf
                found = begin_watch(packed, scratch, row)
                if found.distance > -math.inf:
                    found = _walk(self, packed, scratch, side, self.ends[leaf], found, enough)
                write_watch(packed, scratch, row, found)
        return found


@part
def _update(trees: BoxTrees, packed: Array, scratch: Array, side: int) -> None:
    """Put boxes around the leaves as they are placed on one side, and around each two children."""
    arm, boxes, m = trees.arm, trees.boxes, int(packed[LEAVES])
    for node in range(len(arm) - 1, -1, -1):
        child, leaf = arm[node, CHILD], arm[node, ITEM]
        for i in range(3):
            if child:
                boxes[node, i] = min(boxes[child, i], boxes[child + 1, i])
                boxes[node, 3 + i] = max(boxes[child, 3 + i], boxes[child + 1, 3 + i])
            else:
                radius = packed[leaf_at(packed, leaf) + RADIUS]
                at = axis_at(packed, side * m + leaf) + i
                boxes[node, i] = scratch[at] + min(scratch[at + 3], 0.0) - radius
                boxes[node, 3 + i] = scratch[at] + max(scratch[at + 3], 0.0) + radius


@part
def _walk(
    trees: BoxTrees, packed: Array, scratch: Array, side: int, start: int, found: NearestPair, enough: float
) -> NearestPair:
    """Go down from a node of the arm and from the top of the obstacles of one side, level by level."""
    arm, others, fronts = trees.arm, trees.others, trees.fronts
    root, after = (0, trees.in_space) if side == 0 else (trees.in_space, len(others))
    fronts[0, 0, 0], fronts[0, 0, 1] = start, root
    count, level, limit = 0 if root == after else 1, 0, squared_reach(found.distance, 0.0)
    while count > 0:
        added = 0
        for k in range(count):
            a, b = fronts[level % 2, k, 0], fronts[level % 2, k, 1]
            if gap_of(trees, a, b) > limit:
                continue
            if arm[a, CHILD] == 0 and others[b, CHILD] == 0:
                row = side * int(packed[LEAVES]) + arm[a, ITEM]
                closer = compared(packed, scratch, row, others[b, ITEM], found)
                if closer.key != found.key:
                    found, limit = closer, min(limit, squared_reach(closer.distance, 0.0))
                    if closer.distance <= enough:
                        return found
                continue
            for i in range(2 if arm[a, CHILD] else 1):
                for j in range(2 if others[b, CHILD] else 1):
                    one = arm[a, CHILD] + i if arm[a, CHILD] else a
                    other = others[b, CHILD] + j if others[b, CHILD] else b
                    if gap_of(trees, one, other) <= limit:
                        fronts[1 - level % 2, added, 0], fronts[1 - level % 2, added, 1] = one, other
                        added += 1
                        if trees.mounts[one] == 0:
                            limit = min(limit, squared_reach(_farthest(trees, one, other), 0.0))
        count, level = added, level + 1
    return found


@kernel
def gap_of(trees: BoxTrees, node: int, other: int) -> float:
    """Squared distance of the boxes of a node of the arm and one of the obstacles [m^2]."""
    one, two = trees.boxes[node], trees.bounds[other]
    return squared_gap(vector(one, 0), vector(one, 3), vector(two, 0), vector(two, 3))


@part
def _farthest(trees: BoxTrees, node: int, other: int) -> float:
    """Distance of the farthest corners of two boxes [m]: no two bodies in them are farther apart."""
    total = 0.0
    for i in range(3):
        one = trees.boxes[node, 3 + i] - trees.bounds[other, i]
        span = max(one, trees.bounds[other, 3 + i] - trees.boxes[node, i])
        total += span * span
    return math.sqrt(total)
