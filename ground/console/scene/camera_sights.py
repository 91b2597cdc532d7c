"""What each camera of a run sees, as lines, with a short stroke at the upper edge of its picture.

on the arm       eye <--- picture     a pyramid from its eye, half as long as the distance it looks at
on the platform  |-    -|             only the corners of its picture at what it looks at: its eye is far
                 |-    -|             beyond what the views have in sight
"""

from typing import NamedTuple

import numpy as np

from ground.console.scene.bodies import Array, Bodies
from ground.pictures.camera import HEIGHT, WIDTH, CameraTable
from predictor.model.kinematics import tool_pose

PYRAMID_LENGTH = 0.5  # of a pyramid, in the distance that its camera looks at
UP_MARK = 0.2  # of the picture's height
BRACKET_SHARE = 0.12  # of the picture's edges, drawn at each corner
PICTURE_EDGES = ((0, 1), (1, 2), (2, 3), (3, 0))


class CameraSight(NamedTuple):
    """What one camera sees."""

    name: str
    ends: Array  # (2 k, 3) ends of its lines [m]
    place: Array  # (3,) of its name: its eye, or the upper left corner of its picture [m]


def camera_sights(bodies: Bodies, q: tuple[float, ...] | None) -> list[CameraSight]:
    """Return what the cameras see with the arm at q [rad]; None: only those that the arm does not carry."""
    T_base_tool = tool_pose(bodies.robot, q) if q else None
    seen = []
    for camera in bodies.cameras:
        if camera.mount == "platform":
            seen.append(_bracketed(camera))
        elif T_base_tool is not None:
            seen.append(_pyramid(camera, T_base_tool))
    return seen


def _pyramid(camera: CameraTable, T_base_tool: Array) -> CameraSight:
    T = T_base_tool @ camera.T_mount_camera
    corners = _corners(camera, T, PYRAMID_LENGTH * camera.sight_m)
    rim = [corners[list(edge)] for edge in PICTURE_EDGES]
    rays = [np.stack([T[:3, 3], corner]) for corner in corners[:4]]
    mark = corners[[0, 4, 1, 4]]
    return CameraSight(camera.name, np.concatenate([*rim, *rays, mark]), T[:3, 3])


def _bracketed(camera: CameraTable) -> CameraSight:
    corners = _corners(camera, camera.T_mount_camera, camera.sight_m)
    ends = []
    for i, j in PICTURE_EDGES:
        along = BRACKET_SHARE * (corners[j] - corners[i])
        ends += [corners[i], corners[i] + along, corners[j], corners[j] - along]
    return CameraSight(camera.name, np.array(ends), corners[0])


def _corners(camera: CameraTable, T_base_camera: Array, away: float) -> Array:
    """Return the corners of its picture so far away [m], upper left first, and the stroke's tip (5, 3)."""
    up = away * float(np.tan(0.5 * camera.fov))
    across = up * WIDTH / HEIGHT
    rim = [(-across, up), (across, up), (across, -up), (-across, -up), (0.0, (1.0 + UP_MARK) * up)]
    in_camera = np.column_stack((np.array(rim), np.full(len(rim), -away)))
    corners: Array = in_camera @ T_base_camera[:3, :3].T + T_base_camera[:3, 3]
    return corners
