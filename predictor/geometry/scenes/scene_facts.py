"""What a scene, or a bare mesh, is made of, as plain data for people and programs.

    name, kind ("scene" | "mesh"), ok, kept_clear_of
    bodies[{name, carrier, mass, moves{from_s, until_s, way_points} | null, shapes[]}]
    shapes[{name, kind ("box" | "capsule" | "sphere"), body, volume, low, high}]
    meshes[{name, body, vertices, faces, bodies, watertight, volume, low, high, pieces, covers, cover_volume,
            excess, excess_allowed}]
    mounts[{capsule, shape}]
    doubts[{what, why, what_to_do}]

SI throughout; `low` and `high` are the corners of a box along the axes of the arm base, or of the joint that
carries the body, at the start of the run.  `kept_clear_of`: boxes and capsules that the arm is kept out of;
`covers`: those of them that stand for a mesh, or for its whole way; `excess`: how far the boxes around its
pieces reach from the mesh, and from the inside of a closed one, at most, where it stands as the run begins;
of what stays where it is never more than is allowed.  The volume of an open mesh is null,
that of one which is inside out negative.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from predictor.geometry.fit import volumes
from predictor.geometry.mesh import bodies_of, is_closed, volume_of
from predictor.geometry.scenes.covers import excess_of
from predictor.geometry.scenes.scene_doubts import doubts, mesh_doubts
from predictor.geometry.scenes.scene_file import CARRIER, Shape
from predictor.geometry.shape_meshes import as_mesh
from predictor.geometry.shapes import BASE, Body, Box, Capsule, MeshShape, Scene

Array = NDArray[np.float64]


def scene_facts(scene: Scene) -> dict[str, Any]:
    """Return what is known of a scene."""
    shapes, meshes = own_shapes(scene), own_meshes(scene)
    return {
        "name": scene.name,
        "kind": "scene",
        "ok": True,
        "kept_clear_of": len(scene.volumes),
        "bodies": [_body(body, [*shapes, *meshes]) for body in all_bodies(scene)],
        "shapes": [_shape(shape) for shape in shapes],
        "meshes": [_mesh(mesh, [box for box in scene.boxes if box.cover_of == mesh.name]) for mesh in meshes],
        "mounts": [{"capsule": capsule, "shape": shape} for capsule, shape in scene.mounts],
        "doubts": doubts(scene),
    }


def mesh_facts(shape: MeshShape, covers: Iterable[Box]) -> dict[str, Any]:
    """Return what is known of a bare mesh."""
    return {
        "name": shape.name,
        "kind": "mesh",
        "ok": True,
        "meshes": [_mesh(shape, [*covers])],
        "doubts": mesh_doubts(shape),
    }


def all_bodies(scene: Scene) -> list[Body]:
    """Return the bodies, the arm's carrier first; those that a joint carries last."""
    unknown = np.zeros(3)
    carrier = Body(name=CARRIER, mass=0.0, com=unknown, inertia=np.zeros((3, 3)))
    return [carrier, *scene.bodies, *(load.body for load in scene.loads)]


def own_shapes(scene: Scene) -> list[Box | Capsule]:
    """Return the boxes and capsules that cover nothing, those of loads last."""
    found = [*scene.volumes]
    for load in scene.loads:
        found += [*load.boxes, *load.capsules]
    return [shape for shape in found if not shape.cover_of]


def own_meshes(scene: Scene) -> list[MeshShape]:
    """Return the meshes, those of loads last; a moving body's shapes are meshes too."""
    return [*scene.meshes, *(mesh for load in scene.loads for mesh in load.meshes)]


def _body(body: Body, shapes: Iterable[Shape]) -> dict[str, Any]:
    motion = body.motion
    return {
        "name": body.name,
        "carrier": BASE if body.name == CARRIER else body.carrier,
        "mass": body.mass,
        "moves": motion
        and {
            "from_s": float(motion.times_s[0]),
            "until_s": float(motion.times_s[-1]),
            "way_points": len(motion.times_s),
        },
        "shapes": [shape.name for shape in shapes if shape.body == body.name],
    }


def _shape(shape: Box | Capsule) -> dict[str, Any]:
    if isinstance(shape, Box):
        kind, volume = "box", 8.0 * float(np.prod(shape.half))
    else:
        kind = "sphere" if (shape.p0 == shape.p1).all() else "capsule"
        volume = volumes.Capsule(p0=shape.p0, p1=shape.p1, radius=shape.radius).volume
    low, high = bounds(shape)
    row = {"name": shape.name, "kind": kind, "body": shape.body, "volume": float(volume)}
    return row | {"low": low.tolist(), "high": high.tolist()}


def bounds(shape: Shape) -> tuple[Array, Array]:
    """Return the least and the greatest x, y, z of a shape [m]."""
    if isinstance(shape, Capsule):
        ends = np.array([shape.p0, shape.p1])
        return ends.min(axis=0) - shape.radius, ends.max(axis=0) + shape.radius
    vertices = as_mesh(shape).mesh.vertices
    return vertices.min(axis=0), vertices.max(axis=0)


def _mesh(shape: MeshShape, covers: list[Box]) -> dict[str, Any]:
    low, high = bounds(shape)
    has_inside = is_closed(shape.mesh)
    excess, allowed = excess_of(shape)
    return {
        "name": shape.name,
        "body": shape.body,
        "vertices": len(shape.mesh.vertices),
        "faces": len(shape.mesh.faces),
        "bodies": bodies_of(shape.mesh),
        "watertight": has_inside,
        "volume": volume_of(shape.mesh) if has_inside else None,
        "low": low.tolist(),
        "high": high.tolist(),
        "pieces": len(shape.pieces),
        "covers": len(covers),
        "cover_volume": float(sum(8.0 * np.prod(box.half) for box in covers)),
        "excess": excess,
        "excess_allowed": allowed,
    }
