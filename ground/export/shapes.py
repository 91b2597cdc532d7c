"""What is drawn: the bodies of the scene in the base's frame, the arm's capsules each in its own frame.

box       cube                    capsule   cylinder between two spheres
"""

from collections.abc import Iterable

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
    Vector3,
)
from predictor.geometry.shapes import Box, Capsule, Scene
from predictor.model.robot import Robot

Array = NDArray[np.float64]
Round = tuple[Array, Array, float]  # ends of the axis (3,), radius [m]

STRUCTURE = Color(r=0.62, g=0.64, b=0.68, a=1.0)
ALONG = np.array((0.0, 0.0, 1.0))  # a cylinder's own axis


def scene_update(scene: Scene, time: Time) -> SceneUpdate:
    """Return the bodies around the arm."""
    shapes: Iterable[Box | Capsule] = (*scene.boxes, *scene.capsules)
    return SceneUpdate(entities=[_entity(shape, time) for shape in shapes])


def arm_update(robot: Robot, frames: ArmFrames, *, color: Color, time: Time) -> SceneUpdate:
    """Return the capsules of one of the arms; they move with its frames."""
    capsules, names = robot.capsules, frames.names
    rows = zip(
        capsules.names, capsules.frame, capsules.p0, capsules.p1, capsules.radius.tolist(), strict=True
    )
    entities = [
        _round_entity(name, names[frame], (p0, p1, radius), color=color, time=time)
        for name, frame, p0, p1, radius in rows
    ]
    return SceneUpdate(entities=entities)


def _entity(shape: Box | Capsule, time: Time) -> SceneEntity:
    if isinstance(shape, Capsule):
        ends = (shape.p0, shape.p1, shape.radius)
        return _round_entity(shape.name, BASE, ends, color=STRUCTURE, time=time)
    T = shape.T_base_box
    pose = Pose(position=vector(T[:3, 3]), orientation=quaternion(T[:3, :3]))
    cube = CubePrimitive(pose=pose, size=vector(2.0 * shape.half), color=STRUCTURE)
    return SceneEntity(timestamp=time, frame_id=BASE, id=shape.name, cubes=[cube])


def _round_entity(name: str, frame: str, ends: Round, *, color: Color, time: Time) -> SceneEntity:
    p0, p1, radius = ends
    across = 2.0 * radius
    ball = Vector3(x=across, y=across, z=across)
    spheres = [SpherePrimitive(pose=Pose(position=vector(p)), size=ball, color=color) for p in (p0, p1)]
    return SceneEntity(
        timestamp=time,
        frame_id=frame,
        id=name,
        spheres=spheres,
        cylinders=_between(p0, p1, across, color=color),
    )


def _between(p0: Array, p1: Array, across: float, *, color: Color) -> list[CylinderPrimitive]:
    """Return the cylinder between two ends; none if they coincide."""
    length = float(np.linalg.norm(p1 - p0))
    if length == 0.0:
        return []
    pose = Pose(position=vector((p0 + p1) / 2.0), orientation=quaternion(_turned_to((p1 - p0) / length)))
    return [CylinderPrimitive(pose=pose, size=Vector3(x=across, y=across, z=length), color=color)]


def _turned_to(direction: Array) -> Array:
    """Return a rotation (3, 3) whose z axis is a unit vector."""
    aside = np.eye(3)[np.argmin(np.abs(direction))]  # the axis that is least along it
    x = np.cross(aside, direction)
    x /= np.linalg.norm(x)
    return np.column_stack((x, np.cross(direction, x), direction))
