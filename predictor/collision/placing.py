"""The leaves of an arm as they are placed in one pose, and the exact distance of any pair of them."""

import math

import numpy as np
from numpy.typing import NDArray

from predictor.collision.distance import Vector, segment_box, segment_segment
from predictor.collision.tables import (
    AXES,
    BOX,
    CENTRE,
    FRAME,
    HALF,
    KIND,
    PLACED_HIGH,
    PLACED_LOW,
    PLACED_RUN,
    PLACED_START,
    RUN,
    START,
    THICK,
)
from predictor.jit import kernel

Array = NDArray[np.float64]

FARTHEST = 1e60  # [m^2] beyond it the fourth power of a length is no number any more


@kernel
def place(leaves: Array, T: Array, T_world_base: Array | None, out_placed: Array) -> bool:
    """Place the axis of every leaf and its bounds, from frames (f, 4, 4); False: something is not finite."""
    total, m = 0.0, len(leaves)
    for leaf in range(m):
        frame = int(leaves[leaf, FRAME])
        p, u = vector(leaves, leaf, START), vector(leaves, leaf, RUN)
        total += _put(out_placed, leaf, moved(T[frame], p, 1.0), moved(T[frame], u, 0.0))
    if T_world_base is not None:
        for leaf in range(m):
            p, u = vector(out_placed, leaf, PLACED_START), vector(out_placed, leaf, PLACED_RUN)
            total += _put(out_placed, m + leaf, moved(T_world_base, p, 1.0), moved(T_world_base, u, 0.0))
    return total < FARTHEST


@kernel
def _put(out_placed: Array, row: int, p: Vector, u: Vector) -> float:
    """Write one placed leaf; return its squared size, by which it is known whether it is finite."""
    for i in range(3):
        end = p[i] + u[i]
        out_placed[row, PLACED_START + i], out_placed[row, PLACED_RUN + i] = p[i], u[i]
        out_placed[row, PLACED_LOW + i] = p[i] if p[i] < end else end
        out_placed[row, PLACED_HIGH + i] = end if p[i] < end else p[i]
    return p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + u[0] * u[0] + u[1] * u[1] + u[2] * u[2]


@kernel
def vector(table: Array, row: int, column: int) -> Vector:
    """Three columns of a row."""
    return table[row, column], table[row, column + 1], table[row, column + 2]


@kernel
def moved(T: Array, x: Vector, is_point: float) -> Vector:
    """A point (1.0) or a direction (0.0) of a frame (4, 4) in that frame's parent."""
    return (
        T[0, 0] * x[0] + T[0, 1] * x[1] + T[0, 2] * x[2] + is_point * T[0, 3],
        T[1, 0] * x[0] + T[1, 1] * x[1] + T[1, 2] * x[2] + is_point * T[1, 3],
        T[2, 0] * x[0] + T[2, 1] * x[1] + T[2, 2] * x[2] + is_point * T[2, 3],
    )


@kernel
def in_box(obstacles: Array, row: int, x: Vector) -> Vector:
    """A direction of the base along the axes of a box."""
    return (
        obstacles[row, AXES] * x[0] + obstacles[row, AXES + 1] * x[1] + obstacles[row, AXES + 2] * x[2],
        obstacles[row, AXES + 3] * x[0] + obstacles[row, AXES + 4] * x[1] + obstacles[row, AXES + 5] * x[2],
        obstacles[row, AXES + 6] * x[0] + obstacles[row, AXES + 7] * x[1] + obstacles[row, AXES + 8] * x[2],
    )


@kernel
def obstacle_distance(obstacles: Array, other: int, placed: Array, row: int, radius: float) -> float:
    """Signed distance of an obstacle and a placed leaf of a radius [m]."""
    p, u = vector(placed, row, PLACED_START), vector(placed, row, PLACED_RUN)
    q, extent = vector(obstacles, other, CENTRE), vector(obstacles, other, HALF)
    if obstacles[other, KIND] == BOX:
        p = in_box(obstacles, other, (p[0] - q[0], p[1] - q[1], p[2] - q[2]))
        return segment_box(p, in_box(obstacles, other, u), extent)[0] - radius
    return math.sqrt(segment_segment(p, u, q, extent)[0]) - (radius + float(obstacles[other, THICK]))


@kernel
def leaf_distance(placed: Array, row: int, other: int, radii: float) -> float:
    """Signed distance of two placed leaves with this sum of radii [m]."""
    p, u = vector(placed, row, PLACED_START), vector(placed, row, PLACED_RUN)
    q, v = vector(placed, other, PLACED_START), vector(placed, other, PLACED_RUN)
    return math.sqrt(segment_segment(p, u, q, v)[0]) - radii
