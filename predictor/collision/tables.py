"""Arm and scene as capsules and boxes, in the few tables that kernels read; constants computed once.

    leaves      one row for each volume of the arm: m capsules, a sphere has RUN = 0
    obstacles   one row for each box or capsule around it, in the order of the tree over them
    limits      their bounds along the axes, (6, b): low x, y, z, high x, y, z; many poses read it
    ends        the same by the ends of trees, each with WIDE places of which an empty one is nowhere: so one
                pose compares all at one end several at a time
    nodes       the trees over obstacles (`predictor.geometry.bounds_tree`): of those that ride on the base,
                from row 0 on, then of those that stand in space; so wide at their ends that a few obstacles
                make no tree
    pairs       one row for each pair of leaves that is kept apart
    mounted     keys of the pairs of leaf and obstacle that are joined by construction, sorted: every other
                leaf is kept from every other obstacle, and no row says so

A *key* numbers all pairs: with obstacle k as the scene lists it (boxes, then capsules) and leaf i it is
k m + i; then those of the arm with itself follow.  Among equal distances the least key decides, so that no
answer depends on where the search began.

What stands in space is looked at from there: each leaf is placed twice, in the arm base (rows 0 ... m - 1)
and, from where that floats, in the world (rows m ... 2 m - 1, only if something stands in space).

A *lever* bounds, in every pose, how fast a leaf can move when a joint moves; of a pair of leaves, one against
the other.  A distance changes by at most sum of lever * |qd| per second, with what the base does meanwhile
(`carried`, `predictor.model.base.base_speed`) where an obstacle stands in space.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

# Columns of a leaf; x, y, z of each vector.  Its levers (n,) follow.
FRAME, START, RUN, RADIUS, MOUNTS, LEAF_LEVER = 0, 1, 4, 7, 8, 9
# Columns of an obstacle: of a box its centre, half edges and, row by row, its axes in the base; of a capsule
# START, RUN and radius of its axis.
KIND, NUMBER, THICK, CENTRE, HALF, AXES, OBSTACLE_COLUMNS = 0, 1, 2, 3, 6, 9, 18
CAPSULE, BOX = 0.0, 1.0
# Columns of a node: its bounds; its second child and 0, or its first obstacle, how many, and its row of ends.
LINK, COUNT, END, NODE_COLUMNS = 6, 7, 8, 9
# Columns of a pair of leaves: both rows, the sum of their radii.  Its levers (n,) follow.
FIRST, SECOND, RADII, PAIR_LEVER = 0, 1, 2, 3
# Columns of a placed leaf: its axis, and the bounds of that.
PLACED_START, PLACED_RUN, PLACED_LOW, PLACED_HIGH, PLACED_COLUMNS = 0, 3, 6, 9, 12

NOBODY = 2**62  # key of no pair
WIDE = 16  # obstacles at most where a tree ends

# What is told of a pose: distance and key of the scene, and of the arm itself; and, if there is room for it,
# the nearest points and the normal of the nearest pair of both.
SCENE, ITSELF, POINTS, NORMAL, SHORT, WHOLE = 0, 2, 4, 10, 4, 13


class Tables(NamedTuple):
    """All that the kernels read beside the tree of joints; m leaves, b obstacles, s pairs, n joints."""

    leaves: Array  # (m, LEAF_LEVER + n)
    obstacles: Array  # (b, OBSTACLE_COLUMNS)
    limits: Array  # (6, b) [m]
    ends: Array  # (e, 6, WIDE) [m]
    nodes: Array  # (t, NODE_COLUMNS)
    pairs: Array  # (s, PAIR_LEVER + n)
    mounted: Integers  # (x,)
    carried: Array  # (n,) lever of what the base carries past what stands in space
    in_space: int  # first node of those that stand in space; t: nothing does
    finder: tuple[Any, ...] | None = None  # what finds the nearest obstacles; None: these nodes
