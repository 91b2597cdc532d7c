"""The point of a body that is seen at a pixel: of the scene, or of the commanded arm; no Qt.

Planes of boxes and triangles of meshes are met exactly.  A rod is as many balls along its axis: what is
picked is off by some hundredths of its radius.
"""

from collections.abc import Iterator

import numpy as np

from ground.console.scene.bodies import Array, Bodies, moved
from ground.console.scene.scene_look import SceneLook
from ground.console.scene.sight import SightRay
from ground.console.scene.visible_bodies import Segment
from predictor.geometry.mesh import Mesh
from predictor.geometry.shapes import Box, Capsule

PLACES = 400  # along the axis of a rod
TINY = 1e-15
UNMOVED = np.eye(4)


def picked_point(bodies: Bodies, look: SceneLook, ray: SightRay) -> Array | None:
    """Return the nearest point (3,) of a body at a ray [m]; None: it meets nothing."""
    distances = [_met(shape, T, ray) for shape, T in _placed(bodies, look)]
    nearest = min(distances, default=np.inf)
    return None if np.isinf(nearest) else ray.start + nearest * ray.along


def _placed(bodies: Bodies, look: SceneLook) -> Iterator[tuple[Segment | Box | Capsule | Mesh, Array]]:
    for body in bodies.visible.scene:
        yield body.shape, look.moved.get(body.body, UNMOVED)
    if look.commanded:
        poses = bodies.frame_poses(look.commanded)
        for part in bodies.visible.arm:
            yield part.shape, poses[part.frame]


def _met(shape: Segment | Box | Capsule | Mesh, T: Array, ray: SightRay) -> float:
    """Return how far along a ray a body at a pose (4, 4) is met first [m]; inf: not at all."""
    if isinstance(shape, Box):
        return _box(shape.half, T @ shape.T_base_box, ray)
    if isinstance(shape, Mesh):
        return _mesh(moved(T, shape.vertices)[shape.faces], ray)
    ends = moved(T, np.stack([shape.p0, shape.p1]))
    return _balls(np.linspace(ends[0], ends[1], PLACES), float(shape.radius), ray)


def _box(half: Array, T: Array, ray: SightRay) -> float:
    start, along = (ray.start - T[:3, 3]) @ T[:3, :3], ray.along @ T[:3, :3]
    steep = np.where(np.abs(along) < TINY, TINY, along)
    sides = np.sort(np.stack([(-half - start) / steep, (half - start) / steep]), axis=0)
    begin, end = float(sides[0].max()), float(sides[1].min())
    return begin if 0.0 <= begin <= end else np.inf


def _balls(middles: Array, radius: float, ray: SightRay) -> float:
    away = middles - ray.start
    ahead = away @ ray.along
    left = radius**2 - (away**2).sum(axis=1) + ahead**2
    met = ahead[left >= 0.0] - np.sqrt(left[left >= 0.0])
    return float(met[met >= 0.0].min(initial=np.inf))


def _mesh(corners: Array, ray: SightRay) -> float:
    """Return where triangles (k, 3, 3) are met (Moeller and Trumbore 1997)."""
    a, edges = corners[:, 0], corners[:, 1:] - corners[:, :1]
    across = np.cross(ray.along, edges[:, 1])
    volume = (edges[:, 0] * across).sum(axis=1)
    volume = np.where(np.abs(volume) < TINY, np.nan, volume)
    away = ray.start - a
    u = (away * across).sum(axis=1) / volume
    other = np.cross(away, edges[:, 0])
    v = other @ ray.along / volume
    distance = (other * edges[:, 1]).sum(axis=1) / volume
    met = distance[(u >= 0.0) & (v >= 0.0) & (u + v <= 1.0) & (distance >= 0.0)]
    return float(met.min(initial=np.inf))
