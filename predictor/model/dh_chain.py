"""Denavit-Hartenberg rows of an arm, found from the axes of its joints, in whatever frames they are given.

    axis 1   x_1   axis 2       frame i stands where the common normal of axes i and i + 1 meets axis i + 1,
      |  d    ___/              its x axis along that normal, its z axis along axis i + 1
      +------+   z_1

So an arm that a closed form fits is known by its build, not by the kind of its file.
"""

import math
from typing import NamedTuple

import numpy as np

from predictor.inputs.arrays import Array
from predictor.model.joint_tree import Joint
from predictor.model.robot import Robot
from predictor.model.spatial import inverse_pose, pose

ZERO_WITHIN = 1e-9  # below it a length [m] or a sine is zero


class NotDhError(ValueError):
    """An arm that no Denavit-Hartenberg rows describe."""


class DhChain(NamedTuple):
    """A chain of turning joints in Denavit-Hartenberg frames; frame 0 stands on the first axis."""

    T_base_0: Array  # (4, 4)
    rows: Array  # (n, 4) offset [rad], d [m], a [m], alpha [rad]; the last one is zero
    sign: Array  # (n,) the rows' angle over the joint's: -1 where an axis is taken the other way round
    T_n_tool: Array  # (4, 4)


def dh_chain(robot: Robot) -> DhChain:
    """Return the rows of an arm.

    Of parallel axes the common normal at the height of the frame before is taken, and their directions alike.

    Raises:
        NotDhError: a joint slides or follows another one, or the arm is no chain; which.
    """
    frames, T_base_tool = _chain_frames(robot)
    z, origin = _axis(robot.joints[0], frames[0])
    T = _frame(np.eye(3)[0], z, origin - (origin @ z) * z)
    T_base_0, rows, sign = T, [], [1.0]
    for joint, T_base_joint, T_base_before in zip(robot.joints[1:], frames[1:], frames, strict=False):
        z, p = _axis(joint, T_base_joint)
        sign.append(-1.0 if T[:3, 2] @ z < ZERO_WITHIN - 1.0 else 1.0)
        following = _next_frame(T, sign[-1] * z, p, x_usual=T_base_before[:3, 0])
        rows.append(_row(inverse_pose(T) @ following))
        T = following
    rows.append((0.0, 0.0, 0.0, 0.0))
    return DhChain(T_base_0, np.array(rows), np.array(sign), inverse_pose(T) @ T_base_tool)


def _chain_frames(robot: Robot) -> tuple[list[Array], Array]:
    """Return the poses of all joints' frames and of the tool at q = 0; NotDhError: they are no chain."""
    frames: list[Array] = [np.eye(4)]
    for index, joint in enumerate(robot.joints):
        where = f"{robot.name}: joint {index + 1} {joint.name!r}"
        if joint.parent != index - 1:
            raise NotDhError(f"{where} is not carried by the joint before it")
        if joint.kind != "revolute":
            raise NotDhError(f"{where} does not turn")
        if joint.law:
            raise NotDhError(f"{where} follows {joint.law.driver!r}")
        frames.append(frames[-1] @ joint.T_parent_joint)
    if robot.tool.frame != len(robot.joints):
        raise NotDhError(f"{robot.name}: the tool is not carried by the last joint")
    return frames[1:], frames[-1] @ robot.tool.T_frame_tool


def _axis(joint: Joint, T_base_joint: Array) -> tuple[Array, Array]:
    """Return direction and a point (3,) of a joint's axis in the base."""
    R = T_base_joint[:3, :3]
    return R @ joint.axis, R @ joint.pivot + T_base_joint[:3, 3]


def _next_frame(T: Array, z: Array, p: Array, *, x_usual: Array) -> Array:
    """Return the frame on axis z through p that follows a frame on the axis before; x is near x_usual."""
    before, away = T[:3, 2], p - T[:3, 3]
    normal = np.cross(before, z)
    if np.linalg.norm(normal) > ZERO_WITHIN:
        normal /= np.linalg.norm(normal)
        _, back, _ = np.linalg.solve(np.column_stack([before, -z, normal]), away)
        origin = p + back * z
    else:
        normal = away - (away @ before) * before
        origin = T[:3, 3] + normal
        distance = float(np.linalg.norm(normal))
        normal = normal / distance if distance > ZERO_WITHIN else T[:3, 0]
    return _frame(normal if normal @ x_usual >= 0.0 else -normal, z, origin)


def _frame(x: Array, z: Array, origin: Array) -> Array:
    """Return the pose (4, 4) of a frame with this z axis, and x in the plane of both directions."""
    x = x - (x @ z) * z
    if not np.linalg.norm(x) > ZERO_WITHIN:
        x = np.cross(z, np.eye(3)[2])
    x = x / np.linalg.norm(x)
    return pose(np.column_stack([x, np.cross(z, x), z]), origin)


def _row(T: Array) -> tuple[float, float, float, float]:
    offset, alpha = math.atan2(T[1, 0], T[0, 0]), math.atan2(T[2, 1], T[2, 2])
    return offset, float(T[2, 3]), float(T[0, 0] * T[0, 3] + T[1, 0] * T[1, 3]), alpha
