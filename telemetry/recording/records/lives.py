"""What each participant was given, read from a recording: life by life, in order, with what is missing.

    records of one participant   Started 1, 2, 3, 4 | Started 1, 2, 5 ...
    lives                        [---- whole ------] [--- to 2 ---] then its numbers show a gap

A life that was ended in order says so with its last record (`Ended`); of one that was killed the newest
records may never have been handed over.
"""

from collections.abc import Iterator
from typing import NamedTuple

from telemetry.life.contract import Input, Orphaned, PassState, PersistFailed, WayState, WorkDone
from telemetry.recording.given.driver_records import (
    Ended,
    Persisted,
    Piece,
    Refused,
    SentUp,
    Started,
    Ticked,
    is_driver_record,
    unpack_driver_record,
)
from telemetry.recording.given.received import MessageOpener
from telemetry.recording.records.record import Record

RecordedInput = Input | Started | Ended | Persisted | SentUp | Refused | None


class LifeInput(NamedTuple):
    """One thing that a participant was given."""

    participant: str
    life: int  # from 1
    at_ns: int  # as it was told the participant
    what: RecordedInput  # None: a tick; what was refused, persisted or sent it was not given
    sender: str


class LifeGap(NamedTuple):
    """A place from which a life is not known any more."""

    participant: str
    life: int
    at_ns: int
    problem: str


class Lives:
    """Puts records together to what participants were given."""

    def __init__(self, opener: MessageOpener) -> None:
        """Open what came off the bus with `opener`."""
        self._opener = opener
        self._life: dict[str, int] = {}
        self._next: dict[str, int | None] = {}  # number in the life; None: after a gap
        self._pieces: dict[str, bytes] = {}

    def on_record(self, record: Record) -> Iterator[LifeInput | LifeGap]:
        """Return what its participant was given, or that something is missing before it."""
        name = record.role
        if record.in_life == 1:
            self._life[name] = self._life.get(name, 0) + 1
            self._next[name] = 1
            self._pieces.pop(name, None)
        life, expected = self._life.setdefault(name, 1), self._next.setdefault(name, 1)
        if expected is None:
            return
        if record.in_life != expected:
            self._next[name] = None
            problem = f"records {expected} to {record.in_life - 1} of this life are missing"
            yield LifeGap(name, life, record.at_ns, problem)
            return
        self._next[name] = expected + 1
        for item in self._opened(record, life):
            if isinstance(item, LifeGap):
                self._next[name] = None
            yield item

    def _opened(self, record: Record, life: int) -> Iterator[LifeInput | LifeGap]:
        name, packet = record.role, record.packet
        driver_record = unpack_driver_record(packet) if is_driver_record(packet) else None
        if isinstance(driver_record, Piece):
            joined = self._pieces.pop(name, b"") + driver_record.data
            if not driver_record.is_last:
                self._pieces[name] = joined
                return
            packet, driver_record = joined, unpack_driver_record(joined) if is_driver_record(joined) else None
        match driver_record:
            case Ticked():
                for at_ns in driver_record.times_ns(record.at_ns):
                    yield LifeInput(name, life, at_ns, None, "")
            case (
                Started() | Ended() | Persisted() | SentUp() | Refused() | WorkDone() | PersistFailed()
                | Orphaned() | PassState() | WayState()
            ):  # fmt: skip
                yield LifeInput(name, life, record.at_ns, driver_record, "")
            case _:
                received = self._opener.received(name, packet)
                if received is not None:
                    yield LifeInput(name, life, record.at_ns, received.message, received.sender)
                else:
                    problem = f"record {record.in_life} of this life cannot be read"
                    yield LifeGap(name, life, record.at_ns, problem)
