"""The joints of an arm as rows of few numbers, so that a frame costs little where many are computed.

Every axis is made the z axis of its frame, and every frame is turned about it so that the axis that follows
is normal to its x axis.  A turn about x then leads from each axis to the next:

    T_parent_frame = shift(p) Rx(alpha) Rz(theta)         theta = q + constant; or z goes on by q

That is Denavit and Hartenberg's notation (1955) with the origins left where they are, so that axes that are
nearly parallel need no care.  A second branch finds its carrier turned to suit the first one: between them is
a row that stays still.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.inputs.arrays import read_only
from predictor.model.joint_tree import Joint
from predictor.model.robot import Capsules, Robot
from predictor.model.spatial import inverse_pose, pose, rotation_from_vector

Array = NDArray[np.float64]

STILL = -1  # the joint of a row that never moves
STRAIGHT = 1e-12  # sine of the angle of two axes below which the second one is not steered for


class Chain(NamedTuple):
    """The rows, parents first; frame 0 is the base's, row i carries frame i + 1."""

    rows: Array  # (r, 10)
    T_base_0: Array  # (4, 4)
    at: tuple[int, ...]  # (m + 1,) which of these frames carries each frame of the arm
    T_at_frame: Array  # (m + 1, 4, 4) and where in it that is


def chain_of(robot: Robot) -> Chain:
    """Return an arm's joints as rows."""
    axes = [np.eye(4), *map(_on_axis, robot.joints)]
    first: dict[int, int] = {}  # of each frame, the first joint that it carries
    for index, joint in enumerate(robot.joints):
        carrier = joint.parent + 1
        if first.setdefault(carrier, index) == index:
            axes[carrier] = axes[carrier] @ _about_z(_azimuth(_step(axes, joint, index)))
    rows: list[tuple[float, ...]] = []
    at = [0]
    for index, joint in enumerate(robot.joints):
        T, parent = _step(axes, joint, index), at[joint.parent + 1]
        if first[joint.parent + 1] != index:
            beside = _azimuth(T)
            rows.append((parent, STILL, 0, 0, 0.0, 0.0, 0.0, 1.0, 0.0, beside))
            T, parent = _about_z(-beside) @ T, len(rows)
        alpha, theta = math.atan2(-T[1, 2], T[2, 2]), math.atan2(-T[0, 1], T[0, 0])
        slides = joint.kind == "prismatic"
        column = robot.columns[index]
        rows.append((parent, index, column, slides, *T[:3, 3], math.cos(alpha), math.sin(alpha), theta))
        at.append(len(rows))
    T_at_frame = np.array([inverse_pose(T_frame_at) for T_frame_at in axes])
    return Chain(
        read_only(np.array(rows).reshape(-1, 10)), read_only(axes[0]), tuple(at), read_only(T_at_frame)
    )


def volumes_in(chain: Chain, capsules: Capsules) -> Array:
    """Return the capsules of an arm as volumes (m, 7) of a chain's frames: FRAME, START and RUN of leaves."""
    rows = []
    for frame, p0, p1 in zip(capsules.frame, capsules.p0, capsules.p1, strict=True):
        T = chain.T_at_frame[frame]
        rows.append([chain.at[frame], *(T[:3, :3] @ p0 + T[:3, 3]), *(T[:3, :3] @ (p1 - p0))])
    return np.array(rows).reshape(-1, 7)


def _on_axis(joint: Joint) -> Array:
    """Return a frame on a joint's axis, which is its z axis, in the joint's frame (4, 4)."""
    x = np.cross(joint.axis, np.eye(3)[np.abs(joint.axis).argmin()])
    x /= np.linalg.norm(x)
    origin = np.zeros(3) if joint.kind == "prismatic" else joint.pivot
    return pose(np.column_stack([x, np.cross(joint.axis, x), joint.axis]), origin)


def _step(axes: list[Array], joint: Joint, index: int) -> Array:
    """Return the frame on a joint's axis, at q = 0, in that on the axis before (4, 4)."""
    T: Array = inverse_pose(axes[joint.parent + 1]) @ joint.T_parent_joint @ axes[index + 1]
    return T


def _azimuth(T: Array) -> float:
    """Return by what angle about z the x axis becomes normal to the z axis of T (4, 4)."""
    return math.atan2(T[0, 2], -T[1, 2]) if math.hypot(T[0, 2], T[1, 2]) > STRAIGHT else 0.0


def _about_z(angle: float) -> Array:
    return pose(rotation_from_vector(np.array([0.0, 0.0, angle])), np.zeros(3))
