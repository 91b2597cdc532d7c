"""The arm as data: a tree of joints, its limits, its shape and its masses.

    base, frame 0 --joint 0--> frame 1 --joint 1--> frame 2 --> ...      joint i carries frame i + 1
          '-------joint 4--> frame 5 --> ...                             a second branch

At q = 0 a joint's frame stands at `T_parent_joint` in the frame of the joint that carries it, or in the
base; from there it turns about its axis, or slides along it.  The axis is a line through `pivot`, fixed in
the joint's frame and, as the joint does not move it, in the parent's.  Every shape and mass is given in one
of these frames; what a file joins rigidly is put into the frame that carries it.  A joint without stops has
infinite limits.

A joint with a law follows another one (`predictor.model.joint_law`).  The others are commanded: there are n
of them, and every q, limit and rate has n values, in the order in which they stand among all m joints.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from predictor.geometry.mesh import Mesh
from predictor.inputs.rigid import MATRIX_ERROR, read_only
from predictor.model.joint_law import Law
from predictor.model.range_sensor import RangeSensor
from predictor.model.tool_door import tool_door
from predictor.model.tree_layout import AFTER, COLUMN, OTHER, Tool, Tree
from predictor.motion.stop import JointLimits
from telemetry.files.settings import nearest

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

BASE = -1  # parent of a joint that the base carries

ROW = 24

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


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Capsules:
    """The shape of the arm: m capsules, each fixed in one frame."""

    names: tuple[str, ...]
    frame: Integers  # (m,) index of the frame
    p0: Array  # (m, 3) axis ends in that frame [m]
    p1: Array  # (m, 3)
    radius: Array  # (m,) [m]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Part:
    """A body of the arm as its file draws it: what is seen of one frame, and what physics touches there."""

    name: str
    frame: int
    mesh: Mesh  # in that frame
    pieces: tuple[Mesh, ...] = ()  # convex, together they contain the mesh; none: it is only to be seen
    is_seen: bool = True  # False: another part of this frame is what is to be seen


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Inertia:
    """Mass properties of one rigid body, in one frame."""

    name: str
    frame: int
    mass: float  # [kg]
    com: Array  # (3,) [m]
    inertia: Array  # (3, 3) about the centre of mass, axes of the frame [kg m^2]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Robot:
    """One arm, as read from its file; immutable.

    Raises:
        TreeError: the joints make no tree.
    """

    name: str
    joints: tuple[Joint, ...]  # branch by branch, from the base outwards
    tool: Tool  # the one that is meant where none is named
    limits: JointLimits  # of the commanded joints
    capsules: Capsules
    self_pairs: Integers  # (k, 2) capsules that must stay apart; neighbours are not among them
    platform: Inertia | None  # the body that carries the arm, frame 0; None: bolted to the ground
    links: tuple[Inertia, ...]  # one per joint of all, in its frame
    home_q: tuple[float, ...]  # a safe pose [rad or m]
    stow_q: tuple[float, ...] = ()  # the pose in which it is stowed [rad or m]; empty: none is known
    other_tools: tuple[Tool, ...] = ()
    tool_names: tuple[str, ...] = ("tool",)  # of `tool`, then of the others
    parts: tuple[Part, ...] = ()  # none: the capsules are all that is known of its shape
    range_sensor: RangeSensor | None = None
    bare: tuple[str, ...] = ()  # links that move without any capsule, and are flown so
    commanded: tuple[Joint, ...] = field(init=False)  # the joints without a law
    n: int = field(init=False)  # how many these are
    tree: Tree = field(init=False)  # the joints, packed
    packed_chain: Array = field(init=False)  # the way to the tool in one array: `predictor.model.tool_door`
    columns: Integers = field(init=False)  # (m,) which of the n commanded values moves each
    spans: Array = field(init=False)  # (m, 2) least and greatest value of every joint [rad or m]
    gears: Array = field(init=False)  # (m,) how fast it moves at most at unit speed of what moves it

    def __post_init__(self) -> None:
        """Pack the joints, and tell how far and how fast each can move."""
        commanded = tuple(joint for joint in self.joints if joint.law is None)
        tree = _packed(self.joints, {joint.name: i for i, joint in enumerate(commanded)})
        if len(self.limits.q_min) != len(commanded):
            raise TreeError(f"{len(self.limits.q_min)} limits for {len(commanded)} commanded joints")
        limits = list(zip(self.limits.q_min, self.limits.q_max, strict=True))
        columns = _whole(tree.rows[:, COLUMN])
        spans = [_span(joint, *limits[i]) for joint, i in zip(self.joints, columns, strict=True)]
        gears = [joint.law.steepest if joint.law else 1.0 for joint in self.joints]
        for name, value in (
            ("commanded", commanded),
            ("n", len(commanded)),
            ("tree", tree),
            ("packed_chain", _door(self.joints, tree, self.tool)),
            ("columns", columns),
            ("spans", read_only(spans)),
            ("gears", read_only(gears)),
        ):
            object.__setattr__(self, name, value)

    @property
    def poses(self) -> dict[str, tuple[float, ...]]:
        """The poses that plans know by name (n,) [rad or m]."""
        return {"safe": self.home_q, "stow": self.stow_q} if self.stow_q else {"safe": self.home_q}

    @property
    def tools(self) -> tuple[Tool, ...]:
        """All tools, the one that is meant first."""
        return (self.tool, *self.other_tools)

    def with_tool(self, name: str) -> "Robot":
        """Return the same arm with another of its tools as the one that is meant.

        Raises:
            ValueError: it has no tool of this name; names the nearest.
        """
        if name not in self.tool_names:
            raise ValueError(f"{self.name} has no tool {name!r}{nearest(name, [*self.tool_names])}")
        index = self.tool_names.index(name)
        if index == 0:
            return self
        tools, names = [*self.tools], [*self.tool_names]
        tool, meant = tools.pop(index), names.pop(index)
        return replace(self, tool=tool, other_tools=tuple(tools), tool_names=(meant, *names))

    def carriers(self, frame: int) -> Iterator[int]:
        """Return the joints that carry a frame, from its own down to the base."""
        return _carriers(self.joints, frame - 1)


def _carriers(joints: tuple[Joint, ...], index: int) -> Iterator[int]:
    while index != BASE:
        yield index
        index = joints[index].parent


def _packed(joints: tuple[Joint, ...], columns: Mapping[str, int]) -> Tree:
    """Return the joints packed; `columns` tells of each commanded one which value moves it."""
    for index, joint in enumerate(joints):
        _check(joints, index, joint)
        if joint.law and joint.law.driver not in columns:
            told = f"it follows {joint.law.driver!r}, which is no commanded joint"
            raise TreeError(f"joint {index} {joint.name!r}: {told}{nearest(joint.law.driver, [*columns])}")
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


def _door(joints: tuple[Joint, ...], tree: Tree, tool: Tool) -> Array:
    """Return the way to the tool in one array; not read-only, which each call would pay for."""
    chain = [*_carriers(joints, tool.frame - 1)][::-1]
    drives = tree.rows[chain, COLUMN : AFTER + 1]
    moving = [joints[i] for i in chain]
    return tool_door(moving, drives, T_last_tool=tool.T_frame_tool, pieces=tree.pieces)


def _row(joint: Joint, drive: tuple[int, ...]) -> Array:
    """Return a joint's row; `drive`: which value moves it, by which pieces."""
    numbers = (joint.parent + 1, *drive, *_coordinate_axis(joint))
    return np.concatenate([numbers, joint.T_parent_joint[:3].ravel(), _twist(joint)])


def _whole(rows: object) -> Integers:
    numbers = np.ascontiguousarray(rows, dtype=np.int64)
    numbers.setflags(write=False)
    return numbers


def _span(joint: Joint, low: float, high: float) -> tuple[float, float]:
    """Return the least and the greatest value of a joint, within the limits of the one that moves it."""
    law = joint.law
    if law and not (law.is_straight or law.knots[0] <= low <= high <= law.knots[-1]):
        known = f"{law.knots[0]:.6g} .. {law.knots[-1]:.6g}"
        told = f"its law is known for {known} of {law.driver!r}, whose limits are {low:.6g} .. {high:.6g}"
        raise TreeError(f"joint {joint.name!r}: {told}")
    span = law.span(low, high) if law else (low, high)
    if joint.kind == "prismatic" and not math.isfinite(span[1] - span[0]):
        raise TreeError(f"joint {joint.name!r} slides without an end; it must have finite limits")
    return span


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
    if joint.parent not in (BASE, *_carriers(joints[:index], index - 1)):
        told = "must be -1 (the base), the joint before it or one that carries that"
        raise TreeError(
            f"{where}: its parent {joint.parent} {told}: from the base outwards, branch by branch"
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
