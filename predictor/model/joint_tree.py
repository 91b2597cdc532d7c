"""The joints of an arm as a tree, and packed as kernels read them: all of them, and the way to a tool.

    base, frame 0 --joint 0--> frame 1 --joint 1--> frame 2 --> ...      joint i carries frame i + 1
          '-------joint 4--> frame 5 --> ...                             a second branch

At q = 0 a joint's frame stands at `T_parent_joint` in the frame of the joint that carries it, or in the
base; from there it turns about its axis, or slides along it.  The axis is a line through `pivot`, fixed in
the joint's frame and, as the joint does not move it, in the parent's.

The chain to a tool is packed into one array, for a kernel's caller pays for each array that is handed over:

    base --place--> z0 --value--> z0' --place--> z1 --value--> z1' -- ... --place--> tool

    how many joints, numbers a piece | a row for each joint | a row of the tool | pieces of the joints' laws

Each joint has a frame there whose z axis is the joint's own: it turns about it, or slides along it.  A kernel
then needs one motion for all.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from predictor.inputs.arrays import Array, read_only
from predictor.inputs.rigid import MATRIX_ERROR
from predictor.model.joint_law import Law
from predictor.model.tree_layout import AFTER, COLUMN, OTHER, PLACE, Tool, Tree
from telemetry.files.settings import nearest

BASE = -1  # parent of a joint that the base carries
AXIS_ROUNDING = 1e-15  # the rounding of a quarter turn does not make an axis oblique


class TreeError(ValueError):
    """Joints that make no tree."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Joint:
    """One joint and the frame that it carries."""

    name: str
    parent: int  # index of the joint that carries it, or BASE
    T_parent_joint: Array  # (4, 4) its frame in the parent's, at q = 0
    axis: Array  # (3,) unit vector in its frame
    pivot: Array  # (3,) a point of the axis, in its frame [m]; of no meaning for one that slides
    kind: Literal["revolute", "prismatic"]
    law: Law | None = None  # by which it follows another joint; None: it is commanded

    @property
    def unit(self) -> str:
        """The unit of its values."""
        return "rad" if self.kind == "revolute" else "m"


def carriers(joints: Sequence[Joint], index: int) -> Iterator[int]:
    """Return a joint and those that carry it, down to the base, by their indexes."""
    while index != BASE:
        yield index
        index = joints[index].parent


def packed_tree(joints: tuple[Joint, ...], columns: Mapping[str, int]) -> Tree:
    """Return the joints packed; `columns` tells of each commanded one which value moves it."""
    for index, joint in enumerate(joints):
        _check(joints, index, joint)
        if joint.law and joint.law.driver not in columns:
            problem = f"it follows {joint.law.driver!r}, which is no commanded joint"
            raise TreeError(f"joint {index} {joint.name!r}: {problem}{nearest(joint.law.driver, [*columns])}")
    laws = [joint.law for joint in joints if joint.law]
    column = [columns[joint.law.driver if joint.law else joint.name] for joint in joints]
    after = np.cumsum([len(joint.law.pieces) if joint.law else 0 for joint in joints])
    drives = zip(column, [0, *after[:-1]], after, strict=True)
    width = max((law.pieces.shape[1] for law in laws), default=0)
    pieces = [np.pad(law.pieces, ((0, 0), (0, width - law.pieces.shape[1]))) for law in laws]
    bounded = [
        np.column_stack([law.knots[:-1], law.knots[1:], p]) for law, p in zip(laws, pieces, strict=True)
    ]
    return Tree(
        rows=read_only([_row(joint, drive) for joint, drive in zip(joints, drives, strict=True)]),
        pieces=read_only(np.concatenate([np.empty((0, 2 + width)), *bounded])),
    )


