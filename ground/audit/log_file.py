"""The gate's own log beside the recording of its run: each record by number and digest, in order.

    release_log.log   u32 length | u32 CRC-32 of length and octets | octets | u32 length | ...
    recording         Started: what the log held before; Persisted: SHA-256 of each record as it was written

So a record that was altered, removed or put in is named, and a log that was cut or written anew as a whole.
"""

import hashlib
import struct
import zlib
from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from ground.audit.answers import LogAnswer, LogOutcome
from ground.audit.gate_records import PERSISTED, RELEASE_LOG, GateRecords

HEAD = struct.Struct("!II")


class LogFile(NamedTuple):
    """A log as it was found."""

    name: str
    content: bytes


def log_answer(log: LogFile, records: GateRecords) -> LogAnswer:
    """Return what a log is beside the records of the gate in a recording."""
    found, loose = _digests(log.content)
    wanted = recorded_digests(records)
    outcome, what = _compared(found, wanted, loose)
    if not wanted:
        outcome, what = "NOT KNOWN", "what the gate wrote is not on record: an older version recorded it"
    elif records.holes and outcome == "DIFFERS":
        outcome, what = "NOT KNOWN", f"{what}; but of the recording, too: {records.holes[0].text}"
    return LogAnswer(file=log.name, answer=outcome, records=len(found), recorded=len(wanted), what=what)


def recorded_digests(records: GateRecords) -> list[bytes]:
    """Return SHA-256 of each record of the log: those that the last life found, and those that it wrote."""
    if not records.lives:
        return []
    life = records.lives[-1]
    written = (each.body for each in life.inputs if each.name == PERSISTED)
    return [
        *(hashlib.sha256(record).digest() for record in life.found),
        *(body["sha256"] for body in written if body["key"] == RELEASE_LOG),
    ]


def _compared(found: Sequence[bytes], wanted: Sequence[bytes], loose: int) -> tuple[LogOutcome, str]:
    pairs = enumerate(zip_longest(found, wanted), 1)
    first = next((number for number, (one, other) in pairs if one != other), None)
    torn = f"{loose} octets hold no record" if loose else ""
    if first is None:
        return ("DIFFERS", torn) if torn else ("AS RECORDED", "")
    what = _difference(found, wanted, first)
    return "DIFFERS", f"{what}; {torn}" if torn else what


def _difference(found: Sequence[bytes], wanted: Sequence[bytes], first: int) -> str:
    """Return how the record of a number, from 1, differs; all before it are the same."""
    rest, missing = found[first - 1 :], wanted[first - 1 :]
    if not set(found) & set(wanted):
        return "none of its records is on record: it was written anew as a whole"
    if not rest:
        return f"it was cut: records {first} to {len(wanted)} are gone"
    if not missing:
        return f"{len(rest)} more than are on record, from record {first} on"
    if rest[1:2] == missing[:1]:
        return f"record {first} was put in"
    if rest[:1] == missing[1:2]:
        return f"record {first} was removed"
    return f"record {first} was altered"


def _digests(content: bytes) -> tuple[list[bytes], int]:
    """Return SHA-256 of each whole record, and how many octets hold none."""
    found, offset, loose = list[bytes](), 0, 0
    while offset < len(content):
        record = _record_at(content, offset)
        if record is None:
            offset, loose = offset + 1, loose + 1
            continue
        found.append(hashlib.sha256(record).digest())
        offset += HEAD.size + len(record)
    return found, loose


def _record_at(content: bytes, offset: int) -> bytes | None:
    if offset + HEAD.size > len(content):
        return None
    length, checksum = HEAD.unpack_from(content, offset)
    record = content[offset + HEAD.size : offset + HEAD.size + length]
    is_whole = len(record) == length and zlib.crc32(record, 0xFFFFFFFF - length) == checksum
    return record if is_whole else None
