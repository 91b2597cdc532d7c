"""What may be meant otherwise in a scene or a mesh: named with what to do, never put right by itself."""

from collections.abc import Iterator
from itertools import chain

import numpy as np

from predictor.geometry.fit.obb import OrientedBox
from predictor.geometry.fit.volumes import BoundingCapsule, BoundingVolume
from predictor.geometry.mesh import Array
from predictor.geometry.primitive_meshes import as_mesh
from predictor.geometry.scenes.covers import excess_of
from predictor.geometry.scenes.scene_file import Shape
from predictor.geometry.shapes import BASE, SPACE, Box, Capsule, MeshShape, Scene, SceneBody
from predictor.geometry.surfaces import open_edges, volume_of
from predictor.inputs.doubt import Doubt

LARGE_M, SMALL_M = 200.0, 0.005  # extents beyond which a mesh is rarely in metres
MOST_COMPARED = 2000  # shapes that are looked at for one inside another


def doubts(scene: Scene) -> list[Doubt]:
    """Return what is doubtful of a scene."""
    meshes = [*scene.meshes, *(mesh for load in scene.loads for mesh in load.meshes)]
    of_meshes = chain.from_iterable(map(mesh_doubts, meshes))
    return [*of_meshes, *_of_bodies(scene), *_inside_one_another(scene)]


def mesh_doubts(shape: MeshShape) -> Iterator[Doubt]:
    """Return what is doubtful of one mesh."""
    what, extent = f"mesh {shape.name}", float(np.ptp(shape.mesh.vertices, axis=0).max())
    if extent > LARGE_M:
        yield Doubt(what, f"extends over {extent:,.0f} m: millimetres?", "scale = [0.001, 0.001, 0.001]")
    elif extent < SMALL_M:
        yield Doubt(what, f"extends over {1e3 * extent:.3g} mm: another unit?", "say its scale")
    excess, allowed = excess_of(shape)
    if excess > allowed:
        yield Doubt(
            what,
            f"does not stay where it is, and its pieces reach up to {excess:.3f} m from it",
            "build it of boxes and capsules, if the arm is to come so near",
        )
    count = open_edges(shape.mesh)
    if count:
        yield Doubt(
            what,
            f"is not closed ({count} open edges)",
            "only its surface is surely kept clear of; close it if it is solid",
        )
    elif volume_of(shape.mesh) < 0.0:
        text = "is inside out: its faces look inwards, and only they are surely kept clear of"
        yield Doubt(what, text, "turn its faces over, if it is no room")


def _of_bodies(scene: Scene) -> Iterator[Doubt]:
    bodies = [*scene.bodies, *(load.body for load in scene.loads)]
    shaped = {shape.body for shape in scene.volumes}
    for load in scene.loads:
        shaped |= {load.body.name} if load.boxes or load.capsules or load.meshes else set()
    for body in bodies:
        what = f"body {body.name}"
        if body.name not in shaped:
            yield Doubt(
                what, "has no shape: nothing keeps the arm clear of it", "give it one, or leave it out"
            )
        elif body.mass == 0.0 and body.carrier != SPACE and body.motion is None:
            yield Doubt(what, f"has no mass, but {_rides(body)}", "give mass, com and inertia, if it weighs")


def _rides(body: SceneBody) -> str:
    return "rides on the platform" if body.carrier == BASE else f"is carried by {body.carrier}"


def _inside_one_another(scene: Scene) -> Iterator[Doubt]:
    """Return shapes that lie wholly in a box or a capsule of another one that stays where it is."""
    shapes: list[Shape] = [shape for shape in scene.volumes if not shape.cover_of]
    moving = {body.name for body in scene.bodies if body.motion}
    inner = [*shapes, *(mesh for mesh in scene.meshes if mesh.body not in moving)][:MOST_COMPARED]
    points = [as_mesh(shape).mesh.vertices for shape in inner]
    low, high = (np.array([edge(p, axis=0) for p in points]).reshape(-1, 3) for edge in (np.min, np.max))
    for outer in (shape for shape in inner if not isinstance(shape, MeshShape)):
        around = as_mesh(outer).mesh.vertices
        may = (low >= around.min(axis=0)).all(axis=1) & (high <= around.max(axis=0)).all(axis=1)
        for index in np.flatnonzero(may):
            if inner[index] is not outer and _holds(outer, points[index]):
                yield Doubt(
                    f"{inner[index].name}",
                    f"lies wholly in {outer.name}",
                    "leave it out, or move one of them",
                )


def _holds(outer: Box | Capsule, points: Array) -> bool:
    return bool((volume_around(outer).margins(points) >= 0.0).all())


def volume_around(shape: Box | Capsule) -> BoundingVolume:
    """Return a box or a capsule of a scene as a bounding volume."""
    if isinstance(shape, Box):
        return OrientedBox(T=shape.T_base_box, half=shape.half)
    return BoundingCapsule(p0=shape.p0, p1=shape.p1, radius=shape.radius)
