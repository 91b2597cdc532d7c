"""Records to what a file keeps of them: each message once, and its receivers (`receptions`).

    packet or frame --known---------------------------------> reception
                    --new---> envelope, payload --> copy, reception
                                      '-- new ----> message, in the channel of its class

What crosses the space link is carried on by the bridge with the same payload: that is one message.  What
has no envelope that could be put on again is kept as it is, with drivers' records.  Of a picture's shards
those that the others make again are kept without their data (`repair_shards`).  A chunk names messages and
copies of its own alone, so one that is damaged costs itself: what the next one needs is kept there again.
"""

from collections.abc import Callable, Sequence
from operator import sub
from typing import NamedTuple

import msgspec

from telemetry.recording.given.driver_records import TICKS, driver_record_name, is_driver_record
from telemetry.recording.given.envelope import SentMessageReader, split_envelope
from telemetry.recording.given.received import UNKNOWN
from telemetry.recording.records.receptions import FROM_DRIVER, NEW, Copies, Life, Receptions
from telemetry.recording.records.record import About, Record
from telemetry.recording.records.repair_shards import RepairShards, is_stripped
from telemetry.recording.records.sent_messages import CARRIED_ON
from telemetry.recording.records.totals import RecordCount
from telemetry.recording.writing.mcap_writer import Row

MARK_OF_PACKET, MARK_OF_FRAME = 2, 8  # octets that tell the class: of the packet, of a frame's payload
FARTHEST_SEQUENCE = 2**63 - 1  # distance of two sequences that a file holds; they count modulo 2^64
MOST_PARTICIPANTS = 256  # participants, who are octets in a column
_PACK = msgspec.msgpack.Encoder().encode


class _Kind(NamedTuple):
    """What is the same for all messages of a class in one life of its sender."""

    sender: str
    name: str
    message: str  # class in the file: of a picture's packet the shard's
    channel: int
    is_carried_on: bool


class _Life:
    """One life of a sender."""

    __slots__ = ("kinds", "last", "place", "stored")

    def __init__(self) -> None:
        self.kinds: dict[bytes, _Kind] = {}  # by the octets that tell the class
        self.stored = Life("", b"")  # as it stands in the file
        self.place = -1  # in the lives of the batch at hand; -1: not there yet
        self.last = 0  # sequence in that batch


class _Carried:
    """Messages of one payload that others may carry on, each of them as often as it was sent."""

    __slots__ = ("numbers", "sent")

    def __init__(self) -> None:
        self.numbers: list[int] = []
        self.sent: dict[str, int] = {}  # how many of them each sender has sent, in order

    def next_of(self, sender: str) -> int | None:
        """Return the oldest that a sender has not sent yet, which it sends now; None: there is none."""
        place = self.sent.get(sender, 0)
        if place >= len(self.numbers):
            return None
        self.sent[sender] = place + 1
        return self.numbers[place]


class _ChunkIndex:
    """What was met in one chunk."""

    __slots__ = ("carried", "copies")

    def __init__(self) -> None:
        self.copies: dict[bytes, tuple[int, str]] = {}  # number and class, by their octets
        self.carried: dict[bytes, _Carried] = {}  # by payload


