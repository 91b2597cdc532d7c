r"""Kernels of the two families of closed forms: two branches at a time, as angles of the arm's rows.

    SPHERICAL   (Pieper 1968): shoulder and elbow bring the wrist's centre to its place; then both wrists
    PARALLEL    (Hawkins 2013): shoulder and wrist give the hand its attitude; then both elbows

       from above: joint 1                    in the arm's plane: joints 2 and 3

             W  two shoulders                     ___E
           / |  face the wrist W,                /    \  two elbows E reach W
    axis 1   |  which stands ASIDE              S  - - W
          `--'  of the arm's plane

Angles of joints 2 to 6 of a first and a second branch, NaN where there is none.  Where axes are in line
within `ALIGNED` (4 and 6 of SPHERICAL; 6 and the parallel ones of PARALLEL) joint 4, or 6, is free.

The steps that both families take are arithmetic without branches, so that the many-pose kernel runs on
vectors of numbers: what cannot be is NaN.  Angles are given by (cosine, sine).  Lengths within `ON_AXIS` of
an edge count as being there.
"""

import math

import numpy as np
from numpy.typing import NDArray

from predictor.compiler.jit import inlined_part
from predictor.model.angle_kernels import arctangent, sine_cosine

Array = NDArray[np.float64]


SPHERICAL, PARALLEL = 0.0, 1.0
# Places in a form.  Joint i's angle in its row is theta = sign q + offset.
FAMILY = 0
A1, D1, ASIDE = 1, 2, 3  # axis 2 from axis 1; joint 1's height; the wrist's distance from the plane of axis 1
UPPER, LOWER = 4, 5  # lengths of the two links that bend at the elbow
LEAN, COS_LEAN, SIN_LEAN = 6, 7, 8  # of SPHERICAL: the lower link's angle from where row 3 counts it
D5, A4 = 9, 10  # of PARALLEL
SIDE = 11  # (5,) sine of each row's alpha, 1 or -1; 0 where axes are parallel
OFFSET, SIGN = 16, 22  # (6,) each
INTO_ROWS, BEHIND = 28, 40  # (3, 4) each: of the base in frame 0, and of frame 6 in the tool
Q_MIN, Q_MAX = 52, 58  # (6,) each
HOME = 64  # (6,) where joints that are free stand, if nothing else is said


Pose = tuple[float, float, float, float, float, float, float, float, float, float, float, float]  # three rows
Turn = tuple[float, float]  # cosine and sine

ON_AXIS = 1e-10  # [m]
TURN = 2.0 * math.pi
Five = tuple[float, float, float, float, float]
ALIGNED = 1e-10  # [rad]


@inlined_part
def into_row(form: Array, T: Array, row: int) -> tuple[float, float, float, float]:
    """Row of the pose T_0_end of frame 6 that brings the tool to T (4, 4)."""
    at = INTO_ROWS + 4 * row
    f0, f1, f2 = form[at], form[at + 1], form[at + 2]
    x = f0 * T[0, 0] + f1 * T[1, 0] + f2 * T[2, 0]
    y = f0 * T[0, 1] + f1 * T[1, 1] + f2 * T[2, 1]
    z = f0 * T[0, 2] + f1 * T[1, 2] + f2 * T[2, 2]
    p = f0 * T[0, 3] + f1 * T[1, 3] + f2 * T[2, 3] + form[at + 3]
    at = BEHIND
    return (
        x * form[at] + y * form[at + 4] + z * form[at + 8],
        x * form[at + 1] + y * form[at + 5] + z * form[at + 9],
        x * form[at + 2] + y * form[at + 6] + z * form[at + 10],
        x * form[at + 3] + y * form[at + 7] + z * form[at + 11] + p,
    )


@inlined_part
def wanted_end(form: Array, T: Array) -> Pose:
    """T_0_end, three rows in one, that brings the tool to T (4, 4)."""
    return into_row(form, T, 0) + into_row(form, T, 1) + into_row(form, T, 2)


@inlined_part
def free_turn(form: Array, q_free: Array, joint: int) -> Turn:
    """The turn of a joint's row that it makes where it is free."""
    s, c = sine_cosine(form[SIGN + joint] * q_free[joint] + form[OFFSET + joint])
    return c, s


@inlined_part
def joint_angle(form: Array, joint: int, theta: float) -> float:
    """A joint's own value, within half a turn of zero, from the angle of its row."""
    q = form[SIGN + joint] * (theta - form[OFFSET + joint])
    return float(q - TURN * np.floor(q * (1.0 / TURN) + 0.5))


