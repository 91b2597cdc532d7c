"""The chain and the seals of the gate's log, judged by the log alone; what is sealed needs the key, too.

    record      msgpack {number, at_ns, utc_ns, events, released, previous}, then its seal of 34 octets
    previous    SHA-256 of the record before; in the first, of "farhand release log " and the run's id
    seal        key id 2 | HMAC-SHA256 over SHA-256 of the record, by the key of the run, which is
                HMAC-SHA256 by the audit secret over "farhand release log " and the run's id

Who has no key can write a log anew with a chain that is whole: then a seal is wrong, or the head is not the
one that gate and recording told of.
"""

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgpack

SEAL_BYTES, KEY_ID_BYTES = 34, 2
_PURPOSE = b"farhand release log "

AuditSecrets = Mapping[int, bytes]  # by key id


class LogFault(NamedTuple):
    """The first record that is wrong."""

    record: int  # from 1
    what: str


class OpenedRecordOfLog(NamedTuple):
    """One record of a log."""

    body: Mapping[str, Any]  # empty: it is none of a chain
    digest: bytes
    seal: bytes


def opened(stored: bytes) -> OpenedRecordOfLog:
    """Return what a record holds; one that a former version wrote is in no chain."""
    record, seal = stored[:-SEAL_BYTES], stored[-SEAL_BYTES:]
    try:
        body = msgpack.unpackb(record)
    except (ValueError, msgpack.UnpackException):
        body = None
    is_chained = isinstance(body, dict) and {"number", "previous", "released"} <= body.keys()
    digest = hashlib.sha256(record if is_chained else stored).digest()
    return OpenedRecordOfLog(body if is_chained else {}, digest, seal if is_chained else b"")


def released_digest(stored: bytes) -> bytes:
    """Return SHA-256 of the set-point or epoch that a record makes durable; of one of events, its own."""
    inside = opened(stored)
    released = inside.body.get("released")
    return hashlib.sha256(msgpack.packb(released)).digest() if released else inside.digest


def chain_fault(records: Sequence[OpenedRecordOfLog], run_id: str) -> LogFault | None:
    """Return the first record that does not follow the one before it; None: all do."""
    before = _start(run_id)
    for place, (body, digest, _) in enumerate(records, 1):
        if not body:
            return LogFault(place, f"record {place} is none of a chain")
        if body["number"] > place:
            return LogFault(place, f"record {place} was removed: the next says that it is {body['number']}")
        if body["number"] < place:
            return LogFault(place, f"record {place} was put in: it says that it is {body['number']}")
        if body["previous"] != before:
            return _unlinked(place)
        before = digest
    return None


def begins_another_run(records: Sequence[OpenedRecordOfLog], run_id: str) -> bool:
    """True if the first record is that of a log, and of another run's."""
    first = records[0].body if records else {}
    return first.get("number") == 1 and first["previous"] != _start(run_id)


def _start(run_id: str) -> bytes:
    """Return what the first record of a run's log names as the one before it."""
    return hashlib.sha256(_PURPOSE + run_id.encode()).digest()


def _unlinked(place: int) -> LogFault:
    if place == 1:
        return LogFault(1, "record 1 begins no log of this run")
    before = place - 1
    return LogFault(before, f"record {before} was altered, or is not what record {place} was written after")


def seal_fault(records: Sequence[OpenedRecordOfLog], run_id: str, secrets: AuditSecrets) -> LogFault | None:
    """Return the first record that these keys have not sealed; None: they have sealed all."""
    keys = {
        key_id: hmac.digest(secret, _PURPOSE + run_id.encode(), "sha256")
        for key_id, secret in secrets.items()
    }
    for place, (_, digest, seal) in enumerate(records, 1):
        key_id = int.from_bytes(seal[:KEY_ID_BYTES], "big")
        if not any(seal):
            return LogFault(place, f"record {place} is not sealed")
        if key_id not in keys:
            given = ", ".join(f"{each:04X}" for each in keys)
            return LogFault(place, f"record {place} names key {key_id:04X}, and not {given}")
        if not hmac.compare_digest(seal[KEY_ID_BYTES:], hmac.digest(keys[key_id], digest, "sha256")):
            return LogFault(place, f"the seal of record {place} is not that of key {key_id:04X}")
    return None
