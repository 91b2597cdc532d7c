"""An MCAP file, written: as much of the format as a recording needs, a record in about a microsecond.

    magic | header | metadata, attachments | chunk, chunk, ... | data end | summary | footer | magic

    record    u8 kind | u64 length | content                  little-endian, as everything in the format
    chunk     schemas that are new, all channels so far, messages; compressed, with a checksum
    summary   schemas, channels, statistics, indexes of chunks, attachments and metadata, with a checksum

A chunk grows: each `flush` brings what was added on the target, and the file is whole then but for its
summary.  The compressed frame is ended there by an empty block, over which the next flush writes, and what
the head of the chunk says is made right.

The format's own library writes the same at ten times the cost; it reads what is written here, and the tests
read with it.  No index of single messages is written: a reader looks through the chunks of its time.

Format: MCAP, version 0 (mcap.dev/spec).
"""

import struct
import zlib
from collections.abc import Iterable, Mapping

import zstandard

from telemetry.files.whole_file import WholeWrites

MAGIC = b"\x89MCAP0\r\n"
COMPRESSION = "zstd"
LEVEL = 3  # of the compression

_HEADER, _FOOTER, _SCHEMA, _CHANNEL, _MESSAGE, _CHUNK, _CHUNK_INDEX = 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x08
_ATTACHMENT, _ATTACHMENT_INDEX, _STATISTICS = 0x09, 0x0A, 0x0B
_METADATA, _METADATA_INDEX, _DATA_END = 0x0C, 0x0D, 0x0F

_LENGTH = struct.Struct("<I")
_HEAD = struct.Struct("<BQ")
_MESSAGE_HEAD = struct.Struct("<BQHIQQ")
_FIXED_OF_MESSAGE = _MESSAGE_HEAD.size - _HEAD.size
_FOOTER_BODY = struct.Struct("<QQ")
_LAST_BLOCK = b"\x01\x00\x00"  # of a compressed frame: empty

Row = tuple[int, int, int, bytes]  # a message: channel, number, time [ns], data


class _Chunk:
    """A chunk that grows, and its entry in the index."""

    def __init__(self, offset: int, compressor: zstandard.ZstdCompressor) -> None:
        """Begin one at a place of the file; the compressor has no other."""
        self.offset = offset
        self.begin_ns, self.end_ns = 2**63, 0  # of its messages
        self.checksum = self.packed = self.unpacked = 0
        self._frame = compressor.compressobj()

    def pack(self, content: bytes) -> bytes:
        """Return more of the compressed frame."""
        frame = self._frame
        packed = frame.compress(content) + frame.flush(zstandard.COMPRESSOBJ_FLUSH_BLOCK)
        self.packed += len(packed)
        self.unpacked += len(content)
        return packed

    @property
    def times(self) -> bytes:
        """Of the first and of the last message."""
        return struct.pack("<QQ", min(self.begin_ns, self.end_ns), self.end_ns)

    @property
    def head(self) -> bytes:
        """All that stands before the compressed frame."""
        sums = self.times + struct.pack("<QI", self.unpacked, self.checksum)
        packed = self.packed + len(_LAST_BLOCK)
        body = sums + _text(COMPRESSION) + struct.pack("<Q", packed)
        return _HEAD.pack(_CHUNK, len(body) + packed) + body

    @property
    def index(self) -> bytes:
        """The record that tells where it is."""
        head, packed = self.head, self.packed + len(_LAST_BLOCK)
        place = struct.pack("<QQ", self.offset, len(head) + packed)
        sizes = struct.pack("<QQ", packed, self.unpacked)
        # between them: no index of messages
        return _record(_CHUNK_INDEX, self.times + place + bytes(4 + 8) + _text(COMPRESSION) + sizes)


