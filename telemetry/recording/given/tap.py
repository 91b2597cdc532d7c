"""What the recorder receives of one life of a participant: every input, numbered, and how the life goes.

    message, result, failure    as it came, before anything is done about it
    refused by admission        as it came: 128 KiB a second, and what is more only by its number
    a record made durable       before anything that stands behind it leaves: its number and digest; of a log
                                that is sealed all of it
    a telecommand that left     as it was sent, once it was
    ticks                       in runs: a run ends with anything else that it was given, and after 0.2 s

In real time they are handed over together: before anything that the role does beyond sending its state, after
20 ms, or when they are many.  So whatever changes state is on record before it leaves, a tick costs eight
octets instead of a record, and the recorder wakes 50 times a second for a role, not for each of its inputs.
The recorder's own ticks and failures write the recording: in it they would only stand for themselves.

    LanLoss     datagrams that the life has missed, when that has changed
    RoleLoad    each second since time zero: how late it ticked, and how long its process had a processor

A tick is late against the instant at which it was due, or at which it was asked for if that was later.
"""

import hashlib
import os
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Protocol

import msgspec

from telemetry.agreed.limits import CYCLE_LATE_NS
from telemetry.agreed.participants import RECORDER
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.life.clock import processor_ns
from telemetry.life.contract import NEVER_NS, Effect, Persist, PersistFailed, Send
from telemetry.messages.base import Message, wire_name
from telemetry.messages.health import GIVEN, Given, LanLoss, RoleLoad, Tapped
from telemetry.recording.given.driver_records import (
    PIECE_BYTES,
    DriverRecord,
    Ended,
    LogEnd,
    Persisted,
    Refused,
    SentUp,
    Ticked,
    in_pieces,
    pack_driver_record,
)
from telemetry.wire.kinds import pack_message
from telemetry.wire.routes import ROUTES, Carrier

RUN_NS = 200_000_000  # longest run of ticks
GATHER_S, GATHER_BYTES = 0.02, 64 * 1024  # of what is handed over together
REFUSED_BYTES = 128 * 1024  # that are kept in a second: a flood of others' costs no record of one's own

_STATES = frozenset(kind for kind, route in ROUTES.items() if route.nature == "state")

Later = Callable[[float, Callable[[], None]], object]  # seconds, and what is called then


def may_leave_first(effect: Effect) -> bool:
    """True if an effect may be seen before its tick is on record: a message of nature state."""
    return isinstance(effect, Send) and type(effect.message) in _STATES


def is_on_record(role: str) -> bool:
    """True if the inputs of a role are recorded: those of all roles but observers."""
    return role in ROUTES[Tapped].senders


@cache
def is_sent_up(role: str, message: type[Message]) -> bool:
    """True if a message of a role leaves the station: whoever receives it may be elsewhere."""
    route = ROUTES[message]
    return route.direction == "up" and role in route.across


class AnyTap(Protocol):
    """What a driver tells of one life."""

    def on_packet(self, data: bytes, at_ns: int) -> None: ...

    def on_driver_input(self, what: DriverRecord, at_ns: int) -> None: ...

    def on_persisted(self, effect: Persist, at_ns: int) -> None: ...

    def on_sent(self, message: Message, at_ns: int) -> None: ...

    def on_refused(self, data: bytes, at_ns: int, *, carrier: Carrier, reason: str) -> None: ...

    def on_tick(self, at_ns: int) -> None: ...

    def hand_over(self) -> None: ...

    def end(self, at_ns: int) -> None: ...


