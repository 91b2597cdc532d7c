"""What a chunk of a recording holds: batches, each proven by the sum at its end, and the records in them.

    compressed frame --unpack, as far as it goes--> channels, messages, receptions | messages, ...
                                                                         '-- CRC-32 of all before

So a frame that is cut or damaged still yields the batches before that place, and nothing that is not proven.
What stands in a chunk are records of MCAP: a kind, a length and a content.  Of a batch (`batch_writer`) each
packet comes back octet for octet.
"""

import struct
import zlib
from collections.abc import Iterator
from typing import NamedTuple, TypeVar

import msgspec
import zstandard

from telemetry.recording.given.driver_records import driver_record_name, is_driver_record
from telemetry.recording.given.envelope import PACKET_OF, join_envelope
from telemetry.recording.given.received import UNKNOWN
from telemetry.recording.records.receptions import (
    CHANNEL,
    FROM_DRIVER,
    NEW,
    Copies,
    Receptions,
    unpack_receptions,
)
from telemetry.recording.records.record import Record
from telemetry.recording.records.repair_shards import RepairShards
from telemetry.wire.packet import HEAD_BYTES
from telemetry.wire.protection.header import tail_bytes

STANDS_ALONE = {"chunk": "alone"}  # of the receptions' channel: a chunk names nothing of those before it
UNPACK_STEP = 256  # octets of a damaged frame that are unpacked at once: a few may hold megabytes

_HEAD = struct.Struct("<BQ")
_CHANNEL, _MESSAGE = 0x04, 0x05
_MESSAGE_HEAD = struct.Struct("<HIQQ")
_NUMBERS = struct.Struct("<HH")  # of a channel: its own, and its schema's
_LENGTH = struct.Struct("<I")


class Channel(NamedTuple):
    """A channel of the file."""

    name: str  # of the message
    encoding: str
    values: dict[str, str]


class StoredMessage(NamedTuple):
    """A message, as its channel holds it."""

    number: int
    name: str
    payload: bytes


class Batch(NamedTuple):
    """What stands in a chunk up to the receptions of one batch."""

    messages: list[StoredMessage]
    receptions: Receptions


class ChunkContent:
    """Splits the content of chunks into batches; a channel stands in the first chunk that has it."""

    def __init__(self) -> None:
        """Begin with no channel."""
        self.channels: dict[int, Channel] = {}
        self.is_alone = False  # so far: a chunk names nothing of those before it
        self.is_whole = True  # so far: all of the last chunk was proven

    def batches(self, content: bytes) -> Iterator[Batch]:
        """Return the batches of a chunk in order, as far as they are proven.

        Raises:
            Exception: whatever a parser makes of octets that no writer has written.
        """
        self.is_whole = False
        messages: list[StoredMessage] = []
        summed = checksum = 0
        for kind, begin, end in _records(content):
            if kind == _CHANNEL:
                number, channel = _channel(content[begin:end])
                self.channels[number] = channel
                self.is_alone |= channel.name == CHANNEL and channel.values.items() >= STANDS_ALONE.items()
            elif kind == _MESSAGE:
                number, sequence, _, _ = _MESSAGE_HEAD.unpack_from(content, begin)
                data, name = content[begin + _MESSAGE_HEAD.size : end], self.channels[number].name
                if name != CHANNEL:
                    messages.append(StoredMessage(sequence, name, data))
                    continue
                checksum = zlib.crc32(memoryview(content)[summed : end - _LENGTH.size], checksum)
                receptions = unpack_receptions(data)
                if checksum != receptions.sum:
                    return
                yield Batch(messages, receptions)
                checksum = zlib.crc32(data[-_LENGTH.size :], checksum)
                messages, summed = [], end
        self.is_whole = summed == len(content)


def unpacked(frame: bytes, size: int) -> bytes:
    """Return what a compressed frame of so many octets holds; of one that is not whole what there is."""
    try:
        return zstandard.ZstdDecompressor().decompress(frame, max_output_size=size)
    except zstandard.ZstdError:
        return _as_far_as_it_goes(frame, size)


