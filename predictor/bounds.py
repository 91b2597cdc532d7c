"""Bound a joint's move over one period by its Bernstein coefficients: rigorous, quick, a little wide.

A polynomial on [0, T] lies between the least and the greatest of its Bernstein coefficients
(Farouki, The Bernstein polynomial basis, 2012).  `predictor.motion` finds the exact extremes where these
bounds leave a doubt.
"""

import math

import numpy as np
from numpy.typing import NDArray

from predictor.jit import kernel

Array = NDArray[np.float64]

SLACK = 1e-9  # relative, and [rad] for positions: as `predictor.motion.LIMIT_SLACK`


@kernel
def bounds(move: Array, order: int, period_s: float) -> tuple[float, float]:
    """Return bounds (low, high) of the order-th derivative of a quintic (6,) over one period.

    NaN in any coefficient comes out as NaN in both.
    """
    degree = 5 - order
    low, high, total = math.inf, -math.inf, 0.0
    for j in range(degree + 1):
        value, weight, power = 0.0, 1.0, 1.0
        for i in range(j + 1):
            coefficient = move[i + order]
            for k in range(order):
                coefficient *= i + order - k
            value += weight * power * coefficient
            weight *= (j - i) / (degree - i) if i < degree else 0.0  # C(j, i) / C(degree, i)
            power *= period_s
        low, high, total = min(low, value), max(high, value), total + value
    if not math.isfinite(total):
        return math.nan, math.nan
    return low, high


@kernel
def surely_within(moves: Array, limits: Array, period_s: float) -> bool:
    """Return True if all moves (k, n, 6) surely keep the limits (5, n): q_min, q_max, qd, qdd, qddd.

    False is a doubt, not a violation; NaN is a doubt.
    """
    for k in range(moves.shape[0]):
        for joint in range(moves.shape[1]):
            low, high = bounds(moves[k, joint], 0, period_s)
            if not (low >= limits[0, joint] - SLACK and high <= limits[1, joint] + SLACK):
                return False
            for order in range(1, 4):
                low, high = bounds(moves[k, joint], order, period_s)
                if not max(-low, high) <= limits[order + 1, joint] * (1.0 + SLACK):
                    return False
    return True
