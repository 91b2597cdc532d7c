"""The image monitor: joins the packets of pictures, and reports how far each camera can be believed.

ImagePacket --> shards joined ---> completeness, age -----------+--> ImageStatus, 4 Hz for each camera
                     '-- whole --> agreement with the joints ---+
Telemetry ----> clock, joints ------------'
"""

from collections import deque
from functools import partial

import numpy as np

from ground.pictures.camera import RATE
from ground.pictures.default_cameras import default_cameras
from ground.pictures.image_agreement import ImageAgreement, JointHistory
from predictor.model.plain_poses import tool_pose
from predictor.run_model import read_model
from telemetry.agreed.run_settings import NS_PER_S, RunSettings
from telemetry.life.beat import PeriodicBeat
from telemetry.life.contract import Effect, Effects, Input, Send, Store
from telemetry.link.measured import ClockCorrelation
from telemetry.link.plausibility import BELIEVED, ReportJudge
from telemetry.messages.images import Image, ImagePacket, ImageShard, ImageStatus
from telemetry.messages.spacecraft import Telemetry
from telemetry.wire.codec import Reader, Received
from telemetry.wire.shards import Joined, PictureJoiner

STATUS_NS = NS_PER_S // 4
PICTURE_NS = NS_PER_S // RATE
RECENT_NS = 10 * NS_PER_S  # by receipt: the pictures of which the share that is whole is reported
RECENT_MAX = 2 * RATE * RECENT_NS // NS_PER_S
SILENT_NS = 2 * NS_PER_S  # without a whole picture: agreement is not claimed any more


class PictureStream:
    """How many pictures of one camera became whole, and whether they move as telemetry says.

    What is known of the last seconds is reported only while pictures come: after them it would be a claim of
    the past.
    """

    def __init__(self, camera: str, sight_m: float) -> None:
        """Start with nothing received; `sight_m`: typical distance to what the camera looks at."""
        self.camera = camera
        self.agreement = ImageAgreement(camera, sight_m=sight_m)
        self.sampled_ns: int | None = None  # of the newest picture, spacecraft clock
        self._newest = 0  # its number
        self._missing = 0.0  # share of it
        self._is_timed = False  # its stamp and the next one are of one clock
        self._whole: Image | None = None  # the newest that is
        self._whole_at_ns = 0  # when it came
        self._received = self._mended = self._incomplete = self._skipped = 0
        self._recent = deque[tuple[int, bool]](maxlen=RECENT_MAX)  # when it was known, whether it is whole

    def on_picture(self, picture: Joined, now_ns: int) -> None:
        """Count a picture that is newer than all before."""
        if self.sampled_ns is not None:
            self._count_missing(picture.image.number - self._newest, picture.image.sampled_ns, now_ns)
        self._newest, self.sampled_ns = picture.image.number, picture.image.sampled_ns
        self._missing, self._is_timed = picture.missing, True
        if picture.bands:
            self._count_incomplete(1, now_ns)
        else:
            self._on_whole_picture(picture, now_ns)

    def on_clock_step(self) -> None:
        """Leave out the time from the newest picture to the next: their stamps are of two clocks."""
        self._is_timed = False

    def status(self, clock: ClockCorrelation, now_ns: int) -> ImageStatus:
        """Return the camera's figures now."""
        while self._recent and self._recent[0][0] < now_ns - RECENT_NS:
            self._recent.popleft()
        return ImageStatus(
            camera=self.camera,
            number=self._whole.number if self._whole else 0,
            age=self._age_s(clock, now_ns),
            received=self._received,
            mended=self._mended,
            incomplete=self._incomplete,
            skipped=self._skipped,
            whole=sum(is_whole for _, is_whole in self._recent) / len(self._recent) if self._recent else None,
            missing=self._missing,
            agreement=self.agreement.share if now_ns - self._whole_at_ns <= SILENT_NS else None,
        )

    def _count_missing(self, ahead: int, sampled_ns: int, now_ns: int) -> None:
        """Count what lies between the newest picture and one that is so many numbers ahead of it.

        Numbers without a picture were lost on their way; time without a number was skipped on board.  Numbers
        that begin again tell of a camera that was switched on again, not of a loss.
        """
        if ahead < 1 or self.sampled_ns is None:
            return
        self._count_incomplete(ahead - 1, now_ns)
        if self._is_timed:
            self._skipped += max(0, round((sampled_ns - self.sampled_ns) / PICTURE_NS) - ahead)

    def _count_incomplete(self, pictures: int, now_ns: int) -> None:
        self._incomplete += pictures
        self._recent.extend([(now_ns, False)] * min(pictures, RECENT_MAX))

    def _on_whole_picture(self, picture: Joined, now_ns: int) -> None:
        image = picture.image
        self._whole, self._whole_at_ns = image, now_ns
        self._received += 1
        self._mended += picture.mended
        self._recent.append((now_ns, True))
        pixels = np.frombuffer(image.pixels, dtype=np.uint8).reshape(image.height, image.width)
        self.agreement.on_picture(pixels, image.sampled_ns)

    def _age_s(self, clock: ClockCorrelation, now_ns: int) -> float | None:
        if self._whole is None or not clock.is_set:
            return None
        return (clock.to_spacecraft(now_ns) - self._whole.sampled_ns) / NS_PER_S


