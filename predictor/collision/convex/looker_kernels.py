"""How kernels of other rooms look at convex bodies: pose by pose, until one has something too near."""

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.collision.convex.search_kernels import search
from predictor.collision.convex.walk_kernels import DISTANCE, KEY
from predictor.collision.tables import NOBODY
from predictor.jit import kernel

Array = NDArray[np.float64]


class ConvexLooker(NamedTuple):
    """What kernels of other rooms look with (`predictor.looking`)."""

    T_world_base: Array
    solids: int
    found: Array  # (1, 1, FOUND)
    points: Array  # (0, 3): none are asked for
    pose: Array  # (1, n)
    door: tuple[Any, ...]

    def cost(self) -> int:
        """Return as long as how many of the quickest looks one takes, about."""
        return 20

    @kernel
    def is_free(self, poses: Array, required: float) -> float:
        """1 if all is farther than required in the poses (n, RAKE); else 0."""
        for lane in range(poses.shape[1]):
            for i in range(len(poses)):
                self.pose[0, i] = poses[i, lane]
            search(self.pose, self.T_world_base, required, self.solids, self.found, self.points, *self.door)
            if self.found[0, 0, KEY] != NOBODY or math.isnan(self.found[0, 0, DISTANCE]):
                return 0.0
        return 1.0
