"""What the methods of convex bodies put in the place of an arm's parts and of a scene's shapes.

`convex`:

    frame with parts that are touched   their convex pieces, each called after the capsule that it is in
    any other frame                     its capsules: two corners and a radius
    mesh that stays where it is         its convex pieces, each called as the box that covers it: "m/0", "m/1"
    box, capsule, path of a moving body itself

A piece is called after the capsule that holds it (`shares`), and inherits what is said of that one: which
other capsules it is kept apart from, and on which shapes it is mounted.  A capsule that no piece is in stays
what it is.  So all that the arm and the scene are made of is contained, as `capsules` contains it.

`obb` takes the same bodies, each with an oriented box around it.  `mesh`:

    part that is touched                its triangles, called after the capsule that holds their piece
    mesh that stays where it is         its triangles, called as the box that covers their piece
    anything else                       as `convex` has it

A triangle goes where the piece goes in which it lies (`shares`), so that the piece is never farther than it.
A piece of an arm in which no triangle is stays what it is; one of a scene, where faces may be cut between
pieces, gets the triangle that is nearest to it once more.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from predictor.collision.convex.convex_packing import ConvexBody
from predictor.collision.convex.shares import by_piece, out_of_bounds, shares_of
from predictor.geometry.fit.obb import oriented_box
from predictor.geometry.mesh import Mesh
from predictor.geometry.shapes import Box, Capsule, MeshShape, Scene
from predictor.inputs.arrays import read_only
from predictor.model.robot import Capsules, Robot

Array = NDArray[np.float64]
# The arm with a capsule for each leaf, and what stands for each.
Leaves = tuple[Robot, list[list[ConvexBody]]]

SIGNS = np.array([[x, y, z] for x in (-1.0, 1.0) for y in (-1.0, 1.0) for z in (-1.0, 1.0)])


def corners_of_box(T: Array, half: Array) -> Array:
    """Return the corners (8, 3) of a box with its centre at T (4, 4)."""
    corners: Array = (SIGNS * half) @ T[:3, :3].T + T[:3, 3]
    return corners


def convex_leaves(robot: Robot, scene: Scene) -> Leaves:
    """Return the convex bodies of an arm, by the capsule that they stand for in this scene."""
    return leaves_of(robot, list(_pieces(robot, scene)))


def leaves_of(robot: Robot, bodies: list[ConvexBody]) -> Leaves:
    """Return an arm's leaves: of each capsule the bodies that are called after it, or itself.

    A body of a frame without any capsule is one more leaf, with a ball around it as its capsule.
    """
    named: dict[str, list[ConvexBody]] = {}
    for body in bodies:
        named.setdefault(body.name, []).append(body)
    extra = [name for name in named if name not in robot.capsules.names]
    own = _with_balls(robot.capsules, [named[name] for name in extra]) if extra else robot.capsules
    rods = [
        ConvexBody(name, _axis(own.p0[row], own.p1[row]), float(own.radius[row]), frame)
        for row, (name, frame) in enumerate(zip(own.names, own.frame.tolist(), strict=True))
    ]
    return replace(robot, capsules=own), [named.get(rod.name, [rod]) for rod in rods]


def _with_balls(own: Capsules, leaves: list[list[ConvexBody]]) -> Capsules:
    corners = [np.concatenate([body.corners for body in leaf]) for leaf in leaves]
    middle = np.array([0.5 * (each.min(axis=0) + each.max(axis=0)) for each in corners])
    radius = [np.linalg.norm(each - p, axis=1).max() for each, p in zip(corners, middle, strict=True)]
    return Capsules(
        names=(*own.names, *(leaf[0].name for leaf in leaves)),
        frame=np.concatenate([own.frame, [leaf[0].frame for leaf in leaves]]),
        p0=read_only(np.concatenate([own.p0, middle])),
        p1=read_only(np.concatenate([own.p1, middle])),
        radius=read_only(np.concatenate([own.radius, radius])),
    )


def convex_solids(scene: Scene) -> list[ConvexBody]:
    """Return the convex bodies of a scene, in the order of its volumes."""
    pieces = {
        (mesh.name, f"{mesh.name}/{number}"): piece
        for mesh in scene.meshes
        for number, piece in enumerate(mesh.pieces)
    }
    return [_solid(shape, pieces.get((shape.cover_of, shape.name))) for shape in scene.volumes]


def box_solids(scene: Scene) -> list[ConvexBody]:
    """Return the same with the boxes that cover meshes in place of their pieces."""
    return [_solid(shape, None) for shape in scene.volumes]


def boxes_around(bodies: list[ConvexBody]) -> list[ConvexBody]:
    """Return each body as a box that contains it."""
    return [body._replace(shape=_box_around(body), radius=0.0, is_box=True) for body in bodies]


def _solid(shape: Box | Capsule, piece: Mesh | None) -> ConvexBody:
    if piece is not None:
        return ConvexBody(shape.name, piece, 0.0, body=shape.body)
    if isinstance(shape, Box):
        corners = corners_of_box(shape.T_base_box, shape.half)
        return ConvexBody(shape.name, corners, 0.0, body=shape.body, is_box=True)
    return ConvexBody(shape.name, _axis(shape.p0, shape.p1), float(shape.radius), body=shape.body)


def _axis(p0: Array, p1: Array) -> Array:
    """Return the corners of a capsule: two, or one if it is a sphere."""
    return np.array([p0]) if np.array_equal(p0, p1) else np.array([p0, p1])


def _pieces(robot: Robot, scene: Scene) -> Iterator[ConvexBody]:
    for part in robot.parts:
        for share in shares_of(robot, scene, part):
            yield ConvexBody(share.capsule, share.piece, 0.0, part.frame)


def _box_around(body: ConvexBody) -> Array:
    corners = body.corners
    if body.is_box:
        return corners
    if len(corners) > 2:
        box = oriented_box(corners)
        return corners_of_box(box.T, box.half)
    p0, p1 = corners[0], corners[-1]
    T, half = np.eye(4), np.full(3, body.radius)
    T[:3, 3] = 0.5 * (p0 + p1)
    length = float(np.linalg.norm(p1 - p0))
    if length > 0.0:
        half[0] += 0.5 * length
        x = (p1 - p0) / length
        y = np.cross(x, np.eye(3)[np.abs(x).argmin()])
        y /= np.linalg.norm(y)
        T[:3, :3] = np.column_stack([x, y, np.cross(x, y)])
    return corners_of_box(T, half)


def triangle_leaves(robot: Robot, scene: Scene) -> Leaves:
    """Return the triangles of an arm, by the capsule that they stand for in this scene."""
    return leaves_of(robot, list(_triangles(robot, scene)))


def _triangles(robot: Robot, scene: Scene) -> Iterator[ConvexBody]:
    for part in robot.parts:
        own = by_piece(part.mesh, part.pieces)
        for share in shares_of(robot, scene, part):
            shape = own[share.number] if share.triangles is None else share.triangles
            yield ConvexBody(share.capsule, shape, 0.0, part.frame)


def triangle_solids(scene: Scene) -> list[ConvexBody]:
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
