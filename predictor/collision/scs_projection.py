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
from predictor.collision.capsules import CapsuleWorld, build_with
from predictor.collision.distance import Vector, along, segment_segment
from predictor.collision.method import CollisionWorld
from predictor.collision.nearest import SLACK, Found, Watches, is_mounted, nearer, note
from predictor.collision.placing import obstacle_distance, place, vector
from predictor.collision.tables import (
    AXES,
    BOX,
    CENTRE,
    HALF,
    KIND,
    MOUNTS,
    NOBODY,
    NUMBER,
    PLACED_COLUMNS,
    PLACED_RUN,
    PLACED_START,
    RADIUS,
    THICK,
    Tables,
)
from predictor.geometry.shapes import Scene
from predictor.jit import kernel
from predictor.model.kinematics import joint_rows, tree_frames
from predictor.model.robot import Robot, Tree

Array = NDArray[np.float64]


class Shadows(NamedTuple):
    """What the shadows of obstacles are made of."""

    edges: Array  # (b, 3, 3) half edges of boxes in the base [m]
    in_space: int  # first obstacle that stands in space

    @kernel
    def nearest_obstacles(
        self, tables: Tables, placed: Array, found: Found, enough: float, watches: Watches | None
    ) -> Found:
        """Look at all pairs one by one, as `predictor.collision.nearest` asks."""
        leaves, obstacles, m = tables.leaves, tables.obstacles, len(tables.leaves)
        for row in range(len(placed)):
            leaf = row % m
            first, after = (0, self.in_space) if row < m else (self.in_space, len(obstacles))
            if watches is not None:
                found = Found(watches.within[row], NOBODY, row, 0)
            for other in range(first, after):
                reach = found.distance + SLACK
                if reach == -math.inf or shadow_gap(self.edges, tables, placed, row, other, reach) > reach:
                    continue
                key = int(obstacles[other, NUMBER]) * m + leaf
                if leaves[leaf, MOUNTS] and is_mounted(tables.mounted, key):
                    continue
                distance = obstacle_distance(obstacles, other, placed, row, leaves[leaf, RADIUS])
                if nearer(found, distance, key):
                    found = Found(distance, key, row, other)
                    if distance <= enough:
                        return found
            if watches is not None:
                note(watches, row, found)
        return found


@kernel
def shadow_gap(
    edges: Array, tables: Tables, placed: Array, row: int, other: int, enough: float = math.inf
) -> float:
    """Greatest distance of the shadows of a placed leaf and an obstacle on three planes [m].

    No more of them are looked at once it is more than enough.
    """
    obstacles = tables.obstacles
    p, u = vector(placed, row, PLACED_START), vector(placed, row, PLACED_RUN)
    q, v = vector(obstacles, other, CENTRE), vector(obstacles, other, HALF)
    radius, greatest = tables.leaves[row % len(tables.leaves), RADIUS], -math.inf
    from_centre = along(along(p, 0.5, u), -1.0, q)
    for plane in range(3):
        if obstacles[other, KIND] == BOX:
            gap = _box_gap(edges, other, from_centre, u, plane) - radius
        else:
            squared = segment_segment(_flat(p, plane), _flat(u, plane), _flat(q, plane), _flat(v, plane))[0]
            gap = math.sqrt(squared) - (radius + obstacles[other, THICK])
        greatest = max(greatest, gap)
        if greatest > enough:
            break
    return greatest


@kernel
def _flat(x: Vector, plane: int) -> Vector:
    """The shadow of a vector on the plane that is normal to an axis."""
    return 0.0 if plane == 0 else x[0], 0.0 if plane == 1 else x[1], 0.0 if plane == 2 else x[2]


@kernel
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
def _look_at_all(
    tree: Tree, tables: Tables, edges: Array, poses: Array, out_gap: Array, out_distance: Array
) -> None:
    m, T = len(tables.leaves), np.empty((len(tree.rows) + 1, 4, 4))
    placed = np.empty((m, PLACED_COLUMNS))
    for k in range(len(poses)):
        tree_frames(tree, poses[k], T)
        place(tables.leaves, T, None, placed)
        for row in range(m):
            for other in range(len(tables.obstacles)):
                radius = tables.leaves[row, RADIUS]
                out_gap[k, row, other] = shadow_gap(edges, tables, placed, row, other)
                out_distance[k, row, other] = obstacle_distance(tables.obstacles, other, placed, row, radius)


def shadow_gaps(world: CapsuleWorld, poses: Array) -> tuple[Array, Array]:
    """Return the distance of shadows, and the true one, (k, m, b) [m], of leaves and obstacles at poses."""
    shape = len(poses), len(world.tables.leaves), len(world.tables.obstacles)
    gap, distance = np.empty(shape), np.empty(shape)
    rows, tables = joint_rows(world.robot, poses), world.tables._replace(finder=None)
    _look_at_all(world.robot.tree, tables, shadows(world.robot, tables).edges, rows, gap, distance)
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
