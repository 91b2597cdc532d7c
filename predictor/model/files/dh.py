"""Classical Denavit-Hartenberg rows (1955): the chain of joints that they make.

    T_(i-1)_i = Rz(q_i + offset_i) Tz(d_i) Tx(a_i) Rx(alpha_i)

Joint i turns about the z axis of the frame before its own.  In its own frame that axis is a line that need
not go through the origin: hence the pivot.
"""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from predictor.inputs.rigid import fixed
from predictor.model.robot import Joint

Array = NDArray[np.float64]


def link_at_zero(row: Sequence[float] | Array) -> Array:
    """Pose (4, 4) of one frame in the one before it at joint angle 0, from a row: offset, d, a, alpha."""
    offset, d, a, alpha = row
    c, s, c_alpha, s_alpha = math.cos(offset), math.sin(offset), math.cos(alpha), math.sin(alpha)
    return fixed(
        [
            [c, -s * c_alpha, s * s_alpha, a * c],
            [s, c * c_alpha, -c * s_alpha, a * s],
            [0.0, s_alpha, c_alpha, d],
            [0.0, 0.0, 0.0, 1.0],
        ]
    )


def dh_joint(name: str, row: Sequence[float] | Array, *, parent: int) -> Joint:
    """Return the joint of one row: offset [rad], d [m], a [m], alpha [rad]; `parent` carries it."""
    T = link_at_zero(row)
    return Joint(
        name=name,
        parent=parent,
        T_parent_joint=T,
        axis=fixed(T[2, :3]),  # the parent's z axis, and its origin, seen from this frame
        pivot=fixed(-T[:3, :3].T @ T[:3, 3]),
        kind="revolute",
    )
