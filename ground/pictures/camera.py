"""The cameras that a scenario may name: which there are, on what each is mounted, and where it looks.

    position ----> look_at    in the mount's frame; `up` is upwards in the picture

Frame convention of every camera here: it looks along -z, +y is up and +x to the right in the picture.
Pictures are monochrome, 8 bits, row by row from the top.
"""

from typing import Annotated, Literal, get_args

import msgspec
import numpy as np
from numpy.typing import NDArray

from telemetry.files.settings import Table

Array = NDArray[np.float64]
CameraName = Literal["hand_eye_a", "hand_eye_b", "global"]
Length = Annotated[float, msgspec.Meta(ge=-1000.0, le=1000.0)]  # [m]
Point = tuple[Length, Length, Length]

CAMERAS: tuple[str, ...] = get_args(CameraName)
WIDTH, HEIGHT = 320, 240  # pixels
RATE = 4  # pictures each second, of each camera
LEAST_SINE = 0.01  # between the line of sight and up


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