class _New:
    """What is new in the batch at hand."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.driver_records: list[msgspec.Raw] = []
        # message, place of its life, sequence, heads, tags
        self._copies: list[tuple[int, int, int, bytes, bytes]] = []
        self._lives: list[_Life] = []

    def add_copy(self, message: int, life: _Life, *, sequence: int, heads: bytes, tags: bytes) -> None:
        """Add a copy of a message."""
        if life.place < 0:
            life.place, life.last = len(self._lives), 0
            self._lives.append(life)
        later = sequence - life.last
        if abs(later) > FARTHEST_SEQUENCE:  # no sender counts so: this was made up
            later -= 2**64 if later > 0 else -(2**64)
        self._copies.append((message, life.place, later, heads, tags))
        life.last = sequence

    def end(self) -> Copies:
        """Reset the places of lives, and return the copies by columns."""
        for life in self._lives:
            life.place = -1
        message, place, sequence, heads, tags = zip(*self._copies, strict=True) if self._copies else ((),) * 5
        lives = tuple(life.stored for life in self._lives)
        return Copies(message, place, sequence, heads, lives, tags)


class BatchWriter:
    """Knows what was kept, and adds what is new."""

    def __init__(self, about: About, channel: Callable[[str], int]) -> None:
        """Keep records of a run; `channel` gives the number of a class's channel."""
        self._zero_ns, self._channel = about.zero_utc_ns, channel
        self._reader = SentMessageReader(about.speakers)
        self._lives: dict[bytes, _Life] = {}  # by the head that it has in common
        self._places: dict[str, int] = {}  # of all participants so far
        self._index = _ChunkIndex()
        self._remade = RepairShards()
        self._copies = self._messages = 0
        self._new = _New()
        self.count = RecordCount()

    def begin_chunk(self) -> None:
        """Begin another chunk, as if there were none before."""
        self._index, self._remade = _ChunkIndex(), RepairShards()
        self._lives.clear()

    def pack(self, records: list[Record]) -> tuple[list[Row], Receptions]:
        """Return the messages that are new, by channel, and their receptions."""
        self._new = new = _New()
        first_copy, first_message = self._copies + 1, self._messages + 1
        known = self._index.copies.get
        what, names = list[int](), list[str]()
        for _, at_ns, role, _, packet in records:
            copy = known(packet)
            if copy is None:
                copy = self._new_copy(role, at_ns, packet)
                what.append(copy[0])
            else:
                what.append(self._copies - copy[0] + 1)
            names.append(copy[1])
        numbers, times_ns, roles, in_lives, _ = zip(*records, strict=True)
        places, begin_ns = self._places, min(times_ns)
        for role in dict.fromkeys(roles):
            places.setdefault(role, len(places))
        who = bytes([places[role] for role in roles])
        self.count.on_records(names, roles, times_ns)
        later_ns = list(map(sub, times_ns, (begin_ns, *times_ns)))
        firsts = numbers[0], first_copy, first_message, begin_ns
        in_life = _distances(who, in_lives)
        return new.rows, Receptions(
            *firsts, list(places), who, in_life, later_ns, what, new.driver_records, new.end()
        )

    def _new_copy(self, role: str, at_ns: int, packet: bytes) -> tuple[int, str]:
        """Keep what no participant received before; return its entry in column `what`, and its class."""
        envelope = split_envelope(packet)
        if envelope is None:
            return FROM_DRIVER, self._keep_as_is(role, packet)
        head, sequence, heads, tags, payload = envelope
        life = self._lives.get(head) or self._lives.setdefault(head, _Life())
        mark = packet[:MARK_OF_PACKET] if heads else payload[:MARK_OF_FRAME]
        kind = life.kinds.get(mark) or self._first_met(role, packet)
        if kind is None or is_stripped(kind.message, payload):  # that came empty: nothing is to be put back
            return FROM_DRIVER, self._keep_as_is(role, packet)
        life.kinds[mark] = kind
        if not life.stored.head:
            life.stored = Life(kind.sender, head)
        keep = self._carried_on if kind.is_carried_on else self._message
        message = keep(kind, at_ns, payload)
        self._new.add_copy(message, life, sequence=sequence, heads=heads, tags=tags.rstrip(b"\0") and tags)
        self._copies += 1
        self._index.copies[packet] = self._copies, kind.name
        return NEW, kind.name

    def _keep_as_is(self, role: str, packet: bytes) -> str:
        """Keep octets as they are, and return the name of what they hold."""
        if not is_driver_record(packet):
            self._new.driver_records.append(msgspec.Raw(_PACK(packet)))
            return UNKNOWN
        self._new.driver_records.append(msgspec.Raw(packet))
        name = driver_record_name(packet)
        if name == TICKS:
            self.count.on_ticks(role, packet)
        return name

    def _message(self, kind: _Kind, at_ns: int, payload: bytes) -> int:
        self._messages += 1
        kept = self._remade.stripped(kind.message, payload)
        self._new.rows.append((kind.channel, self._messages, self._zero_ns + at_ns, kept))
        return NEW

    def _carried_on(self, kind: _Kind, at_ns: int, payload: bytes) -> int:
        """Return the oldest message of this payload that this sender has not sent yet, or a new one."""
        carried = self._index.carried.setdefault(payload, _Carried())
        number = carried.next_of(kind.sender)
        if number is not None:
            return self._messages - number + 1
        self._message(kind, at_ns, payload)
        carried.numbers.append(self._messages)
        carried.next_of(kind.sender)
        return NEW

    def _first_met(self, role: str, packet: bytes) -> _Kind | None:
        """Return sender, class and channel of what was not met before; None: it cannot be read."""
        sent = self._reader.read(role, packet)
        if sent is None:
            return None
        channel = self._channel(sent.message)
        return _Kind(sent.sender, sent.name, sent.message, channel, sent.name in CARRIED_ON)


def _distances(who: bytes, numbers: Sequence[int]) -> list[int]:
    """Return of each number how much greater it is than the one before of the same participant."""
    last, found = [0] * MOST_PARTICIPANTS, list[int]()
    for place, number in zip(who, numbers, strict=True):
        found.append(number - last[place])
        last[place] = number
    return found