@inlined_part
def shoulder(form: Array, end: Pose, free: Turn, side: float) -> tuple[float, float, float]:
    """Turn of joint 1 and the wrist's distance from axis 1 in the arm's plane, for side 1 or -1.

    The plane stands ASIDE of the axis: s px - c py = ASIDE, and c px + s py is the distance.
    """
    px, py, aside = end[3], end[7], form[ASIDE]
    across = math.sqrt(px * px + py * py)
    square = across * across - aside * aside  # distance^2 = px^2 + py^2 - ASIDE^2
    within = math.sqrt(max(0.0, square))
    is_free = across <= ON_AXIS
    distance = side * within
    length = across * math.sqrt(within * within + aside * aside)
    scale = 1.0 / (length if length > 0.0 else 1.0)
    c = side * free[0] if is_free else (distance * px - aside * py) * scale  # from both equations above
    s = side * free[1] if is_free else (distance * py + aside * px) * scale
    is_edge = across - abs(aside) <= ON_AXIS and not abs(aside) <= ON_AXIS  # there both sides are one
    is_there = across - abs(aside) >= -ON_AXIS and not (is_edge and side < 0.0)
    return (c if is_there else math.nan), s, c * px + s * py


@inlined_part
def in_plane(form: Array, end: Pose, distance: float) -> tuple[float, float]:
    """A point of the arm's plane as seen from joint 2, from its distance from axis 1 and `end`'s height."""
    return distance - form[A1], form[SIDE] * (end[11] - form[D1])


@inlined_part
def elbow(form: Array, x: float, y: float, free: Turn, side: float) -> tuple[float, float, float, float]:
    """Turns of the upper link and, from it, of the lower one that reach (x, y), for side 1 or -1."""
    upper, lower = form[UPPER], form[LOWER]
    reach = math.sqrt(x * x + y * y)
    longest, shortest = abs(upper) + abs(lower), abs(abs(upper) - abs(lower))
    is_edge = longest - reach <= ON_AXIS or reach - shortest <= ON_AXIS  # stretched or folded: one elbow
    cosine = (reach * reach - upper * upper - lower * lower) / (2.0 * upper * lower)  # law of cosines
    sine = side * math.sqrt(max(0.0, (1.0 - cosine) * (1.0 + cosine)))  # 1 - cosine^2 without cancelling
    c_bend = math.copysign(1.0, cosine) if is_edge else cosine
    s_bend = 0.0 if is_edge else sine
    along, across = upper + lower * c_bend, lower * s_bend  # of the wrist, in axes of the upper link
    is_free = reach <= ON_AXIS
    length = reach * math.sqrt(along * along + across * across)
    scale = 1.0 / (length if length > 0.0 else 1.0)
    c = free[0] if is_free else (x * along + y * across) * scale
    s = free[1] if is_free else (y * along - x * across) * scale
    is_there = reach - shortest >= -ON_AXIS and longest - reach >= -ON_AXIS and not (is_edge and side < 0.0)
    return (c if is_there else math.nan), s, c_bend, s_bend


@inlined_part
def times(a: Turn, b: Turn) -> Turn:
    """The turn by both."""
    return a[0] * b[0] - a[1] * b[1], a[1] * b[0] + a[0] * b[1]


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
    aside = math.sqrt(m02 * m02 + m12 * m12)  # |s5|: axes 4 and 6 are in line where it is 0
    is_free = aside <= ALIGNED
    scale = side_5 / (1.0 if is_free else aside)
    c4, s4 = (free[1][0] if is_free else scale * m02), (free[1][1] if is_free else scale * m12)
    s5, c5 = side_5 * (c4 * m02 + s4 * m12), -side_4 * side_5 * m22  # last column of M
    q2, q3 = arctangent(s2, c2), arctangent(s_bend, c_bend) - form[LEAN]
    q4, q5 = arctangent(s4, c4), arctangent(s5, c5)
    c6 = c5 * (c4 * m00 + s4 * m10) + s5 * side_4 * m20  # first column, turned back through 4 and 5
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
    aside = math.sqrt(zx * zx + zy * zy)  # |s5|: axis 6 is parallel to z where it is 0
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
    first = times((c, s), times((c2, -s2), (c3, -s3)))  # joint 4: what 2 and 3 leave of the sum
    d2, t2, d3, t3 = elbow(form, x, y, free[0], -1.0)
    second = times((c, s), times((d2, -t2), (d3, -t3)))
    return (
        (arctangent(s2, c2), arctangent(s3, c3), arctangent(first[1], first[0]), q5, q6),
        (arctangent(t2, d2), arctangent(t3, d3), arctangent(second[1], second[0]), q5, q6),
    )
