"""Rotations and poses: conversions that stay exact near no turn and near half a turn.

Quaternions are (w, x, y, z) of unit length with w >= 0; at w = 0, half a turn, the first component that is
not zero is positive, so that one rotation has one quaternion and one rotation vector.  The rotation vector is
axis times angle [rad], at most pi long.  Z-Y-X Euler: R = Rz(yaw) Ry(pitch) Rx(roll).
"""

import math
from typing import NamedTuple

import numpy as np

from predictor.inputs.arrays import Array
from predictor.model.spatial_kernels import pose_error, quaternion_of, rotation_exp, rotation_log

UPRIGHT_COSINE = 1e-9  # cos(pitch) below which yaw and roll turn about one axis


class EulerZyx(NamedTuple):
    """Z-Y-X Euler angles [rad]; pitch within +-pi/2."""

    yaw: float
    pitch: float
    roll: float


def pose(R_a_b: Array, p_a_b: Array) -> Array:
    """T_a_b (4, 4) from rotation (3, 3) and position (3,) [m]."""
    T_a_b = np.zeros((4, 4))  # quicker than `np.eye`
    T_a_b[:3, :3], T_a_b[:3, 3], T_a_b[3, 3] = R_a_b, p_a_b, 1.0
    return T_a_b


def inverse_pose(T_a_b: Array) -> Array:
    """T_b_a (4, 4)."""
    return pose(T_a_b[:3, :3].T, -T_a_b[:3, :3].T @ T_a_b[:3, 3])


def pose_difference(T_base_wanted: Array, T_base_tool: Array) -> Array:
    """Twist (6,), linear first, in base axes, from a tool pose to a wanted one [m, rad]."""
    error = np.empty(6)
    pose_error(np.ascontiguousarray(T_base_wanted), np.ascontiguousarray(T_base_tool), error)
    return error


def quaternion_from_rotation(R_a_b: Array) -> Array:
    """Quaternion (4,) of a rotation (3, 3)."""
    quat = np.empty(4)
    quaternion_of(np.ascontiguousarray(R_a_b), quat)
    return quat


def rotation_vector(R_a_b: Array) -> Array:
    """Rotation vector (3,) [rad] of a rotation (3, 3)."""
    v = np.empty(3)
    rotation_log(np.ascontiguousarray(R_a_b), v)
    return v


def rotation_from_vector(v: Array) -> Array:
    """Rotation (3, 3) of a rotation vector (3,) [rad]."""
    R = np.empty((3, 3))
    rotation_exp(np.ascontiguousarray(v, dtype=np.float64), R)
    return R


def rotation_from_euler_zyx(yaw: float, pitch: float, roll: float) -> Array:
    """Rotation (3, 3) Rz(yaw) Ry(pitch) Rx(roll), angles [rad]."""
    x, y, z = np.eye(3)
    return rotation_from_vector(yaw * z) @ rotation_from_vector(pitch * y) @ rotation_from_vector(roll * x)


def euler_zyx_from_rotation(R_a_b: Array) -> EulerZyx:
    """Z-Y-X Euler angles of a rotation; with the x axis upright, where only one turn counts, roll is 0."""
    level = math.hypot(R_a_b[0, 0], R_a_b[1, 0])
    pitch = math.atan2(-R_a_b[2, 0], level)
    if level < UPRIGHT_COSINE:
        return EulerZyx(math.atan2(-R_a_b[0, 1], R_a_b[1, 1]), pitch, 0.0)
    return EulerZyx(math.atan2(R_a_b[1, 0], R_a_b[0, 0]), pitch, math.atan2(R_a_b[2, 1], R_a_b[2, 2]))


def warm() -> None:
    """Load the kernels of these conversions, so that the first one costs no more than the next."""
    quaternion_from_rotation(rotation_from_vector(rotation_vector(np.eye(3))))
