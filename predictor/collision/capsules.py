"""The method `capsules`: capsules of the arm against boxes and capsules of the scene, by exact distances.

robot, scene ---packing.pack---> Tables ---door.door_of---> one array ---search.search--> one pose
                                    |                           `-------sweep.follow----> sweep
                                    `------blocks.search_poses--> batch, hits: many poses side by side
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from predictor.collision.asked import base_place, check_motion, refuse_motion, refuse_pose
from predictor.collision.blocks.arm_and_scene import arm_and_scene, seen_from
from predictor.collision.blocks.arm_and_scene_layout import ArmAndScene
from predictor.collision.blocks.batch import FEW, Asked, search_poses
from predictor.collision.door import door_of
from predictor.collision.door_layout import BOTH, ITSELF, SCENE
from predictor.collision.method import (
    Batch,
    Clearance,
    Clearances,
    CollisionWorld,
    Gradient,
    Sweep,
    Witness,
)
from predictor.collision.packing import floats_past, pack
from predictor.collision.pair_names import PairNames
from predictor.collision.rake.look import rake_looker
from predictor.collision.rake.look_kernels import RakeLooker
from predictor.collision.search_kernels import FOUND, NORMAL, POINTS, RATES, search
from predictor.collision.sweep_kernels import BaseWay, follow
from predictor.collision.tables import LEAF_LEVER, NOBODY, PAIR_LEVER, Tables
from predictor.finite import metres
from predictor.geometry.shapes import Scene
from predictor.jit import as_kernels_take
from predictor.model.base.floating_base import FloatingBase, base_poses
from predictor.model.kinematics import joint_rows, shaped_array
from predictor.model.robot import Robot

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

NOT_ASKED = np.empty(0)  # in place of what is told beside the least distance
AT_FIRST = np.eye(4)  # where a base stands; writable as kernels take all, and nobody writes
ANY, NONE = math.inf, -math.inf  # how near a pair must be to count, and to end a search


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CapsuleWorld:
    """One arm in one scene as capsules and boxes; what it answers is told in `method.CollisionWorld`."""

    robot: Robot
    version: int
    tables: Tables
    pair_names: PairNames
    base: FloatingBase | None
    blocks: ArmAndScene | None  # None: many poses are looked at one after the other
    table: Array  # arm and scene as kernels read them
    room: Array  # in which they compute; Python's lock keeps two threads from being in there at once
    finder: tuple[Any, ...] | None  # what finds the nearest obstacles, if not the tree in the table

    @property
    def levers(self) -> Array:
        """Return how fast any distance changes at most per unit speed of each joint (n,) [m, or 1]."""
        leaves, pairs = self.tables.leaves[:, LEAF_LEVER:], self.tables.pairs[:, PAIR_LEVER:]
        greatest: Array = np.maximum(leaves.max(axis=0), pairs.max(axis=0, initial=0.0)) + self.tables.carried
        return greatest

    def looker(self, T_world_base: Array | None = None) -> RakeLooker:
        """Return what kernels of other rooms look with (`predictor.looking`)."""
        T = None if self.base is None else self._seen_from(T_world_base)
        return rake_looker(self.robot, self.tables, T)

    def clearance(self, q: Sequence[float] | Array, T_world_base: Array | None = None) -> Clearance:
        """Return the least signed distance at q (n,) over all pairs."""
        distance, key = self._look(q, T_world_base)
        return Clearance(distance, self.pair_names.of_key(key))

    def clearances(self, q: Sequence[float] | Array, T_world_base: Array | None = None) -> Clearances:
        """Return the least signed distance at q (n,) to the scene, and between parts of the arm."""
        return self._each(self._look(q, T_world_base, side=SCENE), self._look(q, T_world_base, side=ITSELF))

    def witness(self, q: Sequence[float] | Array, T_world_base: Array | None = None) -> Witness:
        """Return where the least signed distance at q (n,) is found."""
        where = np.empty(RATES)
        distance, key = self._look(q, T_world_base, where=where)
        return Witness(
            distance, self.pair_names.of_key(key), where[POINTS:NORMAL].reshape(2, 3), where[NORMAL:]
        )

    def gradient(self, q: Sequence[float] | Array, T_world_base: Array | None = None) -> Gradient:
        """Return how the least signed distance at q (n,) changes with the joints while the base stays."""
        where = np.empty(RATES + self.robot.n)
        distance, _ = self._look(q, T_world_base, where=where)
        return Gradient(distance, where[RATES:])

    def is_hit(
        self, q: Sequence[float] | Array, T_world_base: Array | None = None, *, within_m: float = 0.0
    ) -> bool:
        """Return whether anything is at most `within_m` away at q (n,)."""
        within = metres("within_m", within_m)
        pose, T = shaped_array(self.robot, q), self._seen_from(T_world_base)
        distance, key = search(pose, T, self.table, self.room, self.finder, within, within, BOTH, NOT_ASKED)
        if distance != distance:  # not a number; quicker than to look at the pose first
            refuse_pose(pose)
        hit: bool = key != NOBODY
        return hit

    def hits(
        self, poses: Array, T_world_base: Array | None = None, *, within_m: float = 0.0, cores: int = 1
    ) -> NDArray[np.bool_]:
        """Return what `is_hit` finds at each of the poses (k, n)."""
        rows, asked = joint_rows(self.robot, poses), Asked(metres("within_m", within_m), True, cores)
        distance, key = self._look_at_many(rows, self._seen_from(T_world_base), asked)
        hit: NDArray[np.bool_] = (key != NOBODY) | np.isnan(distance)
        return hit

    def batch(self, poses: Array, T_world_base: Array | None = None, *, cores: int = 1) -> Batch:
        """Return what `clearance` finds at each of the poses (k, n)."""
        rows, asked = joint_rows(self.robot, poses), Asked(math.inf, False, cores)
        distance, key = self._look_at_many(rows, self._seen_from(T_world_base), asked)
        pair = self.pair_names.place_of(key)
        pair[key == NOBODY] = 0
        return Batch(distance, pair)

    def _look_at_many(self, rows: Array, T: Array, asked: Asked) -> tuple[Array, Integers]:
        """Return distance (k,) and key (k,) at each of the poses (k, n), side by side if they are many."""
        blocks = self.blocks
        if blocks is None or len(rows) < FEW:
            return self._look_at_each(rows, T, asked)
        if self.base is not None:
            blocks = blocks._replace(tables=seen_from(self.tables, T))
        distance, key = search_poses(blocks, rows, asked)
        lost = np.isnan(distance)
        if lost.any():
            distance[lost], key[lost] = self._look_at_each(rows[lost], T, asked)
        return distance, key

    def _look_at_each(self, rows: Array, T: Array, asked: Asked) -> tuple[Array, Integers]:
        within, enough = asked.within_m, asked.within_m if asked.any_will_do else NONE
        found = np.empty((len(rows), FOUND))
        search(rows.ravel(), T, self.table, self.room, self.finder, within, enough, BOTH, found.ravel())
        return found[:, 0], found[:, 1].astype(np.int64)

    def sweep(
        self, moves: Array, *, required_m: float, period_s: float, T_world_base: Array | None = None
    ) -> Sweep:
        """Follow consecutive moves (k, n, 6) of the motion law, then stay at their end."""
        check_motion(moves, self.robot.n, required_m=required_m, period_s=period_s)
        motion, way = as_kernels_take(moves), None
        if self.base is not None:
            begin = self._seen_from(T_world_base)
            way = BaseWay(self.base.craft, base_poses(self.base, motion, begin, period_s=period_s))
        table, room, required, period = self.table, self.room, float(required_m), float(period_s)
        least, key, below, scene, scene_key, itself, own_key = follow(
            motion, way, table, room, self.finder, required, period
        )
        if least != least:
            refuse_motion(motion)
        pair, each = self.pair_names.of_key(key), self._each((scene, scene_key), (itself, own_key))
        return Sweep(least, pair, None if below < 0.0 else below, each)

    def _look(
        self,
        q: Sequence[float] | Array,
        T_world_base: Array | None,
        *,
        side: int = BOTH,
        where: Array = NOT_ASKED,
    ) -> tuple[float, int]:
        """Return the least distance at q (n,) and its key; into `where` comes what `search` tells of that."""
        pose, T = shaped_array(self.robot, q), self._seen_from(T_world_base)
        found: tuple[float, int] = search(pose, T, self.table, self.room, self.finder, ANY, NONE, side, where)
        if found[0] != found[0]:
            refuse_pose(pose)
        return found

    def _seen_from(self, T_world_base: Array | None) -> Array:
        """Return where the base stands (4, 4); told nothing, or where it does not count, as at the begin."""
        return AT_FIRST if self.base is None or T_world_base is None else base_place(T_world_base)

    def _each(self, *sides: tuple[float, int]) -> Clearances:
        """Return what was found of each side, distance and key, with the names of the pairs."""
        names = self.pair_names
        scene, itself = (
            None if key == NOBODY else Clearance(distance, names.of_key(key)) for distance, key in sides
        )
        return Clearances(scene, itself)


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
) -> CapsuleWorld:
    """Pack an arm and a scene, whose obstacles are found in another way; WorldError as `build`."""
    base = floats_past(robot, scene)
    tables = pack(robot, scene, base)
    table, room = door_of(robot, tables)
    return CapsuleWorld(
        robot=robot,
        version=version,
        tables=tables,
        pair_names=PairNames(robot, scene, tables.mounted),
        base=base,
        blocks=arm_and_scene(robot, tables) if make_finder is None else None,
        table=table,
        room=room,
        finder=None if make_finder is None else make_finder(robot, tables),
    )
