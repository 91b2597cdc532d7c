"""The method `capsules`: capsules of the arm against boxes and capsules of the scene, by exact distances.

robot, scene ---world.pack---> Packed ---world.least_distances---> clearance, clearances, batch
                                    `----sweep.follow------------> sweep
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from predictor.collision.method import Batch, Clearance, Clearances, CollisionWorld, Sweep
from predictor.collision.sweep import follow
from predictor.collision.world import (
    ITSELF,
    SCENE,
    Packed,
    least_distances,
    least_of_poses,
    pack,
    pair_names,
)
from predictor.geometry.shapes import Scene
from predictor.model.kinematics import joint_array, joint_rows
from predictor.model.robot import Robot

Array = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CapsuleWorld:
    """One arm in one scene as capsules and boxes; what it answers is told in `method.CollisionWorld`."""

    robot: Robot
    version: int
    packed: Packed
    pair_names: tuple[tuple[str, str], ...]  # (k,) in the order of packed.pairs

    def clearance(self, q: Sequence[float] | Array) -> Clearance:
        """Return the least signed distance at q (n,) over all pairs."""
        return self.clearances(q).least

    def clearances(self, q: Sequence[float] | Array) -> Clearances:
        """Return the least signed distance at q (n,) to the scene, and between parts of the arm."""
        distance, pair = _of_each_side()
        least_distances(self.robot.tree, self.packed, joint_array(self.robot, q), distance, pair)
        return self._named(distance, pair)

    def batch(self, poses: Array) -> Batch:
        """Return what `clearance` finds at each of the poses (k, n), by one call of the kernel."""
        rows = joint_rows(self.robot, poses)
        found = Batch(np.empty(len(rows)), np.empty(len(rows), np.int64))
        least_of_poses(self.robot.tree, self.packed, rows, found.distance, found.pair)
        return found

    def sweep(self, moves: Array, *, required_m: float, period_s: float) -> Sweep:
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
        least, nearest, below = follow(
            self.robot.tree,
            self.packed,
            np.concatenate([moves, stay]),
            required_m,
            period_s,
            distance,
            pair,
        )
        each = self._named(distance, pair)
        return Sweep(least, self.pair_names[nearest], None if below < 0.0 else below, each)

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
    packed = pack(robot, scene)
    return CapsuleWorld(
        robot=robot, version=version, packed=packed, pair_names=pair_names(robot, scene, packed.pairs)
    )
