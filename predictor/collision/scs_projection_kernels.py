"""Distances of shadows on three planes, compiled."""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.collision.distance_kernels import Vector, along, segment_segment
from predictor.collision.door_layout import (
    AXES_AT,
    AXIS,
    LEAF,
    LEAF_ROWS,
    LEAVES,
    LEVERS,
    MOUNTED,
    OBSTACLE_ROWS,
    OBSTACLES,
    ROWS,
    WATCH,
    WATCHES,
    WITHIN,
)
from predictor.collision.nearest_kernels import SLACK, Found, is_mounted, key_of, nearer, note
from predictor.collision.placing_kernels import obstacle_distance, place, vector
from predictor.collision.tables import (
    BOX,
    CENTRE,
    HALF,
    KIND,
    MOUNTS,
    NOBODY,
    OBSTACLE_COLUMNS,
    RADIUS,
    THICK,
)
from predictor.compiler.jit import kernel, part

Array = NDArray[np.float64]


@part
def shadow_gap(
    edges: Array, table: Array, room: Array, row: int, other: int, enough: float = math.inf
) -> float:
    """Greatest distance of the shadows of a placed leaf and an obstacle on three planes [m].

    No more of them are looked at once it is more than enough.
    """
    axis, at = int(table[AXES_AT]) + row * AXIS, int(table[OBSTACLE_ROWS]) + other * OBSTACLE_COLUMNS
    p, u = vector(room, axis), vector(room, axis + 3)
    q, v = vector(table, at + CENTRE), vector(table, at + HALF)
    radius, greatest = table[int(table[LEAF_ROWS]) + row % int(table[LEAVES]) * LEAF + RADIUS], -math.inf
    from_centre = along(along(p, 0.5, u), -1.0, q)
    for plane in range(3):
        if table[at + KIND] == BOX:
            gap = _box_gap(edges, other, from_centre, u, plane) - radius
        else:
            squared = segment_segment(_flat(p, plane), _flat(u, plane), _flat(q, plane), _flat(v, plane))[0]
            gap = math.sqrt(squared) - (radius + table[at + THICK])
        greatest = max(greatest, gap)
        if greatest > enough:
            break
    return greatest


@part
def _flat(x: Vector, plane: int) -> Vector:
    """The shadow of a vector on the plane that is normal to an axis."""
    return 0.0 if plane == 0 else x[0], 0.0 if plane == 1 else x[1], 0.0 if plane == 2 else x[2]


@part
def _box_gap(edges: Array, other: int, w: Vector, u: Vector, plane: int) -> float:
    """How far the shadows of a box and an axis u are apart at least [m]; w: from centre to middle."""
    i, j, greatest = (plane + 1) % 3, (plane + 2) % 3, -math.inf
    for way in range(5):
        if way < 3:
            x, y = -edges[other, way, j], edges[other, way, i]
        else:
            x, y = (-u[j], u[i]) if way == 3 else (w[i], w[j])
        length = math.sqrt(x * x + y * y)
        if length > 0.0:
            reach = 0.5 * abs(x * u[i] + y * u[j])
            for edge in range(3):
                reach += abs(x * edges[other, edge, i] + y * edges[other, edge, j])
            greatest = max(greatest, (abs(x * w[i] + y * w[j]) - reach) / length)
    return greatest


@kernel
def look_at_shadows(
    table: Array, room: Array, edges: Array, poses: Array, T: Array, out_gap: Array, out_distance: Array
) -> None:
    for k in range(len(poses)):
        place(table, room, poses[k], T)
        for row in range(out_gap.shape[1]):
            for other in range(out_gap.shape[2]):
                out_gap[k, row, other] = shadow_gap(edges, table, room, row, other)
                out_distance[k, row, other] = obstacle_distance(table, room, row, other)


class Shadows(NamedTuple):
    """What the shadows of obstacles are made of."""

    edges: Array  # (b, 3, 3) half edges of boxes in the base [m]
    in_space: int  # first obstacle that stands in space

    @kernel
    def nearest_obstacles(
        self, table: Array, room: Array, found: Found, enough: float, is_each: bool
    ) -> Found:
        """Look at all pairs one by one, as `predictor.collision.nearest_kernels` asks."""
        m, mounted = int(table[LEAVES]), table[int(table[MOUNTED]) : int(table[LEVERS])]
        for row in range(int(table[ROWS])):
            leaf = row if row < m else row - m
            first, after = (0, self.in_space) if row < m else (self.in_space, int(table[OBSTACLES]))
            if is_each:
                found = Found(room[int(table[WATCHES]) + row * WATCH + WITHIN], NOBODY, row, 0)
            for other in range(first, after):
                reach = found.distance + SLACK
                if reach == -math.inf or shadow_gap(self.edges, table, room, row, other, reach) > reach:
                    continue
                key = key_of(table, leaf, other)
                if table[int(table[LEAF_ROWS]) + leaf * LEAF + MOUNTS] > 0.0 and is_mounted(mounted, key):
                    continue
                distance = obstacle_distance(table, room, row, other)
                if nearer(found, distance, key):
                    found = Found(distance, key, row, other)
                    if distance <= enough:
                        return found
            if is_each:
                note(table, room, row, found)
        return found
