"""The bodies near a place: all that a small picture has to draw of large ones; no Qt.

Of a mesh only the faces are kept that may be in sight, and they are few from the beginning.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from ground.console.scene.bodies import Array, Bodies, box_corners, moved
from ground.console.scene.scene_look import SceneLook
from ground.console.scene.visible_bodies import ArmBody, SceneBody, Segment, VisibleBodies, visible_bodies
from predictor.geometry.mesh import Mesh
from predictor.geometry.shapes import Box, Capsule

MOST_FACES = 1500  # of all meshes
UNMOVED = np.eye(4)


class _Ball(NamedTuple):
    """A ball around a body, in the frame that it is drawn in."""

    centre: Array  # (3,) [m]
    radius: float


class NearBodies:
    """The bodies of arm and scene, from which those near a place are taken."""

    def __init__(self, bodies: Bodies) -> None:
        """Find once how large each is."""
        self._visible = visible_bodies(bodies.robot, bodies.scene, MOST_FACES)
        self._bodies = replace(bodies, visible=self._visible)
        self._arm = [_ball(body.shape) for body in self._visible.arm]
        self._scene = [_ball(body.shape) for body in self._visible.scene]

    def near(self, place: Array, radius: float, look: SceneLook) -> Bodies:
        """Return the bodies that come nearer than a radius to a place (3,), in any pose of a look."""
        arm = tuple(self._near_arm(place, radius, look))
        scene = tuple(self._near_scene(place, radius, look))
        return replace(self._bodies, visible=VisibleBodies(arm, scene))

    def _near_arm(self, place: Array, radius: float, look: SceneLook) -> Iterator[ArmBody]:
        drawn = (look.commanded, look.seen, look.now, look.planned_end, look.watched)
        poses = [self._bodies.frame_poses(q) for q in drawn if q]
        for body, ball in zip(self._visible.arm, self._arm, strict=True):
            if any(_is_near(ball, T[body.frame], place, radius=radius) for T in poses):
                yield body

    def _near_scene(self, place: Array, radius: float, look: SceneLook) -> Iterator[SceneBody]:
        for body, ball in zip(self._visible.scene, self._scene, strict=True):
            T = look.moved.get(body.body, UNMOVED)
            if not _is_near(ball, T, place, radius=radius):
                continue
            if isinstance(body.shape, Mesh):
                in_file = T[:3, :3].T @ (place - T[:3, 3])
                yield body._replace(shape=_cut(body.shape, in_file, radius))
            else:
                yield body


def _is_near(ball: _Ball, T: Array, place: Array, *, radius: float) -> bool:
    return float(np.linalg.norm(moved(T, ball.centre) - place)) <= ball.radius + radius


def _ball(shape: Segment | Box | Capsule | Mesh) -> _Ball:
    if isinstance(shape, Mesh | Box):
        points = shape.vertices if isinstance(shape, Mesh) else box_corners(shape)
        centre = 0.5 * (points.min(axis=0) + points.max(axis=0))
        return _Ball(centre, float(np.linalg.norm(points - centre, axis=1).max()))
    centre = 0.5 * (shape.p0 + shape.p1)
    return _Ball(centre, float(np.linalg.norm(shape.p1 - centre)) + shape.radius)


def _cut(mesh: Mesh, place: Array, radius: float) -> Mesh:
    """Return a mesh without the faces that are surely farther than a radius from a place (3,)."""
    corners = mesh.triangles
    middle = corners.mean(axis=1)
    size = np.linalg.norm(corners - middle[:, None], axis=2).max(axis=1)
    is_near = np.linalg.norm(middle - place, axis=1) <= size + radius
    return Mesh(vertices=mesh.vertices, faces=mesh.faces[is_near])
