"""The bodies that the views draw: capsules of the arm, shapes of the scene, and where they are.

Everything is in the arm base frame, in metres.  Distances are only *drawn* from here; their values come from
the predictor's messages.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ground.console.settings import NOT_TOLD, Around
from ground.pictures.camera import CameraTable
from ground.pictures.default_cameras import default_cameras
from predictor.geometry.shapes import Box, Capsule
from predictor.model.kinematics import link_poses, tool_pose
from predictor.model.robot import Robot
from predictor.run_model import read_model
from telemetry.run_settings import RunSettings

Array = NDArray[np.float64]
SAMPLES = 41  # points along a capsule's axis, to find where to draw the line of the nearest pair


class Segment(NamedTuple):
    """The axis of a capsule, where it is now."""

    p0: Array  # (3,) [m]
    p1: Array
    radius: float

    def points(self) -> Array:
        """Points along the axis (SAMPLES, 3)."""
        return np.linspace(self.p0, self.p1, SAMPLES)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Bodies:
    """An arm, its scene, and what looks and shines upon them."""

    robot: Robot
    boxes: tuple[Box, ...]
    bars: tuple[Capsule, ...]
    cameras: tuple[CameraTable, ...] = ()
    to_sun: Array | None = None  # (3,) in world axes; None: not known

    @property
    def arm_names(self) -> tuple[str, ...]:
        """Names of the arm's capsules."""
        return self.robot.capsules.names

    def arm_poses(self, q: tuple[float, ...]) -> Array:
        """Poses (m, 4, 4) of the frames of the arm's capsules at joints q [rad]."""
        poses: Array = link_poses(self.robot, q)[self.robot.capsules.frame]
        return poses

    def arm_segments(self, q: tuple[float, ...]) -> list[Segment]:
        """Axes of the arm's capsules at joints q [rad]."""
        capsules, T = self.robot.capsules, self.arm_poses(q)
        p0 = np.einsum("mij,mj->mi", T[:, :3, :3], capsules.p0) + T[:, :3, 3]
        p1 = np.einsum("mij,mj->mi", T[:, :3, :3], capsules.p1) + T[:, :3, 3]
        return [Segment(a, b, float(r)) for a, b, r in zip(p0, p1, capsules.radius, strict=True)]

    def tool_path(self, poses: tuple[tuple[float, ...], ...]) -> Array:
        """Return where the tool is (k, 3) at each of these poses [rad]."""
        return np.array([tool_pose(self.robot, q)[:3, 3] for q in poses])

    def nearest_points(self, pair: tuple[str, str], q: tuple[float, ...]) -> tuple[Array, Array] | None:
        """Return the nearest points of a named pair's surfaces; None if a name is unknown."""
        arm = dict(zip(self.arm_names, self.arm_segments(q), strict=True))
        if pair[0] not in arm:
            return None
        first = arm[pair[0]]
        points = first.points()
        box = next((box for box in self.boxes if box.name == pair[1]), None)
        others = {bar.name: Segment(bar.p0, bar.p1, bar.radius) for bar in self.bars} | arm
        if box is not None:
            near, radius = _onto_box(points, box), 0.0
        elif pair[1] in others:
            near, radius = _onto_axis(points, others[pair[1]]), others[pair[1]].radius
        else:
            return None
        least = int(np.argmin(np.linalg.norm(near - points, axis=1)))
        return _between_surfaces(points[least], near[least], radii=(first.radius, radius))


def read_bodies(run: RunSettings, around: Around = NOT_TOLD) -> Bodies:
    """Read the robot and the scene of a run, with what is known of cameras and sun.

    Raises:
        FileError: a file cannot be used, or is not the one of the run.
    """
    model = read_model(run)
    robot, scene = model.robot, model.scene
    return Bodies(
        robot=robot,
        boxes=scene.boxes,
        bars=scene.capsules,
        cameras=default_cameras(robot, scene) if around.cameras is None else around.cameras,
        to_sun=None if around.to_sun is None else np.array(around.to_sun),
    )


def box_corners(box: Box) -> Array:
    """Corners (8, 3) of a box; corner i has the sign of bit k of i along axis k."""
    signs = np.array([[1.0 if i >> k & 1 else -1.0 for k in range(3)] for i in range(8)])
    corners: Array = (signs * box.half) @ box.T_base_box[:3, :3].T + box.T_base_box[:3, 3]
    return corners


def _onto_box(points: Array, box: Box) -> Array:
    R, p = box.T_base_box[:3, :3], box.T_base_box[:3, 3]
    inside = np.clip((points - p) @ R, -box.half, box.half)
    near: Array = inside @ R.T + p
    return near


def _onto_axis(points: Array, axis: Segment) -> Array:
    along = axis.points()
    gaps = np.linalg.norm(points[:, None] - along[None], axis=2)
    near: Array = along[np.argmin(gaps, axis=1)]
    return near


def _between_surfaces(a: Array, b: Array, *, radii: tuple[float, float]) -> tuple[Array, Array]:
    gap = float(np.linalg.norm(b - a))
    if gap <= sum(radii):  # they touch: there is no line to draw, only a place
        return a, b
    direction = (b - a) / gap
    return a + radii[0] * direction, b - radii[1] * direction
