"""The image monitor: joins the packets of pictures, and tells how far each camera can be believed.

ImagePacket --> shards joined ---> completeness, age -----------+--> ImageStatus, 4 Hz for each camera
                     '-- whole --> agreement with the joints ---+
Telemetry ----> clock, joints ------------'
"""

from functools import partial

import numpy as np

from ground.pictures.default_cameras import default_cameras
from ground.pictures.image_agreement import JointHistory
from ground.pictures.picture_stream import PictureStream
from predictor.model.plain_poses import tool_pose
from predictor.run_model import read_model
from telemetry.agreed.run_settings import NS_PER_S, RunSettings
from telemetry.life.beat import PeriodicBeat
from telemetry.life.contract import Effect, Effects, Input, Send, Store
from telemetry.link.plausibility import BELIEVED, ReportJudge
from telemetry.messages.images import ImagePacket, ImageShard
from telemetry.messages.spacecraft import Telemetry
from telemetry.wire.codec import Reader, Received
from telemetry.wire.shards import Joined, PictureJoiner

STATUS_NS = NS_PER_S // 4


class ImageMonitor:
    """The role."""

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
            self._take_pictures(self._joiner.expire(now_ns), now_ns)
            effects += [Send(stream.status(self._reports.clock, now_ns)) for stream in self._streams.values()]
        self.due_ns = min(self._beat.due_ns, self._status_ns)
        return effects

    def _take_report(self, report: Telemetry, now_ns: int) -> None:
        hearing = self._reports.on_telemetry(report, now_ns)
        if hearing not in BELIEVED:
            return
        if hearing == "stepped":
            self._history.forget()
            for stream in self._streams.values():
                stream.begin_again()
        self._history.add(report.q, report.sampled_ns)
        for stream in self._streams.values():
            stream.agreement.judge(self._history)

    def _take_packet(self, packet: bytes, now_ns: int) -> None:
        received = self._reader.decode(packet, "down")  # which counts what is bad
        if isinstance(received, Received) and isinstance(received.message, ImageShard):
            self._take_pictures(self._joiner.on_shard(received.message, now_ns), now_ns)

    def _take_pictures(self, pictures: list[Joined], now_ns: int) -> None:
        for picture in pictures:
            stream = self._streams.get(picture.image.camera)
            if stream is not None and self._reports.may_follow(
                picture.image.sampled_ns, stream.sampled_ns, now_ns
            ):
                stream.take(picture, now_ns)


def build(settings: RunSettings, store: Store, rng: np.random.Generator) -> ImageMonitor:
    """Make the image monitor's role."""
    return ImageMonitor(settings)
