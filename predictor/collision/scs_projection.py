"""The method `scs_projection`: three shadows of a leaf and an obstacle, before their exact distance.

      z |   o==o    leaf         Apart on any of the planes yz, zx, xy: apart.  What overlaps on all three
        |        +---+           may touch, and its exact distance is asked for: three shadows can overlap
        |        |   |           of bodies that are apart.
        +--------------- x

A shadow is never farther than its body, so the same look prunes a least distance.  The shadow of a capsule
is circle, rectangle and circle: all that is within the radius of its axis's shadow, which is a point if the
axis stands on the plane.  The shadow of a box is a polygon; from an axis it is found no farther than it is,
along the directions across the edges of both and from centre to centre.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.collision.blocks.arm_and_scene import first_in_space
from predictor.collision.capsules import AT_FIRST, CapsuleWorld, build_with
from predictor.collision.distance import Vector, along, segment_segment
from predictor.collision.door import (
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
from predictor.collision.method import CollisionWorld
from predictor.collision.nearest import SLACK, Found, is_mounted, key_of, nearer, note
from predictor.collision.placing import obstacle_distance, place, vector
from predictor.collision.tables import (
    AXES,
    BOX,
    CENTRE,
    HALF,
    KIND,
    MOUNTS,
    NOBODY,
    OBSTACLE_COLUMNS,
    RADIUS,
    THICK,
    Tables,
)
from predictor.geometry.shapes import Scene
from predictor.jit import bare_kernel
from predictor.model.kinematics import joint_rows
from predictor.model.robot import Robot

Array = NDArray[np.float64]


class Shadows(NamedTuple):
    """What the shadows of obstacles are made of."""

    edges: Array  # (b, 3, 3) half edges of boxes in the base [m]
    in_space: int  # first obstacle that stands in space

    @bare_kernel
    def nearest_obstacles(
        self, table: Array, room: Array, found: Found, enough: float, is_each: bool
    ) -> Found:
        """Look at all pairs one by one, as `predictor.collision.nearest` asks."""
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


@bare_kernel
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


@bare_kernel
def _flat(x: Vector, plane: int) -> Vector:
    """The shadow of a vector on the plane that is normal to an axis."""
    return 0.0 if plane == 0 else x[0], 0.0 if plane == 1 else x[1], 0.0 if plane == 2 else x[2]


@bare_kernel
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


@bare_kernel
def _look_at_all(
    table: Array, room: Array, edges: Array, poses: Array, T: Array, out_gap: Array, out_distance: Array
) -> None:
    for k in range(len(poses)):
        place(table, room, poses[k], T)
        for row in range(out_gap.shape[1]):
            for other in range(out_gap.shape[2]):
                out_gap[k, row, other] = shadow_gap(edges, table, room, row, other)
                out_distance[k, row, other] = obstacle_distance(table, room, row, other)


def shadow_gaps(world: CapsuleWorld, poses: Array) -> tuple[Array, Array]:
    """Return the distance of shadows, and the true one, (k, m, b) [m], of leaves and obstacles at poses."""
    shape = len(poses), len(world.tables.leaves), len(world.tables.obstacles)
    gap, distance = np.empty(shape), np.empty(shape)
    edges, rows = shadows(world.robot, world.tables).edges, joint_rows(world.robot, poses)
    _look_at_all(world.table, world.room, edges, rows, AT_FIRST, gap, distance)
    return gap, distance


def false_alarm_rate(world: CapsuleWorld, poses: Array) -> float:
    """Return how many, 0 ... 1, of the pairs whose shadows all overlap do not touch; NaN: none overlap."""
    gap, distance = shadow_gaps(world, poses)
    alarms = int((gap <= 0.0).sum())
    return int(((gap <= 0.0) & (distance > 0.0)).sum()) / alarms if alarms else math.nan


def shadows(_: Robot, tables: Tables) -> Shadows:
    """Return what the shadows of the obstacles of tables are made of."""
    axes, half = tables.obstacles[:, AXES:].reshape(-1, 3, 3), tables.obstacles[:, HALF : HALF + 3, None]
    return Shadows(np.ascontiguousarray(axes * half), first_in_space(tables))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ShadowWorld(CapsuleWorld):
    """One arm in one scene, whose obstacles are looked at by their shadows first."""

    def facts(self, poses: Array) -> Mapping[str, float]:
        """Return the share of false alarms at poses (k, n)."""
        return {"false_alarm_rate": false_alarm_rate(self, poses)}


def build(robot: Robot, scene: Scene, *, version: int) -> CollisionWorld:
    """Pack an arm and a scene; raises what `capsules.build` raises."""
    world = build_with(shadows, robot, scene, version=version)
    return ShadowWorld(**{each.name: getattr(world, each.name) for each in fields(world)})
