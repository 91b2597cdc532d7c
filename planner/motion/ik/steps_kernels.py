"""Kernels of the steps that both families of closed forms take (`planner.motion.ik.build`).

       from above: joint 1                    in the arm's plane: joints 2 and 3

             W  two shoulders                     ___E
           / |  face the wrist W,                /    \\  two elbows E reach W
    axis 1   |  which stands ASIDE              S  - - W
          `--'  of the arm's plane

All are arithmetic without branches, so that the many-pose kernel runs on vectors of numbers: what cannot be
is NaN.  Angles are told by (cosine, sine).  Lengths within `ON_AXIS` of an edge count as being there.
"""

import math

import numpy as np
from numpy.typing import NDArray

from planner.motion.ik.form_layout import A1, ASIDE, BEHIND, D1, INTO_ROWS, LOWER, OFFSET, SIDE, SIGN, UPPER
from predictor.compiler.jit import inlined_part
from predictor.model.angle_kernels import sine_cosine

Array = NDArray[np.float64]
Pose = tuple[float, float, float, float, float, float, float, float, float, float, float, float]  # three rows
Turn = tuple[float, float]  # cosine and sine

ON_AXIS = 1e-10  # [m]
TURN = 2.0 * math.pi


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
    room = across * across - aside * aside
    within = math.sqrt(max(0.0, room))
    is_free = across <= ON_AXIS
    distance = side * within
    length = across * math.sqrt(within * within + aside * aside)
    scale = 1.0 / (length if length > 0.0 else 1.0)
    c = side * free[0] if is_free else (distance * px - aside * py) * scale
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
    cosine = (reach * reach - upper * upper - lower * lower) / (2.0 * upper * lower)
    sine = side * math.sqrt(max(0.0, (1.0 - cosine) * (1.0 + cosine)))
    c_bend = math.copysign(1.0, cosine) if is_edge else cosine
    s_bend = 0.0 if is_edge else sine
    along, across = upper + lower * c_bend, lower * s_bend
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
