"""The method `capsules`: capsules of the arm against boxes and capsules of the scene, by exact distances.

robot, scene ---world.pack---> Packed ---world.least_distances---> clearance, clearances, batch
                                    `----sweep.follow------------> sweep
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from predictor.collision.method import (
    Batch,
    Clearance,
    Clearances,
    CollisionWorld,
    Gradient,
    Sweep,
    Witness,
)
from predictor.collision.sweep import BaseWay, follow
from predictor.collision.world import (
    ITSELF,
    SCENE,
    WITH_ARM,
    Packed,
    floats_past,
    least_distances,
    least_of_poses,
    pack,
    pair_names,
    witness_of_pair,
)
from predictor.geometry.shapes import Scene
from predictor.model.base.floating_base import FloatingBase, base_poses
from predictor.model.kinematics import joint_array, joint_rows, link_poses, tool_jacobian
from predictor.model.robot import Robot, Tool

Array = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CapsuleWorld:
    """One arm in one scene as capsules and boxes; what it answers is told in `method.CollisionWorld`."""

    robot: Robot
    version: int
    packed: Packed
    pair_names: tuple[tuple[str, str], ...]  # (k,) in the order of packed.pairs
    base: FloatingBase | None

    def clearance(self, q: Sequence[float] | Array, T_world_base: Array | None = None) -> Clearance:
        """Return the least signed distance at q (n,) over all pairs."""
        return self.clearances(q, T_world_base).least

    def clearances(self, q: Sequence[float] | Array, T_world_base: Array | None = None) -> Clearances:
        """Return the least signed distance at q (n,) to the scene, and between parts of the arm."""
        distance, pair = _of_each_side()
        joints = joint_array(self.robot, q)
        least_distances(self.robot.tree, self.packed, joints, self._seen_from(T_world_base), distance, pair)
        return self._named(distance, pair)

    def witness(self, q: Sequence[float] | Array, T_world_base: Array | None = None) -> Witness:
        """Return where the least signed distance at q (n,) is found."""
        return self._witness(q, T_world_base)[0]

    def _witness(self, q: Sequence[float] | Array, T_world_base: Array | None) -> tuple[Witness, int]:
        joints = joint_array(self.robot, q)
        distance, index = self.batch(joints[None], T_world_base)
        T, found = self._seen_from(T_world_base), np.empty((3, 3))
        witness_of_pair(self.robot.tree, self.packed, joints, T, index[0], found)
        least, normal = float(distance[0]), found[2]
        points = np.stack([found[0], found[0] - least * normal])
        if T is not None and self.packed.pairs[index[0], 1] >= len(self.packed.frame):  # told in the world
            points, normal = (points - T[:3, 3]) @ T[:3, :3], normal @ T[:3, :3]
        return Witness(least, self.pair_names[index[0]], points, normal), int(index[0])

    def gradient(self, q: Sequence[float] | Array, T_world_base: Array | None = None) -> Gradient:
        """Return how the least signed distance at q (n,) changes with the joints while the base stays."""
        found, index = self._witness(q, T_world_base)
        kind, arm, other = self.packed.pairs[index]
        frames = self.packed.frame
        dq = self._speed(q, frames[arm % len(frames)], point=found.points[0], normal=found.normal)
        if kind == WITH_ARM:
            dq -= self._speed(q, frames[other], point=found.points[1], normal=found.normal)
        return Gradient(found.distance, dq)

    def _speed(self, q: Sequence[float] | Array, frame: int, *, point: Array, normal: Array) -> Array:
        """Return how fast a point of a frame moves along a vector at unit speed of every joint (n,)."""
        T_base_frame = link_poses(self.robot, q)[frame]
        T_frame_point = np.eye(4)
        T_frame_point[:3, 3] = (point - T_base_frame[:3, 3]) @ T_base_frame[:3, :3]
        held = replace(self.robot, tool=Tool(int(frame), T_frame_point))
        speed: Array = normal @ tool_jacobian(held, q)[:3]
        return speed

    def is_hit(
        self, q: Sequence[float] | Array, T_world_base: Array | None = None, *, within_m: float = 0.0
    ) -> bool:
        """Return whether anything is at most `within_m` away at q (n,), or is not a number."""
        return not self.clearance(q, T_world_base).distance > within_m

    def hits(
        self, poses: Array, T_world_base: Array | None = None, *, within_m: float = 0.0
    ) -> NDArray[np.bool_]:
        """Return what `is_hit` finds at each of the poses (k, n)."""
        return ~(self.batch(poses, T_world_base).distance > within_m)

    def batch(self, poses: Array, T_world_base: Array | None = None) -> Batch:
        """Return what `clearance` finds at each of the poses (k, n), by one call of the kernel."""
        rows = joint_rows(self.robot, poses)
        found = Batch(np.empty(len(rows)), np.empty(len(rows), np.int64))
        T = self._seen_from(T_world_base)
        least_of_poses(self.robot.tree, self.packed, rows, T, found.distance, found.pair)
        return found

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
        stay = np.zeros((1, n, 6))
        stay[0, :, 0] = moves[-1] @ period_s ** np.arange(6.0)
        distance, pair = _of_each_side()
        begin, way = self._seen_from(T_world_base), None
        if self.base is not None and begin is not None:
            way = BaseWay(self.base.craft, base_poses(self.base, moves, begin, period_s=period_s))
        least, nearest, below = follow(
            self.robot.tree,
            self.packed,
            np.concatenate([moves, stay]),
            way,
            required_m,
            period_s,
            distance,
            pair,
        )
        each = self._named(distance, pair)
        return Sweep(least, self.pair_names[nearest], None if below < 0.0 else below, each)

    def _seen_from(self, T_world_base: Array | None) -> Array | None:
        """Return where the base stands (4, 4), if that counts; told nothing, where it stood at first."""
        if self.base is None:
            return None
        return np.eye(4) if T_world_base is None else np.ascontiguousarray(T_world_base)

    def _named(self, distance: Array, pair: Integers) -> Clearances:
        """Return what kernels found of each side (2,) and (2,) with the names of the pairs."""
        scene, itself = (
            None if index < 0 else Clearance(float(least), self.pair_names[index])
            for least, index in ((distance[SCENE], pair[SCENE]), (distance[ITSELF], pair[ITSELF]))
        )
        return Clearances(scene, itself)


def _of_each_side() -> tuple[Array, Integers]:
    """Return room for a distance and a pair of each side."""
    return np.empty(2), np.empty(2, np.int64)


def build(robot: Robot, scene: Scene, *, version: int) -> CollisionWorld:
    """Pack an arm and a scene.

    Raises:
        WorldError: a mount names an unknown capsule or shape, or nothing is left to keep clear of.
    """
    base = floats_past(robot, scene)
    packed = pack(robot, scene, base)
    return CapsuleWorld(
        robot=robot,
        version=version,
        packed=packed,
        pair_names=pair_names(robot, scene, packed.pairs),
        base=base,
    )
