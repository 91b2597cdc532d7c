"""Where the frames of a tree of joints are, in plain floats: the gate's own, dissimilar kinematics.

    T_parent_joint(q) = fixed + cos(q) cosine + sin(q) sine      a joint that turns
                      = fixed + q sine                           one that slides

A joint's value is a commanded one, or follows it by the polynomials of its law.  All numbers are taken out of
the arrays once; no kernel of the predictor is used.
"""

import math
from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.model.joint_law import Law
from predictor.model.joint_tree import Joint
from predictor.model.robot import Robot

Array = NDArray[np.float64]
Row = tuple[float, float, float, float]
Transform = tuple[Row, Row, Row]  # upper three rows of a pose
Point = tuple[float, float, float]

UNMOVED: Transform = ((1.0, 0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0))


class PlainLaw(NamedTuple):
    """By what polynomials a joint follows a commanded one."""

    knots: tuple[float, ...]  # where they meet
    pieces: tuple[tuple[float, ...], ...]  # the highest power first


class PlainJoint(NamedTuple):
    """The parts of one joint's pose in its parent."""

    column: int  # of the commanded value that moves it
    law: PlainLaw | None
    parent: int  # frame that carries it
    fixed: Transform
    cosine: Transform
    sine: Transform
    is_turning: bool


def plain_joints(robot: Robot) -> list[PlainJoint]:
    """Take the numbers of all joints out of their arrays."""
    columns = {joint.name: column for column, joint in enumerate(robot.commanded)}
    return [
        _plain(joint, columns[joint.law.driver if joint.law else joint.name], _plain_law(joint.law))
        for joint in robot.joints
    ]


def _plain_law(law: Law | None) -> PlainLaw | None:
    if law is None:
        return None
    return PlainLaw(tuple(law.knots.tolist()), tuple(tuple(row[::-1]) for row in law.pieces.tolist()))


def _plain(joint: Joint, column: int, law: PlainLaw | None) -> PlainJoint:
    w, is_turning = joint.axis, joint.kind == "revolute"
    if not is_turning:
        still, cosine, sine = np.eye(4), np.zeros((4, 4)), np.zeros((4, 4))
        sine[:3, 3] = w
    else:
        along = np.outer(w, w)
        skew = np.array([[0.0, -w[2], w[1]], [w[2], 0.0, -w[0]], [-w[1], w[0], 0.0]])
        # Rodrigues: R = w w^T + cos q (1 - w w^T) + sin q [w]
        still, cosine, sine = (_about(R, joint.pivot) for R in (along, np.eye(3) - along, skew))
        still[:3, 3] += joint.pivot
        still[3, 3] = 1.0
    rows = [_upper(joint.T_parent_joint @ part) for part in (still, cosine, sine)]
    return PlainJoint(column, law, joint.parent + 1, rows[0], rows[1], rows[2], is_turning)


def _about(R: Array, pivot: Array) -> Array:
    """Return the part (4, 4) of a turn about a point that goes with R (3, 3)."""
    part = np.zeros((4, 4))
    part[:3, :3], part[:3, 3] = R, -R @ pivot
    return part


def _upper(T: Array) -> Transform:
    x, y, z, _ = T.tolist()
    return (tuple(x), tuple(y), tuple(z))


def frames_at(joints: Sequence[PlainJoint], q: Sequence[float]) -> list[Transform]:
    """Return the poses of all frames in the arm base at the commanded values q (n,)."""
    frames = [UNMOVED]
    for joint in joints:
        value = q[joint.column]
        if joint.law:
            value = _followed_value(joint.law, value)
        frames.append(times(frames[joint.parent], _joint_pose(joint, value)))
    return frames


def _followed_value(law: PlainLaw, x: float) -> float:
    """Return where a law puts its joint; beyond its range it goes on straight."""
    inside = min(max(x, law.knots[0]), law.knots[-1])
    piece = min(bisect_right(law.knots, inside), len(law.pieces)) - 1
    t, value, slope = inside - law.knots[piece], 0.0, 0.0
    for c in law.pieces[piece]:
        slope = slope * t + value
        value = value * t + c
    return value + slope * (x - inside)


def _joint_pose(joint: PlainJoint, value: float) -> Transform:
    c, s = (math.cos(value), math.sin(value)) if joint.is_turning else (0.0, value)

    def row(k: int) -> Row:
        (f0, f1, f2, f3), (c0, c1, c2, c3), (s0, s1, s2, s3) = joint.fixed[k], joint.cosine[k], joint.sine[k]
        return (f0 + c * c0 + s * s0, f1 + c * c1 + s * s1, f2 + c * c2 + s * s2, f3 + c * c3 + s * s3)

    return (row(0), row(1), row(2))


def times(left: Transform, right: Transform) -> Transform:
    """Return one pose after the other."""
    (xx, xy, xz, x), (yx, yy, yz, y), (zx, zy, zz, z) = right

    def row(r: Row) -> Row:
        a, b, c, d = r
        return (
            a * xx + b * yx + c * zx,
            a * xy + b * yy + c * zy,
            a * xz + b * yz + c * zz,
            a * x + b * y + c * z + d,
        )

    return (row(left[0]), row(left[1]), row(left[2]))


def apply(T: Transform, p: Point) -> Point:
    """Return a point in the axes and from the origin of the other frame."""
    (xx, xy, xz, x), (yx, yy, yz, y), (zx, zy, zz, z) = T
    a, b, c = p
    return (xx * a + xy * b + xz * c + x, yx * a + yy * b + yz * c + y, zx * a + zy * b + zz * c + z)


def inverse(T: list[list[float]]) -> Transform:
    """Return the inverse of a pose (4, 4)."""

    def row(k: int) -> Row:
        axis = (T[0][k], T[1][k], T[2][k])
        return (*axis, -sum(axis[i] * T[i][3] for i in range(3)))

    return (row(0), row(1), row(2))
