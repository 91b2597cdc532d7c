"""Kernels that walk along the joints to the tool: its pose, and with it its Jacobian and how that changes.

The pose on the way is a tuple of numbers, which stay in registers.  A column of the Jacobian is first the
joint's twist at the base's origin, (p x w, w) of an axis w through p, and at the end that at the tool's
(Lynch and Park, Modern Robotics, 2017, 5.1.1).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.compiler.jit import inlined_part, kernel
from predictor.model.angle_kernels import sine_cosine
from predictor.model.kinematics_kernels import law_at
from predictor.model.tree_layout import BEGIN, DRIVEN, END, HEAD, LINK, LINKS, PLACE, SLIDES, WIDTH

Array = NDArray[np.float64]
Vector = tuple[float, float, float]

NOWHERE: Vector = (0.0, 0.0, 0.0)


class Pose(NamedTuple):
    """The axes of a frame and its origin, in the arm base."""

    x: Vector
    y: Vector
    z: Vector
    p: Vector


@inlined_part
def combined(x: Vector, a: float, y: Vector, b: float) -> Vector:
    """The vector a x + b y."""
    return a * x[0] + b * y[0], a * x[1] + b * y[1], a * x[2] + b * y[2]


@inlined_part
def along(pose: Pose, a: float, b: float, c: float) -> Vector:
    """The vector that has these parts along the axes of a pose."""
    x, y, z = pose.x, pose.y, pose.z
    return (
        x[0] * a + y[0] * b + z[0] * c,
        x[1] * a + y[1] * b + z[1] * c,
        x[2] * a + y[2] * b + z[2] * c,
    )


@inlined_part
def placed(pose: Pose, chain: Array, row: int) -> Pose:
    """The pose of what stands in a pose at the place that a row tells."""
    i = row + PLACE
    px, py, pz = along(pose, chain[i + 3], chain[i + 7], chain[i + 11])
    return Pose(
        along(pose, chain[i], chain[i + 4], chain[i + 8]),
        along(pose, chain[i + 1], chain[i + 5], chain[i + 9]),
        along(pose, chain[i + 2], chain[i + 6], chain[i + 10]),
        (pose.p[0] + px, pose.p[1] + py, pose.p[2] + pz),
    )


@inlined_part
def moved(pose: Pose, chain: Array, row: int, value: float) -> Pose:
    """The pose of a joint's frame after its motion by a value [rad or m]."""
    if chain[row + SLIDES] != 0.0:
        return Pose(pose.x, pose.y, pose.z, combined(pose.p, 1.0, pose.z, value))
    s, c = sine_cosine(value)
    return Pose(combined(pose.x, c, pose.y, s), combined(pose.y, c, pose.x, -s), pose.z, pose.p)


@inlined_part
def value_at(chain: Array, row: int, q: Array) -> tuple[float, float, float]:
    """Value of a joint at q (n,), and its first and second derivative by what moves it."""
    x, first, after = q[int(chain[row + DRIVEN])], int(chain[row + BEGIN]), int(chain[row + END])
    if first == after:
        return x, 1.0, 0.0
    laws = HEAD + LINK * (int(chain[LINKS]) + 1)
    return law_at(chain[laws:].reshape((-1, int(chain[WIDTH]))), first, after, x)


@inlined_part
def base_pose() -> Pose:
    """The arm base in itself."""
    return Pose((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0), NOWHERE)


@kernel
def put_tool_pose(chain: Array, q: Array, out_T: Array) -> None:
    """Pose (4, 4) of the tool in the arm base at q (n,)."""
    pose, tool = base_pose(), HEAD + LINK * int(chain[LINKS])
    for row in range(HEAD, tool, LINK):
        pose = moved(placed(pose, chain, row), chain, row, value_at(chain, row, q)[0])
    x, y, z, p = placed(pose, chain, tool)
    for i in range(3):
        out_T[i, 0], out_T[i, 1], out_T[i, 2], out_T[i, 3] = x[i], y[i], z[i], p[i]
        out_T[3, i] = 0.0
    out_T[3, 3] = 1.0


