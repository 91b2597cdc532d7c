"""The cameras as others show them: frame, calibration and pictures of each; the former once, with the shapes.

    measured/tool or base --> camera/<name>        its picture: +x to the right, +y down, it looks along +z
    ImagePacket ---> shard ---> joiner ---> picture ---> /camera/<name>   CompressedImage (PNG)
                                                    ---> /log             if something of it is missing: black

The cameras here look along -z with +y up (`ground.pictures.camera`); frames of pictures are turned by half
a turn about x, as other programs expect them.
"""

import math
from collections.abc import Iterator, Sequence

import numpy as np

from ground.export.arm_frames import BASE, TOOL, transform
from ground.export.sample import FRAMES, LOG, Sample, Topic, known_sample, known_topic
from ground.export.schemas import CameraCalibration, CompressedImage, FrameTransforms, Log, LogLevel, time_of
from ground.pictures.camera import CAMERAS, HEIGHT, WIDTH, CameraTable
from ground.pictures.default_cameras import default_cameras
from ground.pictures.png import png
from predictor.run_model import Model
from telemetry.agreed.participants import Speakers
from telemetry.messages.base import Message
from telemetry.messages.images import ImagePacket, ImageShard
from telemetry.wire.codec import Reader, Received
from telemetry.wire.shards import Joined, PictureJoiner

HALF_TURN_ABOUT_X = np.diag((1.0, -1.0, -1.0))


def usual_topics() -> list[Topic]:
    """Return the topics of the cameras that there may be."""
    pictures = [known_topic(picture_topic(name), CompressedImage) for name in CAMERAS]
    return [*pictures, *(known_topic(_calibration_topic(name), CameraCalibration) for name in CAMERAS)]


def frame_name(camera: str) -> str:
    """Return the frame of a camera's pictures."""
    return f"camera/{camera}"


def picture_topic(camera: str) -> str:
    """Return where a camera's pictures appear."""
    return f"/camera/{camera}"


def cameras_of(model: Model, listed: Sequence[CameraTable] | None) -> Sequence[CameraTable]:
    """Return the cameras that are told, or those that suit the arm."""
    return default_cameras(model.robot, model.scene) if listed is None else listed


def camera_samples(cameras: Sequence[CameraTable], carrier: str, utc_ns: int) -> Iterator[Sample]:
    """Return frames and calibrations; `carrier` is the arm whose tool carries those at the hand."""
    if not cameras:
        return
    time, frames = time_of(utc_ns), []
    for camera in cameras:
        parent = f"{carrier}/{TOOL}" if camera.mount == "tool" else BASE
        T = camera.T_mount_camera
        frames.append(
            transform(time, parent, frame_name(camera.name), R=T[:3, :3] @ HALF_TURN_ABOUT_X, p=T[:3, 3])
        )
        yield known_sample(_calibration_topic(camera.name), utc_ns, _calibration(camera, utc_ns))
    yield known_sample(FRAMES, utc_ns, FrameTransforms(transforms=frames))


def _calibration(camera: CameraTable, utc_ns: int) -> CameraCalibration:
    """Return the camera's matrix: square pixels, no distortion."""
    focal = 0.5 * HEIGHT / math.tan(0.5 * camera.fov)  # [pixels]
    x, y = 0.5 * WIDTH, 0.5 * HEIGHT
    return CameraCalibration(
        timestamp=time_of(utc_ns),
        frame_id=frame_name(camera.name),
        width=WIDTH,
        height=HEIGHT,
        K=[focal, 0.0, x, 0.0, focal, y, 0.0, 0.0, 1.0],
        P=[focal, 0.0, x, 0.0, 0.0, focal, y, 0.0, 0.0, 0.0, 1.0, 0.0],
    )


def _calibration_topic(camera: str) -> str:
    return f"/calibration/{camera}"


class ExportedPictures:
    """Joins what came of pictures."""

    def __init__(self, speakers: Speakers) -> None:
        """Begin with nothing; packets of any run are read: admission has judged them before."""
        self._reader = Reader(speakers.on_record)
        self._joiner = PictureJoiner()

    def samples(self, message: Message, utc_ns: int) -> Iterator[Sample]:
        """Return the pictures that a packet ends, whole or not."""
        for joined in self.joined(message, utc_ns):
            yield from _picture(joined, utc_ns)

    def joined(self, message: Message | None, utc_ns: int) -> Iterator[Joined]:
        """Return the same as they are joined."""
        if not isinstance(message, ImagePacket):
            return
        received = self._reader.decode(message.packet, "down")
        if isinstance(received, Received) and isinstance(received.message, ImageShard):
            yield from self._joiner.on_shard(received.message, utc_ns)


def _picture(joined: Joined, utc_ns: int) -> Iterator[Sample]:
    image, time = joined.image, time_of(utc_ns)
    name = frame_name(image.camera)
    message = CompressedImage(
        timestamp=time, frame_id=name, data=png(image.width, image.height, image.pixels), format="png"
    )
    yield known_sample(picture_topic(image.camera), utc_ns, message)
    if joined.bands:
        text = f"{100.0 * joined.missing:.0f} % of picture {image.number} is missing: black"
        yield known_sample(LOG, utc_ns, Log(timestamp=time, level=LogLevel.WARNING, message=text, name=name))
