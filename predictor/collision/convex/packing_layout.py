"""Arm and scene as the kernels of convex bodies read them."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Integers = NDArray[np.int64]
# Columns of a node: CENTRE and HALF of its box as items have them; its second child and 0, or its first item
# and how many.  The boxes of solids hold the radii of their items, those of leaves do not.
LINK, COUNT, NODE_COLUMNS = 6, 7, 8
# Columns of a leaf: its frame, the top of its tree, the most of its radii; the first of both corners of what
# is one rod, whose box turns with it (-1: no rod).
FRAME, ROOT, THICK, ROD, LEAF_COLUMNS = 0, 1, 2, 3, 4


class Packed(NamedTuple):
    """All that the kernels read beside the tree of joints; m leaves, s pairs of them, u units, n joints."""

    items: Array  # (k, ITEM_COLUMNS) of leaves, then of solids
    corners: Array  # (v, 3)
    links: Integers
    nodes: Array  # (., NODE_COLUMNS)
    leaves: Array  # (m, LEAF_COLUMNS)
    pairs: Integers  # (s + 1, 2) leaves that are kept apart; then the tops of the trees of solids
    mounted: Integers  # (x,) sorted keys of leaves and solids that are not tested
    lever: Array  # (2 m + s, n) of leaves against what is on the base, against what is in space, of pairs
    solids: int