class McapWriter:
    """One file from its first octet to its last."""

    def __init__(self, target: WholeWrites, *, library: str) -> None:
        """Begin the file."""
        self._target = target
        self._compressor = zstandard.ZstdCompressor(level=LEVEL)
        self._content = bytearray()  # of the chunk, beyond what it has packed
        self._chunk: _Chunk | None = None  # that grows
        self._schemas: list[bytes] = []  # records of all of them
        self._channels: list[bytes] = []
        self._counts: list[int] = [0]  # messages of each channel, by its id
        self._chunks = 0
        self._begin_ns, self._end_ns = 2**63, 0  # of all of them
        self._indexes: list[bytes] = []  # of chunks, attachments and metadata
        self._attachments = self._metadata = 0
        target.write(MAGIC + _record(_HEADER, _text("") + _text(library)))

    def add_metadata(self, name: str, values: Mapping[str, str]) -> None:
        """Write a table of texts."""
        offset, record = self._target.tell(), _record(_METADATA, _text(name) + _map(values))
        self._target.write(record)
        self._indexes.append(_record(_METADATA_INDEX, struct.pack("<QQ", offset, len(record)) + _text(name)))
        self._metadata += 1

    def add_attachment(self, name: str, data: bytes, *, media_type: str) -> None:
        """Write a file of another kind."""
        named = _text(name) + _text(media_type)
        body = bytes(16) + named + struct.pack("<Q", len(data)) + data  # 16: its two times
        offset, record = self._target.tell(), _record(_ATTACHMENT, body + _LENGTH.pack(zlib.crc32(body)))
        self._target.write(record)
        place = struct.pack("<QQQQQ", offset, len(record), 0, 0, len(data))
        self._indexes.append(_record(_ATTACHMENT_INDEX, place + named))
        self._attachments += 1

    def add_schema(self, name: str, data: bytes, *, encoding: str) -> int:
        """Write a schema; returns its number."""
        number = len(self._schemas) + 1
        body = struct.pack("<H", number) + _text(name) + _text(encoding) + _LENGTH.pack(len(data)) + data
        self._schemas.append(_record(_SCHEMA, body))
        self._content += self._schemas[-1]
        return number

    def add_channel(self, topic: str, *, encoding: str, schema: int, values: Mapping[str, str]) -> int:
        """Begin a channel, with a schema or 0; returns its number."""
        number = len(self._channels) + 1
        names = _text(topic) + _text(encoding) + _map(values)
        record = _record(_CHANNEL, struct.pack("<HH", number, schema) + names)
        self._channels.append(record)
        self._counts.append(0)
        self._content += record
        return number

    def add_messages(self, rows: Iterable[Row]) -> None:
        """Put messages into the chunk that grows; what was before 1970 is put there."""
        content, counts, pack, chunk = self._content, self._counts, _MESSAGE_HEAD.pack, self._growing
        begin_ns, end_ns = chunk.begin_ns, chunk.end_ns
        for channel, number, at_ns, data in rows:
            log_ns = at_ns if at_ns > 0 else 0
            content += pack(_MESSAGE, _FIXED_OF_MESSAGE + len(data), channel, number, log_ns, log_ns)
            content += data
            counts[channel] += 1
            if log_ns < begin_ns:
                begin_ns = log_ns
            if log_ns > end_ns:
                end_ns = log_ns
        chunk.begin_ns, chunk.end_ns = begin_ns, end_ns

    def add_summed(self, row: Row) -> None:
        """Put a message into the chunk that grows, and behind its data the CRC-32 of all before in it."""
        channel, number, at_ns, data = row
        self.add_messages([(channel, number, at_ns, data + bytes(_LENGTH.size))])
        chunk, content = self._growing, self._content
        checksum = zlib.crc32(memoryview(content)[: -_LENGTH.size], chunk.checksum)
        content[-_LENGTH.size :] = checksum.to_bytes(_LENGTH.size, "big")

    @property
    def _growing(self) -> _Chunk:
        if self._chunk is None:
            self._chunk = _Chunk(self._target.tell(), self._compressor)
            if self._chunks:  # what is known from an earlier one may be lost with it
                self._content[:0] = b"".join(self._channels)
        return self._chunk

    @property
    def octets(self) -> int:
        """Length of the chunk that grows, unpacked."""
        return (self._chunk.unpacked if self._chunk else 0) + len(self._content)

    def flush(self) -> None:
        """Bring all that was added on the target."""
        if not self._content:
            return
        chunk, content = self._growing, bytes(self._content)
        self._content.clear()
        is_first, end = not chunk.packed, self._target.tell()
        chunk.checksum = zlib.crc32(content, chunk.checksum)
        packed = chunk.pack(content) + _LAST_BLOCK
        if is_first:
            self._target.write(chunk.head + packed)
            return
        block = len(_LAST_BLOCK)
        self._target.write_over(end - block, packed[:block])
        self._target.write(packed[block:])
        self._target.write_over(chunk.offset, chunk.head)

    def end_chunk(self) -> None:
        """Bring the chunk that grows to its end, if there is anything in it."""
        self.flush()
        if self._chunk is None:
            return
        chunk, self._chunk = self._chunk, None
        self._chunks += 1
        self._indexes.append(chunk.index)
        self._begin_ns = min(self._begin_ns, chunk.begin_ns)
        self._end_ns = max(self._end_ns, chunk.end_ns)

    def finish(self) -> None:
        """Write what is left, the summary and the end."""
        self.end_chunk()
        self._target.write(_record(_DATA_END, _LENGTH.pack(0)))
        begin = self._target.tell()
        summary = b"".join(self._summary())
        footer = _HEAD.pack(_FOOTER, _FOOTER_BODY.size + _LENGTH.size) + _FOOTER_BODY.pack(begin, 0)
        checksum = zlib.crc32(footer, zlib.crc32(summary))
        self._target.write(summary + footer + _LENGTH.pack(checksum) + MAGIC)

    def _summary(self) -> Iterable[bytes]:
        yield from self._schemas
        yield from self._channels
        yield self._statistics()
        yield from self._indexes

    def _statistics(self) -> bytes:
        counts = b"".join(
            struct.pack("<HQ", channel, count) for channel, count in enumerate(self._counts) if channel
        )
        sums = struct.pack(
            "<QHIIIIQQ",
            sum(self._counts),
            len(self._schemas),
            len(self._channels),
            self._attachments,
            self._metadata,
            self._chunks,
            min(self._begin_ns, self._end_ns),
            self._end_ns,
        )
        return _record(_STATISTICS, sums + _LENGTH.pack(len(counts)) + counts)


def _record(kind: int, content: bytes) -> bytes:
    return _HEAD.pack(kind, len(content)) + content


def _text(text: str) -> bytes:
    data = text.encode()
    return _LENGTH.pack(len(data)) + data


def _map(values: Mapping[str, str]) -> bytes:
    content = b"".join(_text(name) + _text(value) for name, value in values.items())
    return _LENGTH.pack(len(content)) + content
