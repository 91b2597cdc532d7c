"""The method `mesh`: the arm's parts and the scene's meshes as their triangles.

    apart               the least distance of triangles, exact
    touching, inside    minus the depth of their convex pieces, which contain them: never farther than it is

Each pose is answered by one of two worlds: by that of triangles, unless triangles touch there or something is
inside a closed mesh; then by that of convex pieces.  Where pieces are apart, so is what they contain.  Shapes
that are no meshes are the same bodies in both.

A motion that begins apart comes inside by touching alone, so the sweep of triangles tells when it does.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from predictor.collision.convex.bodies import convex_leaves, convex_solids
from predictor.collision.convex.inside import Inside, what_may_be_inside
from predictor.collision.convex.looker_kernels import ConvexLooker
from predictor.collision.convex.triangles import triangle_leaves, triangle_solids
from predictor.collision.convex.world import ConvexWorld, world_of
from predictor.collision.method import (
    Batch,
    Clearance,
    Clearances,
    CollisionWorld,
    Gradient,
    Sweep,
    Witness,
)
from predictor.collision.pair_names import PairNames
from predictor.geometry.shapes import Scene
from predictor.model.base.floating_base import FloatingBase
from predictor.model.kinematics import joint_array, joint_rows
from predictor.model.robot import Robot

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MeshWorld:
    """One arm in one scene as triangles; what it answers is told in `method.CollisionWorld`."""

    triangles: ConvexWorld
    pieces: ConvexWorld
    inside: Inside

    @property
    def robot(self) -> Robot:
        """The arm."""
        return self.triangles.robot

    @property
    def version(self) -> int:
        """Which content and changes of the scene this is."""
        return self.triangles.version

    @property
    def pair_names(self) -> PairNames:
        """Every pair that must stay apart."""
        return self.triangles.pair_names

    @property
    def base(self) -> FloatingBase | None:
        """The arm on its base, if that floats past a part of the scene."""
        return self.triangles.base

    @property
    def levers(self) -> Array:
        """Return how fast any distance changes at most per unit speed of each joint (n,) [m, or 1]."""
        return np.maximum(self.triangles.levers, self.pieces.levers)

    def looker(self, T_world_base: Array | None = None) -> ConvexLooker:
        """Return what kernels of other rooms look with: the convex pieces, which contain the triangles."""
        return self.pieces.looker(T_world_base)

    def clearance(self, q: Sequence[float] | Array, T_world_base: Array | None = None) -> Clearance:
        """Return the least signed distance at q (n,) over all pairs."""
        return self._at(q, T_world_base).clearance(q, T_world_base)

    def clearances(self, q: Sequence[float] | Array, T_world_base: Array | None = None) -> Clearances:
        """Return the least signed distance at q (n,) to the scene, and between parts of the arm."""
        return self._at(q, T_world_base).clearances(q, T_world_base)

    def witness(self, q: Sequence[float] | Array, T_world_base: Array | None = None) -> Witness:
        """Return where the least signed distance at q (n,) is found."""
        return self._at(q, T_world_base).witness(q, T_world_base)

    def gradient(self, q: Sequence[float] | Array, T_world_base: Array | None = None) -> Gradient:
        """Return how the least signed distance at q (n,) changes with the joints while the base stays."""
        return self._at(q, T_world_base).gradient(q, T_world_base)

    def is_hit(
        self, q: Sequence[float] | Array, T_world_base: Array | None = None, *, within_m: float = 0.0
    ) -> bool:
        """Return whether anything is at most `within_m` away at q (n,)."""
        return bool(self.hits(joint_array(self.robot, q)[None], T_world_base, within_m=within_m)[0])

    def hits(
        self, poses: Array, T_world_base: Array | None = None, *, within_m: float = 0.0, cores: int = 1
    ) -> NDArray[np.bool_]:
        """Return what `is_hit` finds at each of the poses (k, n)."""
        if within_m < 0.0:
            hit: NDArray[np.bool_] = ~(self.batch(poses, T_world_base).distance > within_m)
            return hit
        rows, hit = joint_rows(self.robot, poses), self.triangles.hits(poses, T_world_base, within_m=within_m)
        for row in np.flatnonzero(~hit & self.pieces.hits(poses, T_world_base)):
            hit[row] = self.inside.is_any(rows[row], T_world_base)
        return hit

    def batch(self, poses: Array, T_world_base: Array | None = None, *, cores: int = 1) -> Batch:
        """Return what `clearance` finds at each of the poses (k, n)."""
        rows = joint_rows(self.robot, poses)
        apart, deep = (world.batch(rows, T_world_base) for world in (self.triangles, self.pieces))
        is_deep = ~(deep.distance > 0.0)
        for row in np.flatnonzero(is_deep & (apart.distance > 0.0)):
            is_deep[row] = self.inside.is_any(rows[row], T_world_base)
        distance = np.where(is_deep, deep.distance, apart.distance)
        return Batch(distance, np.where(is_deep, deep.pair, apart.pair))

    def sweep(
        self, moves: Array, *, required_m: float, period_s: float, T_world_base: Array | None = None
    ) -> Sweep:
        """Follow consecutive moves (k, n, 6) of the motion law, then stay at their end."""
        asked = {"required_m": required_m, "period_s": period_s}
        deep = self.pieces.sweep(moves, **asked, T_world_base=T_world_base)
        if required_m < 0.0:
            return deep
        if deep.below_s is not None and self._at(moves[0, :, 0], T_world_base) is self.pieces:
            return deep._replace(below_s=0.0)
        found = self.triangles.sweep(moves, **asked, T_world_base=T_world_base)
        if found.clearance <= 0.0 and deep.clearance < found.clearance:
            return deep._replace(below_s=found.below_s)
        return found

    def _at(self, q: Sequence[float] | Array, T_world_base: Array | None) -> ConvexWorld:
        """Return the world that answers at q (n,)."""
        if self.pieces.clearance(q, T_world_base).distance > 0.0:
            return self.triangles
        if not self.triangles.clearance(q, T_world_base).distance > 0.0:
            return self.pieces
        is_any = self.inside.is_any(joint_array(self.robot, q), T_world_base)
        return self.pieces if is_any else self.triangles


def build(robot: Robot, scene: Scene, *, version: int) -> CollisionWorld:
    """Pack an arm and a scene as triangles, and as convex pieces.

    Raises:
        WorldError: a mount names an unknown capsule or shape, or nothing is left to keep clear of.
    """
    leaves, solids = triangle_leaves(robot, scene), triangle_solids(scene)
    convex = convex_leaves(robot, scene)
    pieces = world_of(robot, scene, leaves=convex, solids=convex_solids(scene), version=version)
    triangles = world_of(robot, scene, leaves=leaves, solids=solids, version=version)
    inside = what_may_be_inside(robot, scene, leaves=leaves[1], solids=solids, packed=triangles.packed)
    return MeshWorld(triangles=triangles, pieces=pieces, inside=inside)
