"""Many rays from one place, put into groups of those that go nearly the same way.

Directions are places on an octahedron, folded open to a square (Cigolle and others, A survey of efficient
representations for independent unit vectors, Journal of Computer Graphics Techniques 3(2), 2014); the part of
the square that these rays fill is cut into cells, and each cell is a group.
"""

import math

import numpy as np
from numpy.typing import NDArray

from predictor.compiler.jit import part
from predictor.rays.beam_kernels import LANES

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

IN_A_CELL = 30  # rays, about


@part
def cells_along(count: int) -> int:
    """How many cells an edge of the square has for so many rays."""
    return max(1, int(math.sqrt(count / IN_A_CELL)))


@part
def as_they_come(out_order: Integers, out_first: Integers) -> None:
    """Groups (g + 1,) of LANES rays in the order (k,) that they have."""
    for i in range(len(out_order)):
        out_order[i] = i
    for group in range(len(out_first)):
        out_first[group] = min(group * LANES, len(out_order))


@part
def by_direction(directions: Array, uv: Array, out_order: Integers, out_first: Integers) -> None:
    """Groups (g + 1,) of rays (k, 3) from one place: where each begins in the order (k,)."""
    low_u, high_u, low_v, high_v = 1.0, -1.0, 1.0, -1.0
    for i in range(len(directions)):
        x, y, z = directions[i, 0], directions[i, 1], directions[i, 2]
        size = abs(x) + abs(y) + abs(z)
        is_ray = 0.0 < size < math.inf
        u, v = x / size if is_ray else 0.0, y / size if is_ray else 0.0
        other_u, other_v = math.copysign(1.0 - abs(v), u), math.copysign(1.0 - abs(u), v)
        uv[0, i], uv[1, i] = u if z >= 0.0 else other_u, v if z >= 0.0 else other_v
    for i in range(len(directions)):
        low_u, high_u = min(low_u, uv[0, i]), max(high_u, uv[0, i])
        low_v, high_v = min(low_v, uv[1, i]), max(high_v, uv[1, i])
    across = cells_along(len(directions))
    to_u = across * (1.0 - 1e-9) / max(high_u - low_u, 1e-9)
    to_v = across * (1.0 - 1e-9) / max(high_v - low_v, 1e-9)
    for group in range(len(out_first)):
        out_first[group] = 0
    for i in range(len(directions)):
        cell = int((uv[0, i] - low_u) * to_u) * across + int((uv[1, i] - low_v) * to_v)
        uv[0, i] = cell
        out_first[cell] += 1
    for group in range(1, len(out_first)):
        out_first[group] += out_first[group - 1]
    for i in range(len(directions) - 1, -1, -1):
        cell = int(uv[0, i])
        out_first[cell] -= 1
        out_order[out_first[cell]] = i
