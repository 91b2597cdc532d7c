"""python-fcl: its broad phase over all bodies."""

import fcl
import numpy as np
from numpy.typing import NDArray

from tests.benchmarks.peers.way import Way
from tests.benchmarks.problems.bodies import BOX, CAPSULE, CONVEX, SPHERE, Bodies, Body, placed_bodies

Array = NDArray[np.float64]

NAME = "fcl"
PLACED = "bodies are placed by our kinematics, untimed"


def hits(found: Bodies, poses: Array) -> list[Way]:
    """Hit or free at each of the poses (k, n), by a tree of the arm's leaves against one of the scene."""
    objects = [fcl.CollisionObject(_shape(body)) for body in found.bodies]
    placed = _placed(found, poses)
    for each, transform in zip(objects, placed[0], strict=True):
        each.setTransform(transform)
    free = found.meeting_all
    arm, scene = (_manager([objects[row] for row in sorted(rows)]) for rows in (free, found.scene))
    listed = [(objects[a], objects[b]) for a, b in found.pairs if not (a in free and b in found.scene)]
    moving = [row for row, body in enumerate(found.bodies) if body.frame > 0]

    def at(transforms: list[fcl.Transform]) -> bool:
        for row in moving:
            objects[row].setTransform(transforms[row])
        arm.update()
        data = fcl.CollisionData()
        arm.collide(scene, data, fcl.defaultCollisionCallback)
        return data.result.is_collision or any(fcl.collide(*pair) for pair in listed)

    def run() -> Array:
        return np.array([at(transforms) for transforms in placed], dtype=float)

    return [Way(f"{NAME} broadphase from Python", run, run, note=PLACED)]


def _shape(body: Body) -> fcl.CollisionGeometry:
    if body.kind == CONVEX and body.mesh is not None:
        model = fcl.BVHModel()
        model.beginModel(len(body.mesh.vertices), len(body.mesh.faces))
        model.addSubModel(body.mesh.vertices, body.mesh.faces)
        model.endModel()
        return model
    kinds = {SPHERE: fcl.Sphere, CAPSULE: fcl.Capsule, BOX: fcl.Box}
    size = [2.0 * edge for edge in body.size] if body.kind == BOX else body.size
    return kinds[body.kind](*size)


def _manager(objects: list[fcl.CollisionObject]) -> fcl.DynamicAABBTreeCollisionManager:
    manager = fcl.DynamicAABBTreeCollisionManager()
    manager.registerObjects(objects)
    manager.setup()
    return manager


def _placed(found: Bodies, poses: Array) -> list[list[fcl.Transform]]:
    """Return where every body is at every pose, as fcl takes it."""
    return [[fcl.Transform(T[:3, :3], T[:3, 3]) for T in placed] for placed in placed_bodies(found, poses)]
