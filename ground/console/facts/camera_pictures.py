"""What is known of each camera: its newest picture, joined from packets, and the image monitor's word.

A picture that did not become whole is shown too, with the rows that are missing.  A picture of which nothing
came is not told here: the one before stays, and its age grows.
"""

from dataclasses import dataclass, replace

import msgspec

from ground.console.facts.panel_facts import Stamped
from telemetry.agreed.run_settings import RunSettings
from telemetry.link.plausibility import ReportJudge
from telemetry.messages.images import Image, ImagePacket, ImageShard, ImageStatus
from telemetry.wire.codec import Reader, Received
from telemetry.wire.shards import CAMERAS_MAX, Joined, PictureJoiner, Rows

USUAL_CAMERAS = ("hand_eye_a", "hand_eye_b", "global")  # panes that are there before any picture
LATE_S = 1.0  # four periods beyond the way down
STATUS_LIMIT_S = 1.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """What is known of one camera."""

    camera: str
    image: Stamped[Image] | None = None  # the newest
    bands: tuple[Rows, ...] = ()  # of it that are missing: there it shows the last whole one
    missing: float = 0.0  # share of it
    status: Stamped[ImageStatus] | None = None


class CameraPictures:
    """The newest picture of each camera."""

    def __init__(self, run: RunSettings, reports: ReportJudge) -> None:
        """Start without pictures; the clock of `reports` dates them."""
        self._reader = Reader(run.speakers.proven)
        self._joiner = PictureJoiner()
        self._reports = reports
        self._limit_s = run.link.down_s + LATE_S
        self._shown = dict[str, Picture]()
        self._whole = dict[str, Image]()  # the newest that is, of each camera
        self._status = dict[str, Stamped[ImageStatus]]()

    def on_message(self, message: object, now_ns: int) -> None:
        """Take a message; what tells nothing of pictures is ignored."""
        match message:
            case ImagePacket():
                self.on_image_packet(message, now_ns)
            case ImageStatus():
                self.on_image_status(message, now_ns)

    def on_image_packet(self, message: ImagePacket, now_ns: int) -> None:
        """Take one packet of a picture."""
        received = self._reader.decode(message.packet, "down")
        if isinstance(received, Received) and isinstance(received.message, ImageShard):
            for picture in self._joiner.on_shard(received.message, now_ns):
                self._show(picture, now_ns)

    def on_image_status(self, status: ImageStatus, now_ns: int) -> None:
        """Take what the image monitor says of a camera."""
        if status.camera in self._status or len(self._status) < CAMERAS_MAX:
            self._status[status.camera] = Stamped(status, now_ns, STATUS_LIMIT_S)

    def newest(self, now_ns: int) -> tuple[Picture, ...]:
        """Return what is known of each camera, the usual ones first."""
        for picture in self._joiner.expire(now_ns):
            self._show(picture, now_ns)
        more = sorted({*self._shown, *self._status} - {*USUAL_CAMERAS})
        return tuple(
            replace(self._shown.get(name) or Picture(camera=name), status=self._status.get(name))
            for name in (*USUAL_CAMERAS, *more)
        )

    def _show(self, picture: Joined, now_ns: int) -> None:
        image, camera, clock = picture.image, picture.image.camera, self._reports.clock
        before = self._shown[camera].image if camera in self._shown else None
        last_ns = before.value.sampled_ns if before else None
        # Before the first telemetry the on-board clock is unknown, and nothing tells how old the picture is.
        if not clock.is_set or not self._reports.may_follow(image.sampled_ns, last_ns, now_ns):
            return
        if not picture.bands:
            self._whole[camera] = image
        seen = Stamped(
            _filled(picture, self._whole.get(camera)), clock.to_ground(image.sampled_ns), self._limit_s
        )
        self._shown[camera] = Picture(camera=camera, image=seen, bands=picture.bands, missing=picture.missing)


def _filled(picture: Joined, whole: Image | None) -> Image:
    """Return a picture with its bands filled from the last whole one of its size."""
    image = picture.image
    if not picture.bands or whole is None or (whole.width, whole.height) != (image.width, image.height):
        return image
    pixels = bytearray(image.pixels)
    for first, end in picture.bands:
        rows = slice(first * image.width, end * image.width)
        pixels[rows] = whole.pixels[rows]
    return msgspec.structs.replace(image, pixels=bytes(pixels))
