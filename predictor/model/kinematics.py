"""Forward kinematics: where every frame and the tool are, and how fast they move with the joints.

    T_base_joint = T_base_parent T_parent_joint exp(twist q)

Frame 0 is the arm base, frame i + 1 is carried by joint i of all m joints.  q has the n commanded values; a
joint that follows one of them moves with it by its law (`predictor.model.dependence`).  The twist of a joint
at unit speed, (v, w) in its own frame, tells of both kinds (Lynch and Park, Modern Robotics, 2017, 3.3.3):
one that turns about an axis w through a point p has v = p x w, one that slides along an axis has w = 0.
"""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from predictor.jit import kernel
from predictor.model.robot import Robot, Tool, Tree
from predictor.model.spatial import multiply_poses

Array = NDArray[np.float64]


class ShapeError(ValueError):
    """Joint values or a pose of the wrong shape."""


@kernel
def move_along(twist: Array, q: float, T: Array) -> None:
    """Move a frame (4, 4), in place, by a joint value along a twist (6,) given in its own axes.

    exp: a turn by q about w (Rodrigues), and the shift v sin q + (w x v) (1 - cos q), or v q.
    """
    vx, vy, vz, wx, wy, wz = twist[0], twist[1], twist[2], twist[3], twist[4], twist[5]
    if wx == 0.0 and wy == 0.0 and wz == 0.0:
        for i in range(3):
            T[i, 3] += (T[i, 0] * vx + T[i, 1] * vy + T[i, 2] * vz) * q
        return
    c, s = math.cos(q), math.sin(q)
    px = vx * s + (wy * vz - wz * vy) * (1.0 - c)
    py = vy * s + (wz * vx - wx * vz) * (1.0 - c)
    pz = vz * s + (wx * vy - wy * vx) * (1.0 - c)
    for i in range(3):
        x, y, z = T[i, 0], T[i, 1], T[i, 2]
        T[i, 3] += x * px + y * py + z * pz
        along = (x * wx + y * wy + z * wz) * (1.0 - c)
        T[i, 0] = c * x + s * (y * wz - z * wy) + along * wx
        T[i, 1] = c * y + s * (z * wx - x * wz) + along * wy
        T[i, 2] = c * z + s * (x * wy - y * wx) + along * wz


@kernel
def joint_at(tree: Tree, joint: int, q: Array) -> tuple[float, float, float]:
    """Value of a joint of the tree at q (n,), and its first and second derivative by what moves it."""
    x = q[tree.drive[joint, 0]]
    first, after = tree.drive[joint, 1], tree.drive[joint, 2]
    if first == after:
        return x, 1.0, 0.0
    low, high = tree.pieces[first, 0], tree.pieces[after - 1, 1]
    inside = low if x < low else high if x > high else x  # NaN stays NaN
    while after - first > 1:
        middle = (first + after) // 2
        if inside < tree.pieces[middle, 0]:
            after = middle
        else:
            first = middle
    t = inside - tree.pieces[first, 0]
    value, slope, bend = 0.0, 0.0, 0.0
    for column in range(tree.pieces.shape[1] - 1, 1, -1):
        bend = bend * t + 2.0 * slope
        slope = slope * t + value
        value = value * t + tree.pieces[first, column]
    if inside != x:
        return value + slope * (x - inside), slope, 0.0
    return value, slope, bend


@kernel
def tree_frames(tree: Tree, q: Array, out_T: Array) -> None:
    """Poses (m + 1, 4, 4) of all frames in the arm base at q (n,); without the tool."""
    out_T[0] = 0.0
    for i in range(4):
        out_T[0, i, i] = 1.0
    is_plain = len(tree.pieces) == 0  # no joint follows another one
    for i in range(len(tree.parent)):
        multiply_poses(out_T[tree.parent[i]], tree.T_parent_joint[i], out_T[i + 1])
        value = q[i] if is_plain else joint_at(tree, i, q)[0]
        move_along(tree.twist[i], value, out_T[i + 1])


@kernel
def tool_frames(tree: Tree, tool: Tool, q: Array, out_T: Array, out_T_base_tool: Array) -> None:
    """Poses (m + 1, 4, 4) of all frames and the pose (4, 4) of the tool, in the arm base."""
    tree_frames(tree, q, out_T)
    multiply_poses(out_T[tool.frame], tool.T_frame_tool, out_T_base_tool)


@kernel
def turned(T: Array, x: float, y: float, z: float) -> tuple[float, float, float]:
    """A vector of a frame (4, 4) in the axes of its parent."""
    return (
        T[0, 0] * x + T[0, 1] * y + T[0, 2] * z,
        T[1, 0] * x + T[1, 1] * y + T[1, 2] * z,
        T[2, 0] * x + T[2, 1] * y + T[2, 2] * z,
    )


@kernel
def joint_twists(tree: Tree, tool: Tool, T: Array, T_base_tool: Array, out_J: Array) -> None:
    """Twists (6, m) of the tool at unit speed of each joint of the tree, linear rows first, in base axes.

    From frames (m + 1, 4, 4) and tool (4, 4).  A joint that does not carry the tool has zeros.
    """
    out_J[:] = 0.0
    frame = tool.frame
    while frame > 0:
        i = frame - 1
        rx = T_base_tool[0, 3] - T[frame, 0, 3]
        ry = T_base_tool[1, 3] - T[frame, 1, 3]
        rz = T_base_tool[2, 3] - T[frame, 2, 3]
        vx, vy, vz = turned(T[frame], tree.twist[i, 0], tree.twist[i, 1], tree.twist[i, 2])
        wx, wy, wz = turned(T[frame], tree.twist[i, 3], tree.twist[i, 4], tree.twist[i, 5])
        out_J[0, i], out_J[1, i], out_J[2, i] = (
            vx + wy * rz - wz * ry,
            vy + wz * rx - wx * rz,
            vz + wx * ry - wy * rx,
        )
        out_J[3, i], out_J[4, i], out_J[5, i] = wx, wy, wz
        frame = tree.parent[i]


