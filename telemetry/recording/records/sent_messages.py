"""Each message of a recording once: its sender, time, content and receivers; also sorted by sender.

    space segment --packet--> bridge --message--> predictor, planner, gate, ...     one message: Telemetry
    gate --message--> bridge, predictor;  bridge --packet--> space segment          one message: Motion

What crosses the space link is carried on by the bridge in its own name; the octets of the message stay, so
it is the same message, and its sender is the first one.  A message whose class this version does not know
is there by its keys.

`MessagesBySender` has every message that another participant received, known as one by its sender, boot epoch
and number.  What the drivers sent (taps, losses of the network) is left out: no role sent it.  What goes up
is its message; what comes down and the pictures are the spacecraft's, whose packets are only carried on.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import msgpack

from telemetry.agreed.participants import Speakers
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.base import Message, wire_name
from telemetry.messages.health import LanLoss, RoleLoad, Tapped
from telemetry.messages.images import ImagePacket
from telemetry.messages.spacecraft import Downlink
from telemetry.recording.given.envelope import SentMessage, SentMessageReader
from telemetry.recording.given.received import name_of
from telemetry.recording.records.record import About, Record
from telemetry.wire.kinds import unpack_message
from telemetry.wire.routes import ROUTES

REACH_NS = 10 * NS_PER_S  # from who is given a message first to who is given it last
CARRIED_ON = frozenset(wire_name(kind) for kind, route in ROUTES.items() if route.across)


class Reception(NamedTuple):
    """The receipt of a message by one participant."""

    participant: str
    at_ns: int  # from the start of the run, on that participant's clock
    in_life: int  # number in that participant's life


@dataclass(slots=True, eq=False)
class RecordedMessage:
    """One message; `receptions` are in the order of the record."""

    at_ns: int  # from the start of the run, when it was first received
    zero_utc_ns: int  # that start, since 1970
    sender: str
    name: str  # of its class; "unknown" where this version has no such class
    payload: bytes  # plain msgpack; of a picture's packet its own octets
    receptions: list[Reception] = field(default_factory=list)
    carriers: set[str] = field(default_factory=set)  # all that sent it
    copies: list[bytes] = field(default_factory=list)  # as they came

    @property
    def utc_ns(self) -> int:
        """When it was first received, since 1970."""
        return self.zero_utc_ns + self.at_ns

    @property
    def message(self) -> Message | None:
        """The message; None: this version does not know its class."""
        if self.name == wire_name(ImagePacket):
            return ImagePacket(packet=self.payload)
        message = unpack_message(self.payload)
        return message if isinstance(message, Message) else None

    @property
    def values(self) -> dict[str, object]:
        """Its values by their keys, plain, also of a class that this version does not know."""
        if self.name == wire_name(ImagePacket):
            return {"packet": self.payload}
        return plain(self.payload)


class MessageCollector:
    """Joins what several participants received to the messages that were sent."""

    def __init__(self, about: About) -> None:
        """Begin with nothing."""
        self._zero_ns = about.zero_utc_ns
        self._reader = SentMessageReader(about.speakers)
        self._waiting = deque[RecordedMessage]()
        self._of_bytes: dict[bytes, RecordedMessage] = {}  # of all that wait
        self._of_payload: dict[bytes, list[RecordedMessage]] = {}  # of those that are carried on
        self._newest_ns = 0

    def on_record(self, record: Record) -> Iterator[RecordedMessage]:
        """Add what a participant received; return messages that no other will receive any more, in order."""
        message = self._of_bytes.get(record.packet) or self._first_received(record)
        if message is not None:
            message.receptions.append(Reception(record.role, record.at_ns, record.in_life))
        self._newest_ns = max(self._newest_ns, record.at_ns)
        while self._waiting and self._waiting[0].at_ns < self._newest_ns - REACH_NS:
            yield self._oldest()

    def rest(self) -> Iterator[RecordedMessage]:
        """Return what still waits: nothing more is read."""
        while self._waiting:
            yield self._oldest()

    def _first_received(self, record: Record) -> RecordedMessage | None:
        sent = self._reader.read(record.role, record.packet)
        if sent is None:
            return None
        message = self._carried_on(sent) or self._new_message(sent, record.at_ns)
        message.carriers.add(sent.sender)
        self._of_bytes[record.packet] = message
        message.copies.append(record.packet)
        if record.at_ns < message.at_ns:  # taps of several processes come out of order
            message.sender, message.at_ns = sent.sender, record.at_ns
        return message

    def _carried_on(self, sent: SentMessage) -> RecordedMessage | None:
        """Return the oldest saying of these octets that this sender has not carried on yet."""
        same = self._of_payload.get(sent.payload, ()) if sent.name in CARRIED_ON else ()
        return next((message for message in same if sent.sender not in message.carriers), None)

    def _new_message(self, sent: SentMessage, at_ns: int) -> RecordedMessage:
        message = RecordedMessage(at_ns, self._zero_ns, sent.sender, sent.name, sent.payload)
        self._waiting.append(message)
        if sent.name in CARRIED_ON:
            self._of_payload.setdefault(sent.payload, []).append(message)
        return message

    def _oldest(self) -> RecordedMessage:
        """Remove and return what has waited longest."""
        message = self._waiting.popleft()
        for packet in message.copies:
            del self._of_bytes[packet]
        if message.name in CARRIED_ON:
            same = self._of_payload[message.payload]
            same.remove(message)
            if not same:
                del self._of_payload[message.payload]
        return message


def plain(payload: bytes) -> dict[str, object]:
    """Return what a msgpack map holds, by whatever keys; empty: it is none."""
    try:
        found = msgpack.unpackb(payload, strict_map_key=False)
    except (ValueError, msgpack.UnpackException):  # whatever bytes may be
        return {}
    return {str(key): value for key, value in found.items()} if isinstance(found, dict) else {}


LEFT_OUT = frozenset(wire_name(kind) for kind in (Tapped, LanLoss, RoleLoad, ImagePacket, Downlink))


class ReceivedMessage(NamedTuple):
    """One message, as a participant received it."""

    sequence: int  # of the sender's boot epoch; of several packets the first
    at_ns: int
    receiver: str
    name: str
    payload: bytes


class MessagesBySender:
    """All messages of a recording, by sender and boot epoch."""

    def __init__(self, speakers: Speakers) -> None:
        """Begin with nothing."""
        self._reader = SentMessageReader(speakers)
        self._messages: dict[tuple[str, int], dict[tuple[int, bytes], ReceivedMessage]] = {}

    def on_record(self, record: Record) -> None:
        """Add what a participant received."""
        if name_of(record.role, record.packet) in LEFT_OUT:
            return
        sent = self._reader.read(record.role, record.packet)
        if sent is not None:
            received = ReceivedMessage(sent.sequence, record.at_ns, record.role, sent.name, sent.payload)
            spoken = self._messages.setdefault((sent.sender, sent.boot_epoch), {})
            spoken.setdefault((sent.sequence, sent.payload), received)

    def counts(self) -> dict[tuple[str, int], int]:
        """Return how many messages each sender sent in each boot epoch."""
        return {sent: len(received) for sent, received in self._messages.items()}

    def of(self, participant: str, boot_epoch: int) -> list[ReceivedMessage]:
        """Return what one participant sent in one boot epoch, in order."""
        return sorted(self._messages.get((participant, boot_epoch), {}).values())
