"""An MCAP file, written: as much of the format as a recording needs, a record in about a microsecond.

    magic | header | metadata, attachments | chunk, chunk, ... | data end | summary | footer | magic

    record    u8 kind | u64 length | content                  little-endian, as everything in the format
    chunk     channels that are new, then messages; compressed, with a checksum
    summary   channels, statistics, indexes of chunks, attachments and metadata, with a checksum

The format's own library writes the same at ten times the cost; it reads what is written here, and the tests
read with it.  No index of single messages is written: a reader looks through the chunks of its time.

Format: MCAP, version 0 (mcap.dev/spec).
"""

import struct
import zlib
from collections.abc import Iterable, Mapping
from typing import NamedTuple, Protocol

import zstandard

MAGIC = b"\x89MCAP0\r\n"
COMPRESSION = "zstd"
LEVEL = 1  # of the compression: a third of the time of the usual one, a tenth more octets

_HEADER, _FOOTER, _CHANNEL, _MESSAGE, _CHUNK, _CHUNK_INDEX = 0x01, 0x02, 0x04, 0x05, 0x06, 0x08
_ATTACHMENT, _ATTACHMENT_INDEX, _STATISTICS = 0x09, 0x0A, 0x0B
_METADATA, _METADATA_INDEX, _DATA_END = 0x0C, 0x0D, 0x0F

_LENGTH = struct.Struct("<I")
_HEAD = struct.Struct("<BQ")
_MESSAGE_HEAD = struct.Struct("<BQHIQq")
_FIXED_OF_MESSAGE = _MESSAGE_HEAD.size - _HEAD.size
_FOOTER_BODY = struct.Struct("<QQ")


Row = tuple[int, int, int, bytes]  # a message: channel, number, time [ns], data


class Target(Protocol):
    """Where the octets go."""

    def write(self, data: bytes) -> int:
        """Take octets."""
        ...

    def tell(self) -> int:
        """Return how many were taken."""
        ...


class _Chunk(NamedTuple):
    """What the index says of a chunk."""

    begin_ns: int
    end_ns: int
    offset: int
    length: int
    compressed: int
    uncompressed: int


class McapWriter:
    """One file from its first octet to its last."""

    def __init__(self, target: Target, *, library: str) -> None:
        """Begin the file."""
        self._target = target
        self._compress = zstandard.ZstdCompressor(level=LEVEL).compress
        self._content = bytearray()  # of the chunk that is being filled
        self._begin_ns, self._end_ns = 2**63, 0  # of its messages
        self._channels: list[bytes] = []  # records of all of them
        self._counts: list[int] = [0]  # messages of each channel, by its id
        self._chunks: list[_Chunk] = []
        self._indexes: list[bytes] = []  # of attachments and metadata
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

    def add_channel(self, topic: str, *, encoding: str, values: Mapping[str, str]) -> int:
        """Begin a channel; returns its number."""
        number = len(self._channels) + 1
        names = _text(topic) + _text(encoding) + _map(values)
        record = _record(_CHANNEL, struct.pack("<HH", number, 0) + names)
        self._channels.append(record)
        self._counts.append(0)
        self._content += record
        return number

    def add_messages(self, rows: Iterable[Row]) -> None:
        """Put messages into the chunk that is being filled.

        What was before time zero is logged at zero, and published at its own time, in two's complement.
        """
        content, counts, pack = self._content, self._counts, _MESSAGE_HEAD.pack
        begin_ns, end_ns = self._begin_ns, self._end_ns
        for channel, number, at_ns, data in rows:
            log_ns = at_ns if at_ns > 0 else 0
            content += pack(_MESSAGE, _FIXED_OF_MESSAGE + len(data), channel, number, log_ns, at_ns)
            content += data
            counts[channel] += 1
            if log_ns < begin_ns:
                begin_ns = log_ns
            if log_ns > end_ns:
                end_ns = log_ns
        self._begin_ns, self._end_ns = begin_ns, end_ns

    def end_chunk(self) -> None:
        """Write the chunk that is being filled, if there is anything in it."""
        if not self._content:
            return
        begin_ns, content = min(self._begin_ns, self._end_ns), bytes(self._content)
        packed = self._compress(content)
        sums = struct.pack("<QQQI", begin_ns, self._end_ns, len(content), zlib.crc32(content))
        body = sums + _text(COMPRESSION) + struct.pack("<Q", len(packed)) + packed
        offset, record = self._target.tell(), _record(_CHUNK, body)
        self._target.write(record)
        self._chunks.append(_Chunk(begin_ns, self._end_ns, offset, len(record), len(packed), len(content)))
        self._content.clear()
        self._begin_ns, self._end_ns = 2**63, 0

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
        yield from self._channels
        yield self._statistics()
        for chunk in self._chunks:
            place = struct.pack("<QQQQ", chunk.begin_ns, chunk.end_ns, chunk.offset, chunk.length)
            sizes = struct.pack("<QQ", chunk.compressed, chunk.uncompressed)
            yield _record(_CHUNK_INDEX, place + bytes(4 + 8) + _text(COMPRESSION) + sizes)
        yield from self._indexes

    def _statistics(self) -> bytes:
        counts = b"".join(
            struct.pack("<HQ", channel, count) for channel, count in enumerate(self._counts) if channel
        )
        begin_ns = min((chunk.begin_ns for chunk in self._chunks), default=0)
        end_ns = max((chunk.end_ns for chunk in self._chunks), default=0)
        sums = struct.pack(
            "<QHIIIIQQ",
            sum(self._counts),
            0,
            len(self._channels),
            self._attachments,
            self._metadata,
            len(self._chunks),
            begin_ns,
            end_ns,
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
