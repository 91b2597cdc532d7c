"""Arm and scene as the kernels of convex bodies read them."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

# Places of the head: how many joint values and solids, and how wide a joint's row and a piece of a law are.
VALUES, SOLIDS, ROW, LAW = range(4)
# Then where each part begins, in the packed array and in the scratch; whole numbers stand there bit by bit.
JOINTS, LAWS, ITEMS, CORNERS, LINKS, NODES, LEAVES, PAIRS, MOUNTED, LEVERS, PACKED_END = range(4, 15)
FRAMES, ROWS, POSE, BASE, DUE, SPEED, SCRATCH_END, HEAD = range(15, 23)

# Columns of a node: CENTRE and HALF of its box as items have them; its second child and 0, or its first item
# and how many.  The boxes of solids hold the radii of their items, those of leaves do not.
LINK, COUNT, NODE_COLUMNS = 6, 7, 8
# Columns of a leaf: its frame, the top of its tree, the most of its radii; the first of both corners of what
# is one rod, whose box turns with it (-1: no rod).
FRAME, ROOT, THICK, ROD, LEAF_COLUMNS = 0, 1, 2, 3, 4


class ConvexTables(NamedTuple):
    """Arm and scene beside the tree of joints; m leaves, s pairs of them, u units, n joints."""

    items: Array  # (k, ITEM_COLUMNS) of leaves, then of solids
    corners: Array  # (v, 3)
    links: Integers
    nodes: Array  # (., NODE_COLUMNS)
    leaves: Array  # (m, LEAF_COLUMNS)
    pairs: Integers  # (s + 1, 2) leaves that are kept apart; then the tops of the trees of solids
    mounted: Integers  # (x,) sorted keys of leaves and solids that are not tested
    lever: Array  # (2 m + s, n) of leaves against what is on the base, against what is in space, of pairs
    solids: int
