"""The methods `convex` and `obb`: convex bodies of the arm against those of the scene, by nearest features.

robot, scene ---bodies---> leaves, solids ---pack---> ConvexTables ---packed_and_scratch---> one array
                                                                                                 |
                                                    poses <---search_kernels.search--------------|
                                                    moves <---sweep_kernels.follow---------------'

Bodies are classified by who carries them: two that nothing moves against each other are never tested; two of
the arm, and one of the arm with one of the scene, by the boxes around them first.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from predictor.collision.convex.bodies import Leaves, box_solids, boxes_around, convex_leaves, convex_solids
from predictor.collision.convex.convex_layout import FRAME, ConvexTables
from predictor.collision.convex.convex_packing import ConvexBody, pack, packed_and_scratch
from predictor.collision.convex.search_kernels import ConvexQuery, search
from predictor.collision.convex.sweep_kernels import follow
from predictor.collision.measured_kernels import NORMAL, POINTS, RATES
from predictor.collision.method import CollisionWorld
from predictor.collision.pairs import PairNames
from predictor.collision.sweep_grid_kernels import BaseMotion, Followed
from predictor.collision.world import ANY_DISTANCE, NOT_ASKED, World, base_that_counts, in_space_of
from predictor.geometry.shapes import Scene
from predictor.inputs.arrays import read_only
from predictor.model.kinematics import link_poses, tool_jacobian
from predictor.model.robot import Robot
from predictor.model.tree_layout import Tool

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ConvexMethod:
    """Convex bodies of an arm against those around it, as a `world.CollisionMethod`."""

    robot: Robot
    tables: ConvexTables
    in_space: NDArray[np.bool_]  # (k,) of each solid
    packed: Array  # arm and scene as kernels read them
    scratch: Array  # in which they compute

    def measure(
        self,
        poses: Array,
        T_world_base: Array,
        *,
        within: float = ANY_DISTANCE,
        out: Array = NOT_ASKED,
        cores: int = 1,
    ) -> tuple[float, int]:
        """Measure poses one after the other, in one thread."""
        packed, scratch = self.packed, self.scratch
        if poses.ndim > 1:
            return search(poses.ravel(), T_world_base, packed, scratch, within, out.ravel())
        found = search(poses, T_world_base, packed, scratch, within, out)
        if len(out) >= RATES and found[0] == found[0]:
            self._put_into_base(poses, T_world_base, found[1], out=out)
        return found

    def follow(
        self, moves: Array, base: BaseMotion | None, *, required_m: float, period_s: float
    ) -> Followed:
        """Measure every unit on the grid of the sweep."""
        stay = np.zeros((1, self.robot.n, 6))
        stay[0, :, 0] = moves[-1] @ period_s ** np.arange(6.0)
        motion = np.concatenate([moves, stay])
        return follow(motion, base, self.packed, self.scratch, required_m, period_s)

    def proximity_query(self, T_world_base: Array) -> ConvexQuery:
        """Return what asks poses one by one, until one has something too near."""
        return ConvexQuery(T_world_base, self.packed, self.scratch, np.empty(self.robot.n))

    def _put_into_base(self, q: Array, T_world_base: Array, key: int, *, out: Array) -> None:
        """Turn where a pair is nearest from the frame of its second into the arm base, and add its rates."""
        ends, normal = out[POINTS:NORMAL].reshape(2, 3), out[NORMAL:RATES]
        first, second, is_apart = self._carriers(key)
        if second:
            T_base_other = link_poses(self.robot, q)[second]
            ends = ends @ T_base_other[:3, :3].T + T_base_other[:3, 3]
            normal = T_base_other[:3, :3] @ normal
        elif is_apart:
            ends = (ends - T_world_base[:3, 3]) @ T_world_base[:3, :3]
            normal = normal @ T_world_base[:3, :3]
        if len(out) > RATES:
            out[RATES:] = pair_rates(self.robot, q, frames=(first, second), points=ends, normal=normal)
        out[POINTS:NORMAL], out[NORMAL:RATES] = ends.ravel(), normal

    def _carriers(self, key: int) -> tuple[int, int, bool]:
        """Return the frames that carry a pair, the base's, 0, for what the scene has; is that in space."""
        frame, leaves = self.tables.leaves[:, FRAME].astype(int), len(self.tables.leaves)
        number, leaf = divmod(key, leaves)
        if number < self.tables.solids:
            return int(frame[leaf]), 0, bool(self.in_space[number])
        first, second = self.tables.pairs[key - leaves * self.tables.solids]
        return int(frame[first]), int(frame[second]), False


def convex(robot: Robot, scene: Scene, *, version: int) -> CollisionWorld:
    """Pack an arm and a scene as their convex pieces.

    Raises:
        WorldError: a mount names an unknown capsule or shape, or nothing is left to keep clear of.
    """
    leaves = convex_leaves(robot, scene)
    return world_of(robot, scene, leaves=leaves, solids=convex_solids(scene), version=version)[0]


def obb(robot: Robot, scene: Scene, *, version: int) -> CollisionWorld:
    """Pack an arm and a scene as oriented boxes around their convex pieces.

    Raises:
        WorldError: a mount names an unknown capsule or shape, or nothing is left to keep clear of.
    """
    own, leaves = convex_leaves(robot, scene)
    boxes = own, [boxes_around(leaf) for leaf in leaves]
    return world_of(robot, scene, leaves=boxes, solids=boxes_around(box_solids(scene)), version=version)[0]


def world_of(
    robot: Robot, scene: Scene, *, leaves: Leaves, solids: list[ConvexBody], version: int
) -> tuple[World, ConvexMethod]:
    """Pack what stands for an arm's capsules and for a scene's shapes; WorldError as `convex`."""
    base, (own, bodies) = base_that_counts(robot, scene), leaves
    tables = pack(own, scene, leaves=bodies, solids=solids, base=base)
    packed, scratch = packed_and_scratch(robot, tables)
    in_space = in_space_of(scene) & (base is not None)
    method = ConvexMethod(robot=robot, tables=tables, in_space=in_space, packed=packed, scratch=scratch)
    world = World(
        robot=robot,
        version=version,
        pair_names=PairNames(own, scene, tables.mounted),
        base=base,
        levers=read_only(tables.lever.max(axis=0)),
        allowances=scene.allowances,
        method=method,
    )
    return world, method


def pair_rates(robot: Robot, q: Array, *, frames: tuple[int, int], points: Array, normal: Array) -> Array:
    """Return how fast the first of a pair leaves the second at unit speed of each joint (n,).

    `frames` carry both, and `points` (2, 3) in the arm base are where they are nearest.
    """
    first, second = frames
    dq = _speed(robot, q, first, point=points[0], normal=normal)
    dq -= _speed(robot, q, second, point=points[1], normal=normal)
    return dq


def _speed(robot: Robot, q: Array, frame: int, *, point: Array, normal: Array) -> Array:
    """Return how fast a point of a frame moves along a vector at unit speed of every joint (n,)."""
    T_base_frame, T_frame_point = link_poses(robot, q)[frame], np.eye(4)
    T_frame_point[:3, 3] = (point - T_base_frame[:3, 3]) @ T_base_frame[:3, :3]
    held = replace(robot, tool=Tool(frame, T_frame_point))
    speed: Array = normal @ tool_jacobian(held, q)[:3]
    return speed
