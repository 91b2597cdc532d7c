"""How the joints of an arm are marked: a line along each axis, a ring around it where the joint turns."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.model.robot import Robot

Array = NDArray[np.float64]

AXIS, RING = 0.10, 0.035  # half an axis, a ring's radius; of the arm's radius
NUMBER_AWAY = 1.45  # of a joint's number from its middle, in half axes
ANGLES = np.linspace(0.0, 2.0 * np.pi, 33)


class JointAxis(NamedTuple):
    """The mark of a joint."""

    number: int  # from 1
    line: Array  # (2, 3) [m]
    ring: Array | None  # (k, 3) places along it, closed [m]; None: the joint slides, or is fixed
    number_at: Array  # (3,) [m]


def joint_axes(robot: Robot, T: Array, radius: float) -> list[JointAxis]:
    """Return the marks of an arm of a radius [m] whose frames stand at T (frames, 4, 4)."""
    return [_joint_axis(robot, T, index, radius=radius) for index in range(len(robot.joints))]


def _joint_axis(robot: Robot, T: Array, index: int, *, radius: float) -> JointAxis:
    joint = robot.joints[index]
    R, p = T[index + 1][:3, :3], T[index + 1][:3, 3]
    along, middle = R @ joint.axis, p + R @ joint.pivot
    half = AXIS * radius * along
    ring = _ring(middle, along, RING * radius) if joint.kind == "revolute" else None
    return JointAxis(index + 1, np.stack([middle - half, middle + half]), ring, middle + NUMBER_AWAY * half)


def _ring(middle: Array, along: Array, radius: float) -> Array:
    aside = np.eye(3)[np.argmin(np.abs(along))]
    x = np.cross(aside, along)
    x /= np.linalg.norm(x)
    y = np.cross(along, x)
    ring: Array = middle + radius * (np.cos(ANGLES)[:, None] * x + np.sin(ANGLES)[:, None] * y)
    return ring
