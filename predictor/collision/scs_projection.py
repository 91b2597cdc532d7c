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

import numpy as np
from numpy.typing import NDArray

from predictor.collision.blocks.arm_and_scene import first_in_space
from predictor.collision.capsules import AT_FIRST, CapsuleWorld, build_with
from predictor.collision.method import CollisionWorld
from predictor.collision.scs_projection_kernels import Shadows, look_at_shadows
from predictor.collision.tables import (
    AXES,
    HALF,
    Tables,
)
from predictor.geometry.shapes import Scene
from predictor.model.kinematics import joint_rows
from predictor.model.robot import Robot

Array = NDArray[np.float64]


def shadow_gaps(world: CapsuleWorld, poses: Array) -> tuple[Array, Array]:
    """Return the distance of shadows, and the true one, (k, m, b) [m], of leaves and obstacles at poses."""
    shape = len(poses), len(world.tables.leaves), len(world.tables.obstacles)
    gap, distance = np.empty(shape), np.empty(shape)
    edges, rows = shadows(world.robot, world.tables).edges, joint_rows(world.robot, poses)
    look_at_shadows(world.table, world.room, edges, rows, AT_FIRST, gap, distance)
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
