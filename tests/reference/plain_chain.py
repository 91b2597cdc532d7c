"""A slow, plain oracle of forward kinematics: elementary matrices as nested lists, one by one."""

import math

Matrix = list[list[float]]


def multiply(A: Matrix, B: Matrix) -> Matrix:
    """Matrix product."""
    return [[sum(A[i][k] * B[k][j] for k in range(4)) for j in range(4)] for i in range(4)]


def turn_about_z(angle: float) -> Matrix:
    """Rz."""
    c, s = math.cos(angle), math.sin(angle)
    return [[c, -s, 0, 0], [s, c, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]


def turn_about_x(angle: float) -> Matrix:
    """Rx."""
    c, s = math.cos(angle), math.sin(angle)
    return [[1, 0, 0, 0], [0, c, -s, 0], [0, s, c, 0], [0, 0, 0, 1]]


def shift(x: float, z: float) -> Matrix:
    """Tx Tz."""
    return [[1, 0, 0, x], [0, 1, 0, 0], [0, 0, 1, z], [0, 0, 0, 1]]


# The reference arm once more, typed by hand: theta offset [deg], d [m], a [m], alpha [deg].
REFERENCE_ARM = [
    (180.0, 0.3, 0.0, -90.0),
    (0.0, 0.0, 0.907, 0.0),
    (90.0, 0.0, 0.0, 90.0),
    (0.0, 0.909, 0.0, -90.0),
    (0.0, 0.0, 0.0, 90.0),
    (0.0, 0.277, 0.0, 0.0),
]
REFERENCE_TOOL = [[-1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, -1.0, 0.0], [0.0, 0.0, 0.0, 1.0]]


def chain(q: list[float]) -> list[Matrix]:
    """Frames 0 ... 6 of the reference arm, and last its tool, for joint angles [rad]."""
    frames = [shift(0.0, 0.0)]
    for (offset, d, a, alpha), angle in zip(REFERENCE_ARM, q, strict=True):
        turned = multiply(frames[-1], turn_about_z(angle + math.radians(offset)))
        frames.append(multiply(multiply(turned, shift(a, d)), turn_about_x(math.radians(alpha))))
    return [*frames, multiply(frames[-1], REFERENCE_TOOL)]


def jacobian(q: list[float]) -> Matrix:
    """Tool Jacobian (6, 6), linear rows first: joint i turns about the z axis of the frame before its own."""
    *frames, tool = chain(q)
    columns = []
    for T in frames[:-1]:
        z, r = [T[i][2] for i in range(3)], [tool[i][3] - T[i][3] for i in range(3)]
        turned = [z[1] * r[2] - z[2] * r[1], z[2] * r[0] - z[0] * r[2], z[0] * r[1] - z[1] * r[0]]
        columns.append(turned + z)
    return [list(row) for row in zip(*columns, strict=True)]


def lever(frame: int, p: list[float]) -> list[float]:
    """Bound on the distance of a point of a frame from the axis of every joint of the reference arm [m]."""
    found = [0.0] * 6
    if frame == 0:
        return found
    _, d, a, alpha = REFERENCE_ARM[frame - 1]
    link = multiply(shift(a, d), turn_about_x(math.radians(alpha)))
    x, y, z = (sum(link[i][k] * p[k] for k in range(3)) + link[i][3] for i in range(3))
    found[frame - 1], reach = math.hypot(x, y), math.hypot(x, y, z)
    for joint in range(frame - 2, -1, -1):
        _, d, a, _ = REFERENCE_ARM[joint]
        found[joint], reach = abs(a) + reach, reach + math.hypot(a, d)
    return found
