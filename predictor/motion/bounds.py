"""Bound a joint's move over one period by its Bernstein coefficients: rigorous, quick, a little wide.

A polynomial of degree 5 at most lies, on [0, T], between the least and the greatest of its coefficients

    b_j = sum over i <= j of  C(j, i) / C(5, i)  c_i T^i,        j = 0 ... 5

(Farouki, The Bernstein polynomial basis, 2012).  Derivatives are of lower degree; that their last
coefficients are zero makes their bounds a little tighter.  `predictor.motion.motion` finds the exact
extremes where these bounds leave a doubt.  Plain floats, also for kernels.
"""

import math
from collections.abc import Sequence


def bounds(move: Sequence[float], order: int, period_s: float) -> tuple[float, float]:
    """Return bounds (low, high) of the order-th derivative (0 ... 3) of a quintic (6,) over one period.

    NaN in any of its coefficients comes out as NaN in both.
    """
    a, b, c, d, e, f = move[0], move[1], move[2], move[3], move[4], move[5]
    if order == 1:
        a, b, c, d, e, f = b, 2.0 * c, 3.0 * d, 4.0 * e, 5.0 * f, 0.0
    elif order == 2:
        a, b, c, d, e, f = 2.0 * c, 6.0 * d, 12.0 * e, 20.0 * f, 0.0, 0.0
    elif order == 3:
        a, b, c, d, e, f = 6.0 * d, 24.0 * e, 60.0 * f, 0.0, 0.0, 0.0
    T = period_s
    b, c, d, e, f = T * b, T * T * c, T * T * T * d, T * T * T * T * e, T * T * T * T * T * f
    end = a + b + c + d + e + f
    if not math.isfinite(end):
        return math.nan, math.nan
    two, three = a + 0.4 * b + 0.1 * c, a + 0.6 * b + 0.3 * c + 0.1 * d
    four = a + 0.8 * b + 0.6 * c + 0.4 * d + 0.2 * e
    low, high = min(a, end), max(a, end)
    for value in (a + 0.2 * b, two, three, four):
        low, high = min(low, value), max(high, value)
    return low, high