@kernel
def jacobian(tree: Tree, tool: Tool, q: Array, T: Array, T_base_tool: Array, out_J: Array) -> None:
    """Tool Jacobian (6, n), linear rows first, in base axes, at q (n,) with frames (m + 1, 4, 4) and tool.

    A joint that follows another one adds to that one's column, by the slope of its law.
    """
    twists = np.empty((6, len(tree.parent)))
    joint_twists(tree, tool, T, T_base_tool, twists)
    out_J[:] = 0.0
    for i in range(len(tree.parent)):
        slope = joint_at(tree, i, q)[1]
        for row in range(6):
            out_J[row, tree.drive[i, 0]] += slope * twists[row, i]


@kernel
def _jacobian_at(tree: Tree, tool: Tool, q: Array, out_J: Array) -> None:
    T, T_base_tool = np.empty((len(tree.parent) + 1, 4, 4)), np.empty((4, 4))
    tool_frames(tree, tool, q, T, T_base_tool)
    jacobian(tree, tool, q, T, T_base_tool, out_J)


@kernel
def cross(a: Array, b: Array) -> Array:
    """Vector product (3,)."""
    return np.array((a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]))


@kernel
def twist_rates(twists: Array, rates: Array, out_rates: Array) -> None:
    """Time derivative (6, m) of `joint_twists` while the joints of the tree move with rates (m,).

    Column i is (c, w): what the tool does at unit speed of joint i.  The joint's axis turns with w_b, the
    angular velocity due to the joints before it, and the tool leaves it with v, its speed due to all others:

        c' = w_b x c + w x v,   w' = w_b x w
    """
    w_before, v_after = np.zeros(3), np.zeros(3)
    for k in range(len(rates)):
        for axis in range(3):
            v_after[axis] += twists[axis, k] * rates[k]
    for i in range(len(rates)):
        c = np.array((twists[0, i], twists[1, i], twists[2, i]))
        w = np.array((twists[3, i], twists[4, i], twists[5, i]))
        c_rate = cross(w_before, c) + cross(w, v_after)
        w_rate = cross(w_before, w)
        for axis in range(3):
            out_rates[axis, i] = c_rate[axis]
            out_rates[3 + axis, i] = w_rate[axis]
            v_after[axis] -= c[axis] * rates[i]
            w_before[axis] += w[axis] * rates[i]


@kernel
def jacobian_rate(tree: Tree, tool: Tool, q: Array, qd: Array, out_Jd: Array) -> None:
    """Time derivative (6, n) of the tool Jacobian at q (n,) while the commanded joints move with qd (n,).

    With a joint's value y(x) and twist t, a column is the sum of all y' t; its rate, of y' t' + y'' x' t.
    """
    m = len(tree.parent)
    T, T_base_tool = np.empty((m + 1, 4, 4)), np.empty((4, 4))
    twists, changes, rates = np.empty((6, m)), np.empty((6, m)), np.empty(m)
    tool_frames(tree, tool, q, T, T_base_tool)
    joint_twists(tree, tool, T, T_base_tool, twists)
    for i in range(m):
        rates[i] = joint_at(tree, i, q)[1] * qd[tree.drive[i, 0]]
    twist_rates(twists, rates, changes)
    out_Jd[:] = 0.0
    for i in range(m):
        column = tree.drive[i, 0]
        _, slope, bend = joint_at(tree, i, q)
        for row in range(6):
            out_Jd[row, column] += slope * changes[row, i] + bend * qd[column] * twists[row, i]


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


def joint_values(robot: Robot, q: Sequence[float] | Array) -> Array:
    """Values (m,) of all joints of the tree at q (n,), those that follow others among them."""
    values = joint_array(robot, q)
    return np.array([joint_at(robot.tree, i, values)[0] for i in range(len(robot.joints))])


def link_poses(robot: Robot, q: Sequence[float] | Array) -> Array:
    """Poses (m + 1, 4, 4) of all frames in the arm base."""
    T = np.empty((len(robot.joints) + 1, 4, 4))
    tree_frames(robot.tree, joint_array(robot, q), T)
    return T


def tool_pose(robot: Robot, q: Sequence[float] | Array) -> Array:
    """T_base_tool (4, 4)."""
    T, T_base_tool = np.empty((len(robot.joints) + 1, 4, 4)), np.empty((4, 4))
    tool_frames(robot.tree, robot.tool, joint_array(robot, q), T, T_base_tool)
    return T_base_tool


def tool_jacobian(robot: Robot, q: Sequence[float] | Array) -> Array:
    """J_base_tool (6, n): twist of the tool origin, linear first, in base axes, per commanded speed."""
    J = np.empty((6, robot.n))
    _jacobian_at(robot.tree, robot.tool, joint_array(robot, q), J)
    return J


def tool_jacobian_rate(robot: Robot, q: Sequence[float] | Array, qd: Sequence[float] | Array) -> Array:
    """Time derivative (6, n) of J_base_tool: the tool's acceleration is J qdd + (dJ/dt) qd."""
    Jd = np.empty((6, robot.n))
    jacobian_rate(robot.tree, robot.tool, joint_array(robot, q), joint_array(robot, qd), Jd)
    return Jd
