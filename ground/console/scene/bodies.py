"""The bodies of arm and scene, where they are, and between which points the nearest of them are nearest.

Everything is in the arm base frame, in metres.  Distances are only *drawn* from here; their values come from
the predictor's messages.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ground.console.facts.settings import NO_SURROUNDINGS, Goal, Surroundings
from ground.console.scene.visible_bodies import NOTHING_VISIBLE, Segment, VisibleBodies, visible_bodies
from ground.pictures.camera import CameraTable
from ground.pictures.default_cameras import default_cameras
from predictor.geometry.shapes import Box, Capsule, Scene
from predictor.model.kinematics import link_poses, tool_pose
from predictor.model.robot import Robot
from predictor.model.spatial import inverse_pose
from predictor.run_model import read_model
from telemetry.agreed.run_settings import RunSettings

Array = NDArray[np.float64]
# signs of a box's corners: corner i has that of bit k of i along axis k
CORNERS = np.array([[1.0 if i >> k & 1 else -1.0 for k in range(3)] for i in range(8)])
SAMPLES = 41  # points along a capsule's axis, to find where to draw the line of the nearest pair


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Bodies:
    """An arm, its scene, what looks and shines upon them, and what a hand is to do there."""

    robot: Robot
    scene: Scene
    cameras: tuple[CameraTable, ...] = ()
    to_sun: Array | None = None  # (3,) in world axes; None: not known
    goals: tuple[Goal, ...] = ()  # of a hand
    task: str = ""  # of a person, in words
    visible: VisibleBodies = NOTHING_VISIBLE  # what the views draw of them; as given, or found

    def __post_init__(self) -> None:
        """Find what is drawn."""
        if self.visible is NOTHING_VISIBLE:
            object.__setattr__(self, "visible", visible_bodies(self.robot, self.scene))

    @property
    def arm_names(self) -> tuple[str, ...]:
        """Names of the arm's capsules."""
        return self.robot.capsules.names

    def frame_poses(self, q: tuple[float, ...]) -> Array:
        """Poses (frames, 4, 4) of the arm's frames at joints q [rad]."""
        return link_poses(self.robot, q)

    def joint_poses(self, q: tuple[float, ...]) -> Mapping[str, Array]:
        """Poses (4, 4) of the frames of the arm's joints at joints q [rad], by their names."""
        names = (joint.name for joint in self.robot.joints)
        return dict(zip(names, link_poses(self.robot, q)[1:], strict=False))

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

    def tool_path(self, poses: tuple[tuple[float, ...], ...], tool: str = "") -> Array:
        """Return where a tool, without a name the first, is (k, 3) at each of these poses [rad or m]."""
        robot = self.robot.with_tool(tool) if tool in self.robot.tool_names else self.robot
        return np.array([tool_pose(robot, q)[:3, 3] for q in poses])

    def nearest_points(
        self, pair: tuple[str, str], q: tuple[float, ...], moved_by: Mapping[str, Array]
    ) -> tuple[Array, Array] | None:
        """Return the nearest points of a named pair's surfaces; None if a name is unknown.

        Of a mesh they lie on the volume that covers it: that is what a distance is told of.

        Args:
            pair: names of a body of the arm, and of another body.
            q: joints (n,) [rad or m].
            moved_by: how far (4, 4) the volumes of bodies are from where their file has them.
        """
        arm = dict(zip(self.arm_names, self.arm_segments(q), strict=True))
        around: tuple[Box | Capsule, ...] = (*self.scene.boxes, *self.scene.capsules)
        shape = next((each for each in around if each.name == pair[1]), None)
        if pair[0] not in arm or (shape is None and pair[1] not in arm):
            return None
        if shape is None:
            return _nearest(arm[pair[0]], arm[pair[1]])
        T = moved_by.get(shape.body)
        if T is None:
            return _nearest(arm[pair[0]], shape)
        T_back, (p0, p1, radius) = inverse_pose(T), arm[pair[0]]
        ends = _nearest(Segment(moved(T_back, p0), moved(T_back, p1), radius), shape)
        return moved(T, ends[0]), moved(T, ends[1])


def read_bodies(run: RunSettings, around: Surroundings = NO_SURROUNDINGS) -> Bodies:
    """Read the robot and the scene of a run, with what is known of cameras and sun.

    Raises:
        FileError: a file cannot be used, or is not the one of the run.
    """
    model = read_model(run)
    robot, scene = model.robot, model.scene
    return Bodies(
        robot=robot,
        scene=scene,
        cameras=default_cameras(robot, scene) if around.cameras is None else around.cameras,
        to_sun=None if around.to_sun is None else np.array(around.to_sun),
        goals=around.goals,
        task=around.task,
    )


def moved(T: Array, points: Array) -> Array:
    """Return where points (3,) or (k, 3) of a frame at pose T (4, 4) are."""
    found: Array = points @ T[:3, :3].T + T[:3, 3]
    return found


def box_corners(box: Box) -> Array:
    """Corners (8, 3) of a box, in the order of `CORNERS`."""
    corners: Array = (CORNERS * box.half) @ box.T_base_box[:3, :3].T + box.T_base_box[:3, 3]
    return corners


def _nearest(first: Segment, other: Segment | Box | Capsule) -> tuple[Array, Array]:
    points = _points(first)
    near = _onto_box(points, other) if isinstance(other, Box) else _onto_axis(points, other)
    least = int(np.argmin(np.linalg.norm(near - points, axis=1)))
    radius = 0.0 if isinstance(other, Box) else other.radius
    return _between_surfaces(points[least], near[least], radii=(first.radius, radius))


def _points(axis: Segment | Capsule) -> Array:
    """Return points along an axis (SAMPLES, 3)."""
    return np.linspace(axis.p0, axis.p1, SAMPLES)


def _onto_box(points: Array, box: Box) -> Array:
    R, p = box.T_base_box[:3, :3], box.T_base_box[:3, 3]
    inside = np.clip((points - p) @ R, -box.half, box.half)
    near: Array = inside @ R.T + p
    return near


def _onto_axis(points: Array, axis: Segment | Capsule) -> Array:
    along = _points(axis)
    gaps = np.linalg.norm(points[:, None] - along[None], axis=2)
    near: Array = along[np.argmin(gaps, axis=1)]
    return near


def _between_surfaces(a: Array, b: Array, *, radii: tuple[float, float]) -> tuple[Array, Array]:
    gap = float(np.linalg.norm(b - a))
    if gap <= sum(radii):  # they touch: there is no line to draw, only a place
        return a, b
    direction = (b - a) / gap
    return a + radii[0] * direction, b - radii[1] * direction
