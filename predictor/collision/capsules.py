"""The method `capsules`: capsules of the arm against boxes and capsules of the scene, by exact distances.

robot, scene ---packing.pack---> Tables ---door.door_of---> one array ---search.search--> poses one by one
                                    |                           `-------sweep.follow----> moves
                                    |------blocks.search_poses--> many poses side by side
                                    `------rake.rake_looker-----> a few poses, free or not
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from predictor.collision.blocks.arm_and_scene import arm_and_scene
from predictor.collision.blocks.arm_and_scene_layout import ArmAndScene
from predictor.collision.blocks.batch import FEW, search_poses
from predictor.collision.door import door_of
from predictor.collision.measured_layout import FOUND
from predictor.collision.method import CollisionWorld
from predictor.collision.packing import floats_past, pack, seen_from
from predictor.collision.pair_names import PairNames
from predictor.collision.rake.look import rake_looker
from predictor.collision.rake.look_kernels import RakeLooker
from predictor.collision.search_kernels import search
from predictor.collision.sweep_kernels import BaseWay, follow
from predictor.collision.tables import LEAF_LEVER, PAIR_LEVER, Tables
from predictor.collision.world import ANY, NOT_ASKED, Followed, World
from predictor.geometry.shapes import Scene
from predictor.inputs.rigid import fixed
from predictor.model.robot import Robot

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CapsuleMethod:
    """Capsules of an arm against boxes and capsules around it; what it supplies is told in `world.Method`."""

    robot: Robot
    tables: Tables
    blocks: ArmAndScene | None  # None: many poses are looked at one after the other
    table: Array  # arm and scene as kernels read them
    room: Array  # in which they compute; Python's lock keeps two threads from being in there at once
    finder: tuple[Any, ...] | None  # what finds the nearest obstacles, if not the tree in the table

    def measure(
        self,
        poses: Array,
        T_world_base: Array,
        *,
        within: float = ANY,
        out: Array = NOT_ASKED,
        cores: int = 1,
    ) -> tuple[float, int]:
        """Look at poses one after the other; at many side by side."""
        if poses.ndim == 1:
            return search(poses, T_world_base, self.table, self.room, self.finder, within, out)
        if self.blocks is None or len(poses) < FEW:
            return self._one_by_one(poses, T_world_base, within=within, out=out)
        blocks = self.blocks
        if self._floats:
            blocks = blocks._replace(tables=seen_from(self.tables, T_world_base))
        search_poses(blocks, poses, within=within, cores=cores, out_found=out)
        lost = np.isnan(out[:, 0])
        if lost.any():
            each = np.empty((int(lost.sum()), FOUND))
            self._one_by_one(poses[lost], T_world_base, within=within, out=each)
            out[lost] = each
        return float(out[-1, 0]), int(out[-1, 1])

    def _one_by_one(
        self, poses: Array, T_world_base: Array, *, within: float, out: Array
    ) -> tuple[float, int]:
        table, room = self.table, self.room
        return search(poses.ravel(), T_world_base, table, room, self.finder, within, out.ravel())

    def follow(self, moves: Array, way: BaseWay | None, *, required_m: float, period_s: float) -> Followed:
        """Look at every watch on the grid of the sweep."""
        return follow(moves, way, self.table, self.room, self.finder, required_m, period_s)

    def looker(self, T_world_base: Array) -> RakeLooker:
        """Return what looks at a few poses at once."""
        return rake_looker(self.robot, self.tables, T_world_base if self._floats else None)

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
    make_finder: Callable[[Robot, Tables], tuple[Any, ...]] | None,
    robot: Robot,
    scene: Scene,
    *,
    version: int,
    kind: type[CapsuleMethod] = CapsuleMethod,
) -> World:
    """Pack an arm and a scene, whose obstacles are found in another way; WorldError as `build`."""
    base = floats_past(robot, scene)
    tables = pack(robot, scene, base)
    table, room = door_of(robot, tables)
    return World(
        robot=robot,
        version=version,
        pair_names=PairNames(robot, scene, tables.mounted),
        base=base,
        levers=greatest_levers(tables),
        method=kind(
            robot=robot,
            tables=tables,
            blocks=arm_and_scene(robot, tables) if make_finder is None else None,
            table=table,
            room=room,
            finder=None if make_finder is None else make_finder(robot, tables),
        ),
    )


def greatest_levers(tables: Tables) -> Array:
    """Return how fast any distance changes at most per unit speed of each joint (n,) [m, or 1]."""
    leaves, pairs = tables.leaves[:, LEAF_LEVER:], tables.pairs[:, PAIR_LEVER:]
    return fixed(np.maximum(leaves.max(axis=0), pairs.max(axis=0, initial=0.0)) + tables.carried)
