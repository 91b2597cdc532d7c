"""A ghost of the tool is pulled by its handles: along or about an axis, or in the picture's plane; no Qt.

press: the handle nearest to the ray, within some pixels --> Pull
drag:  Pull.at(ray) --> pose     always from the pose and the ray at which it began, so that nothing adds up
"""

from typing import NamedTuple

import numpy as np

from ground.console.scene.bodies import Array
from ground.console.scene.sight import AXES, MIDDLE, RING, RINGS, SQUARE, GhostLook, SightRay, handle_points
from predictor.model.spatial import pose, rotation_from_vector

GRIP_PX = 9.0  # from the line of a handle, within which a press takes it
POINTS_EACH = 49  # of a handle's line that are asked how near they are
EDGE_ON = 0.2  # cosine between a ring's axis and the ray below which the ring is seen from its edge
PARALLEL = 1e-6  # squared sine between an axis and the ray below which there is no telling where on the axis


def handle_at(ghost: GhostLook, ray: SightRay) -> str:
    """Return the name of the handle that is seen there; empty: none."""
    if ray.nearest(ghost.p[None])[0] <= max(SQUARE * ghost.size, GRIP_PX * ray.pixel_at(ghost.p)):
        return MIDDLE
    best, found = 1.0, ""
    for name, points in handle_points(ghost).items():
        line = _along(points)
        gaps = ray.nearest(line)
        near = int(np.argmin(gaps))
        share = float(gaps[near]) / (GRIP_PX * ray.pixel_at(line[near]))
        if share < best:
            best, found = share, name
    return found


def _along(points: Array) -> Array:
    """Return points evenly along a line (k, 3)."""
    if len(points) >= POINTS_EACH:
        return points
    return np.linspace(points[0], points[-1], POINTS_EACH)


class Pull(NamedTuple):
    """A handle that is held since a press."""

    ghost: GhostLook  # as it was
    handle: str
    begun: SightRay

    def at(self, ray: SightRay) -> Array:
        """Return the pose (4, 4) that the ghost is pulled to."""
        T = self.ghost.T_base_tool
        if self.handle in RINGS:
            axis = self.ghost.R_base_handles[:, RINGS.index(self.handle)]
            return pose(rotation_from_vector(self._turn(axis, ray) * axis) @ T[:3, :3], T[:3, 3])
        if self.handle in AXES:
            axis = self.ghost.R_base_handles[:, AXES.index(self.handle)]
            way = (self._on_axis(axis, ray) - self._on_axis(axis, self.begun)) * axis
        else:
            way = self._on_plane(self.begun.along, ray) - self._on_plane(self.begun.along, self.begun)
        return pose(T[:3, :3], T[:3, 3] + way)

    def _on_axis(self, axis: Array, ray: SightRay) -> float:
        """Return where on the line along an axis the ray is nearest [m]: 0 at the ghost."""
        away, across = self.ghost.p - ray.start, float(axis @ ray.along)
        square = 1.0 - across * across
        if square < PARALLEL:
            return 0.0
        return float((across * (away @ ray.along) - away @ axis) / square)

    def _on_plane(self, normal: Array, ray: SightRay) -> Array:
        """Return where the ray meets the plane through the ghost (3,) [m]; along it: the ghost itself."""
        down = float(normal @ ray.along)
        if abs(down) < PARALLEL:
            return self.ghost.p
        met: Array = ray.start + float(normal @ (self.ghost.p - ray.start)) / down * ray.along
        return met

    def _turn(self, axis: Array, ray: SightRay) -> float:
        """Return by how much a ring is turned [rad]; seen from its edge, along its line of sight."""
        p, look = self.ghost.p, self.begun.along
        if abs(axis @ look) < EDGE_ON:
            across = np.cross(axis, look)
            moved = self._on_plane(look, ray) - self._on_plane(look, self.begun)
            return float(moved @ across) / (RING * self.ghost.size * -float(np.linalg.norm(across)))
        one, other = self._on_plane(axis, self.begun) - p, self._on_plane(axis, ray) - p
        return float(np.arctan2(axis @ np.cross(one, other), one @ other))


def stepped(T_base_tool: Array, R_base_axes: Array, *, name: str, step: float) -> Array:
    """Return a pose (4, 4) a step further along an axis [m], or turned about one at its place [rad]."""
    if name in RINGS:
        turn = rotation_from_vector(step * R_base_axes[:, RINGS.index(name)])
        return pose(turn @ T_base_tool[:3, :3], T_base_tool[:3, 3])
    return pose(T_base_tool[:3, :3], T_base_tool[:3, 3] + step * R_base_axes[:, AXES.index(name)])
