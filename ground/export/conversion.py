"""The one way from what is said to what others read: for a file, and for a live stream.

    a message ---> arms       /joints, /tf, /scene, /calibration    ---> samples: topic, schema, UTC, JSON
              ---> pictures   /camera
              ---> events     /log
              ---> itself     /messages/<Class>, /commands

Times are UTC, of when a message was first given to somebody on the ground: what was known then.  When it was
sampled on board the message itself says, by the spacecraft's clock.
"""

from collections.abc import Iterator, Sequence

from ground.export.events import Events
from ground.export.exported_arms import TOPICS, ExportedArms
from ground.export.exported_cameras import ExportedPictures
from ground.export.exported_cameras import usual_topics as camera_topics
from ground.export.plain_messages import CARRIERS, plain_samples, plain_topic
from ground.export.sample import LOG, Sample, Topic, known_sample, known_topic
from ground.export.schemas import Log, time_of
from ground.pictures.camera import CameraTable
from predictor.run_model import Model
from telemetry.agreed.participants import Speakers
from telemetry.messages.base import Message
from telemetry.messages.queue import CommandChange
from telemetry.wire.routes import ROUTES


def usual_topics(role: str) -> list[Topic]:
    """Return the topics of what a role is told, before any of it is."""
    kinds = [kind for kind, route in ROUTES.items() if role in route.receivers and kind not in CARRIERS]
    plain = [plain_topic(CommandChange), *map(plain_topic, kinds)]
    return [*TOPICS, *camera_topics(), known_topic(LOG, Log), *plain]


class Conversion:
    """Converts one run, message by message."""

    def __init__(
        self,
        model: Model | None,
        cameras: Sequence[CameraTable] | None,
        speakers: Speakers,
    ) -> None:
        """Begin; without a model there are no joints, frames and shapes; `cameras` None: the usual ones."""
        self._arms = ExportedArms(model, cameras) if model else None
        self._pictures = ExportedPictures(speakers)
        self._events = Events()

    def samples(self, message: Message, sender: str, utc_ns: int) -> Iterator[Sample]:
        """Return what others read of a message that was first given to a participant at `utc_ns`."""
        if self._arms:
            yield from self._arms.samples(message, utc_ns)
        yield from self._pictures.samples(message, utc_ns)
        for level, text in self._events.of(message):
            log = Log(timestamp=time_of(utc_ns), level=level, message=text, name=sender)
            yield known_sample(LOG, utc_ns, log)
        yield from plain_samples(message, sender, utc_ns)

    def shapes_again(self, utc_ns: int) -> Iterator[Sample]:
        """Return again all that is said once, for clients that connect later."""
        if self._arms:
            yield from self._arms.shapes_again(utc_ns)
