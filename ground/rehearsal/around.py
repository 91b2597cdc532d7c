"""What the screens of a rehearsal are told of cameras and sun: by its scenario, or by its recording."""

from contextlib import suppress

import msgspec

from ground.console.settings import NOT_TOLD, Around
from ground.pictures.camera import CameraTable
from ground.pictures.sunlight import TO_SUN
from ground.scenario import Scenario
from telemetry.messages.base import Vector
from telemetry.recording.record import About

SCENARIO = "scenario.json"  # among the files of a recording


class _Cameras(msgspec.Struct):
    """The one key of a scenario that is read here."""

    camera: tuple[CameraTable, ...] | None = None


def around_of(scenario: Scenario, *, cameras: bool) -> Around:
    """Return what stands around the arm in a scenario; `cameras`: whether they take pictures."""
    return Around(cameras=scenario.cameras if cameras else (), to_sun=_to_sun())


def recorded_around(about: About) -> Around:
    """Return what a recording tells; the usual cameras if it does not say which there were."""
    if about.mode != "rehearsal":
        return NOT_TOLD
    told = _Cameras()
    with suppress(msgspec.MsgspecError):
        told = msgspec.json.decode(about.files.get(SCENARIO, b"{}"), type=_Cameras)
    return Around(cameras=told.camera, to_sun=_to_sun())


def _to_sun() -> Vector:
    x, y, z = TO_SUN.tolist()
    return x, y, z
