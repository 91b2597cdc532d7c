"""What the method `mesh` puts in the place of an arm's parts and of a scene's shapes: their triangles.

    part that is touched           its triangles, called after the capsule that their piece stands for
    mesh that stays where it is    its triangles, called as the box that covers their piece
    anything else                  as `bodies` tells it

A triangle goes where the piece goes in which it lies, so that the piece is never farther than it.  A piece of
an arm in which no triangle is stays what it is; one of a scene, where faces may be cut between pieces, gets
the triangle that is nearest to it once more.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from predictor.collision.convex.bodies import Leaves, capsule_of, convex_solids, leaves_of
from predictor.collision.convex.packing import Body
from predictor.geometry.mesh import Mesh
from predictor.geometry.shapes import MeshShape, Scene
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
            nearest = int(_out_of_bounds(every, piece).argmin())
            yield every[nearest : nearest + 1]
        else:
            yield own


def by_piece(mesh: Mesh, pieces: tuple[Mesh, ...]) -> list[Mesh | Array]:
    """Return the triangles (k, 3, 3) of each piece of a mesh; the piece itself, if it has none."""
    triangles = mesh.vertices[mesh.faces]
    least, of = np.full(len(triangles), np.inf), np.zeros(len(triangles), np.int64)
    for number, piece in enumerate(pieces):
        rows = np.flatnonzero(_out_of_bounds(triangles, piece) < least)
        out = _out(triangles[rows], piece)
        rows, out = rows[out < least[rows]], out[out < least[rows]]
        least[rows], of[rows] = out, number
    found = [triangles[of == number] for number in range(len(pieces))]
    return [own if len(own) else piece for own, piece in zip(found, pieces, strict=True)]


def _out_of_bounds(triangles: Array, piece: Mesh) -> Array:
    """Return how far triangles (k, 3, 3) stick out of the bounds of a piece (k,): no farther than of it."""
    low, high = piece.vertices.min(axis=0), piece.vertices.max(axis=0)
    out: Array = np.maximum(low - triangles.min(axis=1), triangles.max(axis=1) - high).max(axis=1)
    return out


def _out(triangles: Array, piece: Mesh) -> Array:
    """Return how far triangles (k, 3, 3) stick out of the planes of a convex piece (k,)."""
    a, b, c = np.moveaxis(piece.vertices[piece.faces], 1, 0)
    normals = np.cross(b - a, c - a)
    length = np.linalg.norm(normals, axis=1)
    normals = normals[length > 0.0] / length[length > 0.0, None]
    offsets = (normals @ piece.vertices.T).max(axis=1)
    out: Array = (triangles.reshape(-1, 3) @ normals.T - offsets).max(axis=1).reshape(-1, 3).max(axis=1)
    return out
