"""Kernels from an angle to its sine and cosine and back, by the polynomials of fdlibm (Sun, 1993).

They are the mathematical library's within two roundings, at half its time, and a compiler can inline them.
"""

import math

import numpy as np

from predictor.compiler.jit import inlined_part

FARTHEST_ANGLE = (
    2.0**19
)  # [rad] beyond it a quarter turn is not known well enough to be taken away in three parts
QUARTER_TURN = (1.57079632673412561417, 6.07710050630396597660e-11, 2.02226624879595063154e-21)
DIAGONAL = math.sqrt(2.0) - 1.0  # of an eighth of a turn's half: beyond it an arc is told from an eighth turn


@inlined_part
def sine_cosine(x: float) -> tuple[float, float]:
    """Sine and cosine of an angle, each within 2.3e-16: polynomials after whole quarter turns are taken away.

    Source: fdlibm (Sun Microsystems, 1993), k_sin.c, k_cos.c, e_rem_pio2.c.
    """
    if not abs(x) < FARTHEST_ANGLE:  # NaN too
        return math.sin(x), math.cos(x)
    quarters = np.floor(x * (2.0 / math.pi) + 0.5)
    # a quarter turn in three parts, so that what is left is exact (e_rem_pio2.c)
    y = ((x - quarters * QUARTER_TURN[0]) - quarters * QUARTER_TURN[1]) - quarters * QUARTER_TURN[2]
    z = y * y
    w = z * z
    # S1 to S6 of k_sin.c, two and two
    low = -1.66666666666666324348e-01 + z * 8.33333333332248946124e-03
    middle = -1.98412698298579493134e-04 + z * 2.75573137070700676789e-06
    sine = y + y * z * (
        low + w * (middle + w * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10))
    )
    # C1 to C6 of k_cos.c, two and two
    low = 4.16666666666666019037e-02 + z * -1.38888888888741095749e-03
    middle = 2.48015872894767294178e-05 + z * -2.75573143513906633035e-07
    cosine = (
        1.0
        - 0.5 * z
        + w * (low + w * (middle + w * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11)))
    )
    turns = int(quarters)
    if turns & 1:
        sine, cosine = cosine, -sine
    return (-sine, -cosine) if turns & 2 else (sine, cosine)


@inlined_part
def arctangent(y: float, x: float) -> float:
    """Angle of the point (x, y), from -pi to pi, within 5e-16; 0 at the origin.

    Source: fdlibm, s_atan.c; the angle from the nearer axis, or from the diagonal, by one division.
    """
    across, up = abs(x), abs(y)
    far, near = (across, up) if across > up else (up, across)  # both, so that NaN stays
    is_diagonal = near > DIAGONAL * far
    # atan(n / f) = pi / 4 + atan((n - f) / (n + f)), which is small about the diagonal
    t = (near - far if is_diagonal else near) / (near + far if is_diagonal else far if far != 0.0 else 1.0)
    z = t * t
    w = z * z
    # every second coefficient of s_atan.c, then the others
    odd = 9.09088713343650656196e-02 + w * (
        6.66107313738753120669e-02 + w * (4.97687799461593236017e-02 + w * 1.62858201153657823623e-02)
    )
    odd = z * (3.33333333333329318027e-01 + w * (1.42857142725034663711e-01 + w * odd))
    even = -7.69187620504482999495e-02 + w * (-5.83357013379057348645e-02 + w * -3.65315727442169155270e-02)
    even = w * (-1.99999999998764832476e-01 + w * (-1.11111104054623557880e-01 + w * even))
    angle = t - t * (odd + even)
    if is_diagonal:
        angle += 0.25 * math.pi
    if up > across:
        angle = 0.5 * math.pi - angle
    if x < 0.0:
        angle = math.pi - angle
    return math.copysign(angle, y)
