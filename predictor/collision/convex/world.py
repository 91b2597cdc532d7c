"""The methods `convex` and `obb`: convex bodies of the arm against those of the scene, by nearest features.

robot, scene ---bodies---> leaves, solids ---packing.pack---> Packed ---search---> clearance ... hits
                                                                 `------sweep----> sweep

Bodies are classified by who carries them: two that nothing moves against each other are never tested; two of
the arm, and one of the arm with one of the scene, by the boxes around them first.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from predictor.collision.asked import base_place, check_motion, refuse_motion
from predictor.collision.convex.bodies import Leaves, box_solids, boxes_around, convex_leaves, convex_solids
from predictor.collision.convex.hulls_kernels import HALF
from predictor.collision.convex.looker_kernels import ConvexLooker
from predictor.collision.convex.packing import Body, pack
from predictor.collision.convex.packing_layout import FRAME, Packed
from predictor.collision.convex.room import room_for
from predictor.collision.convex.room_kernels import Room
from predictor.collision.convex.search_kernels import search
from predictor.collision.convex.sweep_kernels import DOUBT, ITSELF, ROWS, SCENE, Watch, follow
from predictor.collision.convex.walk_kernels import DISTANCE, FOUND, KEY, UNIT
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
from predictor.collision.pair_names import PairNames
from predictor.collision.sweep_kernels import CELLS, BaseWay
from predictor.collision.tables import NOBODY
from predictor.finite import metres
from predictor.geometry.shapes import Scene
from predictor.model.base.floating_base import FloatingBase, base_poses
from predictor.model.kinematics import joint_array, joint_rows, link_poses, tool_jacobian
from predictor.model.robot import Robot
from predictor.model.tree_layout import Tool

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

NOT_ASKED = np.empty((0, 3))  # in place of nearest points
EVERYWHERE = 1e30  # half edges [m] of a box that leaves nothing out
AT_FIRST = np.eye(4)  # where a base stands; writable as kernels take all, and nobody writes


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ConvexWorld:
    """One arm in one scene as convex bodies; what it answers is told in `method.CollisionWorld`."""

    robot: Robot
    version: int
    packed: Packed
    pair_names: PairNames
    base: FloatingBase | None
    solids: int  # shapes of the scene
    room: Room
    door: tuple[Any, ...]  # tree, tables and room one by one: a kernel takes them so in a third of the time

    @property
    def levers(self) -> Array:
        """Return how fast any distance changes at most per unit speed of each joint (n,) [m, or 1]."""
        greatest: Array = self.packed.lever.max(axis=0)
        return greatest

    def looker(self, T_world_base: Array | None = None) -> ConvexLooker:
        """Return what kernels of other rooms look with."""
        found = np.empty((1, 1, FOUND))
        pose = np.empty((1, self.robot.n))
        return ConvexLooker(self._seen_from(T_world_base), self.solids, found, NOT_ASKED, pose, self.door)

    def clearance(self, q: Sequence[float] | Array, T_world_base: Array | None = None) -> Clearance:
        """Return the least signed distance at q (n,) over all pairs."""
        distance, key = self._search(joint_array(self.robot, q)[None], T_world_base)[0, 0, :UNIT].tolist()
        return Clearance(distance, self._pair(key))

    def clearances(self, q: Sequence[float] | Array, T_world_base: Array | None = None) -> Clearances:
        """Return the least signed distance at q (n,) to the scene, and between parts of the arm."""
        return self._each(self._search(joint_array(self.robot, q)[None], T_world_base, sides=2)[0])

    def witness(self, q: Sequence[float] | Array, T_world_base: Array | None = None) -> Witness:
        """Return where the least signed distance at q (n,) is found."""
        return self._witness(q, T_world_base)[0]

    def gradient(self, q: Sequence[float] | Array, T_world_base: Array | None = None) -> Gradient:
        """Return how the least signed distance at q (n,) changes with the joints while the base stays."""
        found, unit = self._witness(q, T_world_base)
        first, second = self._frames(unit)
        dq = self._speed(q, first, point=found.points[0], normal=found.normal)
        dq -= self._speed(q, second, point=found.points[1], normal=found.normal)
        return Gradient(found.distance, dq)

    def is_hit(
        self, q: Sequence[float] | Array, T_world_base: Array | None = None, *, within_m: float = 0.0
    ) -> bool:
        """Return whether anything is at most `within_m` away at q (n,)."""
        return bool(self.hits(joint_array(self.robot, q)[None], T_world_base, within_m=within_m)[0])

    def hits(
        self, poses: Array, T_world_base: Array | None = None, *, within_m: float = 0.0, cores: int = 1
    ) -> NDArray[np.bool_]:
        """Return what `is_hit` finds at each of the poses (k, n); one thread looks at them all."""
        within = metres("within_m", within_m)
        found = self._search(joint_rows(self.robot, poses), T_world_base, within=within)[:, 0]
        hit: NDArray[np.bool_] = (found[:, KEY] != NOBODY) | np.isnan(found[:, DISTANCE])
        return hit

    def batch(self, poses: Array, T_world_base: Array | None = None, *, cores: int = 1) -> Batch:
        """Return what `clearance` finds at each of the poses (k, n); one thread looks at them all."""
        found = self._search(joint_rows(self.robot, poses), T_world_base)[:, 0]
        is_pair = found[:, KEY] != NOBODY
        pair = self.pair_names.place_of(np.where(is_pair, found[:, KEY], 0.0).astype(np.int64))
        return Batch(found[:, DISTANCE].copy(), np.where(is_pair, pair, 0))

    def sweep(
        self, moves: Array, *, required_m: float, period_s: float, T_world_base: Array | None = None
    ) -> Sweep:
        """Follow consecutive moves (k, n, 6) of the motion law, then stay at their end."""
        motion = followed_by_rest(moves, self.robot.n, required_m=required_m, period_s=period_s)
        units, found = len(self.packed.lever), np.empty((ROWS, FOUND))
        begin, way = self._seen_from(T_world_base), None
        if self.base is not None:
            way = BaseWay(self.base.craft, base_poses(self.base, moves, begin, period_s=period_s))
        watch = Watch(np.empty(self.robot.n), np.eye(4), np.empty(units, np.int64), np.empty(units), found)
        cell = follow(motion, way, required_m, period_s, self.solids, watch, *self.door)
        if math.isnan(found[DOUBT, DISTANCE]):
            refuse_motion(moves)
        each = self._each(found[:DOUBT])
        if cell < 0:
            return Sweep(each.least.distance, each.least.pair, None, each)
        return Sweep(*self._clearance(found[DOUBT]), cell * period_s / CELLS, each)

    def without_boxes(self) -> "ConvexWorld":
        """Return the same world looked at by nearest features alone, to tell what boxes save."""
        items, nodes = self.packed.items.copy(), self.packed.nodes.copy()
        for table in (items, nodes):
            table[:, HALF : HALF + 3] = EVERYWHERE
            table.setflags(write=False)
        packed = self.packed._replace(items=items, nodes=nodes)
        return replace(self, packed=packed, door=_door(self.robot, packed, self.room))

    def _search(
        self,
        rows: Array,
        T_world_base: Array | None,
        *,
        within: float = math.inf,
        sides: int = 1,
        points: Array = NOT_ASKED,
    ) -> Array:
        """Return what is found (k, sides, FOUND) at poses (k, n); `points` as in `search`."""
        found, T = np.empty((len(rows), sides, FOUND)), self._seen_from(T_world_base)
        search(rows, T, float(within), self.solids, found, points, *self.door)
        return found

    def _witness(self, q: Sequence[float] | Array, T_world_base: Array | None) -> tuple[Witness, int]:
        T, points = self._seen_from(T_world_base), np.full((3, 3), np.nan)
        found = self._search(joint_array(self.robot, q)[None], T, points=points)[0, 0]
        near, unit = self._clearance(found), int(found[UNIT]) if found[KEY] != NOBODY else 0
        ends, normal = points[:2], points[2]
        _, second = self._frames(unit)
        if second:
            T_base_other = link_poses(self.robot, q)[second]
            ends = ends @ T_base_other[:3, :3].T + T_base_other[:3, 3]
            normal = T_base_other[:3, :3] @ normal
        elif len(self.packed.leaves) <= unit < 2 * len(self.packed.leaves):  # it stands in space
            ends, normal = (ends - T[:3, 3]) @ T[:3, :3], normal @ T[:3, :3]
        return Witness(near.distance, near.pair, ends, normal), unit

    def _frames(self, unit: int) -> tuple[int, int]:
        """Return the frames that carry both sides of a unit; the base's, 0, for what the scene has."""
        frame, leaves = self.packed.leaves[:, FRAME].astype(int), len(self.packed.leaves)
        if unit < 2 * leaves:
            return int(frame[unit % leaves]), 0
        first, second = self.packed.pairs[unit - 2 * leaves]
        return int(frame[first]), int(frame[second])

    def _speed(self, q: Sequence[float] | Array, frame: int, *, point: Array, normal: Array) -> Array:
        """Return how fast a point of a frame moves along a vector at unit speed of every joint (n,)."""
        T_base_frame, T_frame_point = link_poses(self.robot, q)[frame], np.eye(4)
        T_frame_point[:3, 3] = (point - T_base_frame[:3, 3]) @ T_base_frame[:3, :3]
        held = replace(self.robot, tool=Tool(frame, T_frame_point))
        speed: Array = normal @ tool_jacobian(held, q)[:3]
        return speed

    def _seen_from(self, T_world_base: Array | None) -> Array:
        """Return where the base stands (4, 4); told nothing, or where it does not count, as at the begin."""
        return AT_FIRST if self.base is None or T_world_base is None else base_place(T_world_base)

    def _clearance(self, found: Array) -> Clearance:
        distance, key = found[:UNIT].tolist()
        return Clearance(distance, self._pair(key))

    def _pair(self, key: float) -> tuple[str, str]:
        """Return the names of a pair; of none, the first."""
        return self.pair_names[0] if key == NOBODY else self.pair_names.of_key(int(key))

    def _each(self, found: Array) -> Clearances:
        """Return what was found (2, FOUND) of each side."""
        sides = (found[side] for side in (SCENE, ITSELF))
        return Clearances(*(None if side[KEY] == NOBODY else self._clearance(side) for side in sides))


