"""An arm as libraries of kinematics take it: a chain of axes through the origins of their frames."""

from typing import NamedTuple
from xml.etree import ElementTree

import numpy as np
from numpy.typing import NDArray

from predictor.model.kinematics import link_poses, tool_pose
from predictor.model.robot import Robot
from predictor.model.spatial import euler_zyx_from_rotation

Array = NDArray[np.float64]

BASE, TOOL = "base", "tool"


class Screws(NamedTuple):
    """The axes of an arm at q = 0, in the arm base."""

    axes: Array  # (n, 3) unit vectors
    offsets: Array  # (n + 1, 3) from each axis to the next, from the base to the tool [m]
    R_base_tool: Array  # (3, 3) of the tool there


def screws(robot: Robot) -> Screws:
    """Return the axes of an arm whose joints all turn, one behind the other.

    Raises:
        ValueError: it is another kind of arm.
    """
    _check(robot)
    zero = np.zeros(robot.n)
    frames, T_tool = link_poses(robot, zero), tool_pose(robot, zero)
    axes = [T[:3, :3] @ joint.axis for T, joint in zip(frames[1:], robot.joints, strict=True)]
    points = [T[:3, :3] @ joint.pivot + T[:3, 3] for T, joint in zip(frames[1:], robot.joints, strict=True)]
    offsets = np.diff([np.zeros(3), *points, T_tool[:3, 3]], axis=0)
    return Screws(np.array(axes), offsets, T_tool[:3, :3])


def is_chain(robot: Robot) -> bool:
    """True if all joints turn and each carries the next, the last one the tool."""
    return all(
        joint.kind == "revolute" and joint.law is None and joint.parent == number - 1
        for number, joint in enumerate(robot.joints)
    ) and robot.tool.frame == len(robot.joints)


def urdf(robot: Robot) -> str:
    """Return the joints of a chain as URDF, from BASE to TOOL.

    Raises:
        ValueError: it is another kind of arm.
    """
    _check(robot)
    root = ElementTree.Element("robot", name="arm")
    names = [BASE, *(joint.name for joint in robot.joints), TOOL]
    for name in names:
        ElementTree.SubElement(root, "link", name=name)
    shifts = [np.zeros(3), *(joint.pivot for joint in robot.joints)]
    placements = [*(joint.T_parent_joint for joint in robot.joints), robot.tool.T_frame_tool]
    for number, T in enumerate(placements):
        is_tool = number == robot.n
        told = ElementTree.SubElement(
            root, "joint", name=f"to_{names[number + 1]}", type="fixed" if is_tool else "revolute"
        )
        ElementTree.SubElement(told, "parent", link=names[number])
        ElementTree.SubElement(told, "child", link=names[number + 1])
        after = np.zeros(3) if is_tool else robot.joints[number].pivot
        p = T[:3, :3] @ after + T[:3, 3] - shifts[number]
        ElementTree.SubElement(told, "origin", xyz=_told(p), rpy=_told(_roll_pitch_yaw(T[:3, :3])))
        if not is_tool:
            ElementTree.SubElement(told, "axis", xyz=_told(robot.joints[number].axis))
            low, high = robot.limits.q_min[number], robot.limits.q_max[number]
            ElementTree.SubElement(told, "limit", lower=repr(low), upper=repr(high), effort="1", velocity="1")
    return ElementTree.tostring(root, encoding="unicode")


def _check(robot: Robot) -> None:
    if not is_chain(robot):
        raise ValueError(f"{robot.name} is no chain of turning joints")


def _roll_pitch_yaw(R: Array) -> Array:
    return np.array(euler_zyx_from_rotation(R)[:3])[::-1]


def _told(values: Array) -> str:
    return " ".join(map(repr, map(float, values)))