@inlined_part
def walk_to_tool(chain: Array, q: Array, out_J: Array) -> Pose:
    """The tool's pose in the arm base at q (n,); its Jacobian (6, n), linear rows first, in base axes.

    A joint that follows another one adds to that one's column, by the slope of its law.
    """
    for i in range(6):
        for column in range(out_J.shape[1]):
            out_J[i, column] = 0.0
    pose, tool = base_pose(), HEAD + LINK * int(chain[LINKS])
    for row in range(HEAD, tool, LINK):
        value, slope, _ = value_at(chain, row, q)
        pose = placed(pose, chain, row)
        v, w = unit_twist(pose, chain[row + SLIDES] != 0.0)
        add_twist(v, w, slope, int(chain[row + DRIVEN]), out_J)
        pose = moved(pose, chain, row, value)
    end = placed(pose, chain, tool)
    for column in range(out_J.shape[1]):
        v = crossed((out_J[3, column], out_J[4, column], out_J[5, column]), end.p)
        add_twist(v, NOWHERE, 1.0, column, out_J)
    return end


@inlined_part
def unit_twist(pose: Pose, slides: bool) -> tuple[Vector, Vector]:
    """Twist at the base's origin, linear and angular, of a joint with the z axis of a pose at unit speed."""
    return (pose.z, NOWHERE) if slides else (crossed(pose.p, pose.z), pose.z)


@inlined_part
def crossed(a: Vector, b: Vector) -> Vector:
    """The vector product."""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


@inlined_part
def add_twist(v: Vector, w: Vector, rate: float, column: int, out: Array) -> None:
    """Add a twist, times a rate, to a column of twists (6, n)."""
    for i in range(3):
        out[i, column] += rate * v[i]
        out[3 + i, column] += rate * w[i]


@kernel
def put_tool_jacobian(chain: Array, q: Array, out_J: Array) -> None:
    """Tool Jacobian (6, n) at q (n,), as `walk_to_tool` gives it."""
    walk_to_tool(chain, q, out_J)


@kernel
def put_tool_jacobian_rate(chain: Array, q: Array, qd: Array, out_J: Array, out_Jd: Array) -> None:
    """Tool Jacobian (6, n) at q (n,), and its time derivative while the commanded joints move with qd (n,).

    The twist (v, w) of a joint at the base's origin is carried by those before it.  While they move with the
    twist (V, W), it changes by the bracket of the two (Lynch and Park, Modern Robotics, 2017, 8.3.1):

        v' = W x v + V x w,   w' = W x w

    At the tool, the column v + w x p changes by v' + w' x p + w x p'.
    """
    for i in range(6):
        for column in range(len(q)):
            out_J[i, column] = out_Jd[i, column] = 0.0
    pose, tool, V, W = base_pose(), HEAD + LINK * int(chain[LINKS]), NOWHERE, NOWHERE
    for row in range(HEAD, tool, LINK):
        value, slope, bend = value_at(chain, row, q)
        pose, column = placed(pose, chain, row), int(chain[row + DRIVEN])
        v, w = unit_twist(pose, chain[row + SLIDES] != 0.0)
        add_twist(v, w, slope, column, out_J)
        add_twist(combined(crossed(W, v), 1.0, crossed(V, w), 1.0), crossed(W, w), slope, column, out_Jd)
        add_twist(v, w, bend * qd[column], column, out_Jd)
        # what comes after this joint is carried by its twist too
        V, W = combined(V, 1.0, v, slope * qd[column]), combined(W, 1.0, w, slope * qd[column])
        pose = moved(pose, chain, row, value)
    p = placed(pose, chain, tool).p
    # p' = V + W x p
    speed = combined(V, 1.0, crossed(W, p), 1.0)
    for column in range(len(q)):
        w = (out_J[3, column], out_J[4, column], out_J[5, column])
        change = (out_Jd[3, column], out_Jd[4, column], out_Jd[5, column])
        add_twist(crossed(w, p), NOWHERE, 1.0, column, out_J)
        add_twist(combined(crossed(change, p), 1.0, crossed(w, speed), 1.0), NOWHERE, 1.0, column, out_Jd)
