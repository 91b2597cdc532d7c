"""The recorder: keeps what every role received and when it ticked, and reports how far that is durable.

    tap --> batch --- beat ---> Persist --> RecorderHealth(healthy, last durable number)
              ^------------------- PersistFailed: the batch comes back, healthy False

A failed batch is tried again with the next one, in order, so a recording has no gap.  What waited, for a disk
or for a recorder that stood still, is written by as much as one record of a log can hold, tick after tick.
While nothing can be written it is bounded: beyond that nothing more is taken, and health says so until it is.
What never came is `telemetry.recording.writing.account`'s to count, and health reports that too.

Screens that come late ask it for what has been said, which it keeps apart, in memory (`pass_book`).
"""

import numpy as np

from telemetry.agreed.reasons import Reason
from telemetry.agreed.run_settings import RunSettings
from telemetry.drive.store import RECORD_CAP
from telemetry.life.beat import BEAT_NS, PeriodicBeat
from telemetry.life.contract import Effects, Input, Persist, PersistFailed, Send, Store
from telemetry.messages.base import Message
from telemetry.messages.health import RecorderHealth, Tapped
from telemetry.messages.past import PastRequest
from telemetry.recording.pass_book import PassBook
from telemetry.recording.records.record import RECORDING_LOG, Record, pack_batch, unpack_batch
from telemetry.recording.writing.account import TapAccount

BATCH_CAP = 64 * 1024 * 1024  # bytes that wait for a disk that does not write
RECORD_BYTES = 64  # of a record beside its packet, at most
NEXT_PART_NS = 1_000_000  # until the next part of what waited is written


class Recorder:
    """The recorder's role."""

    def __init__(self, settings: RunSettings, store: Store) -> None:
        """Go on after the last record of the log, or begin it."""
        self.due_ns = BEAT_NS
        self._beat = PeriodicBeat("recorder", settings.configuration, first_ns=BEAT_NS)
        self._names = frozenset(participant.name for participant in settings.participants)
        logged = store.records(RECORDING_LOG)
        self._number = self._durable = unpack_batch(logged[-1])[-1].number if logged else 0
        self._account, self._is_losing = TapAccount(), False
        self._waiting: list[Record] = []
        self._waiting_bytes = 0
        self._written: list[Record] = []  # by the last Persist, whose failure would bring it back
        self._durable_before = self._durable
        self._pass_book = PassBook(store.boot.epoch)

    def receive(self, message: Input, sender: str, now_ns: int) -> Effects:
        """Keep what was tapped, and for late screens what was said; bring back what could not be written."""
        if isinstance(message, Tapped):
            self._keep(message, now_ns)
        elif isinstance(message, PersistFailed):
            return self._bring_back()
        elif isinstance(message, PastRequest):
            part = self._pass_book.on_request(message, now_ns)
            return (Send(part, to=sender),) if part else ()
        elif isinstance(message, Message):
            self._pass_book.on_message(message, now_ns)
        return ()

    def tick(self, now_ns: int) -> Effects:
        """Write the batch, then report."""
        beat = self._beat.take_due(now_ns)
        self.due_ns, self._is_losing = self._beat.due_ns, self._account.is_losing(now_ns)
        self._durable_before, self._written = self._durable, self._batch()
        if not self._written:
            return *beat, self._health()
        self._durable = self._written[-1].number
        if self._waiting:
            self.due_ns = now_ns + NEXT_PART_NS
        # what comes after Persist is sent only if it was durable
        return *beat, Persist(RECORDING_LOG, pack_batch(self._written)), self._health()

    def _batch(self) -> list[Record]:
        """Remove from what waits as many records as one of the log can hold."""
        count, octets = 0, 0
        for record in self._waiting:
            if octets + _size(record) > RECORD_CAP:
                break
            count, octets = count + 1, octets + _size(record)
        batch, self._waiting = self._waiting[:count], self._waiting[count:]
        self._waiting_bytes -= octets
        return batch

    def _keep(self, tapped: Tapped, now_ns: int) -> None:
        if tapped.role not in self._names:
            return
        self._account.on_tapped(tapped, now_ns)
        if self._waiting_bytes > BATCH_CAP:
            self._account.count_lost(tapped.role, len(tapped.given), now_ns)
            return
        for in_life, given in enumerate(tapped.given, start=tapped.number):
            self._number += 1
            record = Record(self._number, given.at_ns, tapped.role, in_life, given.packet)
            self._waiting.append(record)
            self._waiting_bytes += _size(record)

    def _bring_back(self) -> Effects:
        self.due_ns = self._beat.due_ns
        self._durable = self._durable_before
        self._waiting = self._written + self._waiting
        self._waiting_bytes = sum(map(_size, self._waiting))
        self._written = []
        return (self._health(Reason.RECORDER_UNHEALTHY),)

    def _health(self, failure: Reason | None = None) -> Send:
        reason = failure or (Reason.RECORDS_MISSING if self._is_losing else "")
        lost = self._account.lost
        return Send(RecorderHealth(healthy=not reason, durable=self._durable, reason=reason, lost=lost))


def _size(record: Record) -> int:
    """Return the bytes of a record in a batch, at most."""
    return len(record.packet) + RECORD_BYTES


def build(settings: RunSettings, store: Store, rng: np.random.Generator) -> Recorder:
    """Make the recorder's role."""
    return Recorder(settings, store)
