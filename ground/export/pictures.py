"""Pictures as PNG: shards joined, as far as a picture has come; what is missing of one stays black.

ImagePacket ---> shard ---> joiner ---> picture ---> /camera/<name>   CompressedImage
                                                ---> /log             if something of it is missing
"""

from collections.abc import Iterator

from ground.export.cameras import frame_name, picture_topic
from ground.export.png import png
from ground.export.sample import LOG, Sample, known_sample
from ground.export.schemas import CompressedImage, Log, LogLevel, time_of
from telemetry.agreed.speakers import Speakers
from telemetry.messages.base import Message
from telemetry.messages.images import ImagePacket, ImageShard
from telemetry.wire.codec import Reader, Received
from telemetry.wire.shards import Joined, PictureJoiner


class ExportedPictures:
    """Joins what came of pictures."""

    def __init__(self, speakers: Speakers) -> None:
        """Begin with nothing; packets of any run: who was given them has judged that."""
        self._reader = Reader(speakers.on_record)
        self._joiner = PictureJoiner()

    def samples(self, message: Message, utc_ns: int) -> Iterator[Sample]:
        """Return the pictures that a packet ends, whole or not."""
        if not isinstance(message, ImagePacket):
            return
        received = self._reader.decode(message.packet, "down")
        if isinstance(received, Received) and isinstance(received.message, ImageShard):
            for joined in self._joiner.on_shard(received.message, utc_ns):
                yield from _picture(joined, utc_ns)


def _picture(joined: Joined, utc_ns: int) -> Iterator[Sample]:
    image, time = joined.image, time_of(utc_ns)
    name = frame_name(image.camera)
    told = CompressedImage(
        timestamp=time, frame_id=name, data=png(image.width, image.height, image.pixels), format="png"
    )
    yield known_sample(picture_topic(image.camera), utc_ns, told)
    if joined.bands:
        text = f"{100.0 * joined.missing:.0f} % of picture {image.number} is missing: black"
        yield known_sample(LOG, utc_ns, Log(timestamp=time, level=LogLevel.WARNING, message=text, name=name))
