"""Affine maps (4, 4) as mesh files write them, in steps."""

import numpy as np

from predictor.geometry.mesh import Array


def shifted(by: Array) -> Array:
    """Return a shift by (3,)."""
    T = np.eye(4)
    T[:3, 3] = by
    return T


def scaled(by: Array) -> Array:
    """Return a scale along the three axes (3,)."""
    return np.diag([*by, 1.0])


def turned(axis: Array, angle: float) -> Array:
    """Return a turn by an angle [rad] about an axis (3,) of any length (Rodrigues); no axis: no turn."""
    length = float(np.linalg.norm(axis))
    T = np.eye(4)
    if length > 0.0:
        x, y, z = axis / length
        K = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
        T[:3, :3] += np.sin(angle) * K + (1.0 - np.cos(angle)) * K @ K
    return T
