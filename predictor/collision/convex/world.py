"""The methods `convex` and `obb`: convex bodies of the arm against those of the scene, by nearest features.

robot, scene ---bodies---> leaves, solids ---packing.pack---> Packed ---queries---> clearance ... hits
                                                                 `------sweep-----> sweep

Bodies are classified by who carries them: two that nothing moves against each other are never tested, two of
the arm directly, and one of the arm with one of the scene by the boxes around them first.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from predictor.collision.convex.bodies import boxes_around, convex_leaves, convex_solids
from predictor.collision.convex.packing import FRAME, GROUP, NO_PAIR, Body, Packed, codes_of, pack
from predictor.collision.convex.queries import least_without_boxes, search
from predictor.collision.convex.sweep import follow
from predictor.collision.method import (
    Batch,
    Clearance,
    Clearances,
    CollisionWorld,
    Gradient,
    Sweep,
    Witness,
)
from predictor.collision.packing import floats_past
from predictor.collision.sweep import BaseWay
from predictor.geometry.shapes import Scene
from predictor.jit import as_kernels_take
from predictor.model.base.floating_base import FloatingBase, base_poses
from predictor.model.kinematics import joint_array, joint_rows, link_poses, tool_jacobian
from predictor.model.robot import Robot, Tool

Array = NDArray[np.float64]
Integers = NDArray[np.int64]
Pair = tuple[str, str]

NOT_ASKED = np.empty((0, 3))  # in place of nearest points
AT_FIRST = np.eye(4)  # where a base stands; writable as kernels take all, and nobody writes


class PairNames(Sequence[Pair]):
    """What every pair is called, made when it is asked for."""

    def __init__(self, leaves: Sequence[str], solids: Sequence[str], packed: Packed) -> None:
        """Take the names of leaves and solids."""
        self._leaves, self._solids, self._own = leaves, solids, packed.pairs
        self.codes = codes_of(len(leaves), len(solids), mounts=packed.mounts, pairs=len(self._own))

    def __len__(self) -> int:
        """Return how many pairs are kept apart."""
        return len(self.codes)

    def __getitem__(self, index):  # type: ignore[no-untyped-def]  # as a sequence is
        """Return the names of one pair, or of a slice of them."""
        if isinstance(index, slice):
            return [self.of(code) for code in self.codes[index]]
        return self.of(self.codes[index])

    def of(self, code: int) -> Pair:
        """Return the names of the pair of a code."""
        number = int(code) - len(self._leaves) * len(self._solids)
        if number >= 0:
            first, second = self._own[number]
            return self._leaves[first], self._leaves[second]
        leaf, solid = divmod(int(code), len(self._solids))
        return self._leaves[leaf], self._solids[solid]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ConvexWorld:
    """One arm in one scene as convex bodies; what it answers is told in `method.CollisionWorld`."""

    robot: Robot
    version: int
    packed: Packed
    pair_names: PairNames
    base: FloatingBase | None

    @property
    def levers(self) -> Array:
        """Return how fast any distance changes at most per unit speed of each joint (n,) [m, or 1]."""
        greatest: Array = self.packed.lever.max(axis=0)
        return greatest

    def clearance(self, q: Sequence[float] | Array, T_world_base: Array | None = None) -> Clearance:
        """Return the least signed distance at q (n,) over all pairs."""
        distance, code = self._search(joint_array(self.robot, q)[None], T_world_base)
        return Clearance(float(distance[0, 0]), self.pair_names.of(code[0, 0]))

    def clearances(self, q: Sequence[float] | Array, T_world_base: Array | None = None) -> Clearances:
        """Return the least signed distance at q (n,) to the scene, and between parts of the arm."""
        distance, code = self._search(joint_array(self.robot, q)[None], T_world_base, sides=2)
        return self._named(distance[0], code[0])

    def witness(self, q: Sequence[float] | Array, T_world_base: Array | None = None) -> Witness:
        """Return where the least signed distance at q (n,) is found."""
        return self._witness(q, T_world_base)[0]

    def gradient(self, q: Sequence[float] | Array, T_world_base: Array | None = None) -> Gradient:
        """Return how the least signed distance at q (n,) changes with the joints while the base stays."""
        found, code = self._witness(q, T_world_base)
        first, second = self._frames(code)
        dq = self._speed(q, first, point=found.points[0], normal=found.normal)
        dq -= self._speed(q, second, point=found.points[1], normal=found.normal)
        return Gradient(found.distance, dq)

    def is_hit(
        self, q: Sequence[float] | Array, T_world_base: Array | None = None, *, within_m: float = 0.0
    ) -> bool:
        """Return whether anything is at most `within_m` away at q (n,), or is not a number."""
        return bool(self.hits(joint_array(self.robot, q)[None], T_world_base, within_m=within_m)[0])

    def hits(
        self, poses: Array, T_world_base: Array | None = None, *, within_m: float = 0.0, cores: int = 1
    ) -> NDArray[np.bool_]:
        """Return what `is_hit` finds at each of the poses (k, n); one thread looks at them all."""
        rows = joint_rows(self.robot, poses)
        hit: NDArray[np.bool_] = ~(self._search(rows, T_world_base, within=within_m)[0][:, 0] > within_m)
        return hit

    def batch(self, poses: Array, T_world_base: Array | None = None, *, cores: int = 1) -> Batch:
        """Return what `clearance` finds at each of the poses (k, n); one thread looks at them all."""
        distance, code = self._search(joint_rows(self.robot, poses), T_world_base)
        return Batch(distance[:, 0], np.searchsorted(self.pair_names.codes, code[:, 0]))

    def sweep(
        self, moves: Array, *, required_m: float, period_s: float, T_world_base: Array | None = None
    ) -> Sweep:
        """Follow consecutive moves (k, n, 6) of the motion law, then stay at their end."""
        motion = followed_by_rest(moves, self.robot.n, required_m=required_m, period_s=period_s)
        distance, code = np.empty(2), np.empty(2, np.int64)
        begin, way = self._seen_from(T_world_base), None
        if self.base is not None:
            way = BaseWay(self.base.craft, base_poses(self.base, moves, begin, period_s=period_s))
        tree = self.robot.tree
        least, nearest, below = follow(tree, self.packed, motion, way, required_m, period_s, distance, code)
        pair, each = self.pair_names.of(nearest), self._named(distance, code)
        return Sweep(least, pair, None if below < 0.0 else below, each)

    def without_boxes(self, poses: Array) -> Array:
        """Return the least distance (k,) to what is on the base at poses (k, n), by nearest features alone.

        It tells what looking at boxes first saves.
        """
        rows = joint_rows(self.robot, poses)
        distance = np.empty(len(rows))
        least_without_boxes(self.robot.tree, self.packed, rows, self._seen_from(None), distance)
        return distance

    def _search(
        self,
        rows: Array,
        T_world_base: Array | None,
        *,
        within: float = math.inf,
        sides: int = 1,
        found: Array = NOT_ASKED,
    ) -> tuple[Array, Integers]:
        """Return distance (k, sides) and code (k, sides) at poses (k, n); `found` as in `queries.search`."""
        distance, code = np.empty((len(rows), sides)), np.empty((len(rows), sides), np.int64)
        T = self._seen_from(T_world_base)
        search(self.robot.tree, self.packed, rows, T, float(within), distance, code, found)
        return distance, code

    def _witness(self, q: Sequence[float] | Array, T_world_base: Array | None) -> tuple[Witness, int]:
        T, found = self._seen_from(T_world_base), np.full((3, 3), np.nan)
        distance, codes = self._search(joint_array(self.robot, q)[None], T, found=found)
        points, normal, code = found[:2], found[2], int(codes[0, 0])
        _, second = self._frames(code)
        if second:
            T_base_other = link_poses(self.robot, q)[second]
            points = points @ T_base_other[:3, :3].T + T_base_other[:3, 3]
            normal = T_base_other[:3, :3] @ normal
        elif self._is_in_space(code):
            points, normal = (points - T[:3, 3]) @ T[:3, :3], normal @ T[:3, :3]
        return Witness(float(distance[0, 0]), self.pair_names.of(code), points, normal), code

    def _frames(self, code: int) -> tuple[int, int]:
        """Return the frames that carry both of a pair; the base's, 0, for what the scene has."""
        row, (leaves, solids) = self.packed.rows[:, FRAME].astype(int), self.packed.sizes[:2]
        number = code - leaves * solids
        if number < 0:
            return int(row[code // solids]), 0
        first, second = self.packed.pairs[number]
        return int(row[first]), int(row[second])

    def _is_in_space(self, code: int) -> bool:
        leaves, solids = self.packed.sizes[:2]
        return bool(code < leaves * solids and self.packed.rows[leaves + code % solids, GROUP])

    def _speed(self, q: Sequence[float] | Array, frame: int, *, point: Array, normal: Array) -> Array:
        """Return how fast a point of a frame moves along a vector at unit speed of every joint (n,)."""
        T_base_frame, T_frame_point = link_poses(self.robot, q)[frame], np.eye(4)
        T_frame_point[:3, 3] = (point - T_base_frame[:3, 3]) @ T_base_frame[:3, :3]
        held = replace(self.robot, tool=Tool(frame, T_frame_point))
        speed: Array = normal @ tool_jacobian(held, q)[:3]
        return speed

    def _seen_from(self, T_world_base: Array | None) -> Array:
        """Return where the base stands (4, 4); told nothing, or where it does not count, as at the begin."""
        return AT_FIRST if self.base is None or T_world_base is None else as_kernels_take(T_world_base)

    def _named(self, distance: Array, code: Integers) -> Clearances:
        """Return what kernels found of each side (2,) and (2,) with the names of the pairs."""
        return Clearances(*self._sides(distance, code))

    def _sides(self, distance: Array, code: Integers) -> Iterator[Clearance | None]:
        for least, found in zip(distance, code, strict=True):
            yield None if found == NO_PAIR else Clearance(float(least), self.pair_names.of(found))


def followed_by_rest(moves: Array, n: int, *, required_m: float, period_s: float) -> Array:
    """Return moves (k, n, 6) and one that stays at their end.

    Raises:
        ValueError: a requirement or a period that is not a finite number, or no move.
    """
    if not (math.isfinite(required_m) and math.isfinite(period_s) and period_s > 0.0):
        raise ValueError(
            f"requirement {required_m} and period {period_s} must be finite, the period positive"
        )
    if moves.ndim != 3 or moves.shape[0] < 1 or moves.shape[1:] != (n, 6):
        raise ValueError(f"moves have shape {moves.shape}; (k, {n}, 6) with k >= 1 is right")
    stay = np.zeros((1, n, 6))
    stay[0, :, 0] = moves[-1] @ period_s ** np.arange(6.0)
    return np.concatenate([moves, stay])


def convex(robot: Robot, scene: Scene, *, version: int) -> CollisionWorld:
    """Pack an arm and a scene as their convex pieces.

    Raises:
        WorldError: a mount names an unknown capsule or shape, or nothing is left to keep clear of.
    """
    return _world(robot, scene, leaves=convex_leaves(robot), solids=convex_solids(scene), version=version)


def obb(robot: Robot, scene: Scene, *, version: int) -> CollisionWorld:
    """Pack an arm and a scene as oriented boxes around their convex pieces.

    Raises:
        WorldError: a mount names an unknown capsule or shape, or nothing is left to keep clear of.
    """
    leaves, solids = boxes_around(convex_leaves(robot)), boxes_around(convex_solids(scene))
    return _world(robot, scene, leaves=leaves, solids=solids, version=version)


def _world(
    robot: Robot, scene: Scene, *, leaves: list[Body], solids: list[Body], version: int
) -> CollisionWorld:
    base = floats_past(robot, scene)
    packed, ordered = pack(robot, scene, leaves=leaves, solids=solids, base=base)
    names = PairNames([leaf.name for leaf in leaves], [solid.name for solid in ordered], packed)
    return ConvexWorld(robot=robot, version=version, packed=packed, pair_names=names, base=base)