class Tap:
    """Numbers the inputs of one life, and hands them to the recorder."""

    def __init__(
        self, role: str, life: int, hand: Callable[[Tapped], None], *, later: Later | None = None
    ) -> None:
        """Number from 1; `hand` takes records away: what has gathered until `later`; None: each at once."""
        self._role, self._life, self._hand, self._later = role, life, hand, later
        self._writes = role == RECORDER
        self._number = 1  # of the first that waits
        self._waiting: list[Given] = []
        self._waiting_bytes, self._is_asked = 0, False
        self._ticks_ns: list[int] = []
        self._persisted = Counter[str]()  # records of each log in this life
        self._ends: dict[str, LogEnd] = {}  # of those that are sealed
        self._refused = self._refused_bytes = 0  # in this life, and of them what was kept in this second
        self._refused_since_ns = -NS_PER_S

    def on_packet(self, data: bytes, at_ns: int) -> None:
        """Record bytes off the bus."""
        if self._ticks_ns:
            self._end_run()
        if len(data) > PIECE_BYTES:
            for piece in in_pieces(data):
                self._add(piece, at_ns)
        else:
            self._add(data, at_ns)

    def on_driver_input(self, what: DriverRecord, at_ns: int) -> None:
        """Record an input that the driver made."""
        if self._writes and isinstance(what, PersistFailed):
            return
        self.on_packet(pack_driver_record(what), at_ns)

    def on_persisted(self, effect: Persist, at_ns: int) -> None:
        """Record that a record is durable, by its number and digest."""
        if self._writes:
            return
        self._persisted[effect.key] += 1
        digest, number = hashlib.sha256(effect.record).digest(), self._persisted[effect.key]
        persisted = Persisted(key=effect.key, number=number, sha256=digest)
        if effect.seal:
            persisted = msgspec.structs.replace(persisted, record=effect.record, seal=effect.seal)
            self._ends[effect.key] = LogEnd(sha256=digest, seal=effect.seal)
        self.on_driver_input(persisted, at_ns)

    def on_sent(self, message: Message, at_ns: int) -> None:
        """Record what went up."""
        if is_sent_up(self._role, type(message)):
            name, payload = wire_name(type(message)), msgspec.Raw(pack_message(message))
            self.on_driver_input(SentUp(name=name, message=payload), at_ns)

    def on_refused(self, data: bytes, at_ns: int, *, carrier: Carrier, reason: str) -> None:
        """Record bytes off the bus that were refused."""
        self._refused += 1
        if not 0 <= at_ns - self._refused_since_ns < NS_PER_S:
            self._refused_since_ns, self._refused_bytes = at_ns, 0
        self._refused_bytes += len(data)
        if self._refused_bytes <= REFUSED_BYTES:
            self.on_driver_input(
                Refused(number=self._refused, carrier=carrier, reason=reason, data=data), at_ns
            )

    def on_tick(self, at_ns: int) -> None:
        """Record a tick, now or with those that follow."""
        if self._writes:
            return
        ticks_ns = self._ticks_ns
        ticks_ns.append(at_ns)
        if not 0 <= at_ns - ticks_ns[0] < RUN_NS:
            self._end_run()

    def hand_over(self) -> None:
        """Record all so far."""
        if self._ticks_ns:
            self._end_run()
        self._hand_over()

    def end(self, at_ns: int, *, in_order: bool = True) -> None:
        """Record all that is left, and that nothing follows, if the life ends in order."""
        if in_order:
            self.on_driver_input(Ended(logs=dict(self._ends)), at_ns)
        self.hand_over()

    def _end_run(self) -> None:
        ticks_ns, self._ticks_ns = self._ticks_ns, []
        self._add(pack_driver_record(Ticked.at(ticks_ns)), ticks_ns[0])

    def _add(self, packet: bytes, at_ns: int) -> None:
        self._waiting.append(Given(at_ns=at_ns, packet=packet))
        self._waiting_bytes += len(packet)
        if self._later is None or self._waiting_bytes >= GATHER_BYTES or len(self._waiting) >= GIVEN:
            self._hand_over()
        elif not self._is_asked:
            self._is_asked = True
            self._later(GATHER_S, self._on_gathered)

    def _on_gathered(self) -> None:
        self._is_asked = False
        self._hand_over()

    def _hand_over(self) -> None:
        if not self._waiting:
            return
        given, self._waiting, self._waiting_bytes = tuple(self._waiting), [], 0
        number, self._number = self._number, self._number + len(given)
        self._hand(Tapped(role=self._role, life=self._life, number=number, given=given))


class LifeReport:
    """One life of a participant."""

    def __init__(self, role: str, life: int) -> None:
        """Report nothing before `begin`; `life` as in `Tapped`."""
        self._role, self._life = role, life
        self._missed = 0  # as last reported
        self._ticks = self._late = 0
        self._due_ns = self._asked_ns = NEVER_NS  # of the next tick, and from when on it could be in time
        self._since_ns = self._processor_ns = 0
        self._reported_ns = NEVER_NS

    def begin(self, due_ns: int, now_ns: int) -> None:
        """Time zero, and when the first tick is due: what the process has used until now was to start it."""
        self._since_ns = self._reported_ns = now_ns
        self._processor_ns = processor_ns()
        self.set_due(due_ns, now_ns)

    def set_due(self, due_ns: int, now_ns: int) -> None:
        """Note when the next tick is due."""
        if due_ns != self._due_ns:
            self._due_ns, self._asked_ns = due_ns, max(due_ns, now_ns)

    def on_tick(self, now_ns: int) -> None:
        """Count a tick that happens now."""
        self._ticks += 1
        self._late += now_ns - self._asked_ns > CYCLE_LATE_NS

    def due_messages(self, missed: int, now_ns: int) -> list[Message]:
        """Return the reports that are due; `missed`: datagrams since the life began."""
        reports: list[Message] = []
        if missed != self._missed:
            self._missed = missed
            reports.append(LanLoss(role=self._role, life=self._life, datagrams=missed))
        if now_ns >= self._reported_ns + NS_PER_S:
            self._reported_ns = now_ns
            reports.append(self._load(now_ns))
        return reports

    def _load(self, now_ns: int) -> RoleLoad:
        return RoleLoad(
            role=self._role,
            life=self._life,
            lived=(now_ns - self._since_ns) / NS_PER_S,
            processor=(processor_ns() - self._processor_ns) / NS_PER_S,
            processors=os.cpu_count() or 1,
            ticks=self._ticks,
            late=self._late,
        )