class ImageMonitor:
    """The role of the image monitor."""

    def __init__(self, settings: RunSettings) -> None:
        """Start with nothing received."""
        self.due_ns = 0
        model = read_model(settings)
        robot = model.robot
        self._beat = PeriodicBeat("image_monitor", settings.configuration)
        self._reader = Reader(settings.speakers.proven)
        self._joiner = PictureJoiner()
        self._reports = ReportJudge(settings)
        self._history = JointHistory(partial(tool_pose, robot))
        # Which others a scenario mounts only the spacecraft knows.
        usual = default_cameras(robot, model.scene)
        self._streams: dict[str, PictureStream] = {
            camera.name: PictureStream(camera.name, camera.sight_m) for camera in usual
        }
        self._status_ns = 0

    def receive(self, message: Input, sender: str, now_ns: int) -> Effects:
        """Count a packet of a picture, or a report."""
        if isinstance(message, ImagePacket):
            self._on_packet(message.packet, now_ns)
        elif isinstance(message, Telemetry):
            self._on_report(message, now_ns)
        return ()

    def tick(self, now_ns: int) -> Effects:
        """Beat and report, each when due."""
        effects: list[Effect] = [*self._beat.take_due(now_ns)]
        if now_ns >= self._status_ns:
            self._status_ns = now_ns + STATUS_NS
            self._on_pictures(self._joiner.expire(now_ns), now_ns)
            effects += [Send(stream.status(self._reports.clock, now_ns)) for stream in self._streams.values()]
        self.due_ns = min(self._beat.due_ns, self._status_ns)
        return effects

    def _on_report(self, report: Telemetry, now_ns: int) -> None:
        judgement = self._reports.on_telemetry(report, now_ns)
        if judgement not in BELIEVED:
            return
        if judgement == "stepped":
            self._history.forget()
            for stream in self._streams.values():
                stream.on_clock_step()
        self._history.add(report.q, report.sampled_ns)
        for stream in self._streams.values():
            stream.agreement.judge(self._history)

    def _on_packet(self, packet: bytes, now_ns: int) -> None:
        received = self._reader.decode(packet, "down")  # which counts what is bad
        if isinstance(received, Received) and isinstance(received.message, ImageShard):
            self._on_pictures(self._joiner.on_shard(received.message, now_ns), now_ns)

    def _on_pictures(self, pictures: list[Joined], now_ns: int) -> None:
        for picture in pictures:
            stream = self._streams.get(picture.image.camera)
            if stream is not None and self._reports.may_follow(
                picture.image.sampled_ns, stream.sampled_ns, now_ns
            ):
                stream.on_picture(picture, now_ns)


def build(settings: RunSettings, store: Store, rng: np.random.Generator) -> ImageMonitor:
    """Make the image monitor's role."""
    return ImageMonitor(settings)
