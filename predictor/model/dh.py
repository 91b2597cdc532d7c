"""Classical Denavit-Hartenberg rows (1955): the chain that they make, and which trees are such a chain.

    T_(i-1)_i = Rz(q_i + offset_i) Tz(d_i) Tx(a_i) Rx(alpha_i)

Joint i turns about the z axis of the frame before its own.  In its own frame that axis is a line that need
not go through the origin: hence the pivot.
"""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from predictor.model.rigid import fixed
from predictor.model.robot import Joint, Robot

Array = NDArray[np.float64]

SAME = 1e-9  # by how much a frame may differ from the pattern [m or 1]


class NotDhError(ValueError):
    """An arm whose frames are not those of Denavit-Hartenberg rows."""


def link_at_zero(row: Sequence[float] | Array) -> Array:
    """Pose (4, 4) of one frame in the one before it at joint angle 0, from a row: offset, d, a, alpha."""
    offset, d, a, alpha = row
    c, s, c_alpha, s_alpha = math.cos(offset), math.sin(offset), math.cos(alpha), math.sin(alpha)
    return fixed(
        [
            [c, -s * c_alpha, s * s_alpha, a * c],
            [s, c * c_alpha, -c * s_alpha, a * s],
            [0.0, s_alpha, c_alpha, d],
            [0.0, 0.0, 0.0, 1.0],
        ]
    )


def dh_joints(names: Sequence[str], rows: Sequence[Sequence[float]] | Array) -> tuple[Joint, ...]:
    """Return the chain of joints of rows (n, 4): offset [rad], d [m], a [m], alpha [rad]."""
    return tuple(_joint(i, name, row) for i, (name, row) in enumerate(zip(names, rows, strict=True)))


def _joint(index: int, name: str, row: Sequence[float] | Array) -> Joint:
    T = link_at_zero(row)
    return Joint(
        name=name,
        parent=index - 1,
        T_parent_joint=T,
        axis=fixed(T[2, :3]),  # the parent's z axis, and its origin, seen from this frame
        pivot=fixed(-T[:3, :3].T @ T[:3, 3]),
        kind="revolute",
    )


def dh_rows(robot: Robot) -> Array:
    """Return the rows (n, 4) of an arm whose frames are those of Denavit-Hartenberg rows.

    Raises:
        NotDhError: they are not; which joint differs and how.
    """
    for index, joint in enumerate(robot.joints):
        told = _difference(index, joint)
        if told:
            raise NotDhError(f"{robot.name}: joint {index + 1} {joint.name!r} {told}")
    if robot.tool.frame != robot.n:
        raise NotDhError(f"{robot.name}: the tool is not carried by the last joint")
    return np.array([_row(joint.T_parent_joint) for joint in robot.joints])


def _difference(index: int, joint: Joint) -> str:
    """Tell in what a joint differs from the pattern; nothing if it does not."""
    if joint.parent != index - 1:
        return "is not carried by the joint before it"
    if joint.kind != "revolute":
        return "does not turn"
    R, p = joint.T_parent_joint[:3, :3], joint.T_parent_joint[:3, 3]
    if (
        np.abs(R @ joint.axis - (0.0, 0.0, 1.0)).max() > SAME
        or np.abs((R @ joint.pivot + p)[:2]).max() > SAME
    ):
        return "does not turn about the z axis of the frame before its own"
    if abs(R[2, 0]) > SAME or abs(R[0, 0] * p[1] - R[1, 0] * p[0]) > SAME:
        return "has a frame whose x axis is not along the common normal"
    return ""


def _row(T: Array) -> tuple[float, float, float, float]:
    offset, alpha = math.atan2(T[1, 0], T[0, 0]), math.atan2(T[2, 1], T[2, 2])
    return offset, T[2, 3], T[0, 0] * T[0, 3] + T[1, 0] * T[1, 3], alpha
