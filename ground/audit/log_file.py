"""The gate's own log beside the recording of its run: each record as it was written, in order.

    release_log.log   u32 length | u32 CRC-32 of length and octets | octets | u32 length | ...
    recording         Started: what the log held before; Persisted: each record; Ended: the last one's SHA-256
                      GateStatus: number and SHA-256 of the newest one, as all others were told

So a record that was altered, removed or put in is named, and a log that was cut or written anew as a whole;
and by the log itself, whether its chain is whole, and who sealed it (`log_chain`).
"""

import hashlib
import struct
import zlib
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from ground.audit.answers import ChainOutcome, LogAnswer, LogOutcome, SealOutcome
from ground.audit.gate_records import PERSISTED, RELEASE_LOG, GateRecords
from ground.audit.law import SECOND
from ground.audit.log_chain import (
    AuditSecrets,
    LogFault,
    OpenedRecordOfLog,
    begins_another_run,
    chain_fault,
    opened,
    seal_fault,
)

HEAD = struct.Struct("!II")
OTHER_RUN = "it is the log of another run: its first record does not begin the log of run {}"


class LogFile(NamedTuple):
    """A log as it was found."""

    name: str
    content: bytes


class LogTrust(NamedTuple):
    """What a log is judged by."""

    run_id: str
    secrets: AuditSecrets | None  # None: no key was given


def log_answer(log: LogFile | None, records: GateRecords, trust: LogTrust) -> LogAnswer:
    """Return what a log is beside the records of the gate in a recording; None: the log in the recording."""
    stored, loose = recorded_log(records), 0
    if log is not None:
        stored, loose = _stored(log.content)
    wanted = recorded_digests(records)
    inside = [opened(each) for each in stored]
    found = [hashlib.sha256(each).digest() for each in stored]
    outcome, what, bad = _compared(found, wanted, loose)
    if bad and not set(found) & set(wanted) and begins_another_run(inside, trust.run_id):
        what = OTHER_RUN.format(trust.run_id)
    if not what and (fault := _head_fault(inside, records)):
        outcome, (bad, what) = "DIFFERS", fault
    if not wanted:
        outcome, what = "NOT KNOWN", "what the gate wrote is not on record: an older version recorded it"
    elif records.holes and outcome == "DIFFERS":
        outcome, what = "NOT KNOWN", f"{what}; but of the recording, too: {records.holes[0].text}"
    chain, seal = _chain(inside, trust), _seal(inside, trust)
    named = (bad, *(fault.record for _, fault in (chain, seal) if fault))
    return LogAnswer(
        file="" if log is None else log.name,
        answer=outcome,
        records=len(found),
        recorded=len(wanted),
        what=what,
        chain=chain[0],
        chain_what=chain[1].what if chain[1] else "",
        seal=seal[0],
        seal_what=seal[1].what if seal[1] else "",
        first_bad=min(filter(None, named), default=None),
    )


def _chain(inside: Sequence[OpenedRecordOfLog], trust: LogTrust) -> tuple[ChainOutcome, LogFault | None]:
    if not any(each.body for each in inside):
        return "NOT CHECKED", LogFault(0, "no record of it is of a chain: a former version wrote it")
    fault = chain_fault(inside, trust.run_id)
    return ("BROKEN", fault) if fault else ("WHOLE", None)


def _seal(inside: Sequence[OpenedRecordOfLog], trust: LogTrust) -> tuple[SealOutcome, LogFault | None]:
    if trust.secrets is None:
        return "NOT CHECKED", LogFault(0, "no key was given (--key)")
    fault = seal_fault(inside, trust.run_id, trust.secrets)
    return ("BROKEN", fault) if fault else ("GOOD", None)


def _head_fault(inside: Sequence[OpenedRecordOfLog], records: GateRecords) -> LogFault | None:
    """Return the first record that gate or recording told of otherwise."""
    digests = [each.digest for each in inside]
    count = len(digests)
    for at_ns, number, digest in _heads(records):
        at_s = f"at {at_ns / SECOND:.3f} s"
        if number > count:
            return LogFault(count + 1, f"it was cut: {at_s} the gate told of record {number}")
        if digests[number - 1] != digest:
            return LogFault(number, f"record {number} is not the one that the gate told of {at_s}")
    end = records.lives[-1].log_end if records.lives else b""
    if end and digests[-1:] != [end]:
        return LogFault(count, f"record {count} is not the newest one as the gate ended")
    return None


def _heads(records: GateRecords) -> Iterator[tuple[int, int, bytes]]:
    """Return when the gate told of which record as its newest, and of its digest."""
    last = {life.boot_epoch for life in records.lives[-1:]}
    for epoch in sorted(last & records.sent.keys()):
        for _, each in sorted(records.sent[epoch].items()):
            if each.name == "GateStatus" and (head := each.body.get("log")):
                yield each.at_ns, head["number"], head["sha256"]


def recorded_log(records: GateRecords) -> list[bytes]:
    """Return the log as it is in the recording: what the last life found, and what it wrote."""
    if not records.lives:
        return []
    life = records.lives[-1]
    written = (each.body for each in life.inputs if each.name == PERSISTED)
    stored = (body["stored"] for body in written if body["key"] == RELEASE_LOG)
    return [*life.found, *filter(None, stored)]


def recorded_digests(records: GateRecords) -> list[bytes]:
    """Return SHA-256 of each record as it was stored: those that the last life found, and that it wrote."""
    if not records.lives:
        return []
    life = records.lives[-1]
    written = (each.body for each in life.inputs if each.name == PERSISTED)
    return [
        *(hashlib.sha256(record).digest() for record in life.found),
        *(
            hashlib.sha256(body["stored"]).digest() if body["stored"] else body["sha256"]
            for body in written
            if body["key"] == RELEASE_LOG
        ),
    ]


def _compared(
    found: Sequence[bytes], wanted: Sequence[bytes], loose: int
) -> tuple[LogOutcome, str, int | None]:
    pairs = enumerate(zip_longest(found, wanted), 1)
    first = next((number for number, (one, other) in pairs if one != other), None)
    torn = f"{loose} octets hold no record" if loose else ""
    if first is None:
        return ("DIFFERS", torn, len(found) + 1) if torn else ("AS RECORDED", "", None)
    what = _difference(found, wanted, first)
    return "DIFFERS", f"{what}; {torn}" if torn else what, first


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


def _stored(content: bytes) -> tuple[list[bytes], int]:
    """Return each whole record, and how many octets hold none."""
    found, offset, loose = list[bytes](), 0, 0
    while offset < len(content):
        record = _record_at(content, offset)
        if record is None:
            offset, loose = offset + 1, loose + 1
            continue
        found.append(record)
        offset += HEAD.size + len(record)
    return found, loose


def _record_at(content: bytes, offset: int) -> bytes | None:
    if offset + HEAD.size > len(content):
        return None
    length, checksum = HEAD.unpack_from(content, offset)
    record = content[offset + HEAD.size : offset + HEAD.size + length]
    is_whole = len(record) == length and zlib.crc32(record, 0xFFFFFFFF - length) == checksum
    return record if is_whole else None
