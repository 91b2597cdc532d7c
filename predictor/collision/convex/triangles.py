"""What the method `mesh` puts in the place of an arm's parts and of a scene's shapes: their triangles.

    part that is touched           its triangles, called after the capsule that holds their piece
    mesh that stays where it is    its triangles, called as the box that covers their piece
    anything else                  as `bodies` tells it

A triangle goes where the piece goes in which it lies (`shares`), so that the piece is never farther than it.
A piece of an arm in which no triangle is stays what it is; one of a scene, where faces may be cut between
pieces, gets the triangle that is nearest to it once more.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from predictor.collision.convex.bodies import Leaves, convex_solids, leaves_of
from predictor.collision.convex.packing import Body
from predictor.collision.convex.shares import shares_of
from predictor.collision.convex.surface import by_piece, out_of_bounds
from predictor.geometry.mesh import Mesh
from predictor.geometry.shapes import MeshShape, Scene
from predictor.model.robot import Robot

Array = NDArray[np.float64]


def triangle_leaves(robot: Robot, scene: Scene) -> Leaves:
    """Return the triangles of an arm, by the capsule that they stand for in this scene."""
    return leaves_of(robot, list(_triangles(robot, scene)))


def _triangles(robot: Robot, scene: Scene) -> Iterator[Body]:
    for part in robot.parts:
        own = by_piece(part.mesh, part.pieces)
        for share in shares_of(robot, scene, part):
            shape = own[share.number] if share.triangles is None else share.triangles
            yield Body(share.capsule, shape, 0.0, part.frame)


def triangle_solids(scene: Scene) -> list[Body]:
    """Return the triangles of a scene's meshes, and its other shapes, in the order of its volumes."""
    shapes = {
        f"{mesh.name}/{number}": shape
        for mesh in scene.meshes
        for number, shape in enumerate(_all_triangles(mesh))
    }
    solids = convex_solids(scene)
    return [
        solid._replace(shape=shapes[solid.name]) if isinstance(solid.shape, Mesh) else solid
        for solid in solids
    ]


def _all_triangles(shape: MeshShape) -> Iterator[Mesh | Array]:
    """Return the triangles of each piece of a mesh; of one without any, where faces are cut, the nearest."""
    every = shape.mesh.vertices[shape.mesh.faces]
    for own, piece in zip(by_piece(shape.mesh, shape.pieces), shape.pieces, strict=True):
        if isinstance(own, Mesh) and shape.boxes:
            nearest = int(out_of_bounds(every, piece).argmin())
            yield every[nearest : nearest + 1]
        else:
            yield own
