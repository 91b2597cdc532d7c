"""How the distance of a pair changes with the joints: its normal times how fast its nearest points move.

    d distance / dq = normal . (J_first - J_second)

The nearest points move along the surfaces too, but across the normal; so the velocity of what carries them
counts alone (Danskin's theorem for a least distance).
"""

import numpy as np
from numpy.typing import NDArray

from predictor.collision.distance_kernels import Vector, dot
from predictor.collision.door_layout import CHAIN, CHAINS, FRAMES, LEAF, LEAF_ROWS, PLACES, SLOPES
from predictor.collision.lanes.chain_layout import COLUMN, JOINT, PARENT, SLIDES
from predictor.collision.placing_kernels import vector
from predictor.collision.tables import FRAME
from predictor.compiler.jit import part

Array = NDArray[np.float64]


@part
def add_rates(
    table: Array, room: Array, leaf: int, point: Vector, normal: Vector, sign: float, out_rates: Array
) -> None:
    """Add how fast a point of a leaf goes along a normal at unit speed of each joint (n,), with a sign."""
    at, frames = int(table[int(table[LEAF_ROWS]) + leaf * LEAF + FRAME]), int(table[FRAMES])
    while at > frames:
        joint = (at - frames) // PLACES - 1
        z, p, row = vector(room, at + 6), vector(room, at + 9), int(table[CHAINS]) + joint * CHAIN
        x, y, w = point[0] - p[0], point[1] - p[1], point[2] - p[2]
        turned = z[1] * w - z[2] * y, z[2] * x - z[0] * w, z[0] * y - z[1] * x
        speed = dot(normal, z if table[row + SLIDES] != 0.0 else turned)
        if table[row + JOINT] >= 0.0:
            out_rates[int(table[row + COLUMN])] += sign * room[int(table[SLOPES]) + joint] * speed
        at = int(table[row + PARENT])
