"""Arms as they were published for planning: links of spheres, and an SRDF of pairs that are never tested.

What fixed joints join is carried by the joint before them, as in every tree here.  Neighbours, which a joint
joins, are not tested either: the SRDF of the ur5 forgets its force sensor, which its wrist always touches.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import numpy as np
from numpy.typing import NDArray

from predictor.inputs.arrays import read_only
from predictor.model.files.robot_file import describe_robot
from predictor.model.robot import Capsules, Robot
from predictor.model.spatial import pose, rotation_from_euler_zyx
from telemetry.files.settings import read_file

Array = NDArray[np.float64]


class _Carried(NamedTuple):
    """Where a link is: in the frame of a moving joint, or of the base."""

    frame: int
    T_frame_link: Array  # (4, 4)


class _Ball(NamedTuple):
    link: str
    frame: int
    centre: Array  # (3,)
    radius: float


def sphere_robot(urdf: Path, srdf: Path) -> Robot:
    """Return an arm whose leaves are the spheres of its file, each called after its link.

    Raises:
        FileError: a file cannot be read.
    """
    robot = describe_robot(urdf).robot
    root = ElementTree.fromstring(read_file(urdf))
    balls = list(_balls(root, _carried(root, [joint.name for joint in robot.joints])))
    never = _never_tested(ElementTree.fromstring(read_file(srdf)))
    pairs = [
        (i, j)
        for i, j in combinations(range(len(balls)), 2)
        if abs(balls[i].frame - balls[j].frame) > 1 and frozenset((balls[i].link, balls[j].link)) not in never
    ]
    centres = read_only([ball.centre for ball in balls])
    spheres = Capsules(
        names=tuple(f"{ball.link}/{number}" for number, ball in enumerate(balls)),
        frame=np.array([ball.frame for ball in balls], dtype=np.int64),
        p0=centres,
        p1=centres,
        radius=read_only([ball.radius for ball in balls]),
    )
    return replace(robot, capsules=spheres, self_pairs=np.array(pairs, dtype=np.int64).reshape(-1, 2))


def _carried(root: ElementTree.Element, moving: list[str]) -> dict[str, _Carried]:
    """Return where each link is, from the root of the tree outwards."""
    joints = {child.get("link", ""): joint for joint in root.iter("joint") for child in joint.iter("child")}

    def place(link: str) -> _Carried:
        joint = joints.get(link)
        if joint is None:
            return _Carried(0, np.eye(4))
        name = joint.get("name", "")
        if name in moving:
            return _Carried(moving.index(name) + 1, np.eye(4))
        parent = joint.find("parent")
        before = place("" if parent is None else parent.get("link", ""))
        return _Carried(before.frame, before.T_frame_link @ _origin(joint))

    return {link.get("name", ""): place(link.get("name", "")) for link in root.iter("link")}


def _balls(root: ElementTree.Element, carried: dict[str, _Carried]) -> Iterator[_Ball]:
    for link in root.iter("link"):
        name = link.get("name", "")
        for collision in link.iter("collision"):
            sphere = collision.find("geometry/sphere")
            if sphere is not None:
                T = carried[name].T_frame_link @ _origin(collision)
                yield _Ball(name, carried[name].frame, T[:3, 3], float(sphere.get("radius", "nan")))


def _origin(element: ElementTree.Element) -> Array:
    origin = element.find("origin")
    told = {} if origin is None else origin.attrib
    roll, pitch, yaw = map(float, told.get("rpy", "0 0 0").split())
    return pose(rotation_from_euler_zyx(yaw, pitch, roll), np.fromstring(told.get("xyz", "0 0 0"), sep=" "))


def _never_tested(root: ElementTree.Element) -> set[frozenset[str]]:
    return {
        frozenset((pair.get("link1", ""), pair.get("link2", ""))) for pair in root.iter("disable_collisions")
    }
