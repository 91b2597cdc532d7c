"""Records of a recording as plain values by their keys: what was given to whom, by whom, under which number.

A message has the values of its payload, also of a class that this version does not know, and none if what
its class asks for is missing; a driver's record those of its map.  Whoever needs no more than this depends on
no class of a message.  A message that several received is unpacked once.
"""

from collections.abc import Callable, Container, Iterator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec

from telemetry.agreed.participants import Speakers
from telemetry.messages.base import Message
from telemetry.recording.given.driver_records import Piece, is_driver_record, unpack_driver_record
from telemetry.recording.given.envelope import SentMessage, SentMessageReader
from telemetry.recording.given.received import UNKNOWN
from telemetry.recording.reading.deliveries import Deliveries, OnRecord
from telemetry.recording.records.record import Record
from telemetry.recording.records.sent_messages import plain
from telemetry.wire.kinds import unpack_message

PIECE = "Piece"
BODIES_KEPT = 64  # a message comes to all its receivers within a few records


class OpenedRecord(NamedTuple):
    """One record."""

    number: int
    at_ns: int  # from the start of the run, on the participant's clock
    participant: str
    in_life: int  # number in the participant's life, from 1
    name: str  # of the message's class, or of the driver's record
    body: Mapping[str, Any]  # empty: nobody asked for it, or it cannot be read
    sender: str  # empty: the driver
    boot_epoch: int
    sequence: int  # of the sender in it; of several packets the first


class RecordOpener:
    """Opens the records of one recording, one by one and in order."""

    def __init__(self, speakers: Speakers, wanted: Container[str]) -> None:
        """Open what is in records whose name is wanted."""
        self._reader, self._wanted = SentMessageReader(speakers), wanted
        self._pieces: dict[str, bytes] = {}
        self._bodies: dict[tuple[str, bytes], Mapping[str, Any]] = {}  # of the newest payloads

    def open(self, record: Record, name: str) -> OpenedRecord | None:
        """Return a record with what is in it; None: a piece, and the last of them is still to come."""
        if name == PIECE:
            joined = _joined(record, self._pieces)
            if joined is None:
                return None
            record, name = joined
        number, at_ns, participant, in_life, packet = record
        if name not in self._wanted:
            return OpenedRecord(number, at_ns, participant, in_life, name, {}, "", 0, 0)
        sent = self._reader.read(participant, packet)
        if sent is None:
            body = _driver_values(packet) if is_driver_record(packet) else {}
            return OpenedRecord(number, at_ns, participant, in_life, name, body, "", 0, 0)
        who = sent.sender, sent.boot_epoch, sent.sequence
        return OpenedRecord(number, at_ns, participant, in_life, sent.name, self._body(sent), *who)

    def _body(self, sent: SentMessage) -> Mapping[str, Any]:
        key = sent.name, sent.payload
        if key not in self._bodies:
            if len(self._bodies) == BODIES_KEPT:
                self._bodies.clear()
            self._bodies[key] = plain(sent.payload) if _is_whole(sent) else {}
        return self._bodies[key]


def opened_records(deliveries: Deliveries, wanted: Container[str]) -> Iterator[OpenedRecord]:
    """Return all records in order; those whose name is wanted with what is in them.

    Raises:
        FileError: the recording cannot be read.
    """
    found = list[OpenedRecord]()
    on_record = opening(deliveries, wanted, found.append)
    for record, name in deliveries.records():
        on_record(record, name)
        yield from found
        found.clear()


def opening(
    deliveries: Deliveries, wanted: Container[str], on_opened: Callable[[OpenedRecord], None]
) -> OnRecord:
    """Return what takes the records of a recording as it is read, perhaps for others too, and opens them."""
    opener: RecordOpener | None = None

    def on_record(record: Record, name: str) -> None:
        nonlocal opener
        opener = opener or RecordOpener(deliveries.about.speakers, wanted)
        if opened := opener.open(record, name):
            on_opened(opened)

    return on_record


def _is_whole(sent: SentMessage) -> bool:
    """Return whether a message has all that its class asks for, if this version knows it."""
    return sent.name == UNKNOWN or isinstance(unpack_message(sent.payload), Message)


def _driver_values(packet: bytes) -> Mapping[str, Any]:
    with suppress(msgspec.MsgspecError):
        unpack_driver_record(packet)
        return plain(packet)
    return {}


def _joined(record: Record, pieces: dict[str, bytes]) -> tuple[Record, str] | None:
    """Return what was too long for one record, as its last piece comes; None: it has not come."""
    piece = None
    with suppress(msgspec.MsgspecError):
        piece = unpack_driver_record(record.packet)
    if not isinstance(piece, Piece):
        return None
    joined = pieces.pop(record.role, b"") + piece.data
    if not piece.is_last:
        pieces[record.role] = joined
        return None
    whole = record._replace(packet=joined)
    name = str(plain(joined).get("told", "")) if is_driver_record(joined) else PIECE
    return whole, name
