"""Kernels of the two families of closed forms: two branches at a time, as angles of the arm's rows.

    SPHERICAL   (Pieper 1968): shoulder and elbow bring the wrist's centre to its place; then both wrists
    PARALLEL    (Hawkins 2013): shoulder and wrist give the hand its attitude; then both elbows

Angles of joints 2 to 6 of a first and a second branch, NaN where there is none.  Where axes are in line
within `ALIGNED` (4 and 6 of SPHERICAL; 6 and the parallel ones of PARALLEL) joint 4, or 6, is free.
"""

import math

import numpy as np
from numpy.typing import NDArray

from planner.motion.ik.form_layout import A4, COS_LEAN, D5, LEAN, SIDE, SIN_LEAN
from planner.motion.ik.steps_kernels import Pose, Turn, elbow, in_plane, times
from predictor.compiler.jit import inlined_part
from predictor.model.angle_kernels import arctangent

Array = NDArray[np.float64]
Five = tuple[float, float, float, float, float]

ALIGNED = 1e-10  # [rad]


@inlined_part
def spherical_pair(
    form: Array, end: Pose, plane: tuple[float, float, float], free: tuple[Turn, Turn, Turn], side: float
) -> tuple[Five, Five]:
    """Both wrists of one elbow; `plane`: turn and distance of `shoulder`; `free` of joints 2, 4, 6.

    The attitude M = Rz4 Rx(side_4 pi/2) Rz5 Rx(side_5 pi/2) Rz6 in frame 3 has the last column
    side_5 (s5 c4, s5 s4, -side_4 c5); its first, turned back through joints 4 and 5, is (c6, s6, 0).
    """
    c1, s1 = plane[0], plane[1]
    side_1, side_3, side_4, side_5 = form[SIDE], form[SIDE + 2], form[SIDE + 3], form[SIDE + 4]
    x, y = in_plane(form, end, plane[2])
    c2, s2, c_bend, s_bend = elbow(form, x, y, free[0], side)
    c, s = times(times((c2, s2), (c_bend, s_bend)), (form[COS_LEAN], -form[SIN_LEAN]))  # joints 2 and 3
    x0, x2 = c1 * end[0] + s1 * end[4], c1 * end[2] + s1 * end[6]
    y0, y2 = side_1 * end[8], side_1 * end[10]
    m00, m02 = c * x0 + s * y0, c * x2 + s * y2
    m10, m12 = side_3 * side_1 * (s1 * end[0] - c1 * end[4]), side_3 * side_1 * (s1 * end[2] - c1 * end[6])
    m20, m22 = side_3 * (s * x0 - c * y0), side_3 * (s * x2 - c * y2)
    aside = math.sqrt(m02 * m02 + m12 * m12)
    is_free = aside <= ALIGNED
    scale = side_5 / (1.0 if is_free else aside)
    c4, s4 = (free[1][0] if is_free else scale * m02), (free[1][1] if is_free else scale * m12)
    s5, c5 = side_5 * (c4 * m02 + s4 * m12), -side_4 * side_5 * m22
    q2, q3 = arctangent(s2, c2), arctangent(s_bend, c_bend) - form[LEAN]
    q4, q5 = arctangent(s4, c4), arctangent(s5, c5)
    c6 = c5 * (c4 * m00 + s4 * m10) + s5 * side_4 * m20
    q6 = arctangent(side_5 * side_4 * (s4 * m00 - c4 * m10), c6)
    return (q2, q3, q4, q5, q6), (q2, q3, q4 + math.pi, -q5, q6 + math.pi)


@inlined_part
def parallel_pair(
    form: Array, end: Pose, plane: tuple[float, float, float], free: tuple[Turn, Turn, Turn], side: float
) -> tuple[Five, Five]:
    """Both elbows of one wrist; `plane`: turn and distance of `shoulder`; `free` of joints 2, 4, 6.

    The parallel axes have the direction z = side_1 (s1, -c1, 0), which in frame 6, turned back through joint
    6, is side_4 (s5, 0, -side_5 c5); axis 5 is side_5 (s6 X + c6 Y) with X, Y the axes of frame 6.
    """
    c1, s1 = plane[0], plane[1]
    side_1, side_4, side_5 = form[SIDE], form[SIDE + 3], form[SIDE + 4]
    zx = side_1 * (s1 * end[0] - c1 * end[4])
    zy = side_1 * (s1 * end[1] - c1 * end[5])
    zz = side_1 * (s1 * end[2] - c1 * end[6])
    aside = math.sqrt(zx * zx + zy * zy)
    is_free = aside <= ALIGNED
    scale = side * side_4 / (1.0 if is_free else aside)
    c6, s6 = (free[2][0] if is_free else scale * zx), (free[2][1] if is_free else -scale * zy)
    s5, c5 = side_4 * (c6 * zx - s6 * zy), -side_4 * side_5 * zz
    ax = side_5 * (s6 * end[0] + c6 * end[1])  # axis 5
    ay = side_5 * (s6 * end[4] + c6 * end[5])
    az = side_5 * (s6 * end[8] + c6 * end[9])
    along, up = c1 * ax + s1 * ay, side_1 * az
    c, s = -side_4 * up, side_4 * along  # of joints 2, 3 and 4 together
    x, y = in_plane(form, end, plane[2])
    x, y = x - form[D5] * along - form[A4] * c, y - form[D5] * up - form[A4] * s
    q5, q6 = arctangent(s5, c5), arctangent(s6, c6)
    c2, s2, c3, s3 = elbow(form, x, y, free[0], 1.0)
    first = times((c, s), times((c2, -s2), (c3, -s3)))
    d2, t2, d3, t3 = elbow(form, x, y, free[0], -1.0)
    second = times((c, s), times((d2, -t2), (d3, -t3)))
    return (
        (arctangent(s2, c2), arctangent(s3, c3), arctangent(first[1], first[0]), q5, q6),
        (arctangent(t2, d2), arctangent(t3, d3), arctangent(second[1], second[0]), q5, q6),
    )
