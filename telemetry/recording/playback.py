"""What the screens of a run were shown: the part of a recording that a replay plays again.

The screen is the first console that there was, else the operator.  The operator sees no pictures; then the
image monitor's packets stand for them.  Time counts from the start of the run, as in summaries and logs.
"""

from bisect import bisect_right
from collections.abc import Iterator
from heapq import heappop, heappush
from pathlib import Path
from typing import NamedTuple

from telemetry.messages.base import Message
from telemetry.messages.images import ImagePacket
from telemetry.participants import playing
from telemetry.recording.deliveries import read_deliveries
from telemetry.recording.mcap_file import Reading
from telemetry.recording.received import Opener
from telemetry.recording.record import Mark, Record
from telemetry.recording.told import is_told
from telemetry.settings import FileError

DISORDER_NS = 1_000_000_000  # far more than the taps of several processes arrive out of order


class Frame(NamedTuple):
    """One message that a screen had received."""

    at_ns: int  # from the start of the run
    message: Message


class Playback:
    """A recording, looked through once, to be played from anywhere."""

    def __init__(self, path: Path) -> None:
        """Look through the recording; FileError: there is none, or nothing in it is readable."""
        deliveries = read_deliveries(path)
        self._chapters: list[tuple[Reading, Mark]] = []
        self._begins_ns: list[int] = []  # of the chapters, ascending
        self.duration_ns = 0
        given = set[str]()
        for record, _ in deliveries.records():
            self.duration_ns = max(self.duration_ns, record.at_ns)
            if not is_told(record.packet):
                given.add(record.role)
        for reading in deliveries.readings:
            for mark in reading.marks:
                self._chapters.append((reading, mark))
                self._begins_ns.append(max(mark.at_ns, *self._begins_ns[-1:], 0))
        self.about = deliveries.about
        consoles = playing(("console",), self.about.participants)
        self.screen = next((name for name in consoles if name in given), "operator")
        damage = deliveries.damage
        self.damage = f"{damage.problem}, after record {damage.after}" if damage else ""
        if not self._chapters:
            raise FileError(path, "", self.damage or "holds no records")

    def frames(self, from_ns: int = 0) -> Iterator[Frame]:
        """Return what was shown at `from_ns` and later, in the order of time."""
        opener = Opener(self.about.mode, self.about.participants)
        for record in _in_order_of_time(self._records(from_ns)):
            message = opener.open(record.role, record.packet)
            if message is not None and record.at_ns >= from_ns:
                yield Frame(record.at_ns, message)

    def _records(self, from_ns: int) -> Iterator[Record]:
        """Return the records of the screens from a little before `from_ns`."""
        index = max(bisect_right(self._begins_ns, from_ns - DISORDER_NS) - 1, 0)
        begun: set[Path] = set()
        for reading, mark in self._chapters[index:]:
            if reading.path in begun:
                continue  # reading goes on to the end of a file by itself
            begun.add(reading.path)
            for record, name in reading.records(mark):
                if not is_told(record.packet) and self._is_shown(record.role, name):
                    yield record

    def _is_shown(self, role: str, name: str) -> bool:
        if role == self.screen:
            return True
        is_picture = role == "image_monitor" and name == ImagePacket.__name__
        return is_picture and self.screen == "operator"


def _in_order_of_time(records: Iterator[Record]) -> Iterator[Record]:
    """Put right what the taps of several processes brought out of order; equal times keep their order."""
    waiting: list[tuple[int, int, Record]] = []
    for record in records:
        heappush(waiting, (record.at_ns, record.number, record))
        while waiting[0][0] < record.at_ns - DISORDER_NS:
            yield heappop(waiting)[2]
    while waiting:
        yield heappop(waiting)[2]