def _as_far_as_it_goes(frame: bytes, size: int) -> bytes:
    steps, content = zstandard.ZstdDecompressor().decompressobj(), bytearray()
    for begin in range(0, len(frame), UNPACK_STEP):
        try:
            content += steps.decompress(frame[begin : begin + UNPACK_STEP])
        except zstandard.ZstdError:
            break
        if len(content) > size or steps.eof:
            break
    return bytes(content[:size])


def _records(content: bytes) -> Iterator[tuple[int, int, int]]:
    """Return kind, begin and end of the content of each record that is there as a whole."""
    at, size = _HEAD.size, len(content)
    while at <= size:
        kind, length = _HEAD.unpack_from(content, at - _HEAD.size)
        if at + length > size:
            return
        yield kind, at, at + length
        at += length + _HEAD.size


def _channel(data: bytes) -> tuple[int, Channel]:
    number, _ = _NUMBERS.unpack_from(data)
    topic, at = _text(data, _NUMBERS.size)
    encoding, at = _text(data, at)
    at, values = at + _LENGTH.size, {}
    while at < len(data):
        key, at = _text(data, at)
        values[key], at = _text(data, at)
    return number, Channel(topic.removeprefix("/"), encoding, values)


def _text(data: bytes, at: int) -> tuple[str, int]:
    begin = at + _LENGTH.size
    end = begin + _LENGTH.unpack_from(data, at)[0]
    return data[begin:end].decode(), end


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
        """Add what is new in a batch; what needs something from before the first chunk is left out."""
        receptions = batch.receptions
        messages, copies = self._messages[0], self._copies[0]
        for number, name, kept in batch.messages:
            payload = self._remade.restored(name, kept)
            if payload is not None:
                messages[number] = StoredMessage(number, name, payload)
        newest, columns = receptions.first_message - 1, receptions.copies
        envelopes = zip(columns.message, _envelopes(columns), strict=True)
        for number, (back, envelope) in enumerate(envelopes, receptions.first_copy):
            newest += back == NEW
            message = _found(self._messages, newest if back == NEW else newest - back + 1)
            if message is not None:
                name = PACKET_OF.get(message.name, message.name)
                copies[number] = join_envelope((*envelope, message.payload)), name

    def records(self, receptions: Receptions) -> Iterator[tuple[Record, str] | None]:
        """Return the records of a batch that was taken, each with its message's name; None: not known."""
        driver_records, newest = iter(receptions.told), receptions.first_copy - 1
        at_ns, last = receptions.begin_ns, [0] * len(receptions.participants)
        rows = zip(receptions.who, receptions.in_life, receptions.at_ns, receptions.what, strict=True)
        for number, (place, in_life, later_ns, what) in enumerate(rows, receptions.first):
            at_ns += later_ns
            last[place] += in_life
            if what == FROM_DRIVER:
                packet, name = _driver_record(bytes(next(driver_records)))
            else:
                newest += what == NEW
                copy = _found(self._copies, newest if what == NEW else newest - what + 1)
                if copy is None:
                    yield None
                    continue
                packet, name = copy
            yield Record(number, at_ns, receptions.participants[place], last[place], packet), name


def _envelopes(columns: Copies) -> Iterator[tuple[bytes, int, bytes, bytes]]:
    """Return what stands around each copy: life, sequence, heads, tags."""
    last = [0] * len(columns.lives)
    tags = columns.tags or (b"",) * len(columns.life)
    rows = zip(columns.life, columns.sequence, columns.heads, tags, strict=True)
    for place, sequence, heads, tag in rows:
        last[place] = (last[place] + sequence) % 2**64
        life = columns.lives[place].head
        yield life, last[place], heads, tag or _zero_tags(life, heads)


def _zero_tags(life: bytes, heads: bytes) -> bytes:
    """Return the tags of a frame or of packets, of which none is kept that is zero."""
    return bytes(tail_bytes(life) * max(len(heads) // HEAD_BYTES, 1))


def _found(chunks: list[dict[int, Kept]], number: int) -> Kept | None:
    return next((chunk[number] for chunk in chunks if number in chunk), None)


def _driver_record(data: bytes) -> Copy:
    return (data, driver_record_name(data)) if is_driver_record(data) else (_OCTETS(data), UNKNOWN)
