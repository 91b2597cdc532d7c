"""A slow, plain oracle of rotations: the exponential of a skew matrix as a power series."""

import numpy as np
from numpy.typing import NDArray


def exponential(v: NDArray[np.float64]) -> NDArray[np.float64]:
    """Rotation of a rotation vector: sum of [v x]^k / k!."""
    skew = np.array([[0.0, -v[2], v[1]], [v[2], 0.0, -v[0]], [-v[1], v[0], 0.0]])
    total, term = np.eye(3), np.eye(3)
    for k in range(1, 60):
        term = term @ skew / k
        total = total + term
    return total


def random_rotation(rng: np.random.Generator) -> NDArray[np.float64]:
    """A rotation uniform over all attitudes (QR of a Gaussian matrix)."""
    Q, R = np.linalg.qr(rng.normal(size=(3, 3)))
    Q = Q * np.sign(np.diag(R))
    return Q if np.linalg.det(Q) > 0.0 else -Q
