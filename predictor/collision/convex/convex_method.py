"""The methods `convex` and `obb`: convex bodies of the arm against those of the scene, by nearest features.

robot, scene ---bodies---> leaves, solids ---packing.pack---> Packed ---door.door_of---> one array
                                                                                            |
                                           poses <---search---------------------------------+
                                           moves <---sweep.follow---------------------------'

Bodies are classified by who carries them: two that nothing moves against each other are never tested; two of
the arm, and one of the arm with one of the scene, by the boxes around them first.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from predictor.collision.convex.bodies import Leaves, box_solids, boxes_around, convex_leaves, convex_solids
from predictor.collision.convex.door import door_of
from predictor.collision.convex.hulls_kernels import HALF
from predictor.collision.convex.looker_kernels import ConvexLooker
from predictor.collision.convex.packing import Body, pack
from predictor.collision.convex.packing_layout import FRAME, Packed
from predictor.collision.convex.search_kernels import search
from predictor.collision.convex.sweep_kernels import follow
from predictor.collision.measured_layout import NORMAL, POINTS, RATES
from predictor.collision.method import CollisionWorld
from predictor.collision.packing import floats_past
from predictor.collision.pair_names import PairNames
from predictor.collision.rates import rates
from predictor.collision.sweep_kernels import BaseWay
from predictor.collision.world import ANY, NOT_ASKED, Followed, World
from predictor.geometry.shapes import Scene
from predictor.inputs.rigid import fixed
from predictor.model.kinematics import link_poses
from predictor.model.robot import Robot

Array = NDArray[np.float64]

EVERYWHERE = 1e30  # half edges [m] of a box that leaves nothing out


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ConvexMethod:
    """Convex bodies of an arm against those around it; what it supplies is told in `world.Method`."""

    robot: Robot
    packed: Packed
    in_space: NDArray[np.bool_]  # (k,) of each solid
    table: Array  # arm and scene as kernels read them
    room: Array  # in which they compute

    def measure(
        self,
        poses: Array,
        T_world_base: Array,
        *,
        within: float = ANY,
        out: Array = NOT_ASKED,
        cores: int = 1,
    ) -> tuple[float, int]:
        """Look at poses one after the other; one thread looks at them all."""
        table, room = self.table, self.room
        if poses.ndim > 1:
            return search(poses.ravel(), T_world_base, table, room, within, out.ravel())
        found = search(poses, T_world_base, table, room, within, out)
        if len(out) >= RATES and found[0] == found[0]:
            self._put_into_base(poses, T_world_base, found[1], out=out)
        return found

    def follow(self, moves: Array, way: BaseWay | None, *, required_m: float, period_s: float) -> Followed:
        """Look at every unit on the grid of the sweep."""
        stay = np.zeros((1, self.robot.n, 6))
        stay[0, :, 0] = moves[-1] @ period_s ** np.arange(6.0)
        motion = np.concatenate([moves, stay])
        return follow(motion, way, self.table, self.room, required_m, period_s)

    def looker(self, T_world_base: Array) -> ConvexLooker:
        """Return what looks at poses until one has something too near."""
        return ConvexLooker(T_world_base, self.table, self.room, np.empty(self.robot.n))

    def without_boxes(self) -> "ConvexMethod":
        """Return the same looked at by nearest features alone, to tell what boxes save."""
        items, nodes = self.packed.items.copy(), self.packed.nodes.copy()
        for table in (items, nodes):
            table[:, HALF : HALF + 3] = EVERYWHERE
            table.setflags(write=False)
        packed = self.packed._replace(items=items, nodes=nodes)
        table, room = door_of(self.robot, packed)
        return replace(self, packed=packed, table=table, room=room)

    def _put_into_base(self, q: Array, T_world_base: Array, key: int, *, out: Array) -> None:
        """Turn where a pair is nearest from the frame of its second into the arm base, and tell its rates."""
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
            out[RATES:] = rates(self.robot, q, frames=(first, second), points=ends, normal=normal)
        out[POINTS:NORMAL], out[NORMAL:RATES] = ends.ravel(), normal

    def _carriers(self, key: int) -> tuple[int, int, bool]:
        """Return the frames that carry a pair, the base's, 0, for what the scene has; is that in space."""
        frame, leaves = self.packed.leaves[:, FRAME].astype(int), len(self.packed.leaves)
        number, leaf = divmod(key, leaves)
        if number < self.packed.solids:
            return int(frame[leaf]), 0, bool(self.in_space[number])
        first, second = self.packed.pairs[key - leaves * self.packed.solids]
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
    robot: Robot, scene: Scene, *, leaves: Leaves, solids: list[Body], version: int
) -> tuple[World, ConvexMethod]:
    """Pack what stands for an arm's capsules and for a scene's shapes; WorldError as `convex`."""
    base, (own, bodies) = floats_past(robot, scene), leaves
    packed = pack(own, scene, leaves=bodies, solids=solids, base=base)
    table, room = door_of(robot, packed)
    floats = [base is not None and scene.stands_in_space(solid.body) for solid in solids]
    in_space = np.array(floats, dtype=np.bool_)
    method = ConvexMethod(robot=robot, packed=packed, in_space=in_space, table=table, room=room)
    world = World(
        robot=robot,
        version=version,
        pair_names=PairNames(own, scene, packed.mounted),
        base=base,
        levers=fixed(packed.lever.max(axis=0)),
        method=method,
    )
    return world, method
