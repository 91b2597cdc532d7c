"""Pictures as the packets that a spacecraft makes of them."""

from telemetry.messages.images import Image
from telemetry.wire.codec import Wire
from telemetry.wire.shards import shards


def packets_of(image: Image, *, wire: Wire | None = None, at_ns: int = 0) -> list[bytes]:
    """Return the packets of a picture in order; those after the first 60 of 69 repair it."""
    spacecraft = wire or Wire("space_segment")
    return [packet for shard in shards(image) for packet in spacecraft.packets(shard, at_ns)]