def packed_chain(joints: Sequence[Joint], tree: Tree, tool: Tool) -> Array:
    """Return the chain to a tool in one array; not read-only, which each call would pay for."""
    chain = [*carriers(joints, tool.frame - 1)][::-1]
    rows, T_axis_joint = [], np.eye(4)
    for index in chain:
        joint, T_joint_axis = joints[index], _axis_frame(joints[index])
        place = T_axis_joint @ joint.T_parent_joint @ T_joint_axis
        drive = tree.rows[index, COLUMN : AFTER + 1]
        rows.append([*drive, joint.kind == "prismatic", *place[:3].ravel()])
        T_axis_joint = _inverse(T_joint_axis)
    rows.append([0.0] * PLACE + [*(T_axis_joint @ tool.T_frame_tool)[:3].ravel()])
    return np.concatenate([(len(chain), tree.pieces.shape[1]), np.ravel(rows), tree.pieces.ravel()])


def _axis_frame(joint: Joint) -> Array:
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


def joint_span(joint: Joint, low: float, high: float) -> tuple[float, float]:
    """Return the least and the greatest value of a joint, within the limits of the one that moves it."""
    law = joint.law
    if law and not (law.is_straight or law.knots[0] <= low <= high <= law.knots[-1]):
        known = f"{law.knots[0]:.6g} .. {law.knots[-1]:.6g}"
        problem = f"its law is known for {known} of {law.driver!r}, whose limits are {low:.6g} .. {high:.6g}"
        raise TreeError(f"joint {joint.name!r}: {problem}")
    span = law.span(low, high) if law else (low, high)
    if joint.kind == "prismatic" and not math.isfinite(span[1] - span[0]):
        raise TreeError(f"joint {joint.name!r} slides without an end; it must have finite limits")
    return span


def _row(joint: Joint, drive: tuple[int, ...]) -> Array:
    """Return a joint's row; `drive`: which value moves it, by which pieces."""
    numbers = (joint.parent + 1, *drive, *_coordinate_axis(joint))
    return np.concatenate([numbers, joint.T_parent_joint[:3].ravel(), _twist(joint)])


def _coordinate_axis(joint: Joint) -> tuple[int, float]:
    """Return about which axis of its frame a joint turns, and whether along (1) or against it (-1)."""
    axis = int(np.argmax(np.abs(joint.axis)))
    is_straight = np.abs(np.delete(joint.axis, axis)).max() <= AXIS_ROUNDING
    if joint.kind == "prismatic" or not is_straight:
        return OTHER, 0.0
    return axis, math.copysign(1.0, joint.axis[axis])


def _twist(joint: Joint) -> Array:
    if joint.kind == "prismatic":
        return np.concatenate([joint.axis, np.zeros(3)])
    return np.concatenate([np.cross(joint.pivot, joint.axis), joint.axis])


def _check(joints: tuple[Joint, ...], index: int, joint: Joint) -> None:
    """Raise a TreeError that tells what is wrong with one joint, those before it being right."""
    where = f"joint {index} {joint.name!r}"
    if joint.name in [other.name for other in joints[:index]]:
        raise TreeError(f"{where}: the name is there twice; names must differ")
    if joint.parent not in (BASE, *carriers(joints[:index], index - 1)):
        problem = "must be -1 (the base), the joint before it or one that carries that"
        raise TreeError(
            f"{where}: its parent {joint.parent} {problem}: from the base outwards, branch by branch"
        )
    T, length = joint.T_parent_joint, float(np.linalg.norm(joint.axis))
    if not abs(length - 1.0) <= MATRIX_ERROR:
        raise TreeError(f"{where}: its axis has length {length:.6g}; it must be 1")
    R = T[:3, :3]
    is_rotation = np.abs(R @ R.T - np.eye(3)).max() <= MATRIX_ERROR and np.linalg.det(R) > 0.0
    if not (is_rotation and np.isfinite(T).all()):
        raise TreeError(f"{where}: its placement is not a rotation and a finite position")
    if not np.isfinite(joint.pivot).all():
        raise TreeError(f"{where}: its pivot is not finite")
