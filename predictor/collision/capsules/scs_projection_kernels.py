"""Distances of shadows on three planes, compiled."""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.collision.capsules.arm_and_scene.distance_kernels import Vector, along, segment_segment
from predictor.collision.capsules.arm_and_scene.tables import BOX, CENTRE, HALF, KIND, RADIUS, THICK
from predictor.collision.capsules.one_pose.nearest_pair_kernels import (
    NearestPair,
    begin_watch,
    compared,
    write_watch,
)
from predictor.collision.capsules.one_pose.packed_layout import OBSTACLES, ROWS
from predictor.collision.capsules.one_pose.placing_kernels import (
    axis_at,
    leaf_at,
    leaf_of,
    obstacle_at,
    obstacle_distance,
    place,
    vector,
)
from predictor.collision.measured_kernels import SLACK
from predictor.compiler.jit import kernel, part

Array = NDArray[np.float64]


@part
def shadow_gap(
    edges: Array, packed: Array, scratch: Array, row: int, other: int, enough: float = math.inf
) -> float:
    """Greatest distance of the shadows of a placed leaf and an obstacle on three planes [m].

    No more of them are computed once it is more than enough.
    """
    axis, at = axis_at(packed, row), obstacle_at(packed, other)
    p, u = vector(scratch, axis), vector(scratch, axis + 3)
    q, v = vector(packed, at + CENTRE), vector(packed, at + HALF)
    radius, greatest = packed[leaf_at(packed, leaf_of(packed, row)) + RADIUS], -math.inf
    from_centre = along(along(p, 0.5, u), -1.0, q)
    for plane in range(3):
        if packed[at + KIND] == BOX:
            gap = _box_gap(edges, other, from_centre, u, plane) - radius
        else:
            squared = segment_segment(_flat(p, plane), _flat(u, plane), _flat(q, plane), _flat(v, plane))[0]
            gap = math.sqrt(squared) - (radius + packed[at + THICK])
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
    for direction in range(5):  # across the box's three edges, across the axis, from centre to middle
        if direction < 3:
            x, y = -edges[other, direction, j], edges[other, direction, i]
        else:
            x, y = (-u[j], u[i]) if direction == 3 else (w[i], w[j])
        length = math.sqrt(x * x + y * y)
        if length > 0.0:
            reach = 0.5 * abs(x * u[i] + y * u[j])
            for edge in range(3):
                reach += abs(x * edges[other, edge, i] + y * edges[other, edge, j])
            greatest = max(greatest, (abs(x * w[i] + y * w[j]) - reach) / length)
    return greatest


@kernel
def measure_shadows(
    packed: Array, scratch: Array, edges: Array, poses: Array, T: Array, out_gap: Array, out_distance: Array
) -> None:
    for k in range(len(poses)):
        place(packed, scratch, poses[k], T)
        for row in range(out_gap.shape[1]):
            for other in range(out_gap.shape[2]):
                out_gap[k, row, other] = shadow_gap(edges, packed, scratch, row, other)
                out_distance[k, row, other] = obstacle_distance(packed, scratch, row, other)


class Shadows(NamedTuple):
    """What the shadows of obstacles are made of."""

    edges: Array  # (b, 3, 3) half edges of boxes in the base [m]
    in_space: int  # first obstacle that stands in space

    @kernel
    def nearest_obstacles(
        self, packed: Array, scratch: Array, found: NearestPair, enough: float, is_each: bool
    ) -> NearestPair:
        """Measure all pairs one by one, as `nearest_pair_kernels` asks."""
        for row in range(int(packed[ROWS])):
            first, after = 0, self.in_space
            if leaf_of(packed, row) != row:  # placed in the world, among what stands in space
                first, after = self.in_space, int(packed[OBSTACLES])
            if is_each:
                found = begin_watch(packed, scratch, row)
            for other in range(first, after):
                reach = found.distance + SLACK
                if reach == -math.inf or shadow_gap(self.edges, packed, scratch, row, other, reach) > reach:
                    continue
                closer = compared(packed, scratch, row, other, found)
                if closer.key != found.key:
                    found = closer
                    if found.distance <= enough:
                        return found
            if is_each:
                write_watch(packed, scratch, row, found)
        return found
