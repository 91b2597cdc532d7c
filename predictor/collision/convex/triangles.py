"""What the method `mesh` puts in the place of an arm's parts and of a scene's shapes: their triangles.

    part that is touched           its triangles, called after the capsule that their piece stands for
    mesh that stays where it is    its triangles, called as the box that covers their piece
    anything else                  as `bodies` tells it

A triangle is in the piece out of whose box it sticks least.  A piece in which no triangle is stays what it
is.
"""

import numpy as np
from numpy.typing import NDArray

from predictor.collision.convex.bodies import Leaves, capsule_of, convex_solids, leaves_of
from predictor.collision.convex.packing import Body
from predictor.geometry.mesh import Mesh
from predictor.geometry.shapes import Scene
from predictor.model.robot import Robot

Array = NDArray[np.float64]


def triangle_leaves(robot: Robot) -> Leaves:
    """Return the triangles of an arm, by the capsule that they stand for."""
    bodies = [
        Body(capsule_of(robot, part, piece), shape, 0.0, part.frame)
        for part in robot.parts
        for piece, shape in zip(part.pieces, by_piece(part.mesh, part.pieces), strict=True)
    ]
    return leaves_of(robot, bodies)


def triangle_solids(scene: Scene) -> list[Body]:
    """Return the triangles of a scene's meshes, and its other shapes, in the order of its volumes."""
    shapes = {
        f"{mesh.name}/{number}": shape
        for mesh in scene.meshes
        for number, shape in enumerate(by_piece(mesh.mesh, mesh.pieces))
    }
    solids = convex_solids(scene)
    return [
        solid._replace(shape=shapes[solid.name]) if isinstance(solid.shape, Mesh) else solid
        for solid in solids
    ]


def by_piece(mesh: Mesh, pieces: tuple[Mesh, ...]) -> list[Mesh | Array]:
    """Return the triangles (k, 3, 3) of each piece of a mesh; the piece itself, if it has none."""
    triangles = mesh.vertices[mesh.faces]
    least, of = np.full(len(triangles), np.inf), np.zeros(len(triangles), np.int64)
    for number, piece in enumerate(pieces):
        low, high = piece.vertices.min(axis=0), piece.vertices.max(axis=0)
        out = np.maximum(low - triangles.min(axis=1), triangles.max(axis=1) - high).max(axis=1)
        is_less = out < least
        least[is_less], of[is_less] = out[is_less], number
    found = [triangles[of == number] for number in range(len(pieces))]
    return [own if len(own) else piece for own, piece in zip(found, pieces, strict=True)]
