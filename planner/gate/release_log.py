"""The release log, which is the gate's audit log too: what leaves and what has happened, chained and sealed.

    record   number, times, events, set-point or epoch, SHA-256 of the record before it       msgpack
    seal     key id 2 | HMAC-SHA256 over SHA-256 of the record, by the audit key of the run   34 octets

It is one log: a second one in front of motion could fail by itself, and what stands behind a record that
failed is taken back.  Events wait for the next record, or for the end of the tick: one record, and one wait
for the disk, holds all that has happened since the one before.  So nothing leaves before all that led to it
is written, and HOLD, which waits for no record, is written after it.

Each record is sealed, which is the sealed head of each commit: as it names all before it, the last seal alone
would prove the log, but only a seal of each still tells which record is bad once the chain is broken.
"""

import hashlib
import hmac
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from planner.gate.set_points.stream import Released
from telemetry.files.settings import FileError
from telemetry.messages.base import Count, Digest, Name, Nanoseconds, Part, Text
from telemetry.messages.queue import LogHead

KEY_ID_BYTES, SEAL_BYTES = 2, 34
MOST_EVENTS = 256  # that wait for a log which cannot be written
LOST = "events lost"
RETRY_NS = 1_000_000_000  # from a record of events that failed to the next one


class LoggedEvent(Part, frozen=True, kw_only=True, omit_defaults=True):
    """Something that has happened to authority or motion."""

    at_ns: Nanoseconds
    event: Name
    actor: Name = ""  # the participant that asked; empty: nobody did
    role: Name = ""  # of that participant
    command: Digest = b""  # SHA-256 of what was asked, or has left
    verdict: Digest = b""  # of what has left: the chain that its verdict names
    reason: Name = ""
    detail: Text = ""


class LogRecord(Part, frozen=True, kw_only=True):
    """One record."""

    number: Count  # from 1
    at_ns: Nanoseconds  # of the run, by the monotonic clock
    utc_ns: Count  # the same, since 1970; 0: before the first tick of a life
    events: tuple[LoggedEvent, ...]
    released: Released | None  # None: nothing stands behind it
    previous: Digest


class AuditKey(NamedTuple):
    """What seals the log of one run."""

    key_id: int = 0
    secret: bytes = b""  # empty: nothing is sealed

    @classmethod
    def of_run(cls, key_id: int, audit: bytes, run_id: str) -> "AuditKey":
        """Return the key of a run, from the secret of its key set."""
        return cls(key_id, hmac.digest(audit, _purpose(run_id), "sha256"))

    def seal(self, digest: bytes) -> bytes:
        """Return the seal of a record by its SHA-256."""
        if not self.secret:
            return bytes(SEAL_BYTES)
        return self.key_id.to_bytes(KEY_ID_BYTES, "big") + hmac.digest(self.secret, digest, "sha256")


def log_start(run_id: str) -> bytes:
    """Return what the first record of a run's log names as the one before it."""
    return hashlib.sha256(_purpose(run_id)).digest()


def _purpose(run_id: str) -> bytes:
    return b"farhand release log " + run_id.encode()


def read_records(kept: Sequence[bytes], name: str) -> list[LogRecord]:
    """Return the whole records of a log, with which a gate goes on.

    Raises:
        FileError: one is none: nothing may be released on such a log.
    """
    return [_record(stored, name, number) for number, stored in enumerate(kept, 1)]


def _record(stored: bytes, name: str, number: int) -> LogRecord:
    try:
        return msgspec.msgpack.decode(stored[:-SEAL_BYTES], type=LogRecord)
    except msgspec.MsgspecError:
        problem = "is of another version of the gate, and no chain goes on from it; begin a new run"
        raise FileError(f"{name}.log", f"record {number}", problem) from None


class SealedRecord(NamedTuple):
    """A record as it is written."""

    record: bytes
    seal: bytes


class ReleaseLog:
    """The head of the log, and the events that wait to be written."""

    def __init__(self, kept: Sequence[bytes], key: AuditKey, *, run_id: str) -> None:
        """Go on behind the last record that is kept."""
        newest = kept[-1][:-SEAL_BYTES] if kept else b""
        self._key = key
        self._number = msgspec.msgpack.decode(newest, type=LogRecord).number if kept else 0
        self._head = hashlib.sha256(newest).digest() if kept else log_start(run_id)
        self._events: list[LoggedEvent] = []
        self._lost = self._told_lost = 0  # events for which there was no room; of them in the newest record
        self._not_before_ns: int | None = None
        self._newest: LogRecord | None = None

    @property
    def head(self) -> LogHead | None:
        """The newest record; None: there is none yet."""
        return LogHead(number=self._number, sha256=self._head) if self._number else None

    def note(self, events: Sequence[LoggedEvent]) -> None:
        """Let events wait for the next record."""
        room = MOST_EVENTS - len(self._events)
        self._events += events[:room]
        self._lost += len(events[room:])

    def is_due(self, now_ns: int) -> bool:
        """True if events wait that no set-point's record has taken with it."""
        has_failed = self._not_before_ns is not None and now_ns < self._not_before_ns
        return bool(self._events) and not has_failed

    def next_record(
        self, released: Released | None, event: LoggedEvent | None, times: tuple[int, int]
    ) -> SealedRecord:
        """Return the next record: all events that wait, and what leaves with its own; `times`: run's, UTC."""
        at_ns, utc_ns = times
        self._told_lost = self._lost
        if self._lost:
            lost = f"{self._lost} events before this were not kept: the log could not be written"
            self._events.append(LoggedEvent(at_ns=at_ns, event=LOST, detail=lost))
        events, self._events, self._lost = (*self._events, *filter(None, (event,))), [], 0
        self._newest = LogRecord(
            number=self._number + 1,
            at_ns=at_ns,
            utc_ns=utc_ns,
            events=events,
            released=released,
            previous=self._head,
        )
        record = msgspec.msgpack.encode(self._newest)
        self._number, self._head = self._number + 1, hashlib.sha256(record).digest()
        return SealedRecord(record, self._key.seal(self._head))

    def on_failed(self, record: bytes, now_ns: int) -> bool:
        """Take that a record was not written: the next follows the one before it.

        True if something stood behind it.
        """
        failed = msgspec.msgpack.decode(record, type=LogRecord) if record else self._newest
        if failed is None:
            return False
        self._number, self._head = failed.number - 1, failed.previous
        leaves = failed.released is not None and failed.released.seq > 0  # its own event has not happened
        waiting, self._events = self._events, []
        happened = failed.events[:-1] if leaves else failed.events
        self.note([*(event for event in happened if event.event != LOST), *waiting])
        self._lost += self._told_lost
        self._not_before_ns = now_ns + RETRY_NS
        return failed.released is not None
