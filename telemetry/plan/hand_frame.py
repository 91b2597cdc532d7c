"""In whose axes a hand steers, as files say it, and the mode and control that go with it.

base, tool      of the arm
view            a picture that stays; axes_euler_zyx_deg: its axes in those of the base
camera          a picture that the arm's first tool carries; axes_euler_zyx_deg: in those of that tool
camera NAME     the picture of a camera that the scenario or station names, wherever that is mounted
"""

from collections.abc import Mapping
from typing import Annotated, NamedTuple, get_args

import msgspec

from telemetry.files.settings import nearest
from telemetry.messages.base import LONGEST_NAME, Quaternion
from telemetry.messages.handle import UPRIGHT, HandFrame, HandMode, Steering
from telemetry.plan.joint_table import Degrees, radians
from telemetry.plan.move_table import CAMERA, no_camera, quaternion

FrameName = Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)]
EulerZyx = tuple[Degrees, Degrees, Degrees]  # turned about z, then y, then x [deg]
FRAMES: dict[str, HandFrame] = {frame: frame for frame in get_args(HandFrame)}
PICTURES = ("camera", "view")


class HandAxes(NamedTuple):
    """A frame, and its axes where those are to be told."""

    frame: HandFrame
    quat_axes: Quaternion = (
        UPRIGHT  # of the view in base axes, of the camera in those of the arm's first tool
    )


Cameras = Mapping[str, HandAxes]  # by name


def check_frame(frame: str, axes_deg: EulerZyx | None) -> None:
    """Refuse a frame that no hand steers in.

    Raises:
        ValueError: it is unknown, or axes are told of no picture, of a named camera, or not of another one.
    """
    if frame not in FRAMES and not frame.startswith(CAMERA):
        raise ValueError(f"there is no frame {frame!r}{nearest(frame, [*FRAMES, f'{CAMERA}NAME'])}")
    if (frame in PICTURES) != (axes_deg is not None):
        raise ValueError("axes_euler_zyx_deg belongs to frame = 'camera' or 'view', and is required there")


def hand_axes(frame: str, axes_deg: EulerZyx | None, cameras: Cameras) -> HandAxes:
    """Return the axes of a frame that was checked.

    Raises:
        ValueError: no camera has that name.
    """
    if frame in FRAMES:
        quat = UPRIGHT if axes_deg is None else quaternion(*radians(axes_deg))
        return HandAxes(FRAMES[frame], quat)
    name = frame.removeprefix(CAMERA)
    if name not in cameras:
        raise ValueError(no_camera(name, [*cameras]))
    return cameras[name]


def steered(usual: Steering, *, mode: HandMode, axes: HandAxes) -> Steering:
    """Return how a hand steers in a mode and in axes, with the control that is usual."""
    return Steering(mode=mode, frame=axes.frame, control=usual.control, quat_axes=axes.quat_axes)
