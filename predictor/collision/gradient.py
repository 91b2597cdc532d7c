"""How the distance of a pair changes with the joints: its normal times how fast its nearest points move.

    d distance / dq = normal . (J_first - J_second)

The nearest points move along the surfaces too, but across the normal; so the velocity of what carries them
counts alone (Danskin's theorem for a least distance).
"""

import numpy as np
from numpy.typing import NDArray

from predictor.collision.tables import NORMAL, POINTS
from predictor.jit import kernel
from predictor.model.joint_motion import joint_at
from predictor.model.kinematics import joint_twists, tree_frames
from predictor.model.robot import COLUMN, Tool, Tree

Array = NDArray[np.float64]


@kernel
def distance_rates(tree: Tree, q: Array, found: Array, first: int, second: int, out_dq: Array) -> None:
    """Change (n,) of what was found (WHOLE,) by each joint at q; the frames that carry the pair, or 0."""
    m = len(tree.rows)
    T, T_base_point, twists = np.empty((m + 1, 4, 4)), np.eye(4), np.empty((6, m))
    tree_frames(tree, q, T)
    out_dq[:] = 0.0
    for which in range(2):
        frame, sign = (first, 1.0) if which == 0 else (second, -1.0)
        for i in range(3):
            T_base_point[i, 3] = found[POINTS + 3 * which + i]
        joint_twists(tree, Tool(frame, T_base_point), T, T_base_point, twists)
        for joint in range(m):
            along = 0.0
            for i in range(3):
                along += found[NORMAL + i] * twists[i, joint]
            out_dq[int(tree.rows[joint, COLUMN])] += sign * joint_at(tree, joint, q)[1] * along
