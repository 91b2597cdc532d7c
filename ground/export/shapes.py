"""What is drawn: the bodies of the scene in the base's frame, those of the arm each in its own frame.

    box     cube        capsule    cylinder between two spheres        mesh    list of triangles

What covers a mesh is left out.
"""

import numpy as np
from numpy.typing import NDArray

from ground.export.arm_frames import BASE, ArmFrames, quaternion, vector
from ground.export.schemas import (
    Color,
    CubePrimitive,
    CylinderPrimitive,
    Pose,
    SceneEntity,
    SceneUpdate,
    SpherePrimitive,
    Time,
    TriangleListPrimitive,
    Vector3,
)
from ground.pictures.drawn_shapes import affordable_parts, drawn_capsules, drawn_volumes
from predictor.geometry.coarse import coarse_meshes
from predictor.geometry.mesh import Mesh
from predictor.geometry.shapes import Box, Capsule, Scene
from predictor.model.robot import Robot

Array = NDArray[np.float64]
CapsuleEnds = tuple[Array, Array, float]  # ends of the axis (3,), radius [m]

STRUCTURE = Color(r=0.62, g=0.64, b=0.68, a=1.0)
AT_ORIGIN = Pose(position=Vector3(x=0.0, y=0.0, z=0.0))
MOST_FACES = 20_000  # of an arm, and of the scene: a message of a few megabytes


def scene_update(scene: Scene, time: Time) -> SceneUpdate:
    """Return the bodies around the arm, moving ones where they are at the start of the run."""
    volumes = [_entity(shape, time) for shape in drawn_volumes(scene)]
    meshes = coarse_meshes([shape.mesh for shape in scene.meshes], MOST_FACES)
    surfaces = [
        _mesh_entity(shape.name, BASE, mesh, color=STRUCTURE, time=time)
        for shape, mesh in zip(scene.meshes, meshes, strict=True)
    ]
    return SceneUpdate(entities=[*volumes, *surfaces])


def arm_update(robot: Robot, frames: ArmFrames, *, color: Color, time: Time) -> SceneUpdate:
    """Return the meshes of one of the arms, and capsules where it has none; they move with its frames."""
    shapes, names, parts = robot.capsules, frames.names, affordable_parts(robot, MOST_FACES)
    meshes = coarse_meshes([part.mesh for part in parts], MOST_FACES)
    surfaces = [
        _mesh_entity(part.name, names[part.frame], mesh, color=color, time=time)
        for part, mesh in zip(parts, meshes, strict=True)
    ]
    volumes = []
    for i in drawn_capsules(robot):
        ends = (shapes.p0[i], shapes.p1[i], float(shapes.radius[i]))
        volumes.append(_round_entity(shapes.names[i], names[shapes.frame[i]], ends, color=color, time=time))
    return SceneUpdate(entities=[*surfaces, *volumes])


def _entity(shape: Box | Capsule, time: Time) -> SceneEntity:
    if isinstance(shape, Capsule):
        ends = (shape.p0, shape.p1, shape.radius)
        return _round_entity(shape.name, BASE, ends, color=STRUCTURE, time=time)
    T = shape.T_base_box
    pose = Pose(position=vector(T[:3, 3]), orientation=quaternion(T[:3, :3]))
    cube = CubePrimitive(pose=pose, size=vector(2.0 * shape.half), color=STRUCTURE)
    return SceneEntity(timestamp=time, frame_id=BASE, id=shape.name, cubes=[cube])


def _round_entity(name: str, frame: str, ends: CapsuleEnds, *, color: Color, time: Time) -> SceneEntity:
    p0, p1, radius = ends
    across = 2.0 * radius
    ball = Vector3(x=across, y=across, z=across)
    spheres = [SpherePrimitive(pose=Pose(position=vector(p)), size=ball, color=color) for p in (p0, p1)]
    return SceneEntity(
        timestamp=time,
        frame_id=frame,
        id=name,
        spheres=spheres,
        cylinders=_cylinder_between(p0, p1, across, color=color),
    )


def _mesh_entity(name: str, frame: str, mesh: Mesh, *, color: Color, time: Time) -> SceneEntity:
    points = [Vector3(x=x, y=y, z=z) for x, y, z in mesh.vertices.tolist()]
    indices = mesh.faces.ravel().tolist()
    surface = TriangleListPrimitive(pose=AT_ORIGIN, points=points, color=color, indices=indices)
    return SceneEntity(timestamp=time, frame_id=frame, id=name, triangles=[surface])


def _cylinder_between(p0: Array, p1: Array, across: float, *, color: Color) -> list[CylinderPrimitive]:
    """Return the cylinder between two ends; none if they coincide."""
    length = float(np.linalg.norm(p1 - p0))
    if length == 0.0:
        return []
    pose = Pose(position=vector((p0 + p1) / 2.0), orientation=quaternion(_rotation_to((p1 - p0) / length)))
    return [CylinderPrimitive(pose=pose, size=Vector3(x=across, y=across, z=length), color=color)]


def _rotation_to(direction: Array) -> Array:
    """Return a rotation (3, 3) whose z axis is a unit vector."""
    aside = np.eye(3)[np.argmin(np.abs(direction))]  # the axis that is least along it
    x = np.cross(aside, direction)
    x /= np.linalg.norm(x)
    return np.column_stack((x, np.cross(direction, x), direction))
