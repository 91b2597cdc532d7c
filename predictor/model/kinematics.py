"""Forward kinematics: where every link and the tool are, and how fast they move with the joints.

    T_base_i = A_1 ... A_i,   A = Rz(q + offset) Tz(d) Tx(a) Rx(alpha)   (classical DH, 1955)

Frame 0 is the arm base, frame i moves with joint i, and joint i turns about the z axis of frame i - 1.
"""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from predictor.jit import kernel
from predictor.model.robot import Robot
from predictor.model.spatial import multiply_poses

Array = NDArray[np.float64]


class ShapeError(ValueError):
    """Joint values or a pose of the wrong shape."""


@kernel
def link_pose(dh_row: Array, q: float, out_T: Array) -> None:
    """Pose of one frame in the one before it, from a DH row (4,) and a joint angle."""
    c, s = math.cos(q + dh_row[0]), math.sin(q + dh_row[0])
    c_alpha, s_alpha = math.cos(dh_row[3]), math.sin(dh_row[3])
    out_T[0, 0], out_T[0, 1], out_T[0, 2], out_T[0, 3] = c, -s * c_alpha, s * s_alpha, dh_row[2] * c
    out_T[1, 0], out_T[1, 1], out_T[1, 2], out_T[1, 3] = s, c * c_alpha, -c * s_alpha, dh_row[2] * s
    out_T[2, 0], out_T[2, 1], out_T[2, 2], out_T[2, 3] = 0.0, s_alpha, c_alpha, dh_row[1]
    out_T[3, :3] = 0.0
    out_T[3, 3] = 1.0


@kernel
def link_frames(dh: Array, q: Array, out_T: Array) -> None:
    """Poses (n + 1, 4, 4) of all frames in the arm base, from DH rows (n, 4) and q (n,); without the tool."""
    step = np.empty((4, 4))
    out_T[0] = np.eye(4)
    for i in range(len(dh)):
        link_pose(dh[i], q[i], step)
        multiply_poses(out_T[i], step, out_T[i + 1])


@kernel
def tool_frames(dh: Array, T_last_tool: Array, q: Array, out_T: Array, out_T_base_tool: Array) -> None:
    """Poses (n + 1, 4, 4) of all frames and the pose (4, 4) of the tool, in the arm base."""
    link_frames(dh, q, out_T)
    multiply_poses(out_T[len(dh)], T_last_tool, out_T_base_tool)


@kernel
def jacobian(T: Array, T_base_tool: Array, out_J: Array) -> None:
    """Tool Jacobian (6, n), linear rows first, in base axes, from frames (n + 1, 4, 4) and tool (4, 4)."""
    for i in range(len(T) - 1):
        zx, zy, zz = T[i, 0, 2], T[i, 1, 2], T[i, 2, 2]
        rx = T_base_tool[0, 3] - T[i, 0, 3]
        ry = T_base_tool[1, 3] - T[i, 1, 3]
        rz = T_base_tool[2, 3] - T[i, 2, 3]
        out_J[0, i], out_J[1, i], out_J[2, i] = zy * rz - zz * ry, zz * rx - zx * rz, zx * ry - zy * rx
        out_J[3, i], out_J[4, i], out_J[5, i] = zx, zy, zz


@kernel
def cross(a: Array, b: Array) -> Array:
    """Vector product (3,)."""
    return np.array((a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]))


@kernel
def jacobian_rate(T: Array, T_base_tool: Array, J: Array, qd: Array, out_Jd: Array) -> None:
    """Time derivative (6, n) of the tool Jacobian while the joints move with qd (n,).

    Column i is [z x r; z] with axis z and lever r = p_tool - p_(i-1).  Both move with the frame before it:
    z' = w x z,  (z x r)' = z' x r + z x r',  r' = w x r + the tool's speed due to this and all later joints.
    """
    w, v_later, r = np.zeros(3), np.zeros(3), np.empty(3)
    for k in range(len(qd)):
        for axis in range(3):
            v_later[axis] += J[axis, k] * qd[k]
    for i in range(len(qd)):
        z = np.array((T[i, 0, 2], T[i, 1, 2], T[i, 2, 2]))
        for axis in range(3):
            r[axis] = T_base_tool[axis, 3] - T[i, axis, 3]
        z_rate = cross(w, z)
        linear = cross(z_rate, r) + cross(z, cross(w, r) + v_later)
        for axis in range(3):
            out_Jd[axis, i] = linear[axis]
            out_Jd[3 + axis, i] = z_rate[axis]
            v_later[axis] -= J[axis, i] * qd[i]
            w[axis] += z[axis] * qd[i]


def joint_array(robot: Robot, q: Sequence[float] | Array) -> Array:
    """Return joint values as an array (n,).

    Raises:
        ShapeError: another number of joints.
    """
    values = np.ascontiguousarray(q, dtype=np.float64)
    if values.shape != (robot.n,):
        raise ShapeError(f"joint values have shape {values.shape}; {robot.name} needs ({robot.n},)")
    return values


def joint_rows(robot: Robot, poses: Array) -> Array:
    """Return joint values of k poses as an array (k, n).

    Raises:
        ShapeError: another number of joints.
    """
    rows = np.ascontiguousarray(poses, dtype=np.float64)
    if rows.ndim != 2 or rows.shape[1] != robot.n:
        raise ShapeError(f"poses have shape {rows.shape}; {robot.name} needs (k, {robot.n})")
    return rows


def link_poses(robot: Robot, q: Sequence[float] | Array) -> Array:
    """Poses (n + 1, 4, 4) of all frames in the arm base."""
    T = np.empty((robot.n + 1, 4, 4))
    link_frames(robot.dh, joint_array(robot, q), T)
    return T


def _tool_and_links(robot: Robot, q: Sequence[float] | Array) -> tuple[Array, Array]:
    T, T_base_tool = np.empty((robot.n + 1, 4, 4)), np.empty((4, 4))
    tool_frames(robot.dh, robot.T_last_tool, joint_array(robot, q), T, T_base_tool)
    return T_base_tool, T


def tool_pose(robot: Robot, q: Sequence[float] | Array) -> Array:
    """T_base_tool (4, 4)."""
    return _tool_and_links(robot, q)[0]


def tool_jacobian(robot: Robot, q: Sequence[float] | Array) -> Array:
    """J_base_tool (6, n): twist of the tool origin, linear first, in base axes, per joint speed."""
    T_base_tool, T = _tool_and_links(robot, q)
    J = np.empty((6, robot.n))
    jacobian(T, T_base_tool, J)
    return J


def tool_jacobian_rate(robot: Robot, q: Sequence[float] | Array, qd: Sequence[float] | Array) -> Array:
    """Time derivative (6, n) of J_base_tool: the tool's acceleration is J qdd + (dJ/dt) qd."""
    T_base_tool, T = _tool_and_links(robot, q)
    J, Jd = np.empty((6, robot.n)), np.empty((6, robot.n))
    jacobian(T, T_base_tool, J)
    jacobian_rate(T, T_base_tool, J, joint_array(robot, qd), Jd)
    return Jd
