"""The arm as data: its tree of joints, its limits, its shape, its masses and its range sensor.

Every shape and mass is given in the frame of the joint that carries it (`predictor.model.joint_tree`), or in
the base's, frame 0; what a file joins rigidly is put into the frame that carries it.  A joint without stops
has infinite limits.

A joint with a law follows another one (`predictor.model.joint_law`).  The others are commanded: there are n
of them, and every q, limit and rate has n values, in the order in which they stand among all m joints.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from predictor.geometry.mesh import Mesh
from predictor.inputs.arrays import Array, Integers, read_only, read_only_integers
from predictor.model.data_checks import CheckRow
from predictor.model.joint_tree import Joint, TreeError, carriers, joint_span, packed_chain, packed_tree
from predictor.model.tree_layout import COLUMN, Tool, Tree
from predictor.motion.stop import JointLimits
from telemetry.files.settings import nearest

BEAM_RINGS = (6, 12)  # rays of the beam around its middle one, at half of its angle and at its edge


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
class RangeSensor:
    """One sensor, fixed in a frame of the arm."""

    frame: int
    p: Array  # (3,) where it sits in that frame [m]
    direction: Array  # (3,) unit vector, the middle of its beam
    range_m: float  # farthest echo that it hears
    beam: float  # half the angle of its cone [rad]
    noise_m: float  # standard deviation of what it measures

    def rays(self) -> Array:
        """Return unit vectors (k, 3) that fill the beam, the middle first."""
        side = np.cross(self.direction, np.eye(3)[np.argmin(np.abs(self.direction))])
        side /= np.linalg.norm(side)
        other = np.cross(self.direction, side)
        rays = [self.direction]
        for ring, count in enumerate(BEAM_RINGS, start=1):
            tilt = self.beam * ring / len(BEAM_RINGS)
            turns = 2.0 * np.pi * np.arange(count)[:, None] / count
            around = np.cos(turns) * side + np.sin(turns) * other
            rays += [*(np.cos(tilt) * self.direction + np.sin(tilt) * around)]
        return np.array(rays)


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
    checks: tuple[CheckRow, ...] = ()  # what telemetry of it is checked against, as its file has it
    bare: tuple[str, ...] = ()  # links that move without any capsule, and are flown so
    commanded: tuple[Joint, ...] = field(init=False)  # the joints without a law
    n: int = field(init=False)  # how many these are
    tree: Tree = field(init=False)  # the joints, packed
    packed_chain: Array = field(init=False)  # the way to the tool in one array: `predictor.model.joint_tree`
    columns: Integers = field(init=False)  # (m,) which of the n commanded values moves each
    spans: Array = field(init=False)  # (m, 2) least and greatest value of every joint [rad or m]
    gears: Array = field(init=False)  # (m,) how fast it moves at most at unit speed of what moves it

    def __post_init__(self) -> None:
        """Pack the joints, and tell how far and how fast each can move."""
        commanded = tuple(joint for joint in self.joints if joint.law is None)
        tree = packed_tree(self.joints, {joint.name: i for i, joint in enumerate(commanded)})
        if len(self.limits.q_min) != len(commanded):
            raise TreeError(f"{len(self.limits.q_min)} limits for {len(commanded)} commanded joints")
        limits = list(zip(self.limits.q_min, self.limits.q_max, strict=True))
        columns = read_only_integers(tree.rows[:, COLUMN])
        spans = [joint_span(joint, *limits[i]) for joint, i in zip(self.joints, columns, strict=True)]
        gears = [joint.law.steepest if joint.law else 1.0 for joint in self.joints]
        for name, value in (
            ("commanded", commanded),
            ("n", len(commanded)),
            ("tree", tree),
            ("packed_chain", packed_chain(self.joints, tree, self.tool)),
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

    @property
    def tool_columns(self) -> tuple[int, ...]:
        """The commanded joints that carry the tool, or whose followers do, by their indexes in q."""
        return tuple(sorted({int(self.columns[index]) for index in self.carriers(self.tool.frame)}))

    def carriers(self, frame: int) -> Iterator[int]:
        """Return the joints that carry a frame, from its own down to the base."""
        return carriers(self.joints, frame - 1)
