"""All that a recording holds, over all its files: records in order, and the messages in them opened.

A recorder that was started again went on in a new file beside the first; here they are one.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

from telemetry.files.settings import FileError
from telemetry.recording.given.received import MessageOpener
from telemetry.recording.reading.mcap_reading import Reading
from telemetry.recording.records.record import About, Damage, Delivery, Record, damage_of_all, parts
from telemetry.recording.records.sent_messages import MessageCollector, RecordedMessage

OnRecord = Callable[[Record, str], None]  # a record, and its message's name


class Deliveries:
    """All deliveries of a recording in order of their numbers, over all its files.

    `damage` is, after the last one, what could not be read.
    """

    def __init__(self, path: Path) -> None:
        """Read the recording whose first (or only) file is `path`; FileError: there is none."""
        self.readings = [Reading(file) for file in parts(path)]
        if not self.readings:
            raise FileError(path, "", "cannot be read (no such file)")

    @property
    def about(self) -> About:
        """The facts of the run, known from the first record on."""
        return self.readings[0].about

    @property
    def damage(self) -> Damage | None:
        """The first damage of all files read so far, with what all of it costs."""
        return damage_of_all(reading.damage for reading in self.readings)

    def __iter__(self) -> Iterator[Delivery]:
        """Read from the beginning, each message opened."""
        return self.opened(lambda record, name: None)

    def opened(self, also: OnRecord) -> Iterator[Delivery]:
        """Read from the beginning, each message opened; `also` takes each record before, with its name."""
        opener: MessageOpener | None = None
        for record, name in self.records():
            opener = opener or MessageOpener(self.about.speakers)
            also(record, name)
            message = opener.open(record.role, record.packet)
            yield Delivery(record.number, record.at_ns, record.role, message, record.packet)

    def messages(self) -> Iterator[RecordedMessage]:
        """Read from the beginning, each message once; about in the order in which they were sent."""
        collector: MessageCollector | None = None
        for record, _ in self.records():
            collector = collector or MessageCollector(self.about)
            yield from collector.on_record(record)
        if collector:
            yield from collector.rest()

    def records(self) -> Iterator[tuple[Record, str]]:
        """Read from the beginning without opening the messages; each record with its message's name."""
        last = 0
        for reading in self.readings:
            for record, name in reading.records(after=last):
                last = record.number
                yield record, name


def unreadable(deliveries: Deliveries, path: Path) -> FileError:
    """Return that a recording holds nothing that can be read, and why."""
    return FileError(path, "", deliveries.damage.problem if deliveries.damage else "holds no messages")


def read_deliveries(path: Path) -> Deliveries:
    """Return all deliveries of a recording, to be iterated; FileError: there is no such file."""
    return Deliveries(path)
