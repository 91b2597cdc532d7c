"""The image monitor: joins the packets of pictures, and tells how far each camera can be believed.

    ImagePacket --> segments joined --> number, age, completeness --+--> ImageStatus, 4 Hz for each camera
    Telemetry ----> clock, joints ----> agreement with the joints --+

A picture with a missing packet never becomes whole; it is counted when a later one of its camera is.
"""

from functools import partial

import numpy as np

from ground.pictures.default_cameras import default_cameras
from ground.pictures.image_agreement import Agreement, JointHistory
from predictor.model.kinematics import tool_pose
from predictor.run_model import read_model
from telemetry.beat import Beating
from telemetry.contract import Effect, Effects, Input, Send, Store
from telemetry.link.measured import ClockCorrelation
from telemetry.link.plausibility import HEARD, ReportJudge
from telemetry.messages.images import Image, ImagePacket, ImageStatus
from telemetry.messages.spacecraft import Telemetry
from telemetry.run_settings import NS_PER_S, RunSettings
from telemetry.wire.codec import Reader, Received

STATUS_NS = NS_PER_S // 4


class PictureStream:
    """What is known of one camera."""

    def __init__(self, camera: str, sight_m: float) -> None:
        """Start with nothing received; `sight_m`: typical distance to what the camera looks at."""
        self.camera = camera
        self.agreement = Agreement(camera, sight_m=sight_m)
        self._number = 0
        self._sampled_ns: int | None = None
        self._received = 0
        self._incomplete = 0

    def take(self, image: Image, reports: ReportJudge, now_ns: int) -> None:
        """Take a whole picture; one that is not newer than the last, or not of this time, changes nothing."""
        if not reports.follows(image.sampled_ns, self._sampled_ns, now_ns):
            return
        # numbers that begin again tell of a camera that was switched on again, not of a loss
        if self._received and image.number > self._number:
            self._incomplete += image.number - self._number - 1
        self._number, self._sampled_ns = image.number, image.sampled_ns
        self._received += 1
        pixels = np.frombuffer(image.pixels, dtype=np.uint8).reshape(image.height, image.width)
        self.agreement.take(pixels, image.sampled_ns)

    def status(self, clock: ClockCorrelation, now_ns: int) -> ImageStatus:
        """Return the camera's figures now."""
        age_s = None
        if self._sampled_ns is not None and clock.is_set:
            age_s = (clock.to_spacecraft(now_ns) - self._sampled_ns) / NS_PER_S
        return ImageStatus(
            camera=self.camera,
            number=self._number,
            age=age_s,
            received=self._received,
            incomplete=self._incomplete,
            agreement=self.agreement.share,
        )


class ImageMonitor:
    """The role."""

    def __init__(self, settings: RunSettings) -> None:
        """Start with nothing received."""
        self.due_ns = 0
        model = read_model(settings)
        robot = model.robot
        tool_pose(robot, robot.home_q)  # compiled before the role reports ready
        self._beat = Beating("image_monitor", settings.configuration)
        self._reader = Reader(mode=settings.mode, run_id=settings.run_id, participants=settings.participants)
        self._reports = ReportJudge(settings)
        self._history = JointHistory(partial(tool_pose, robot))
        usual = default_cameras(
            robot, model.scene
        )  # which others a scenario mounts only the spacecraft knows
        self._streams: dict[str, PictureStream] = {
            camera.name: PictureStream(camera.name, camera.sight_m) for camera in usual
        }
        self._status_ns = 0

    def receive(self, message: Input, sender: str, now_ns: int) -> Effects:
        """Take a packet of a picture, or a report."""
        if isinstance(message, ImagePacket):
            self._take_packet(message.packet, now_ns)
        elif isinstance(message, Telemetry):
            self._take_report(message, now_ns)
        return ()

    def tick(self, now_ns: int) -> Effects:
        """Beat and report, each when due."""
        effects: list[Effect] = [*self._beat.take_due(now_ns)]
        if now_ns >= self._status_ns:
            self._status_ns = now_ns + STATUS_NS
            effects += [Send(stream.status(self._reports.clock, now_ns)) for stream in self._streams.values()]
        self.due_ns = min(self._beat.due_ns, self._status_ns)
        return effects

    def _take_report(self, report: Telemetry, now_ns: int) -> None:
        hearing = self._reports.hear(report, now_ns)
        if hearing not in HEARD:
            return
        if hearing == "stepped":
            self._history.forget()
        self._history.add(report.q, report.sampled_ns)
        for stream in self._streams.values():
            stream.agreement.judge(self._history)

    def _take_packet(self, packet: bytes, now_ns: int) -> None:
        received = self._reader.decode(packet, "down")
        if not isinstance(received, Received) or not isinstance(received.message, Image):
            return  # a piece of a picture; or the reader counts what is bad
        image = received.message
        stream = self._streams.get(image.camera)
        if stream is not None and len(image.pixels) == image.width * image.height:
            stream.take(image, self._reports, now_ns)


def build(settings: RunSettings, store: Store, rng: np.random.Generator) -> ImageMonitor:
    """Make the image monitor's role."""
    return ImageMonitor(settings)
