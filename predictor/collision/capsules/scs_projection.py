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

import numpy as np
from numpy.typing import NDArray

from predictor.collision.capsules.arm_and_scene.packing import first_in_space
from predictor.collision.capsules.arm_and_scene.tables import AXES, HALF, CapsuleTables
from predictor.collision.capsules.capsules_method import CapsuleMethod, build_with
from predictor.collision.capsules.scs_projection_kernels import Shadows, measure_shadows
from predictor.collision.method import CollisionWorld
from predictor.collision.world import AT_FIRST
from predictor.geometry.shapes import Scene
from predictor.model.kinematics import joint_rows
from predictor.model.robot import Robot

Array = NDArray[np.float64]


def shadow_gaps(own: CapsuleMethod, poses: Array) -> tuple[Array, Array]:
    """Return the distance of shadows, and the true one, (k, m, b) [m], of leaves and obstacles at poses."""
    shape = len(poses), len(own.tables.leaves), len(own.tables.obstacles)
    gap, distance = np.empty(shape), np.empty(shape)
    edges, rows = shadows(own.robot, own.tables).edges, joint_rows(own.robot, poses)
    measure_shadows(own.packed, own.scratch, edges, rows, AT_FIRST, gap, distance)
    return gap, distance


def false_alarm_rate(own: CapsuleMethod, poses: Array) -> float:
    """Return how many, 0 ... 1, of the pairs whose shadows all overlap do not touch; NaN: none overlap."""
    gap, distance = shadow_gaps(own, poses)
    alarms = int((gap <= 0.0).sum())
    return int(((gap <= 0.0) & (distance > 0.0)).sum()) / alarms if alarms else math.nan


def shadows(_: Robot, tables: CapsuleTables) -> Shadows:
    """Return what the shadows of the obstacles of tables are made of."""
    axes, half = tables.obstacles[:, AXES:].reshape(-1, 3, 3), tables.obstacles[:, HALF : HALF + 3, None]
    return Shadows(np.ascontiguousarray(axes * half), first_in_space(tables))


class ShadowMethod(CapsuleMethod):
    """Capsules, boxes and their shadows."""

    __slots__ = ()

    def facts(self, poses: Array) -> Mapping[str, float]:
        """Return the share of false alarms at poses (k, n)."""
        return {"false_alarm_rate": false_alarm_rate(self, poses)}


def build(robot: Robot, scene: Scene, *, version: int) -> CollisionWorld:
    """Pack an arm and a scene; raises what `capsules_method.build` raises."""
    return build_with(shadows, robot, scene, version=version, kind=ShadowMethod)
