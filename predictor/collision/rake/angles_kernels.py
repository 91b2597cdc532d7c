"""Sine and cosine of RAKE angles side by side in single precision, without a branch.

An angle is reduced in double precision (`predictor.collision.lanes.angles_kernels`); of Taylor's series of
both what is left out is below 6e-8 on the range that is left.
"""

import numpy as np
from numpy.typing import NDArray

from predictor.collision.lanes.angles_kernels import reduced
from predictor.collision.lanes.near_kernels import A_HALF, ONE
from predictor.compiler.jit import lane_part
from predictor.proximity.proximity_layout import RAKE

Array = NDArray[np.float64]
Singles = NDArray[np.float32]

MOST_ERROR = 3e-7

S3, S5, S7 = np.float32(-1.0 / 6.0), np.float32(1.0 / 120.0), np.float32(-1.0 / 5040.0)
S9, S11 = np.float32(1.0 / 362880.0), np.float32(-1.0 / 39916800.0)
C4, C6, C8 = np.float32(1.0 / 24.0), np.float32(-1.0 / 720.0), np.float32(1.0 / 40320.0)
C10, C12 = np.float32(-1.0 / 3628800.0), np.float32(1.0 / 479001600.0)


@lane_part
def sines(values: Array, gear: float, constant: float, out_both: Singles) -> None:
    """Sines, then cosines (2 RAKE,) of gear * values (RAKE,) + constant [rad]."""
    for lane in range(RAKE):
        remainder, whole = reduced(gear * values[lane] + constant)
        r, sign = np.float32(remainder), np.float32(whole)
        z = r * r
        cosine = z * z * (C4 + z * (C6 + z * (C8 + z * (C10 + z * C12))))
        out_both[lane] = sign * (r + r * z * (S3 + z * (S5 + z * (S7 + z * (S9 + z * S11)))))
        out_both[RAKE + lane] = sign * ((ONE - A_HALF * z) + cosine)
