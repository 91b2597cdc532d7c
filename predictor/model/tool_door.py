"""The joints that carry the tool, packed into one array for the kernels that walk along them.

    base --place--> z0 --value--> z0' --place--> z1 --value--> z1' -- ... --place--> tool

Each joint has a frame here whose z axis is the joint's own: it turns about it, or slides along it.  A kernel
then needs one motion for all, and its caller pays for each array that is handed over: hence one.

    how many joints, numbers a piece | a row for each joint | a row of the tool | pieces of the joints' laws
"""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from predictor.model.tree_layout import PLACE

Array = NDArray[np.float64]


class Moving(Protocol):
    """What is read of a joint (`predictor.model.robot.Joint`)."""

    @property
    def T_parent_joint(self) -> Array:
        """Its frame (4, 4) in that of the joint before."""

    @property
    def axis(self) -> Array:
        """Unit vector (3,) in its frame."""

    @property
    def pivot(self) -> Array:
        """A point (3,) of the axis, in its frame [m]; of no meaning for one that slides."""

    @property
    def kind(self) -> str:
        """`revolute` or `prismatic`."""


def tool_door(joints: Sequence[Moving], drives: Array, *, T_last_tool: Array, pieces: Array) -> Array:
    """Return the joints from the base to the tool, the tool and the laws packed.

    Args:
        joints: m joints, each carried by the one before it.
        drives: of each joint the first three columns (m, 3).
        T_last_tool: the tool (4, 4) in the last joint's frame.
        pieces: of all laws (p, width), as in `Tree.pieces`.
    """
    rows, T_axis_joint = [], np.eye(4)
    for joint, drive in zip(joints, drives, strict=True):
        T_joint_axis = _axis_frame(joint)
        place = T_axis_joint @ joint.T_parent_joint @ T_joint_axis
        rows.append([*drive, joint.kind == "prismatic", *place[:3].ravel()])
        T_axis_joint = _inverse(T_joint_axis)
    rows.append([0.0] * PLACE + [*(T_axis_joint @ T_last_tool)[:3].ravel()])
    return np.concatenate([(len(joints), pieces.shape[1]), np.ravel(rows), pieces.ravel()])


def _axis_frame(joint: Moving) -> Array:
    """Return a frame (4, 4), in the joint's, whose z axis the joint turns about or slides along."""
    z, T = joint.axis, np.eye(4)
    across = np.eye(3)[np.argmin(np.abs(z))]
    x = across - (across @ z) * z
    x /= np.linalg.norm(x)
    T[:3, 0], T[:3, 1], T[:3, 2] = x, np.cross(z, x), z
    if joint.kind == "revolute":
        T[:3, 3] = joint.pivot
    return T


def _inverse(T: Array) -> Array:
    inverse = np.eye(4)
    inverse[:3, :3], inverse[:3, 3] = T[:3, :3].T, -T[:3, :3].T @ T[:3, 3]
    return inverse
