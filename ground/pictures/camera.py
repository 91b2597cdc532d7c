"""The cameras that a scenario may name: what each is mounted on, where it looks, what lights it.

    position ----> look_at    in the mount's frame; `up` is upwards in the picture

Frame convention of every camera here: it looks along -z, +y is up and +x to the right in the picture.
Pictures are monochrome, 8 bits, row by row from the top.

The sun lights them.  It stands still in the world, while the platform may turn under it.  A real station
knows where it stands from an ephemeris, which is not here.
"""

from collections.abc import Iterable
from typing import Annotated, Literal, get_args

import msgspec
import numpy as np
from numpy.typing import NDArray

from predictor.model.hand_axes import picture_axes
from predictor.model.quaternions import quaternion_from_axes
from telemetry.agreed.run_settings import CameraMount
from telemetry.files.settings import Table
from telemetry.plan.hand_frame import HandAxes

Array = NDArray[np.float64]
CameraName = Literal["hand_eye_a", "hand_eye_b", "global"]
Length = Annotated[float, msgspec.Meta(ge=-1000.0, le=1000.0)]  # [m]
Point = tuple[Length, Length, Length]

CAMERAS: tuple[str, ...] = get_args(CameraName)
WIDTH, HEIGHT = 320, 240  # pixels
RATE = 4  # pictures each second, of each camera
LEAST_SINE = 0.01  # between the line of sight and up
TO_SUN: Array = np.array([0.28, -0.56, 0.78]) / np.linalg.norm([0.28, -0.56, 0.78])  # world axes


class CameraTable(Table, frozen=True, kw_only=True):
    """One camera; `tool` moves with the arm's last link, `platform` is the arm base frame."""

    name: CameraName
    mount: Literal["tool", "platform"]  # what carries it
    position_m: Point  # in the mount's frame
    look_at_m: Point  # a point on its line of sight
    up: Point  # upwards in the picture
    fov_deg: Annotated[float, msgspec.Meta(ge=5.0, le=120.0)]  # from the top to the bottom

    def __post_init__(self) -> None:
        """Refuse a camera that looks nowhere, or along its own up."""
        sight = np.subtract(self.position_m, self.look_at_m)
        sine = np.linalg.norm(np.cross(self.up, sight))
        if not sine > LEAST_SINE * np.linalg.norm(self.up) * np.linalg.norm(sight):
            raise ValueError("look_at_m must differ from position_m, and up must not lie along the sight")

    @property
    def fov(self) -> float:
        """The field of view from the top to the bottom [rad]."""
        return float(np.radians(self.fov_deg))

    @property
    def sight_m(self) -> float:
        """Distance of the point that it looks at [m]."""
        return float(np.linalg.norm(np.subtract(self.position_m, self.look_at_m)))

    @property
    def T_mount_camera(self) -> Array:
        """Pose (4, 4) of the camera in its mount."""
        z = _unit(np.subtract(self.position_m, self.look_at_m))
        x = _unit(np.cross(self.up, z))
        T = np.eye(4)
        T[:3, :3] = np.column_stack((x, np.cross(z, x), z))
        T[:3, 3] = self.position_m
        return T


def _unit(v: Array) -> Array:
    return v / np.linalg.norm(v)


def mounted(table: CameraTable) -> CameraMount:
    """Return where a camera is, as every role is told."""
    (rx, ry, rz), (ux, uy, uz) = table.T_mount_camera[:3, :2].T.tolist()
    return CameraMount(
        name=table.name,
        mount=table.mount,
        p_mount_camera=table.position_m,
        right=(rx, ry, rz),
        up=(ux, uy, uz),
    )


def camera_axes(cameras: Iterable[CameraMount]) -> dict[str, HandAxes]:
    """Return in what axes a hand steers in the picture of each camera; one on the platform is a view."""
    return {camera.name: _axes(camera) for camera in cameras}


def _axes(camera: CameraMount) -> HandAxes:
    w, x, y, z = quaternion_from_axes(picture_axes(camera.right, camera.up)).tolist()
    return HandAxes("camera" if camera.mount == "tool" else "view", (w, x, y, z))
