"""The links and joints of a URDF as a tree: what moves, and what is carried rigidly by what moves.

    root --fixed--> plate --revolute--> link --fixed--> flange --fixed--> tool0
    '----- frame 0 -----'               '------------ frame 1 ------------'

A link that a fixed joint holds becomes part of the frame that carries it.  Joints stand branch by branch,
from the base outwards, as `predictor.model.robot` asks.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np

from predictor.inputs.arrays import Array
from predictor.model.files.urdf_elements import UrdfJoint, UrdfLink, UrdfRobot
from telemetry.files.settings import FileError, nearest

Element = TypeVar("Element", UrdfLink, UrdfJoint)

MOVING_KINDS = ("revolute", "continuous", "prismatic")
JOINT_KINDS = (*MOVING_KINDS, "fixed")
SHORTEST_AXIS = 1e-9  # one that is shorter has no direction
ROOTS_SHOWN = 5  # names in one line


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PlacedLink:
    """A link, and where it is."""

    link: UrdfLink
    frame: int  # that carries it
    T_frame_link: Array  # (4, 4)
    depth: int  # how many links away from the root it is
    is_leaf: bool  # no joint is fixed to it


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PlacedJoint:
    """A joint that moves; it carries the frame of the link behind it."""

    joint: UrdfJoint
    parent: int  # frame that carries it
    T_parent_joint: Array  # (4, 4)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LinkTree:
    """A URDF without its fixed joints."""

    joints: tuple[PlacedJoint, ...]  # joint i carries frame i + 1
    links: tuple[PlacedLink, ...]

    def of(self, frame: int) -> Iterator[PlacedLink]:
        """Return the links that a frame carries, the one behind its joint first."""
        return (placed for placed in self.links if placed.frame == frame)


class _Arrival(NamedTuple):
    """How a link is reached: by which joint, from which frame, where its own origin is there."""

    joint: UrdfJoint | None
    frame: int
    T: Array
    depth: int


def link_tree(robot: UrdfRobot, path: Path | str) -> LinkTree:
    """Return the tree of a URDF's links.

    Raises:
        FileError: a name is there twice or stands for nothing, a joint of a kind that no arm has, or no tree.
    """
    links = _by_name(robot.links, "link", path)
    _by_name(robot.joints, "joint", path)
    for joint in robot.joints:
        _check(joint, links, path)
    tree = _walked(robot.joints, links, _root(robot.joints, links, path))
    reached = {placed.link.name for placed in tree.links}
    lost = [name for name in links if name not in reached]
    if lost:
        raise FileError(path, f"link {lost[0]!r}", "stands in a circle of joints; an arm is a tree")
    if not tree.joints:
        raise FileError(path, "", "has no joint that moves")
    return tree


def _by_name(rows: Sequence[Element], what: str, path: Path | str) -> dict[str, Element]:
    """Return links or joints by their names."""
    found: dict[str, Element] = {}
    for row in rows:
        if row.name in found:
            raise FileError(path, f"{what} {row.name!r}", "is there twice; names must differ")
        found[row.name] = row
    return found


def _check(joint: UrdfJoint, links: Mapping[str, UrdfLink], path: Path | str) -> None:
    where = f"joint {joint.name!r}"
    if joint.type not in JOINT_KINDS:
        problem = f"is {joint.type}; an arm's joints are {', '.join(JOINT_KINDS)}"
        raise FileError(path, where, f"{problem}: give each way that it moves a joint of its own")
    for name in (joint.parent, joint.child):
        if name not in links:
            raise FileError(path, where, f"no link {name!r}{nearest(str(name), [*links])}")
    length = float(np.linalg.norm(joint.axis))
    if joint.type in MOVING_KINDS and not length > SHORTEST_AXIS:
        raise FileError(path, where, "has an axis of length 0; give its direction")


def _root(joints: Sequence[UrdfJoint], links: Mapping[str, UrdfLink], path: Path | str) -> str:
    """Return the one link that no joint carries."""
    carried: dict[str, str] = {}
    for joint in joints:
        if joint.child in carried:
            problem = f"is carried by {carried[joint.child]!r} and {joint.name!r}; an arm is a tree"
            raise FileError(path, f"link {joint.child!r}", problem)
        carried[joint.child] = joint.name
    roots = [name for name in links if name not in carried]
    if not roots:
        raise FileError(path, "", "has no root: its joints stand in a circle; an arm is a tree")
    if len(roots) > 1:
        problem = f"has {len(roots)} roots: {', '.join(roots[:ROOTS_SHOWN])}; join them, an arm has one base"
        raise FileError(path, "", problem)
    return roots[0]


def _walked(joints: Sequence[UrdfJoint], links: Mapping[str, UrdfLink], root: str) -> LinkTree:
    """Place all links that the root carries, a branch after the other."""
    behind: dict[str, list[UrdfJoint]] = {name: [] for name in links}
    for each in joints:
        behind[each.parent].append(each)
    moving: list[PlacedJoint] = []
    placed: list[PlacedLink] = []
    todo = [(_Arrival(None, 0, np.eye(4), 0), root)]
    while todo:
        (joint, frame, T, depth), name = todo.pop()
        if joint is not None and joint.type in MOVING_KINDS:
            moving.append(PlacedJoint(joint=joint, parent=frame, T_parent_joint=T))
            frame, T = len(moving), np.eye(4)
        leaf = not behind[name]
        placed.append(PlacedLink(link=links[name], frame=frame, T_frame_link=T, depth=depth, is_leaf=leaf))
        for each in reversed(behind[name]):
            todo.append((_Arrival(each, frame, T @ pose(each.origin), depth + 1), each.child))
    return LinkTree(joints=tuple(moving), links=tuple(placed))


def pose(origin: Array | None) -> Array:
    """Return the pose (4, 4) that an element states; the identity, if it states none."""
    return np.eye(4) if origin is None else origin
