"""A recording: what every role received and when it ticked, as one plain run of bytes.

    "FARHAND1" | record | record | ...
    record     u32 length | msgpack [number, at_ns, role, packet] | u32 CRC-32 of the msgpack

Numbers count from 1 without gaps.  The recorder appends batches of whole records; joined in order they are
the recording.  A reader takes what is whole and says where the rest is damaged.
"""

import struct
import zlib
from typing import NamedTuple

import msgspec

MAGIC = b"FARHAND1"  # the digit is the version
RECORD_CAP = 5 * 1024 * 1024  # bytes; the longest payload fits

_WORD = struct.Struct("!I")


class Record(NamedTuple):
    """One delivery (`packet`: the bytes as they came) or one tick (`packet` empty)."""

    number: int
    at_ns: int
    role: str
    packet: bytes


class Damage(NamedTuple):
    """Where a recording stops being readable."""

    after: int  # number of the last good record; 0: none
    offset: int  # byte at which the bad one begins
    problem: str


class Recording(NamedTuple):
    """The good records, and the damage after them or None."""

    records: list[Record]
    damage: Damage | None


_ENCODE = msgspec.msgpack.Encoder().encode
_DECODE = msgspec.msgpack.Decoder(tuple[int, int, str, bytes]).decode


def pack_record(record: Record) -> bytes:
    """Return a record's bytes; ValueError: beyond the cap."""
    body = _ENCODE(tuple(record))
    if len(body) > RECORD_CAP:
        raise ValueError(f"record {record.number} of {len(body)} bytes is beyond the cap of {RECORD_CAP}")
    return _WORD.pack(len(body)) + body + _WORD.pack(zlib.crc32(body))


def read(data: bytes) -> Recording:
    """Return the records up to the last whole one."""
    if not data.startswith(MAGIC):
        return Recording([], Damage(0, 0, "does not begin as a recording of this version"))
    records: list[Record] = []
    offset = len(MAGIC)
    while offset < len(data):
        record = _record(data, offset, len(records) + 1)
        if isinstance(record, str):
            return Recording(records, Damage(len(records), offset, record))
        records.append(record)
        offset += 2 * _WORD.size + _WORD.unpack_from(data, offset)[0]
    return Recording(records, None)


def _record(data: bytes, offset: int, number: int) -> Record | str:
    """Return the record at an offset, or what is wrong with it."""
    if offset + _WORD.size > len(data):
        return "ends within a record"
    length = _WORD.unpack_from(data, offset)[0]
    if length > RECORD_CAP:
        return f"declares a record of {length} bytes"
    begin, end = offset + _WORD.size, offset + _WORD.size + length
    if end + _WORD.size > len(data):
        return "ends within a record"
    body = data[begin:end]
    if zlib.crc32(body) != _WORD.unpack_from(data, end)[0]:
        return "checksum differs"
    try:
        record = Record(*_DECODE(body))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return "is not a record"
    return record if record.number == number else f"holds number {record.number} instead of {number}"
