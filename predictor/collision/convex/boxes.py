"""Two boxes: the separating axes.

A box apart from another is beyond it along one of 15 directions: the normals of their faces, or what is
normal to an edge of each (Gottschalk, Lin, Manocha, OBBTree, SIGGRAPH 1996).  The farthest that one is beyond
the other is a bound of their distance.  Where it is negative it is minus the depth: a face of the difference
of two boxes has no other normal.

Corners are those of `corners_of_box`: the first one, and those beside it along each edge.
"""

import math

import numpy as np
from numpy.typing import NDArray

from predictor.jit import kernel

Array = NDArray[np.float64]

PARALLEL = 1e-14  # squared sine of two edges below which they have one direction, and no normal to both
SIGNS = np.array([[x, y, z] for x in (-1.0, 1.0) for y in (-1.0, 1.0) for z in (-1.0, 1.0)])
THIN = 1e-7  # of the longest edge: a shorter one has no direction of its own
CENTRE = 3  # in place of an edge


def corners_of_box(T: Array, half: Array) -> Array:
    """Return the corners (8, 3) of a box with its centre at T (4, 4)."""
    corners: Array = (SIGNS * half) @ T[:3, :3].T + T[:3, 3]
    return corners


@kernel
def axes_gap(corners: Array, a: int, b: int, T: Array, f: int) -> float:
    """Farthest that box A, at pose f of T in B's frame, is beyond B along any of 15 directions [m].

    Both by the rows of their first corners.
    """
    half, way, n = np.empty((7, 3)), np.empty((6, 3)), np.empty(3)
    for i in range(3):
        x = _half_edge(corners, a, i)
        for k in range(3):
            half[i, k] = T[f, k, 0] * x[0] + T[f, k, 1] * x[1] + T[f, k, 2] * x[2]
        half[3 + i, 0], half[3 + i, 1], half[3 + i, 2] = _half_edge(corners, b, i)
    p, q = _half_edge(corners, a, CENTRE), _half_edge(corners, b, CENTRE)
    for k in range(3):
        half[6, k] = T[f, k, 0] * p[0] + T[f, k, 1] * p[1] + T[f, k, 2] * p[2] + T[f, k, 3] - q[k]
    _directions(half, 0, way)
    _directions(half, 3, way)
    widest = -math.inf
    for i in range(6):
        for k in range(3):
            n[k] = way[i, k]
        widest = max(widest, _beyond(half, n))
    for i in range(3):
        for j in range(3, 6):
            squared = _normal(way, i, j, n)
            if squared > PARALLEL:
                widest = max(widest, _beyond(half, n) / math.sqrt(squared))
    return widest


@kernel
def _half_edge(corners: Array, first: int, i: int) -> tuple[float, float, float]:
    """Half of an edge, from the first corner to the one beside it; or the centre."""
    other = first + (7 if i == CENTRE else 4 >> i)
    sign = 1.0 if i == CENTRE else -1.0
    return (
        0.5 * (corners[other, 0] + sign * corners[first, 0]),
        0.5 * (corners[other, 1] + sign * corners[first, 1]),
        0.5 * (corners[other, 2] + sign * corners[first, 2]),
    )


@kernel
def _normal(way: Array, i: int, j: int, out_n: Array) -> float:
    """Vector (3,) normal to two others of (., 3), and its squared length."""
    for k in range(3):
        m, n = (k + 1) % 3, (k + 2) % 3
        out_n[k] = way[i, m] * way[j, n] - way[i, n] * way[j, m]
    return float(out_n[0] * out_n[0] + out_n[1] * out_n[1] + out_n[2] * out_n[2])


@kernel
def _directions(half: Array, first: int, out_way: Array) -> None:
    """Unit directions of three edges; where a plate or a needle has none, some that go with it."""
    order, length = np.array([first, first + 1, first + 2]), np.empty(3)
    for i in range(3):
        length[i] = math.sqrt(half[first + i, 0] ** 2 + half[first + i, 1] ** 2 + half[first + i, 2] ** 2)
    longest, least = int(np.argmax(length)), int(np.argmin(length))
    middle = 3 - longest - least if longest != least else (longest + 1) % 3
    x, y, z = order[longest], order[middle], order[3 - longest - middle]
    for k in range(3):
        out_way[x, k] = half[x, k] / length[longest] if length[longest] > 0.0 else 1.0 if k == 0 else 0.0
        out_way[y, k] = half[y, k]
    if length[middle] <= THIN * length[longest]:
        smallest = 0
        for k in range(1, 3):
            smallest = k if abs(out_way[x, k]) < abs(out_way[x, smallest]) else smallest
        for k in range(3):
            out_way[y, k] = 1.0 if k == smallest else 0.0
    _unit_normal(out_way, x, y, z)
    _unit_normal(out_way, z, x, y)


@kernel
def _unit_normal(way: Array, i: int, j: int, out: int) -> None:
    n = np.empty(3)
    length = math.sqrt(_normal(way, i, j, n))
    for k in range(3):
        way[out, k] = n[k] / length


@kernel
def _beyond(half: Array, n: Array) -> float:
    """How far one box is beyond the other along n, times its length."""
    reach = 0.0
    for i in range(6):
        reach += abs(half[i, 0] * n[0] + half[i, 1] * n[1] + half[i, 2] * n[2])
    return float(abs(half[6, 0] * n[0] + half[6, 1] * n[1] + half[6, 2] * n[2]) - reach)
