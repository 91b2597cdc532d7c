"""Quaternions in numpy alone, for processes that load no compiler; kernels have the first function too.

They are (w, x, y, z) of unit length, and one rotation has one of them (`predictor.model.spatial`).
"""

import math

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

UNIT_ERROR = 1e-6  # how far a quaternion's length may be from 1


def quaternion_along(R: Array) -> tuple[float, float, float, float]:
    """A multiple of a rotation's quaternion, by its largest part (Shepperd 1978)."""
    xx, yy, zz = R[0, 0], R[1, 1], R[2, 2]
    if xx + yy + zz >= max(xx, max(yy, zz)):
        w, x, y, z = 1.0 + xx + yy + zz, R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]
    elif xx >= yy and xx >= zz:
        w, x, y, z = R[2, 1] - R[1, 2], 1.0 + xx - yy - zz, R[0, 1] + R[1, 0], R[0, 2] + R[2, 0]
    elif yy >= zz:
        w, x, y, z = R[0, 2] - R[2, 0], R[0, 1] + R[1, 0], 1.0 + yy - xx - zz, R[1, 2] + R[2, 1]
    else:
        w, x, y, z = R[1, 0] - R[0, 1], R[0, 2] + R[2, 0], R[1, 2] + R[2, 1], 1.0 + zz - xx - yy
    first = w if w != 0.0 else x if x != 0.0 else y if y != 0.0 else z
    return (w, x, y, z) if first > 0.0 else (-w, -x, -y, -z)


def quaternion_from_axes(R_a_b: Array) -> Array:
    """Quaternion (4,) of a rotation (3, 3)."""
    w, x, y, z = quaternion_along(R_a_b)
    return np.array([w, x, y, z]) / math.sqrt(w * w + x * x + y * y + z * z)


def rotation_from_quaternion(quat_a_b: Array) -> Array:
    """Rotation (3, 3) of a quaternion (4,), w first.

    Raises:
        ValueError: its length is not 1.
    """
    length = float(np.linalg.norm(quat_a_b))
    if not abs(length - 1.0) <= UNIT_ERROR:
        raise ValueError(f"a quaternion of length {length:.9g} is no attitude; its length must be 1")
    w, x, y, z = (quat_a_b / length).tolist()
    return np.array(
        [
            [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)],
            [2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)],
            [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)],
        ]
    )
