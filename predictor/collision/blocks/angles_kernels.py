"""Sine and cosine of many angles side by side, without a branch: the compiler takes several at once.

    sin q = (-1)^n  2 sin(r/2) cos(r/2),    cos q = (-1)^n (1 - 2 sin(r/2)^2)      r = q - n pi, |r| <= pi / 2

The polynomials of the half angle are those of fdlibm (Sun Microsystems, k_sin.c and k_cos.c, 1993), whose
error is below 2^-57 for |r/2| <= pi / 4.  With the doubling both results are within MOST_ERROR of the truth.
"""

import numpy as np
from numpy.typing import NDArray

from predictor.collision.lanes.angles_kernels import reduced
from predictor.compiler.jit import inlined_lane_part

Array = NDArray[np.float64]

LANES = 64  # configurations side by side
LARGEST = 8192.0  # [rad] angle up to which the error holds
MOST_ERROR = 1e-15

S1, S2, S3 = -1.66666666666666324348e-01, 8.33333333332248946124e-03, -1.98412698298579493134e-04
S4, S5, S6 = 2.75573137070700676789e-06, -2.50507602534068634195e-08, 1.58969099521155010221e-10
C1, C2, C3 = 4.16666666666666019037e-02, -1.38888888888741095749e-03, 2.48015872894767294178e-05
C4, C5, C6 = -2.75573143513906633035e-07, 2.08757232129817482790e-09, -1.13596475577881948265e-11


@inlined_lane_part
def sines(values: Array, gear: float, constant: float, out_both: Array) -> None:
    """Sines, then cosines (2 LANES,) of gear * values (LANES,) + constant [rad], none beyond LARGEST."""
    for lane in range(LANES):
        r, sign = reduced(gear * values[lane] + constant)
        h = 0.5 * r
        z = h * h
        sine = h + h * z * (S1 + z * (S2 + z * (S3 + z * (S4 + z * (S5 + z * S6)))))
        cosine = 1.0 - 0.5 * z + z * z * (C1 + z * (C2 + z * (C3 + z * (C4 + z * (C5 + z * C6)))))
        out_both[lane] = sign * (2.0 * sine * cosine)
        out_both[LANES + lane] = sign * (1.0 - 2.0 * sine * sine)
