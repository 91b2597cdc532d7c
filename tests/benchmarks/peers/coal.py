"""coal from Python: its broad phase over all bodies, and triangle meshes as trees of boxes."""

from collections.abc import Callable
from typing import NamedTuple

import coal
import numpy as np
from numpy.typing import NDArray

from predictor.geometry.mesh import Mesh
from tests.benchmarks.peers.way import Way
from tests.benchmarks.problems.bodies import BOX, CAPSULE, CONVEX, SPHERE, Bodies, Body, placed_bodies

Array = NDArray[np.float64]

NAME = "coal"
GJK_M = 1e-5  # to which its iterations are good
PLACED = "bodies are placed by our kinematics, untimed"
FORGETS = "its own callback forgets the least of capsule pairs (3.0.3), so answers are not compared"


class _Pairs(NamedTuple):
    """Two objects whose distance is asked for, and the answer."""

    first: coal.CollisionObject
    second: coal.CollisionObject


def distances(found: Bodies, poses: Array) -> list[Way]:
    """Least distance at each of the poses (k, n), by a tree of the arm's leaves against one of the scene."""
    objects = [coal.CollisionObject(shape_of(body)) for body in found.bodies]
    placed = _placed(found, poses)
    _place(objects, placed[0], range(len(objects)))
    free = sorted(found.meeting_all)
    arm, scene = (_manager([objects[row] for row in rows]) for rows in (free, sorted(found.scene)))
    listed = [_Pairs(objects[a], objects[b]) for a, b in found.pairs if not (a in free and b in found.scene)]
    moving = [row for row, body in enumerate(found.bodies) if body.frame > 0]

    def at(transforms: list[coal.Transform3s]) -> float:
        _place(objects, transforms, moving)
        arm.update()
        callback = coal.DistanceCallBackDefault()
        arm.distance(scene, callback)
        return min(float(callback.data.result.min_distance), _least(listed))

    def run() -> Array:
        return np.array([at(transforms) for transforms in placed])

    return [Way(f"{NAME} broadphase from Python", run, note=f"{PLACED}; {FORGETS}")]


def mesh_distances(found: Bodies, poses: Array) -> list[Way]:
    """Least distance at each of the poses (k, n), where meshes are trees of boxes over triangles."""
    objects = [coal.CollisionObject(shape_of(body, as_tree=True)) for body in found.bodies]
    placed = _placed(found, poses)
    _place(objects, placed[0], range(len(objects)))
    pairs = [_Pairs(objects[a], objects[b]) for a, b in found.pairs]
    moving = [row for row, body in enumerate(found.bodies) if body.frame > 0]

    def at(transforms: list[coal.Transform3s]) -> float:
        _place(objects, transforms, moving)
        return _least(pairs)

    def run() -> Array:
        return np.array([at(transforms) for transforms in placed])

    return [Way(f"{NAME} BVH of triangles", run, run, GJK_M, PLACED)]


def shape_of(body: Body, *, as_tree: bool = False) -> coal.CollisionGeometry:
    """Return a body as a shape of coal; `as_tree`: a mesh as a tree over triangles, not as a convex body."""
    if body.kind == CONVEX and body.mesh is not None:
        tree = _tree(body.mesh)
        if as_tree:
            return tree
        tree.buildConvexRepresentation(False)
        return tree.convex
    kinds: dict[str, Callable[..., coal.CollisionGeometry]] = {
        SPHERE: coal.Sphere,
        CAPSULE: coal.Capsule,
        BOX: coal.Box,
    }
    size = [2.0 * edge for edge in body.size] if body.kind == BOX else body.size
    return kinds[body.kind](*size)


def _tree(mesh: Mesh) -> coal.BVHModelOBBRSS:
    tree = coal.BVHModelOBBRSS()
    tree.beginModel(len(mesh.faces), len(mesh.vertices))
    tree.addVertices(mesh.vertices)
    tree.addTriangles(mesh.faces)
    tree.endModel()
    return tree


def _manager(objects: list[coal.CollisionObject]) -> coal.DynamicAABBTreeCollisionManager:
    manager = coal.DynamicAABBTreeCollisionManager()
    for each in objects:
        manager.registerObject(each)
    manager.setup()
    return manager


def _placed(found: Bodies, poses: Array) -> list[list[coal.Transform3s]]:
    """Return where every body is at every pose, as coal takes it."""
    return [[_transform(T) for T in placed] for placed in placed_bodies(found, poses)]


def _transform(T: Array) -> coal.Transform3s:
    return coal.Transform3s(np.ascontiguousarray(T[:3, :3]), np.ascontiguousarray(T[:3, 3]))


def _place(
    objects: list[coal.CollisionObject], transforms: list[coal.Transform3s], rows: list[int] | range
) -> None:
    for row in rows:
        objects[row].setTransform(transforms[row])
        objects[row].computeAABB()


def _least(pairs: list[_Pairs]) -> float:
    request, least = coal.DistanceRequest(), np.inf
    for first, second in pairs:
        result = coal.DistanceResult()
        least = min(least, coal.distance(first, second, request, result))
    return float(least)
