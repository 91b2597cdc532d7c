"""Pictures off the bus: packets to pictures, the newest of each camera, also one that did not become whole.

A picture of which nothing came is not told here: the one before stays, and its age grows.
"""

from dataclasses import dataclass

import msgspec

from ground.console.snapshot import Picture, Seen
from telemetry.link.plausibility import ReportJudge
from telemetry.messages.images import Image, ImagePacket, ImageShard, ImageStatus
from telemetry.run_settings import RunSettings
from telemetry.wire.codec import Reader, Received
from telemetry.wire.shards import CAMERAS_MAX, Joined, PictureJoiner, Rows

CAMERAS = ("hand_eye_a", "hand_eye_b", "global")  # panes that are there before any picture
LATE_S = 1.0  # four periods beyond the way down
STATUS_LIMIT_S = 1.5


@dataclass(frozen=True, slots=True)
class _Shown:
    """The newest picture of a camera."""

    image: Seen[Image]
    bands: tuple[Rows, ...]  # that are missing
    missing: float  # share of it
    whole: Image | None  # the newest that is


class Pictures:
    """The newest picture of each camera."""

    def __init__(self, run: RunSettings, reports: ReportJudge) -> None:
        """Start without pictures; the clock of `reports` dates them."""
        self._reader = Reader(mode=run.mode, run_id=run.run_id, participants=run.participants)
        self._joiner = PictureJoiner()
        self._reports = reports
        self._limit_s = run.link.down_s + LATE_S
        self._shown = dict[str, _Shown]()
        self._status = dict[str, Seen[ImageStatus]]()

    def packet(self, message: ImagePacket, now_ns: int) -> None:
        """Take one packet of a picture."""
        received = self._reader.decode(message.packet, "down")
        if isinstance(received, Received) and isinstance(received.message, ImageShard):
            for picture in self._joiner.take(received.message, now_ns):
                self._show(picture, now_ns)

    def status(self, status: ImageStatus, now_ns: int) -> None:
        """Take what the image monitor says of a camera."""
        if status.camera in self._status or len(self._status) < CAMERAS_MAX:
            self._status[status.camera] = Seen(status, now_ns, STATUS_LIMIT_S)

    def newest(self, now_ns: int) -> tuple[Picture, ...]:
        """Return what is known of each camera, the usual ones first."""
        for picture in self._joiner.expire(now_ns):
            self._show(picture, now_ns)
        more = sorted({*self._shown, *self._status} - {*CAMERAS})
        return tuple(self._picture(name) for name in (*CAMERAS, *more))

    def _picture(self, camera: str) -> Picture:
        shown, status = self._shown.get(camera), self._status.get(camera)
        if shown is None:
            return Picture(camera=camera, status=status)
        return Picture(
            camera=camera, image=shown.image, bands=shown.bands, missing=shown.missing, status=status
        )

    def _show(self, picture: Joined, now_ns: int) -> None:
        image = picture.image
        known = self._shown.get(image.camera)
        last_ns = known.image.value.sampled_ns if known else None
        # Before the first telemetry the on-board clock is unknown, and nothing tells how old the picture is.
        if not self._reports.clock.is_set or not self._reports.follows(image.sampled_ns, last_ns, now_ns):
            return
        whole = known.whole if known else None
        seen = Seen(
            _over(image, picture.bands, whole), self._reports.clock.to_ground(image.sampled_ns), self._limit_s
        )
        self._shown[image.camera] = _Shown(
            seen, picture.bands, picture.missing, whole if picture.bands else image
        )


def _over(image: Image, bands: tuple[Rows, ...], whole: Image | None) -> Image:
    """Return a picture with what is missing of it filled from an older one; the bands tell where."""
    if whole is None or (whole.width, whole.height) != (image.width, image.height):
        return image
    pixels = bytearray(image.pixels)
    for first, end in bands:
        rows = slice(first * image.width, end * image.width)
        pixels[rows] = whole.pixels[rows]
    return msgspec.structs.replace(image, pixels=bytes(pixels)) if bands else image
