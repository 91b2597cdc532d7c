"""The method `capsules`: capsules of the arm against boxes and capsules of the scene, by exact distances.

robot, scene --pack--> CapsuleTables --one_pose.packed-----> one array --one_pose.search_kernels--> a pose
                             |                                   `-----one_pose.sweep_kernels---> a motion
                             |---------many_poses.batch----> many poses side by side
                             `---------few_poses-----------> a few poses, free or not
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from predictor.collision.capsules.arm_and_scene.packing import pack, seen_from
from predictor.collision.capsules.arm_and_scene.tables import LEAF_LEVER, PAIR_LEVER, CapsuleTables
from predictor.collision.capsules.few_poses.capsule_query import capsule_query
from predictor.collision.capsules.few_poses.capsule_query_kernels import CapsuleQuery
from predictor.collision.capsules.many_poses.batch import FEWEST_IN_LANES, lane_tables, search_poses
from predictor.collision.capsules.many_poses.placing_kernels import LaneTables
from predictor.collision.capsules.one_pose.packed import packed_and_scratch
from predictor.collision.capsules.one_pose.search_kernels import search
from predictor.collision.capsules.one_pose.sweep_kernels import follow
from predictor.collision.measured_kernels import FOUND
from predictor.collision.method import CollisionWorld
from predictor.collision.pairs import PairNames
from predictor.collision.sweep_grid_kernels import BaseMotion, Followed
from predictor.collision.world import ANY_DISTANCE, NOT_ASKED, World, base_that_counts
from predictor.geometry.shapes import Scene
from predictor.inputs.arrays import read_only
from predictor.model.robot import Robot

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CapsuleMethod:
    """Capsules of an arm against boxes and capsules around it, as a `world.CollisionMethod`."""

    robot: Robot
    tables: CapsuleTables
    lanes: LaneTables | None  # None: many poses are measured one after the other
    packed: Array  # arm and scene as kernels read them
    scratch: Array  # in which they compute; Python's lock keeps two threads from being in there at once
    finder: tuple[object, ...] | None  # what finds the nearest obstacles, if not the tree in `packed`

    def measure(
        self,
        poses: Array,
        T_world_base: Array,
        *,
        within: float = ANY_DISTANCE,
        out: Array = NOT_ASKED,
        cores: int = 1,
    ) -> tuple[float, int]:
        """Measure poses one after the other; many side by side."""
        if poses.ndim == 1:
            return search(poses, T_world_base, self.packed, self.scratch, self.finder, within, out)
        if self.lanes is None or len(poses) < FEWEST_IN_LANES:
            return self._one_by_one(poses, T_world_base, within=within, out=out)
        lanes = self.lanes
        if self._floats:
            lanes = lanes._replace(tables=seen_from(self.tables, T_world_base))
        search_poses(lanes, poses, within=within, cores=cores, out_found=out)
        lost = np.isnan(out[:, 0])
        if lost.any():
            each = np.empty((int(lost.sum()), FOUND))
            self._one_by_one(poses[lost], T_world_base, within=within, out=each)
            out[lost] = each
        return float(out[-1, 0]), int(out[-1, 1])

    def _one_by_one(
        self, poses: Array, T_world_base: Array, *, within: float, out: Array
    ) -> tuple[float, int]:
        packed, scratch = self.packed, self.scratch
        return search(poses.ravel(), T_world_base, packed, scratch, self.finder, within, out.ravel())

    def follow(
        self, moves: Array, base: BaseMotion | None, *, required_m: float, period_s: float
    ) -> Followed:
        """Measure every watch on the grid of the sweep."""
        return follow(moves, base, self.packed, self.scratch, self.finder, required_m, period_s)

    def proximity_query(self, T_world_base: Array) -> CapsuleQuery:
        """Return what asks of a few poses at once whether they are free."""
        return capsule_query(self.robot, self.tables, T_world_base if self._floats else None)

    @property
    def _floats(self) -> bool:
        """Whether something stands in space, so that it counts where the base is."""
        return self.tables.in_space < len(self.tables.nodes)


def build(robot: Robot, scene: Scene, *, version: int) -> CollisionWorld:
    """Pack an arm and a scene.

    Raises:
        WorldError: a mount names an unknown capsule or shape, a shape is not finite, or nothing is left to
            keep clear of.
    """
    return build_with(None, robot, scene, version=version)


def build_with(
    make_finder: Callable[[Robot, CapsuleTables], tuple[object, ...]] | None,
    robot: Robot,
    scene: Scene,
    *,
    version: int,
    kind: type[CapsuleMethod] = CapsuleMethod,
) -> World:
    """Pack an arm and a scene, whose obstacles are found by another search; WorldError as `build`."""
    base = base_that_counts(robot, scene)
    tables = pack(robot, scene, base)
    packed, scratch = packed_and_scratch(robot, tables)
    return World(
        robot=robot,
        version=version,
        pair_names=PairNames(robot, scene, tables.mounted),
        base=base,
        levers=greatest_levers(tables),
        allowances=scene.allowances,
        method=kind(
            robot=robot,
            tables=tables,
            lanes=lane_tables(robot, tables) if make_finder is None else None,
            packed=packed,
            scratch=scratch,
            finder=None if make_finder is None else make_finder(robot, tables),
        ),
    )


def greatest_levers(tables: CapsuleTables) -> Array:
    """Return how fast any distance changes at most per unit speed of each joint (n,) [m, or 1]."""
    leaves, pairs = tables.leaves[:, LEAF_LEVER:], tables.pairs[:, PAIR_LEVER:]
    return read_only(np.maximum(leaves.max(axis=0), pairs.max(axis=0, initial=0.0)) + tables.carried)
