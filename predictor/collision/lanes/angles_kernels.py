"""An angle within a quarter turn of zero, and the sign that its sine and cosine have: without a branch.

r = q - n pi, |r| <= pi / 2         pi in two parts, of which n times the first is exact
sin q = (-1)^n sin r,    cos q = (-1)^n cos r
"""

import numpy as np

from predictor.compiler.jit import inlined_lane_part

PI_HIGH = 3.1415926535883045  # the first 41 bits
PI_LOW = 1.4887094960973246e-12  # what is missing
ROUNDER = 6755399441055744.0  # 1.5 * 2^52: added and taken away again it rounds to a whole number


@inlined_lane_part
def reduced(q: float) -> tuple[float, float]:
    """r and (-1)^n of an angle [rad]."""
    n = (q * (1.0 / np.pi) + ROUNDER) - ROUNDER
    odd = n - 2.0 * ((0.5 * n + ROUNDER) - ROUNDER)  # 0, or 1 or -1
    return (q - n * PI_HIGH) - n * PI_LOW, 1.0 - 2.0 * odd * odd
