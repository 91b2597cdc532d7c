"""Pictures off the bus: packets to whole images, the newest of each camera.

A picture of which a packet is missing is never shown; the last whole one stays, and its age grows.
"""

from ground.console.snapshot import Picture, Seen
from telemetry.link.plausibility import ReportJudge
from telemetry.messages.images import Image, ImagePacket, ImageStatus
from telemetry.run_settings import RunSettings
from telemetry.wire.codec import Reader, Received

CAMERAS = ("hand_eye_a", "hand_eye_b", "global")  # panes that are there before any picture
CAMERAS_MAX = 8
LATE_S = 1.0  # four periods beyond the way down
STATUS_LIMIT_S = 1.5


class Pictures:
    """The newest whole picture of each camera."""

    def __init__(self, run: RunSettings, reports: ReportJudge) -> None:
        """Start without pictures; the clock of `reports` dates them."""
        self._reader = Reader(mode=run.mode, run_id=run.run_id, participants=run.participants)
        self._reports = reports
        self._limit_s = run.link.down_s + LATE_S
        self._images = dict[str, Seen[Image]]()
        self._status = dict[str, Seen[ImageStatus]]()

    def packet(self, message: ImagePacket, now_ns: int) -> None:
        """Take one packet of a picture."""
        received = self._reader.decode(message.packet, "down")
        if isinstance(received, Received) and isinstance(received.message, Image):
            self._show(received.message, now_ns)

    def status(self, status: ImageStatus, now_ns: int) -> None:
        """Take what the image monitor says of a camera."""
        if status.camera in self._status or len(self._status) < CAMERAS_MAX:
            self._status[status.camera] = Seen(status, now_ns, STATUS_LIMIT_S)

    def newest(self) -> tuple[Picture, ...]:
        """Return what is known of each camera, the usual ones first."""
        more = sorted({*self._images, *self._status} - {*CAMERAS})
        return tuple(
            Picture(camera=name, image=self._images.get(name), status=self._status.get(name))
            for name in (*CAMERAS, *more)
        )

    def _show(self, image: Image, now_ns: int) -> None:
        known = self._images.get(image.camera)
        is_whole = len(image.pixels) == image.width * image.height
        if not is_whole or (known is None and len(self._images) >= CAMERAS_MAX):
            return
        last_ns = known.value.sampled_ns if known else None
        # Before the first telemetry the on-board clock is unknown, and nothing tells how old the picture is.
        if not self._reports.clock.is_set or not self._reports.follows(image.sampled_ns, last_ns, now_ns):
            return
        at_ns = self._reports.clock.to_ground(image.sampled_ns)
        self._images[image.camera] = Seen(image, at_ns, self._limit_s)
