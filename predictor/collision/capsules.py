"""The method `capsules`: capsules of the arm against boxes and capsules of the scene, by exact distances.

robot, scene ---packing.pack---> Tables ---search.search---> clearance, clearances, witness, gradient,
                                    |                        is_hit
                                    |------blocks.search_poses--> batch, hits: many poses side by side
                                    `------sweep.follow----> sweep
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from predictor.collision.blocks.arm_and_scene import ArmAndScene, arm_and_scene, seen_from
from predictor.collision.blocks.batch import FEW, Asked, search_poses
from predictor.collision.gradient import distance_rates
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
from predictor.collision.search import search
from predictor.collision.sweep import BaseWay, follow
from predictor.collision.tables import (
    ITSELF,
    LEAF_LEVER,
    NOBODY,
    NORMAL,
    PAIR_LEVER,
    POINTS,
    SCENE,
    SHORT,
    WHOLE,
    Tables,
)
from predictor.geometry.shapes import Scene
from predictor.model.base.floating_base import FloatingBase, base_poses
from predictor.model.kinematics import joint_array, joint_rows
from predictor.model.robot import Robot

Array = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CapsuleWorld:
    """One arm in one scene as capsules and boxes; what it answers is told in `method.CollisionWorld`."""

    robot: Robot
    version: int
    tables: Tables
    pair_names: PairNames
    base: FloatingBase | None
    blocks: ArmAndScene | None  # None: many poses are looked at one after the other
    door: tuple[Any, ...]  # tree and tables one by one: a kernel takes them so in a third of the time
    last: Integers = field(default_factory=lambda: np.array([0, -1, -1]))  # where a search begins

    @property
    def levers(self) -> Array:
        """Return how fast any distance changes at most per unit speed of each joint (n,) [m, or 1]."""
        leaves, pairs = self.tables.leaves[:, LEAF_LEVER:], self.tables.pairs[:, PAIR_LEVER:]
        greatest: Array = np.maximum(leaves.max(axis=0), pairs.max(axis=0, initial=0.0)) + self.tables.carried
        return greatest

    def clearance(self, q: Sequence[float] | Array, T_world_base: Array | None = None) -> Clearance:
        """Return the least signed distance at q (n,) over all pairs."""
        return self._least(self._look(q, T_world_base).tolist())

    def clearances(self, q: Sequence[float] | Array, T_world_base: Array | None = None) -> Clearances:
        """Return the least signed distance at q (n,) to the scene, and between parts of the arm."""
        return self._each(self._look(q, T_world_base, is_apart=True).tolist())

    def witness(self, q: Sequence[float] | Array, T_world_base: Array | None = None) -> Witness:
        """Return where the least signed distance at q (n,) is found."""
        found = self._look(q, T_world_base, columns=WHOLE)
        distance, pair = self._least(found[:SHORT].tolist())
        return Witness(distance, pair, found[POINTS:NORMAL].reshape(2, 3), found[NORMAL:])

    def gradient(self, q: Sequence[float] | Array, T_world_base: Array | None = None) -> Gradient:
        """Return how the least signed distance at q (n,) changes with the joints while the base stays."""
        found, dq = self._look(q, T_world_base, columns=WHOLE), np.full(self.robot.n, math.nan)
        least = self._least(found[:SHORT].tolist())
        if not math.isnan(least.distance):
            first, second = self._frames_of(int(found[[SCENE + 1, ITSELF + 1]].min()))  # the other is NOBODY
            distance_rates(self.robot.tree, joint_array(self.robot, q), found, first, second, dq)
        return Gradient(least.distance, dq)

    def is_hit(
        self, q: Sequence[float] | Array, T_world_base: Array | None = None, *, within_m: float = 0.0
    ) -> bool:
        """Return whether anything is at most `within_m` away at q (n,), or is not a number."""
        if math.isnan(within_m):
            raise ValueError("a distance that is not a number has nothing within it")
        pose, found = joint_array(self.robot, q)[None], np.empty((1, SHORT))
        T = self._seen_from(T_world_base)
        search(pose, T, float(within_m), True, False, self.last, found, *self.door)
        return not (found[0, SCENE + 1] == NOBODY and found[0, ITSELF + 1] == NOBODY)

    def hits(
        self, poses: Array, T_world_base: Array | None = None, *, within_m: float = 0.0, cores: int = 1
    ) -> NDArray[np.bool_]:
        """Return what `is_hit` finds at each of the poses (k, n)."""
        if math.isnan(within_m):
            raise ValueError("a distance that is not a number has nothing within it")
        rows, asked = joint_rows(self.robot, poses), Asked(float(within_m), True, cores)
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

    def _look_at_many(self, rows: Array, T: Array | None, asked: Asked) -> tuple[Array, Integers]:
        """Return distance (k,) and key (k,) at each of the poses (k, n), side by side if they are many."""
        blocks = self.blocks
        if blocks is None or len(rows) < FEW:
            return self._look_at_each(rows, T, asked)
        if T is not None:
            blocks = blocks._replace(tables=seen_from(self.tables, T))
        distance, key = search_poses(blocks, rows, asked)
        lost = np.isnan(distance)
        if lost.any():
            distance[lost], key[lost] = self._look_at_each(rows[lost], T, asked)
        return distance, key

    def _look_at_each(self, rows: Array, T: Array | None, asked: Asked) -> tuple[Array, Integers]:
        found = np.empty((len(rows), SHORT))
        within, any_will_do = asked.within_m, asked.any_will_do
        search(rows, T, within, any_will_do, False, self.last, found, *self.door)
        is_itself = found[:, ITSELF + 1] != NOBODY
        distance, key = (np.where(is_itself, found[:, ITSELF + i], found[:, SCENE + i]) for i in range(2))
        return distance, np.where(np.isnan(key), NOBODY, key).astype(np.int64)

    def sweep(
        self, moves: Array, *, required_m: float, period_s: float, T_world_base: Array | None = None
    ) -> Sweep:
        """Follow consecutive moves (k, n, 6) of the motion law, then stay at their end."""
        n = self.robot.n
        if not (math.isfinite(required_m) and math.isfinite(period_s) and period_s > 0.0):
            raise ValueError(
                f"requirement {required_m} and period {period_s} must be finite, the period positive"
            )
        if moves.ndim != 3 or moves.shape[0] < 1 or moves.shape[1:] != (n, 6):
            raise ValueError(f"moves have shape {moves.shape}; (k, {n}, 6) with k >= 1 is right")
        begin, way = self._seen_from(T_world_base), None
        if self.base is not None and begin is not None:
            way = BaseWay(self.base.craft, base_poses(self.base, moves, begin, period_s=period_s))
        motion, found = np.ascontiguousarray(moves, dtype=np.float64), np.empty(SHORT)
        least, key, below = follow(motion, way, required_m, period_s, found, *self.door)
        each = self._each(found.tolist())
        pair = each.least.pair if math.isnan(least) else self.pair_names.of_key(key)
        return Sweep(least, pair, None if below < 0.0 else below, each)

    def _look(
        self,
        q: Sequence[float] | Array,
        T_world_base: Array | None,
        *,
        is_apart: bool = False,
        columns: int = SHORT,
    ) -> Array:
        """Return what a search finds at q (n,), so many columns of it."""
        pose, found = joint_array(self.robot, q)[None], np.empty((1, columns))
        T = self._seen_from(T_world_base)
        search(pose, T, math.inf, False, is_apart, self.last, found, *self.door)
        row: Array = found[0]
        return row

    def _seen_from(self, T_world_base: Array | None) -> Array | None:
        """Return where the base stands (4, 4), if that counts; told nothing, where it stood at first."""
        if self.base is None:
            return None
        return np.eye(4) if T_world_base is None else np.ascontiguousarray(T_world_base, dtype=np.float64)

    def _least(self, found: list[float]) -> Clearance:
        """Return what was found (SHORT,) as one for both sides; of what is not a number, the first pair."""
        side = ITSELF if found[ITSELF + 1] < NOBODY else SCENE
        distance, key = found[side], found[side + 1]
        if math.isnan(distance):
            return Clearance(distance, self.pair_names[0])
        return Clearance(distance, self.pair_names.of_key(int(key)))

    def _each(self, found: list[float]) -> Clearances:
        """Return what was found (SHORT,) of each side; of what is not a number, the side's first pair."""
        if math.isnan(found[SCENE]):
            own = len(self.pair_names) - len(
                self.tables.pairs
            )  # place of the first pair of the arm with itself
            first = [0 if own else None, own if len(self.tables.pairs) else None]
            return Clearances(
                *(None if at is None else Clearance(math.nan, self.pair_names[at]) for at in first)
            )
        return Clearances(
            *(
                None
                if found[side + 1] == NOBODY
                else Clearance(found[side], self.pair_names.of_key(int(found[side + 1])))
                for side in (SCENE, ITSELF)
            )
        )

    def _frames_of(self, key: int) -> tuple[int, int]:
        """Return which frames carry the first and the second of a pair."""
        frame, scene_keys = self.robot.capsules.frame, len(self.tables.leaves) * len(self.tables.obstacles)
        if key < scene_keys:
            return int(frame[key % len(frame)]), 0
        first, second = self.tables.pairs[key - scene_keys, :2].astype(np.int64)
        return int(frame[first]), int(frame[second])


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
    if make_finder is not None:
        tables = tables._replace(finder=make_finder(robot, tables))
    return CapsuleWorld(
        robot=robot,
        version=version,
        tables=tables,
        pair_names=PairNames(robot, scene, tables.mounted),
        base=base,
        blocks=arm_and_scene(robot, tables) if make_finder is None else None,
        door=(*robot.tree, *tables),
    )
