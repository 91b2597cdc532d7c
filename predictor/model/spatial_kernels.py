"""Poses, rotations and twists, compiled: products, logarithms and exponentials."""

import math

import numpy as np
from numpy.typing import NDArray

from predictor.compiler.jit import array_kernel, compiled_too, kernel, part
from predictor.model.angle_kernels import arctangent
from predictor.model.quaternions import quaternion_along

Array = NDArray[np.float64]
TINY_ANGLE = 1e-8  # [rad] below it sin(x) / x is 1 within rounding
SMALL_ANGLE = 0.02  # [rad] below it (x - sin(x)) / x^3 is the sum of its first three terms within rounding
RIGID_ERROR = 1e-6  # how far a rotation may be from orthonormal

compiled_too(quaternion_along)


@part
def is_pose(T: Array) -> bool:
    """True if T is (4, 4), a rotation and a finite position; what is not a number is none."""
    if T.shape != (4, 4):
        return False
    for i in range(3):
        for j in range(i + 1):
            dot = T[i, 0] * T[j, 0] + T[i, 1] * T[j, 1] + T[i, 2] * T[j, 2]
            if not abs(dot - (1.0 if i == j else 0.0)) <= RIGID_ERROR:
                return False
        if not math.isfinite(T[i, 3]):
            return False
    first = T[2, 0] * (T[0, 1] * T[1, 2] - T[0, 2] * T[1, 1])
    second = T[2, 1] * (T[0, 2] * T[1, 0] - T[0, 0] * T[1, 2])
    third = T[2, 2] * (T[0, 0] * T[1, 1] - T[0, 1] * T[1, 0])
    return bool(first + second + third > 0.0)  # the determinant; -1 of a mirrored frame


@part
def multiply_poses(T_a_b: Array, T_b_c: Array, out_T_a_c: Array) -> None:
    """Chain two poses (4, 4); the result may not be one of the arguments."""
    for i in range(3):
        for j in range(4):
            total = T_a_b[i, 3] if j == 3 else 0.0
            for k in range(3):
                total += T_a_b[i, k] * T_b_c[k, j]
            out_T_a_c[i, j] = total
    out_T_a_c[3, :3] = 0.0
    out_T_a_c[3, 3] = 1.0


@kernel
def quaternion_of(R: Array, out_quat: Array) -> None:
    """Quaternion (4,) of a rotation."""
    w, x, y, z = quaternion_along(R)
    length = math.sqrt(w * w + x * x + y * y + z * z)
    out_quat[0], out_quat[1], out_quat[2], out_quat[3] = w / length, x / length, y / length, z / length


@kernel
def rotation_log(R: Array, out_v: Array) -> None:
    """Rotation vector (3,) [rad] of a rotation."""
    w, x, y, z = quaternion_along(R)
    length = math.sqrt(x * x + y * y + z * z)  # it and w are as sine and cosine of half the angle
    factor = 2.0 * arctangent(length, w) / length if length > TINY_ANGLE * w else 2.0 / w
    out_v[0], out_v[1], out_v[2] = factor * x, factor * y, factor * z


@kernel
def rotation_exp(v: Array, out_R: Array) -> None:
    """Rotation of a rotation vector (3,) [rad] (Rodrigues)."""
    angle = math.sqrt(v[0] ** 2 + v[1] ** 2 + v[2] ** 2)
    first, second = 1.0, 0.5
    if angle > TINY_ANGLE:
        first = math.sin(angle) / angle
        second = 2.0 * (math.sin(0.5 * angle) / angle) ** 2  # (1 - cos a) / a^2, without a difference
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        out_R[i, i] = 1.0 - second * (v[j] ** 2 + v[k] ** 2)
        out_R[i, j] = second * v[i] * v[j] - first * v[k]
        out_R[j, i] = second * v[i] * v[j] + first * v[k]


@array_kernel
def pose_exp(twist: Array, out_T: Array) -> None:
    """Pose (4, 4) that a constant twist (6,), linear first, reaches in unit time.

    With the turn w of angle a its shift is v + (1 - cos a) / a^2 w x v + (a - sin a) / a^3 w x (w x v).
    """
    out_T[3, :3], out_T[3, 3] = 0.0, 1.0
    rotation_exp(twist[3:], out_T)
    angle = math.sqrt(twist[3] ** 2 + twist[4] ** 2 + twist[5] ** 2)
    second, third = 0.5, 1.0 / 6.0
    if angle > TINY_ANGLE:
        second = 2.0 * (math.sin(0.5 * angle) / angle) ** 2
    if angle > SMALL_ANGLE:
        third = (angle - math.sin(angle)) / angle**3
    else:
        # 1 / 3! - a^2 / 5! + a^4 / 7!
        third -= angle**2 / 120.0 - angle**4 / 5040.0
    across = np.empty(3)
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        across[i] = twist[3 + j] * twist[k] - twist[3 + k] * twist[j]
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        again = twist[3 + j] * across[k] - twist[3 + k] * across[j]
        out_T[i, 3] = twist[i] + second * across[i] + third * again


@array_kernel
def pose_error(T_base_wanted: Array, T_base_tool: Array, out_error: Array) -> None:
    """Twist (6,), in base axes, that in unit time brings the tool to the wanted place and attitude."""
    R = np.empty((3, 3))
    for i in range(3):
        out_error[i] = T_base_wanted[i, 3] - T_base_tool[i, 3]
        for j in range(3):
            total = 0.0
            for k in range(3):
                total += T_base_wanted[i, k] * T_base_tool[j, k]
            R[i, j] = total
    rotation_log(R, out_error[3:])
