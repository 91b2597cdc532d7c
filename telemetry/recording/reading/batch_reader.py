"""What a file keeps, to the records that it was made of (`batch_writer`): each packet octet for octet."""

from collections.abc import Iterator
from typing import TypeVar

import msgspec

from telemetry.agreed.keys import TAG_BYTES
from telemetry.recording.given.envelope import join_envelope
from telemetry.recording.given.received import UNKNOWN
from telemetry.recording.given.told import driver_record_name, is_driver_record
from telemetry.recording.given.voice import PACKET_OF
from telemetry.recording.reading.chunk_content import Batch, StoredMessage
from telemetry.recording.records.receptions import FROM_DRIVER, NEW, Copies, Receptions
from telemetry.recording.records.record import Record
from telemetry.recording.records.remade import RepairShards
from telemetry.wire.packet import HEAD_BYTES

CHUNKS_BEFORE = 2  # that older recordings name: a copy in the one before, its message before that

Copy = tuple[bytes, str]  # its octets, and the class of its message
Kept = TypeVar("Kept")

_OCTETS = msgspec.msgpack.Decoder(bytes).decode


class BatchReader:
    """Knows the messages and copies of this chunk, and of those before that one of an older recording names.

    It raises KeyError, IndexError, ValueError or msgspec.DecodeError for what no writer has written.
    """

    def __init__(self) -> None:
        """Begin at any chunk."""
        self._copies: list[dict[int, Copy]] = [{}]  # by number, for each chunk
        self._messages: list[dict[int, StoredMessage]] = [{}]
        self._remade = RepairShards()

    def begin_chunk(self) -> None:
        """Begin another chunk."""
        self._copies = [{}, *self._copies[:CHUNKS_BEFORE]]
        self._messages = [{}, *self._messages[:CHUNKS_BEFORE]]
        self._remade.begin_chunk()

    def drop_earlier_chunks(self) -> None:
        """Drop what chunks before this one held."""
        del self._copies[1:], self._messages[1:]
        self._remade.drop_earlier_chunk()

    def add(self, batch: Batch) -> None:
        """Take what is new in a batch; what needs something from before the first chunk is left out."""
        given = batch.receptions
        messages, copies = self._messages[0], self._copies[0]
        for number, name, kept in batch.messages:
            payload = self._remade.restored(name, kept)
            if payload is not None:
                messages[number] = StoredMessage(number, name, payload)
        newest, columns = given.first_message - 1, given.copies
        envelopes = zip(columns.message, _envelopes(columns), strict=True)
        for number, (back, envelope) in enumerate(envelopes, given.first_copy):
            newest += back == NEW
            said = _found(self._messages, newest if back == NEW else newest - back + 1)
            if said is not None:
                copies[number] = join_envelope((*envelope, said.payload)), PACKET_OF.get(said.name, said.name)

    def records(self, given: Receptions) -> Iterator[tuple[Record, str] | None]:
        """Return the records of a batch that was taken, each with its message's name; None: not known."""
        told, newest = iter(given.told), given.first_copy - 1
        at_ns, last = given.begin_ns, [0] * len(given.participants)
        rows = zip(given.who, given.in_life, given.at_ns, given.what, strict=True)
        for number, (place, in_life, later_ns, what) in enumerate(rows, given.first):
            at_ns += later_ns
            last[place] += in_life
            if what == FROM_DRIVER:
                packet, name = _told(bytes(next(told)))
            else:
                newest += what == NEW
                copy = _found(self._copies, newest if what == NEW else newest - what + 1)
                if copy is None:
                    yield None
                    continue
                packet, name = copy
            yield Record(number, at_ns, given.participants[place], last[place], packet), name


def _envelopes(columns: Copies) -> Iterator[tuple[bytes, int, bytes, bytes]]:
    """Return what stands around each copy: life, sequence, heads, tags."""
    last = [0] * len(columns.lives)
    tags = columns.tags or (b"",) * len(columns.life)
    rows = zip(columns.life, columns.sequence, columns.heads, tags, strict=True)
    for place, sequence, heads, tag in rows:
        last[place] = (last[place] + sequence) % 2**64
        yield columns.lives[place].head, last[place], heads, tag or _zero_tags(heads)


def _zero_tags(heads: bytes) -> bytes:
    """Return the tags of a frame or of packets in an older recording, which kept none that was zero."""
    return bytes(TAG_BYTES * max(len(heads) // HEAD_BYTES, 1))


def _found(chunks: list[dict[int, Kept]], number: int) -> Kept | None:
    return next((chunk[number] for chunk in chunks if number in chunk), None)


def _told(data: bytes) -> Copy:
    return (data, driver_record_name(data)) if is_driver_record(data) else (_OCTETS(data), UNKNOWN)
