"""The method `mesh`: the arm's parts and the scene's meshes as their triangles.

    apart               the least distance of triangles, exact
    touching, inside    minus the depth of their convex pieces, which contain them: never farther than it is

Each pose is answered by one of two methods: by that of triangles, unless triangles touch there or something
is inside a closed mesh; then by that of convex pieces.  Where pieces are apart, so is what they contain.
Shapes that are no meshes are the same bodies in both.

A motion that begins apart comes inside by touching alone, so the sweep of triangles finds when it does.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from predictor.collision.convex.bodies import convex_leaves, convex_solids, triangle_leaves, triangle_solids
from predictor.collision.convex.convex_method import ConvexMethod, world_of
from predictor.collision.convex.inside_mesh import Inside, what_may_be_inside
from predictor.collision.convex.search_kernels import ConvexQuery
from predictor.collision.measured_kernels import FOUND, NO_PAIR
from predictor.collision.method import CollisionWorld
from predictor.collision.sweep_grid_kernels import BaseMotion, Followed
from predictor.collision.world import ANY_DISTANCE, AT_FIRST, NOT_ASKED
from predictor.geometry.shapes import Scene
from predictor.inputs.arrays import read_only
from predictor.model.robot import Robot

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MeshMethod:
    """Triangles of an arm against those around it, as a `world.CollisionMethod`."""

    triangles: ConvexMethod
    pieces: ConvexMethod
    inside: Inside

    def measure(
        self,
        poses: Array,
        T_world_base: Array,
        *,
        within: float = ANY_DISTANCE,
        out: Array = NOT_ASKED,
        cores: int = 1,
    ) -> tuple[float, int]:
        """Ask the method that answers at a pose; of many poses both."""
        if poses.ndim == 1 and within == ANY_DISTANCE:
            return self._at(poses, T_world_base).measure(poses, T_world_base, out=out)
        rows, found = np.atleast_2d(poses), out if poses.ndim > 1 else np.empty((1, FOUND))
        if 0.0 <= within < ANY_DISTANCE:
            self._find_any(rows, T_world_base, within=within, out=found)
        else:
            self._find_least(rows, T_world_base, found)
            found[found[:, 0] > within, 1] = NO_PAIR
        return (float(found[-1, 0]), int(found[-1, 1])) if len(found) else (within, NO_PAIR)

    def follow(
        self, moves: Array, base: BaseMotion | None, *, required_m: float, period_s: float
    ) -> Followed:
        """Follow the triangles, and their pieces for where they are inside of something."""
        deep = self.pieces.follow(moves, base, required_m=required_m, period_s=period_s)
        if required_m < 0.0 or deep[0] != deep[0]:
            return deep
        T_world_base = AT_FIRST if base is None else base.T[0]
        if deep[2] >= 0.0 and self._at(moves[0, :, 0].copy(), T_world_base) is self.pieces:
            return (*deep[:2], 0.0, *deep[3:])
        found = self.triangles.follow(moves, base, required_m=required_m, period_s=period_s)
        if found[0] <= 0.0 and deep[0] < found[0]:
            return (*deep[:2], found[2], *deep[3:])
        return found

    def proximity_query(self, T_world_base: Array) -> ConvexQuery:
        """Return what asks the convex pieces, which contain the triangles."""
        return self.pieces.proximity_query(T_world_base)

    def _find_any(self, rows: Array, T_world_base: Array, *, within: float, out: Array) -> None:
        """Find a pair so near at each of the poses (k, n), if there is one."""
        deep = np.empty_like(out)
        self.triangles.measure(rows, T_world_base, within=within, out=out)
        self.pieces.measure(rows, T_world_base, within=0.0, out=deep)
        is_far, may_be_in = (found[:, 1] == NO_PAIR for found in (out, deep))
        for row in np.flatnonzero(is_far & ~may_be_in):
            if self.inside.is_any(rows[row], T_world_base):
                out[row] = deep[row]

    def _find_least(self, rows: Array, T_world_base: Array, out: Array) -> None:
        """Find the nearest pair at each of the poses (k, n)."""
        deep = np.empty_like(out)
        self.triangles.measure(rows, T_world_base, out=out)
        self.pieces.measure(rows, T_world_base, out=deep)
        is_deep = ~(deep[:, 0] > 0.0)
        for row in np.flatnonzero(is_deep & (out[:, 0] > 0.0)):
            is_deep[row] = self.inside.is_any(rows[row], T_world_base)
        out[is_deep] = deep[is_deep]

    def _at(self, q: Array, T_world_base: Array) -> ConvexMethod:
        """Return the method that answers at q (n,)."""
        if self.pieces.measure(q, T_world_base)[0] > 0.0:
            return self.triangles
        if not self.triangles.measure(q, T_world_base)[0] > 0.0:
            return self.pieces
        return self.pieces if self.inside.is_any(q, T_world_base) else self.triangles


def build(robot: Robot, scene: Scene, *, version: int) -> CollisionWorld:
    """Pack an arm and a scene as triangles, and as convex pieces.

    Raises:
        WorldError: a mount names an unknown capsule or shape, or nothing is left to keep clear of.
    """
    leaves, solids = triangle_leaves(robot, scene), triangle_solids(scene)
    convex = convex_leaves(robot, scene)
    hulls, pieces = world_of(robot, scene, leaves=convex, solids=convex_solids(scene), version=version)
    world, triangles = world_of(robot, scene, leaves=leaves, solids=solids, version=version)
    inside = what_may_be_inside(robot, scene, leaves=leaves[1], solids=solids, tables=triangles.tables)
    method = MeshMethod(triangles=triangles, pieces=pieces, inside=inside)
    return replace(world, method=method, levers=read_only(np.maximum(world.levers, hulls.levers)))
