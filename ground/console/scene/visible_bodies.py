"""What the views draw of arm and scene, each body once: as a mesh where there is one, else as its volume.

The volumes that cover a mesh are not drawn; what is said of one of them is said of the body that it covers.
"""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ground.console.texts.formats import body_name
from ground.pictures.drawn_shapes import affordable_parts, drawn_capsules, drawn_volumes
from predictor.geometry.coarse import coarse_meshes
from predictor.geometry.mesh import Mesh
from predictor.geometry.shapes import BASE, Box, Capsule, Scene
from predictor.geometry.shapes import SceneBody as BodyOfFile
from predictor.model.robot import Robot
from predictor.world_updates import PlacedBody, displacement

Array = NDArray[np.float64]

MOST_FACES = 20_000  # of all meshes of a view


class Segment(NamedTuple):
    """The axis of a capsule."""

    p0: Array  # (3,) [m]
    p1: Array
    radius: float


class ArmBody(NamedTuple):
    """What is drawn of the arm as one, in a frame of it."""

    frame: int
    volumes: tuple[str, ...]  # the capsules that speak for it
    shape: Segment | Mesh


class SceneBody(NamedTuple):
    """What is drawn of the scene as one."""

    name: str
    body: str
    shape: Box | Capsule | Mesh

    def is_red(self, red: Iterable[str]) -> bool:
        """True if one of these names is its own, or that of something that covers it."""
        return any(self.name in (name, body_name(name)) for name in red)


class VisibleBodies(NamedTuple):
    """What is drawn of arm and scene."""

    arm: tuple[ArmBody, ...]
    scene: tuple[SceneBody, ...]


NOTHING_VISIBLE = VisibleBodies((), ())


def visible_bodies(robot: Robot, scene: Scene, most_faces: int = MOST_FACES) -> VisibleBodies:
    """Return what to draw, with no more triangles of meshes than it is given."""
    parts, shapes = affordable_parts(robot, most_faces), scene.meshes
    meshes = coarse_meshes([*(part.mesh for part in parts), *(shape.mesh for shape in shapes)], most_faces)
    volumes = robot.capsules
    names = [
        tuple(name for name, at in zip(volumes.names, volumes.frame, strict=True) if at == part.frame)
        for part in parts
    ]
    arm = [ArmBody(part.frame, of, mesh) for part, of, mesh in zip(parts, names, meshes, strict=False)]
    arm += [
        ArmBody(
            int(volumes.frame[i]),
            (volumes.names[i],),
            Segment(volumes.p0[i], volumes.p1[i], float(volumes.radius[i])),
        )
        for i in drawn_capsules(robot)
    ]
    around = [SceneBody(shape.name, shape.body, shape) for shape in drawn_volumes(scene)]
    around += [
        SceneBody(shape.name, shape.body, mesh)
        for shape, mesh in zip(shapes, meshes[len(parts) :], strict=True)
    ]
    return VisibleBodies(tuple(arm), tuple(around))


class Whereabouts(NamedTuple):
    """What the places of bodies hang on."""

    T_base_world: Array  # (4, 4)
    updates: Sequence[PlacedBody] = ()  # of each body the newest that was confirmed
    T_base_joint: Mapping[str, Array] = MappingProxyType({})  # (4, 4) by the joints that may carry a body

    def displacement(self, body: BodyOfFile, t_s: float | None) -> Array:
        """Return by how much (4, 4) a body is elsewhere than in its file."""
        placed = next((each for each in self.updates if each.body == body.name), None)
        T = np.eye(4) if placed is None else displacement(placed)
        if body.motion is not None and t_s is not None:
            T = body.motion.pose_at(t_s)
        if placed is not None and placed.joint:
            return self.T_base_joint.get(placed.joint, np.eye(4)) @ T
        return self.T_base_world @ T if body.carrier != BASE else T


def displacements(scene: Scene, where: Whereabouts, t_s: float | None = None) -> Mapping[str, Array]:
    """Return by how much (4, 4) bodies are elsewhere than in their file at an instant of the run [s].

    Without an instant: by how much the volumes are that stand for the whole way of a body.
    """
    found = {}
    for body in scene.bodies:
        T = where.displacement(body, t_s)
        if not np.array_equal(T, np.eye(4)):
            found[body.name] = T
    return found
