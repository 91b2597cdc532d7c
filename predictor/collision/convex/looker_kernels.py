"""How kernels of other rooms look at convex bodies: pose by pose, until one has something too near."""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.collision.convex.room_kernels import MET, packed_of, place, room_of, tree_of
from predictor.collision.convex.search_kernels import nearest_of
from predictor.collision.convex.walk_kernels import DISTANCE, KEY
from predictor.collision.measured_layout import BOTH
from predictor.collision.tables import NOBODY
from predictor.compiler.jit import kernel

Array = NDArray[np.float64]


class ConvexLooker(NamedTuple):
    """What kernels of other rooms look with (`predictor.proximity.proximity_query`)."""

    T_world_base: Array
    table: Array
    room: Array
    pose: Array  # (n,)

    def cost(self) -> int:
        """Return as long as how many of the quickest looks one takes, about."""
        return 20

    @kernel
    def is_free(self, poses: Array, required: float) -> float:
        """1 if all is farther than required in the poses (n, RAKE); else 0."""
        tree, packed, room = tree_of(self.table), packed_of(self.table), room_of(self.table, self.room)
        for lane in range(poses.shape[1]):
            for i in range(len(poses)):
                self.pose[i] = poses[i, lane]
            is_finite = place(tree, packed, self.pose, self.T_world_base, room)
            nearest_of(packed, room, is_finite, required, BOTH)
            if room.s[MET, KEY] != NOBODY or math.isnan(room.s[MET, DISTANCE]):
                return 0.0
        return 1.0
