"""The arm as data: a tree of joints, its limits, its shape and its masses.

    base, frame 0 --joint 0--> frame 1 --joint 1--> frame 2 --> ...      joint i carries frame i + 1
          '-------joint 4--> frame 5 --> ...                             a second branch

At q = 0 a joint's frame stands at `T_parent_joint` in the frame of the joint that carries it, or in the
base; from there it turns about its axis, or slides along it.  The axis is a line through `pivot`, fixed in
the joint's frame and, as the joint does not move it, in the parent's.  Every shape and mass is given in one
of these frames; what a file joins rigidly is put into the frame that carries it.  A joint without stops has
infinite limits.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.geometry.mesh import Mesh
from predictor.model.rigid import MATRIX_ERROR, fixed
from predictor.stop import JointLimits
from telemetry.settings import nearest

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

BASE = -1  # parent of a joint that the base carries


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

    @property
    def unit(self) -> str:
        """The unit of its values."""
        return "rad" if self.kind == "revolute" else "m"


class Tree(NamedTuple):
    """The joints as kernels read them; n of them."""

    parent: Integers  # (n,) index of the frame that carries it
    T_parent_joint: Array  # (n, 4, 4)
    twist: Array  # (n, 6) of its frame at unit speed, linear first, in its own axes, at its own origin


class Tool(NamedTuple):
    """Where a tool is."""

    frame: int
    T_frame_tool: Array  # (4, 4)


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
    limits: JointLimits  # rows in the order of the joints
    capsules: Capsules
    self_pairs: Integers  # (k, 2) capsules that must stay apart; neighbours are not among them
    platform: Inertia | None  # the body that carries the arm, frame 0; None: bolted to the ground
    links: tuple[Inertia, ...]  # one per joint, in its frame
    home_q: tuple[float, ...]  # a safe pose [rad or m]
    other_tools: tuple[Tool, ...] = ()
    tool_names: tuple[str, ...] = ("tool",)  # of `tool`, then of the others
    parts: tuple[Part, ...] = ()  # none: the capsules are all that is known of its shape
    tree: Tree = field(init=False)  # the joints, packed

    def __post_init__(self) -> None:
        """Pack the joints."""
        object.__setattr__(self, "tree", _packed(self.joints))
        for joint, low, high in zip(self.joints, self.limits.q_min, self.limits.q_max, strict=False):
            if joint.kind == "prismatic" and not math.isfinite(high - low):
                raise TreeError(f"joint {joint.name!r} slides without an end; it must have finite limits")

    @property
    def n(self) -> int:
        """Number of joints."""
        return len(self.joints)

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


def _packed(joints: tuple[Joint, ...]) -> Tree:
    for index, joint in enumerate(joints):
        _check(joints, index, joint)
    parent = np.array([joint.parent + 1 for joint in joints], dtype=np.int64)
    parent.setflags(write=False)
    return Tree(
        parent=parent,
        T_parent_joint=fixed([joint.T_parent_joint for joint in joints]),
        twist=fixed([_twist(joint) for joint in joints]),
    )


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