def followed_by_rest(moves: Array, n: int, *, required_m: float, period_s: float) -> Array:
    """Return moves (k, n, 6) and one that stays at their end.

    Raises:
        ValueError: a requirement or a period that is not a finite number, or no move.
    """
    check_motion(moves, n, required_m=required_m, period_s=period_s)
    stay = np.zeros((1, n, 6))
    stay[0, :, 0] = moves[-1] @ period_s ** np.arange(6.0)
    return np.concatenate([moves, stay])


def convex(robot: Robot, scene: Scene, *, version: int) -> CollisionWorld:
    """Pack an arm and a scene as their convex pieces.

    Raises:
        WorldError: a mount names an unknown capsule or shape, or nothing is left to keep clear of.
    """
    leaves = convex_leaves(robot, scene)
    return world_of(robot, scene, leaves=leaves, solids=convex_solids(scene), version=version)


def obb(robot: Robot, scene: Scene, *, version: int) -> CollisionWorld:
    """Pack an arm and a scene as oriented boxes around their convex pieces.

    Raises:
        WorldError: a mount names an unknown capsule or shape, or nothing is left to keep clear of.
    """
    own, leaves = convex_leaves(robot, scene)
    boxes = own, [boxes_around(leaf) for leaf in leaves]
    return world_of(robot, scene, leaves=boxes, solids=boxes_around(box_solids(scene)), version=version)


def world_of(robot: Robot, scene: Scene, *, leaves: Leaves, solids: list[Body], version: int) -> ConvexWorld:
    """Pack what stands for an arm's capsules and for a scene's shapes; WorldError as `convex`."""
    base, (own, bodies) = floats_past(robot, scene), leaves
    packed = pack(own, scene, leaves=bodies, solids=solids, base=base)
    room = room_for(len(robot.joints) + 1, len(bodies))
    return ConvexWorld(
        robot=robot,
        version=version,
        packed=packed,
        pair_names=PairNames(own, scene, packed.mounted),
        base=base,
        solids=len(solids),
        room=room,
        door=_door(robot, packed, room),
    )


def _door(robot: Robot, packed: Packed, room: Room) -> tuple[Any, ...]:
    return (*robot.tree, *packed, *room)
