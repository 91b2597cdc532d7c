"""Arm and scene as capsules and boxes, in the few tables that kernels read; constants computed once.

    leaves      one row for each volume of the arm: m capsules, a sphere has RUN = 0
    obstacles   one row for each box or capsule around it, in the order of the tree over them
    limits      their bounds along the axes, (6, b): low x, y, z, high x, y, z
    nodes       the trees over obstacles (`predictor.geometry.bounds_tree`): of those that ride on the base,
                from row 0 on, then of those that stand in space; so wide at their ends that a few obstacles
                make no tree
    pairs       one row for each pair of leaves that is kept apart
    mounted     keys of the pairs of leaf and obstacle that are joined by construction, sorted: every other
                leaf is kept from every other obstacle, and no row says so

Kernels of one pose take all of them in one array (`predictor.collision.capsules.one_pose.packed`).

A *lever* bounds, in every pose, how fast a leaf can move when a joint moves; of a pair of leaves, one against
the other.  A distance changes by at most sum of lever * |qd| per second, with what the base does meanwhile
(`carried`, `predictor.model.base.floating_base`) where an obstacle stands in space.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

# Columns of a joint's row (`predictor.collision.capsules.arm_and_scene.chain`): its parent's row, its number,
# -1 if it stays still, and its place in q; whether it slides; how its axis follows from the one before.
PARENT, JOINT, COLUMN, SLIDES, X, Y, Z, COS, SIN, THETA = range(10)
# Columns of a leaf: the frame that carries it, its axis in there and its radius; with how many obstacles it
# is mounted.  Its levers (n,) follow.
FRAME, START, RUN, RADIUS, MOUNTS, LEAF_LEVER = 0, 1, 4, 7, 8, 9
# Columns of an obstacle: of a box its centre, half edges and, row by row, its axes in the base; of a capsule
# START, RUN and radius of its axis.
KIND, NUMBER, THICK, CENTRE, HALF, AXES, OBSTACLE_COLUMNS = 0, 1, 2, 3, 6, 9, 18
CAPSULE, BOX = 0.0, 1.0
# Columns of a node: its bounds; its second child and 0, or its first obstacle and how many.
LINK, COUNT, NODE_COLUMNS = 6, 7, 8
# Columns of a pair of leaves: both rows, the sum of their radii.  Its levers (n,) follow.
FIRST, SECOND, RADII, PAIR_LEVER = 0, 1, 2, 3

WIDE = 16  # obstacles at most where a tree ends


class CapsuleTables(NamedTuple):
    """Arm and scene beside the tree of joints; m leaves, b obstacles, s pairs, n joints."""

    leaves: Array  # (m, LEAF_LEVER + n)
    obstacles: Array  # (b, OBSTACLE_COLUMNS)
    limits: Array  # (6, b) [m]
    nodes: Array  # (t, NODE_COLUMNS)
    pairs: Array  # (s, PAIR_LEVER + n)
    mounted: Integers  # (x,)
    carried: Array  # (n,) lever of what the base carries past what stands in space
    in_space: int  # first node of those that stand in space; t: nothing does
