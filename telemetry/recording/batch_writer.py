"""Records to what a file keeps of them: each message once, and who was given it (`receptions`).

    packet or frame --known---------------------------------> reception
                    --new---> envelope, payload --> copy, reception
                                      '-- new ----> message, in the channel of its class

What crosses the space link is carried on by the bridge with the same payload: that is one message.  A
picture's packet stands for itself.  What has no envelope that could be put on again is kept as it is, with
what drivers told.  A chunk names messages and copies of its own and of the one before.
"""

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from telemetry.messages.images import ImagePacket
from telemetry.recording.envelope import take_off
from telemetry.recording.mcap_writer import Row
from telemetry.recording.received import UNKNOWN, signature
from telemetry.recording.receptions import AS_IT_IS, NEW, TOLD, Copies, Life, Receptions
from telemetry.recording.record import About, Record
from telemetry.recording.sayings import CARRIED_ON
from telemetry.recording.told import TICKS, is_told, told_name
from telemetry.recording.totals import Count
from telemetry.recording.voice import Ears
from telemetry.wire.kinds import pack_message

_PICTURE = ImagePacket.__name__
MOST = 256  # participants, who are octets in a column
_PACK = msgspec.msgpack.Encoder().encode


class _Kind(NamedTuple):
    """What is the same for all messages of a class in one life of its sender."""

    sender: str
    name: str
    channel: int


class _Life:
    """One life of who says something."""

    __slots__ = ("kinds", "last", "place")

    def __init__(self) -> None:
        self.kinds: dict[bytes, _Kind | None] = {}  # by signature
        self.place = -1  # in the lives of the batch at hand; -1: not there yet
        self.last = 0  # sequence in that batch


class _Carried:
    """A message that others may carry on."""

    __slots__ = ("number", "senders")

    def __init__(self, number: int) -> None:
        self.number, self.senders = number, set[str]()  # who have said it


class _Met:
    """What was met in one chunk."""

    __slots__ = ("carried", "copies")

    def __init__(self) -> None:
        self.copies: dict[bytes, tuple[int, str]] = {}  # number and class, by their octets
        self.carried: dict[bytes, list[_Carried]] = {}  # by payload


