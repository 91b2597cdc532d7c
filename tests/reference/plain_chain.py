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
