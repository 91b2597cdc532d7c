"""How the spacecraft sends its pictures: each spread over nearly the time until its camera's next one.

    camera a   a . . a . . a . . a . .
    camera b   . b . . b . . b . . b .      in time: a steady stream, and a burst of losses takes a few
    camera c   . . c . . c . . c . . c      packets of each picture instead of many of one

The price is that a picture is whole by so much later.
"""

from heapq import heappop, heappush

from ground.pictures.camera import RATE
from ground.rehearsal.body.plant import CONTROL_PERIOD_NS
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.images import Image, ImageShard
from telemetry.wire.shards import shards

SPREAD_NS = NS_PER_S // RATE - CONTROL_PERIOD_NS  # from the first shard of a picture to the last, at most


class PictureDownlink:
    """The shards that wait for their turn."""

    def __init__(self) -> None:
        """Start with none."""
        self._waiting: list[tuple[int, int, ImageShard]] = []
        self._put = 0

    def put(self, image: Image, now_ns: int) -> None:
        """Take a picture."""
        made = shards(image)
        for k, shard in enumerate(made):
            self._put += 1
            heappush(self._waiting, (now_ns + k * SPREAD_NS // len(made), self._put, shard))

    def take_due(self, now_ns: int) -> list[ImageShard]:
        """Return what is to be sent by now, in the order of its time."""
        due = []
        while self._waiting and self._waiting[0][0] <= now_ns:
            due.append(heappop(self._waiting)[2])
        return due
