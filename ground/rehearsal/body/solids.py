"""What the spacecraft's body is made of: which solids physics touches, and which the cameras see.

    frame of the arm     touched: convex pieces of its parts, else its capsules; seen: `drawn_shapes`
    mesh of the scene    touched: its convex pieces, named m/0, m/1, ...; seen: itself
    box, capsule         touched and seen, unless it covers a mesh: then neither

    who carries it       frame of a joint; the platform, frame_0; the world; a body of its own, if it moves

So contact and clearance are those of the bodies, not of the volumes that the predictor keeps apart: what
they say of a motion is an independent judgement.  Which solids must not touch follows from those volumes: two
are watched if every volume of the one's frame is to be kept apart from every one of the other's.
"""

import itertools
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ground.pictures.drawn_shapes import affordable_parts, drawn_capsules, drawn_volumes
from predictor.geometry.coarse import coarse_meshes
from predictor.geometry.mesh import Mesh
from predictor.geometry.scenes.scene_file import CARRIER
from predictor.geometry.shapes import BASE, SPACE, Box, Capsule, Scene
from predictor.model.robot import Robot

Array = NDArray[np.float64]

WORLD = "world"  # what stands in inertial space
SEEN_FACES = 3_000  # of all meshes together: with more, four pictures a second cost a processor


class Solid(NamedTuple):
    """One shape of one rigid body, in the frame of that."""

    name: str
    body: str
    shape: Box | Capsule | Mesh
    is_touched: bool
    is_seen: bool
    volumes: tuple[str, ...] = ()  # of the arm: the capsules that cover it
    of: str = ""  # the scene's body that it belongs to; empty: it is the arm's


def frame_name(frame: int) -> str:
    """Return the name of the body that is a frame of the arm."""
    return f"frame_{frame}"


def moving_name(body: str) -> str:
    """Return the name of the model's body for one of the scene with a stated motion."""
    return f"{body} as it moves"


def solids(robot: Robot, scene: Scene, *, most_faces: int = SEEN_FACES) -> list[Solid]:
    """Return all solids; what is only to be seen has no more triangles in all than it is given."""
    return [*arm_solids(robot), *_around(robot, scene), *_seen(robot, scene, most_faces)]


def arm_solids(robot: Robot) -> Iterator[Solid]:
    """Return what is touched of the arm."""
    shapes, drawn = robot.capsules, drawn_capsules(robot)
    pieced = {part.frame for part in robot.parts if part.pieces}
    for index, (name, frame) in enumerate(zip(shapes.names, shapes.frame.tolist(), strict=True)):
        if frame not in pieced:
            p0, p1, radius = shapes.p0[index], shapes.p1[index], float(shapes.radius[index])
            rod = Capsule(name=name, body=frame_name(frame), p0=p0, p1=p1, radius=radius)
            yield Solid(name, rod.body, rod, is_touched=True, is_seen=index in drawn, volumes=(name,))
    for part in robot.parts:
        volumes = tuple(n for n, f in zip(shapes.names, shapes.frame, strict=True) if f == part.frame)
        for piece in _pieces(part.name, frame_name(part.frame), part.pieces):
            yield piece._replace(volumes=volumes)


def touching_pairs(robot: Robot, scene: Scene) -> list[tuple[str, str]]:
    """Return the pairs of solids that must not touch, in the order robot against scene, then itself."""
    arm, around, apart = list(arm_solids(robot)), list(_around(robot, scene)), _kept_apart(robot)
    mounted, covers = {*scene.mounts}, _covers(scene, [shape.name for shape in around])
    outer = [
        (solid.name, shape.name)
        for solid in arm
        for shape in around
        if not any((volume, cover) in mounted for volume in solid.volumes for cover in covers[shape.name])
    ]
    return outer + [
        (first.name, second.name)
        for index, second in enumerate(arm)
        for first in arm[:index]
        if _are_apart(first, second, apart)
    ]


def body_names(robot: Robot, scene: Scene) -> dict[str, str]:
    """Return for each body of the scene the body of the model that carries its shapes."""
    frames = {joint.name: frame_name(index + 1) for index, joint in enumerate(robot.joints)}
    carriers = {BASE: frame_name(0), SPACE: WORLD, **frames}
    carried = {body.name: carriers[body.carrier] for body in scene.bodies}
    moving = {body.name: moving_name(body.name) for body in scene.bodies if body.motion is not None}
    return {CARRIER: frame_name(0)} | carried | moving


def farthest(shape: Box | Capsule | Mesh, p: Array) -> float:
    """Return how far from a point (3,) of its frame a shape reaches at most [m]."""
    if isinstance(shape, Box):
        return float(np.linalg.norm(shape.T_base_box[:3, 3] - p) + np.linalg.norm(shape.half))
    if isinstance(shape, Capsule):
        return float(np.linalg.norm([shape.p0 - p, shape.p1 - p], axis=1).max()) + shape.radius
    return float(np.linalg.norm(shape.vertices - p, axis=1).max())


def _kept_apart(robot: Robot) -> set[frozenset[str]]:
    names = robot.capsules.names
    return {frozenset((names[i], names[j])) for i, j in robot.self_pairs.tolist()}


def _covers(scene: Scene, names: list[str]) -> dict[str, list[str]]:
    """Return what is mounted of each solid of the scene: itself, or covers of the way of a piece."""
    covers: dict[str, list[str]] = {name: [] for name in names}
    for shape in {shape for _, shape in scene.mounts}:
        for whole in itertools.accumulate(shape.split("/"), "{}/{}".format):  # m, m/0, m/0/1
            if whole in covers:
                covers[whole].append(shape)
    return covers


def _are_apart(first: Solid, second: Solid, apart: set[frozenset[str]]) -> bool:
    pairs = [frozenset((a, b)) for a in first.volumes for b in second.volumes]
    return bool(pairs) and apart.issuperset(pairs)


def _around(robot: Robot, scene: Scene) -> Iterator[Solid]:
    """Return what is touched of the scene."""
    bodies = body_names(robot, scene)
    for shape in drawn_volumes(scene):
        yield Solid(shape.name, bodies[shape.body], shape, is_touched=True, is_seen=True, of=shape.body)
    for mesh in scene.meshes:
        for piece in _pieces(mesh.name, bodies[mesh.body], mesh.pieces):
            yield piece._replace(of=mesh.body)


def _pieces(name: str, body: str, pieces: tuple[Mesh, ...]) -> Iterator[Solid]:
    for number, piece in enumerate(pieces):
        yield Solid(f"{name}/{number}", body, piece, is_touched=True, is_seen=False)


def _seen(robot: Robot, scene: Scene, most_faces: int) -> Iterator[Solid]:
    """Return what is seen alone: the meshes."""
    bodies = body_names(robot, scene)
    parts, shapes = affordable_parts(robot, most_faces), scene.meshes
    named = [(part.name, frame_name(part.frame), "") for part in parts]
    named += [(shape.name, bodies[shape.body], shape.body) for shape in shapes]
    meshes = coarse_meshes([*(part.mesh for part in parts), *(shape.mesh for shape in shapes)], most_faces)
    for (name, body, of), mesh in zip(named, meshes, strict=True):
        if len(mesh.faces):
            yield Solid(f"{name} as seen", body, mesh, is_touched=False, is_seen=True, of=of)
