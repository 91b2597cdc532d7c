"""Sine and cosine of RAKE angles side by side in single precision, without a branch.

    r = q - n pi, |r| <= pi / 2         in double precision, as in `predictor.collision.blocks.angles_kernels`
    sin q = (-1)^n sin r,    cos q = (-1)^n cos r

Taylor's series of both: on that range what is left out is below 6e-8.
"""

import numpy as np
from numpy.typing import NDArray

from predictor.collision.blocks.angles_kernels import PI_HIGH, PI_LOW, ROUNDER
from predictor.jit import lane_part
from predictor.looking_layout import RAKE

Array = NDArray[np.float64]
Singles = NDArray[np.float32]

MOST_ERROR = 3e-7

ZERO, ONE, A_HALF = np.float32(0.0), np.float32(1.0), np.float32(0.5)
S3, S5, S7 = np.float32(-1.0 / 6.0), np.float32(1.0 / 120.0), np.float32(-1.0 / 5040.0)
S9, S11 = np.float32(1.0 / 362880.0), np.float32(-1.0 / 39916800.0)
C4, C6, C8 = np.float32(1.0 / 24.0), np.float32(-1.0 / 720.0), np.float32(1.0 / 40320.0)
C10, C12 = np.float32(-1.0 / 3628800.0), np.float32(1.0 / 479001600.0)


@lane_part
def sines(values: Array, gear: float, constant: float, out_both: Singles) -> None:
    """Sines, then cosines (2 RAKE,) of gear * values (RAKE,) + constant [rad]."""
    for lane in range(RAKE):
        q = gear * values[lane] + constant
        n = (q * (1.0 / np.pi) + ROUNDER) - ROUNDER
        odd = n - 2.0 * ((0.5 * n + ROUNDER) - ROUNDER)  # 0, or 1 or -1
        sign, r = np.float32(1.0 - 2.0 * odd * odd), np.float32((q - n * PI_HIGH) - n * PI_LOW)
        z = r * r
        cosine = z * z * (C4 + z * (C6 + z * (C8 + z * (C10 + z * C12))))
        out_both[lane] = sign * (r + r * z * (S3 + z * (S5 + z * (S7 + z * (S9 + z * S11)))))
        out_both[RAKE + lane] = sign * ((ONE - A_HALF * z) + cosine)
