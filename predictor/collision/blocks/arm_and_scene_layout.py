"""Arm and scene as the kernels of blocks read them."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.collision.tables import Tables
from predictor.model.tree_layout import Tree

Array = NDArray[np.float64]
Integers = NDArray[np.int64]


class ArmAndScene(NamedTuple):
    """Kernels read these; m volumes of the arm, b obstacles, r rows of joints."""

    tree: Tree
    rows: Array  # (r, 10) of joints (`predictor.collision.lanes.chain`)
    base: Array  # (12,) frame of the base: x, y, z axis, origin
    volumes: Array  # (m, 7)
    tables: Tables
    row_of: Integers  # (b,) where in the tables each obstacle of the scene is
    reach: float  # how far from the base the arm can come [m]
