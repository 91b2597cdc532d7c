"""Kernels that walk along the joints to the tool: its pose, and with it its Jacobian, in one pass.

The pose on the way is a tuple of numbers, which stay in registers.  A column of the Jacobian is first the
joint's twist at the base's origin, (p x w, w) of an axis w through p, and at the end that at the tool's
(Lynch and Park, Modern Robotics, 2017, 5.1.1).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.jit import bare_kernel, inlined_kernel
from predictor.model.angle import sine_cosine
from predictor.model.joint_motion import law_at
from predictor.model.tool_door import BEGIN, DRIVEN, END, HEAD, LINK, LINKS, PLACE, SLIDES, WIDTH

Array = NDArray[np.float64]
Vector = tuple[float, float, float]


class Pose(NamedTuple):
    """The axes of a frame and its origin, in the arm base."""

    x: Vector
    y: Vector
    z: Vector
    p: Vector


@inlined_kernel
def mixed(x: Vector, a: float, y: Vector, b: float) -> Vector:
    """The vector a x + b y."""
    return a * x[0] + b * y[0], a * x[1] + b * y[1], a * x[2] + b * y[2]


@inlined_kernel
def along(pose: Pose, a: float, b: float, c: float) -> Vector:
    """The vector that has these parts along the axes of a pose."""
    x, y, z = pose.x, pose.y, pose.z
    return (
        x[0] * a + y[0] * b + z[0] * c,
        x[1] * a + y[1] * b + z[1] * c,
        x[2] * a + y[2] * b + z[2] * c,
    )


@inlined_kernel
def placed(pose: Pose, door: Array, row: int) -> Pose:
    """The pose of what stands in a pose at the place that a row tells."""
    i = row + PLACE
    px, py, pz = along(pose, door[i + 3], door[i + 7], door[i + 11])
    return Pose(
        along(pose, door[i], door[i + 4], door[i + 8]),
        along(pose, door[i + 1], door[i + 5], door[i + 9]),
        along(pose, door[i + 2], door[i + 6], door[i + 10]),
        (pose.p[0] + px, pose.p[1] + py, pose.p[2] + pz),
    )


@inlined_kernel
def moved(pose: Pose, door: Array, row: int, value: float) -> Pose:
    """The pose of a joint's frame after its motion by a value [rad or m]."""
    if door[row + SLIDES] != 0.0:
        return Pose(pose.x, pose.y, pose.z, mixed(pose.p, 1.0, pose.z, value))
    s, c = sine_cosine(value)
    return Pose(mixed(pose.x, c, pose.y, s), mixed(pose.y, c, pose.x, -s), pose.z, pose.p)


@inlined_kernel
def value_at(door: Array, row: int, q: Array) -> tuple[float, float]:
    """Value of a joint at q (n,), and its derivative by what moves it."""
    x, first, after = q[int(door[row + DRIVEN])], int(door[row + BEGIN]), int(door[row + END])
    if first == after:
        return x, 1.0
    laws = HEAD + LINK * (int(door[LINKS]) + 1)
    value, slope, _ = law_at(door[laws:].reshape((-1, int(door[WIDTH]))), first, after, x)
    return value, slope


@inlined_kernel
def base_pose() -> Pose:
    """The arm base in itself."""
    return Pose((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (0.0, 0.0, 0.0))


@bare_kernel
def put_tool_pose(door: Array, q: Array, out_T: Array) -> None:
    """Pose (4, 4) of the tool in the arm base at q (n,)."""
    pose, tool = base_pose(), HEAD + LINK * int(door[LINKS])
    for row in range(HEAD, tool, LINK):
        pose = moved(placed(pose, door, row), door, row, value_at(door, row, q)[0])
    x, y, z, p = placed(pose, door, tool)
    for i in range(3):
        out_T[i, 0], out_T[i, 1], out_T[i, 2], out_T[i, 3] = x[i], y[i], z[i], p[i]
        out_T[3, i] = 0.0
    out_T[3, 3] = 1.0


@inlined_kernel
def walked(door: Array, q: Array, out_J: Array) -> Pose:
    """The tool's pose in the arm base at q (n,); its Jacobian (6, n), linear rows first, in base axes.

    A joint that follows another one adds to that one's column, by the slope of its law.
    """
    for i in range(6):
        for column in range(out_J.shape[1]):
            out_J[i, column] = 0.0
    pose, tool = base_pose(), HEAD + LINK * int(door[LINKS])
    for row in range(HEAD, tool, LINK):
        value, slope = value_at(door, row, q)
        pose = placed(pose, door, row)
        add_twist(pose, door[row + SLIDES] != 0.0, slope, int(door[row + DRIVEN]), out_J)
        pose = moved(pose, door, row, value)
    end = placed(pose, door, tool)
    px, py, pz = end.p
    for column in range(out_J.shape[1]):
        wx, wy, wz = out_J[3, column], out_J[4, column], out_J[5, column]
        out_J[0, column] += wy * pz - wz * py
        out_J[1, column] += wz * px - wx * pz
        out_J[2, column] += wx * py - wy * px
    return end


@inlined_kernel
def add_twist(pose: Pose, slides: bool, rate: float, column: int, out_J: Array) -> None:
    """Add a joint's twist at the base's origin, while it moves at a rate, to a column (6,)."""
    (px, py, pz), (x, y, z) = pose.p, pose.z
    wx, wy, wz = x * rate, y * rate, z * rate
    if slides:
        out_J[0, column] += wx
        out_J[1, column] += wy
        out_J[2, column] += wz
        return
    out_J[0, column] += py * wz - pz * wy
    out_J[1, column] += pz * wx - px * wz
    out_J[2, column] += px * wy - py * wx
    out_J[3, column] += wx
    out_J[4, column] += wy
    out_J[5, column] += wz


@bare_kernel
def put_tool_jacobian(door: Array, q: Array, out_J: Array) -> None:
    """Tool Jacobian (6, n) at q (n,), as `walked` tells it."""
    walked(door, q, out_J)