class _Columns:
    """What is new in the batch at hand."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.told: list[msgspec.Raw] = []
        self.message: list[int] = []
        self.life = bytearray()
        self.sequence: list[int] = []
        self.heads: list[bytes] = []
        self.lives: list[_Life] = []
        self.told_lives: list[Life] = []

    def add_envelope(self, life: _Life, sequence: int, heads: bytes) -> None:
        """Add what stands around a copy, of a life that has its place."""
        self.life.append(life.place)
        self.sequence.append(sequence - life.last)
        self.heads.append(heads)
        life.last = sequence

    def add_picture(self) -> None:
        """Add a copy that is in its message as it is."""
        self.life.append(AS_IT_IS)
        self.sequence.append(0)
        self.heads.append(b"")

    def add_life(self, life: _Life, sender: str, head: bytes) -> None:
        """Give a life its place."""
        life.place, life.last = len(self.lives), 0
        self.lives.append(life)
        self.told_lives.append(Life(sender, head))

    def end(self) -> None:
        """Take the places away."""
        for life in self.lives:
            life.place = -1

    @property
    def copies(self) -> Copies:
        """What is new, for the record."""
        return Copies(self.message, bytes(self.life), self.sequence, self.heads, self.told_lives)


class BatchWriter:
    """Knows what was kept, and adds what is new."""

    def __init__(self, about: About, channel: Callable[[str], int]) -> None:
        """Keep records of a run; `channel` gives the number of a class's channel."""
        self._zero_ns, self._channel = about.zero_utc_ns, channel
        self._ears = Ears(about.mode, about.participants)
        self._lives: dict[bytes, _Life] = {}  # by the head that it has in common
        self._participants: dict[str, int] = {}  # places, of all so far
        self._met, self._met_before = _Met(), _Met()
        self._copies = self._messages = 0
        self._new = _Columns()
        self.count = Count()

    def turn(self) -> None:
        """Begin another chunk."""
        self._met, self._met_before = _Met(), self._met

    def pack(self, records: list[Record]) -> tuple[list[Row], Receptions]:
        """Return the messages that are new, by channel, and who was given what."""
        self._new = new = _Columns()
        begin_ns = min(record.at_ns for record in records)
        numbers = records[0].number, self._copies + 1, self._messages + 1
        known, known_before = self._met.copies.get, self._met_before.copies.get
        places, last_ns, last = self._participants, [begin_ns] * MOST, [0] * MOST
        who, in_lives, times, whats = bytearray(), list[int](), list[int](), list[int]()
        names = list[str]()
        for _, at_ns, role, in_life, packet in records:
            place = places.get(role)
            if place is None:
                place = places[role] = len(places)
            who.append(place)
            times.append(at_ns - last_ns[place])
            in_lives.append(in_life - last[place])
            last_ns[place], last[place] = at_ns, in_life
            copy = known(packet) or known_before(packet)
            if copy is None:
                what, name = self._begun(role, at_ns, packet)
            else:
                what, name = self._copies - copy[0] + 1, copy[1]
            whats.append(what)
            names.append(name)
        new.end()
        self.count.take(records, names)
        columns = in_lives, times, whats
        return new.rows, Receptions(
            *numbers, begin_ns, list(places), bytes(who), *columns, new.told, new.copies
        )

    def _begun(self, role: str, at_ns: int, packet: bytes) -> tuple[int, str]:
        """Keep what nobody was given before; return what column `what` says of it, and its class."""
        taken = None if not packet or is_told(packet) else take_off(packet)
        if taken is None:
            return TOLD, self._told(role, packet)
        head, sequence, heads, payload = taken
        life = self._lives.get(head) or self._lives.setdefault(head, _Life())
        mark = packet[:2] if heads else payload[:8]
        kind = life.kinds.get(mark) or self._met_first(role, packet, life)
        if kind is None:
            return TOLD, self._told(role, packet)
        new = self._new
        if kind.name == _PICTURE:
            new.add_picture()
            new.message.append(self._message(kind, at_ns, pack_message(ImagePacket(packet=packet))))
        else:
            if life.place < 0:
                new.add_life(life, kind.sender, head)
            new.add_envelope(life, sequence, heads)
            keep = self._carried_on if kind.name in CARRIED_ON else self._message
            new.message.append(keep(kind, at_ns, payload))
        self._copies += 1
        self._met.copies[packet] = self._copies, kind.name
        return NEW, kind.name

    def _told(self, role: str, packet: bytes) -> str:
        """Keep octets as they are, and return what they are called."""
        if not is_told(packet):
            self._new.told.append(msgspec.Raw(_PACK(packet)))
            return UNKNOWN
        self._new.told.append(msgspec.Raw(packet))
        name = told_name(packet)
        if name == TICKS:
            self.count.ticked(role, packet)
        return name

    def _message(self, kind: _Kind, at_ns: int, payload: bytes) -> int:
        self._messages += 1
        self._new.rows.append((kind.channel, self._messages, self._zero_ns + at_ns, payload))
        return NEW

    def _carried_on(self, kind: _Kind, at_ns: int, payload: bytes) -> int:
        """Return the oldest message of this payload that this sender has not said yet, or a new one."""
        for met in (self._met_before, self._met):
            for message in met.carried.get(payload, ()):
                if kind.sender not in message.senders:
                    message.senders.add(kind.sender)
                    return self._messages - message.number + 1
        self._message(kind, at_ns, payload)
        message = _Carried(self._messages)
        message.senders.add(kind.sender)
        self._met.carried.setdefault(payload, []).append(message)
        return NEW

    def _met_first(self, role: str, packet: bytes, life: _Life) -> _Kind | None:
        """Return sender, class and channel of what was not met before; None: nobody knows what it says."""
        voice = self._ears.hear(role, packet)
        kind = voice and _Kind(voice.sender, voice.name, self._channel(voice.name))
        life.kinds[signature(packet)] = kind
        return kind
