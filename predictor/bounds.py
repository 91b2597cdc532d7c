"""Bound a joint's move over one period by its Bernstein coefficients: rigorous, quick, a little wide.

A polynomial on [0, T] lies between the least and the greatest of its Bernstein coefficients

    b_j = sum over i <= j of  C(j, i) / C(d, i)  c_i T^i,        j = 0 ... d

(Farouki, The Bernstein polynomial basis, 2012).  `predictor.motion` finds the exact extremes where these
bounds leave a doubt.  Plain floats, also for kernels.
"""

import math
from collections.abc import Sequence


def bounds(move: Sequence[float], order: int, period_s: float) -> tuple[float, float]:
    """Return bounds (low, high) of the order-th derivative (0 ... 3) of a quintic (6,) over one period.

    NaN in any of its coefficients comes out as NaN in both.
    """
    T = period_s
    if order == 0:
        tail = T * T * T * move[3], T * T * T * T * move[4], T * T * T * T * T * move[5]
        return _of_degree_5((move[0], T * move[1], T * T * move[2]), tail)
    if order == 1:
        tail = 3.0 * T * T * move[3], 4.0 * T * T * T * move[4], 5.0 * T * T * T * T * move[5]
        return _of_degree_4(move[1], 2.0 * T * move[2], tail)
    if order == 2:
        tail = 6.0 * T * move[3], 12.0 * T * T * move[4], 20.0 * T * T * T * move[5]
        return _of_degree_3(2.0 * move[2], tail)
    return _of_degree_2((6.0 * move[3], 24.0 * T * move[4], 60.0 * T * T * move[5]))


def _of_degree_5(head: tuple[float, float, float], tail: tuple[float, float, float]) -> tuple[float, float]:
    (a, b, c), (d, e, f) = head, tail
    end = a + b + c + d + e + f
    if not math.isfinite(end):
        return math.nan, math.nan
    one, two = a + 0.2 * b, a + 0.4 * b + 0.1 * c
    three, four = a + 0.6 * b + 0.3 * c + 0.1 * d, a + 0.8 * b + 0.6 * c + 0.4 * d + 0.2 * e
    return min(a, one, two, three, four, end), max(a, one, two, three, four, end)


def _of_degree_4(a: float, b: float, tail: tuple[float, float, float]) -> tuple[float, float]:
    c, d, e = tail
    end = a + b + c + d + e
    if not math.isfinite(end):
        return math.nan, math.nan
    one, two, three = a + 0.25 * b, a + 0.5 * b + c / 6.0, a + 0.75 * b + 0.5 * c + 0.25 * d
    return min(a, one, two, three, end), max(a, one, two, three, end)


def _of_degree_3(a: float, tail: tuple[float, float, float]) -> tuple[float, float]:
    b, c, d = tail
    end = a + b + c + d
    if not math.isfinite(end):
        return math.nan, math.nan
    one, two = a + b / 3.0, a + (2.0 * b + c) / 3.0
    return min(a, one, two, end), max(a, one, two, end)


def _of_degree_2(coefficients: tuple[float, float, float]) -> tuple[float, float]:
    a, b, c = coefficients
    middle, end = a + 0.5 * b, a + b + c
    if not math.isfinite(end):
        return math.nan, math.nan
    return min(a, middle, end), max(a, middle, end)
