"""What has been said in a pass, kept small for screens that come late: the recorder's, bounded in memory.

    commands, verdicts, stops, answers, plans, steps ---> all
    the gate's state, the lease, procedures ------------> where they say something else than before
    telemetry, pictures, what is predicted -------------> nothing: a late screen has the next one at once

    (part 0, packed) (part 1, packed) ... (the part that grows)     beyond the most that is kept the oldest go

A part is a msgpack list of (run's time of its receipt, the message's payload), deflated: some 75 octets for a
command's whole life.
"""

import zlib
from collections import deque
from collections.abc import Callable, Hashable
from typing import Any, NamedTuple

import msgspec

from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.acts import ActReply, Lease, LeaseRequest, ScriptDone
from telemetry.messages.base import Message, wire_name
from telemetry.messages.past import PART_BYTES, PastPart, PastRequest
from telemetry.messages.plan import PlanReady, PlanRefused, ProcedureReport, StepRelease, StepReport
from telemetry.messages.queue import CommandChanges, GateStatus, HoldNotice, RollBack, Verdict
from telemetry.wire.kinds import pack_message, unpack_message

KEPT_BYTES = 32 * 1024 * 1024  # of packed parts: eleven hours of four commands a second
PARTS_A_SECOND = 50  # for all who ask together
UNPACKED_BYTES = 4 * PART_BYTES  # of one part, at most: its last message may be long
LEVEL = 6  # of deflation
ALL = frozenset(  # that change something for good
    {
        ActReply,
        CommandChanges,
        HoldNotice,
        PlanReady,
        PlanRefused,
        RollBack,
        ScriptDone,
        StepRelease,
        StepReport,
        Verdict,
    }
)
CHANGES: dict[type[Any], Callable[[Any], tuple[Hashable, Hashable]]] = {  # of what, and what it says of it
    GateStatus: lambda status: (
        "",
        (status.state, status.epoch, status.has_window, status.latched, status.held_by, status.ended_by),
    ),
    Lease: lambda lease: ("", lease.holder),
    ProcedureReport: lambda report: ((report.by, report.plan), tuple(part.state for part in report.parts)),
}
_RENEWAL = wire_name(LeaseRequest)
_PACK = msgspec.msgpack.Encoder().encode
_UNPACK = msgspec.msgpack.Decoder(list[tuple[int, bytes]]).decode


class PastMessage(NamedTuple):
    """A message, and when it was received."""

    at_ns: int  # run's time
    message: Message


class PassBook:
    """All that a late screen has to know of a pass."""

    def __init__(self, life: int) -> None:
        """Begin with nothing."""
        self._life = life
        self._parts = deque[bytes]()  # whole and packed
        self._times_ns = deque[int]()  # of the first message of each
        self._dropped = self._bytes = 0  # parts that are not kept any more, and bytes of those that are
        self._growing: list[tuple[int, bytes]] = []
        self._growing_bytes = 0
        self._newest: dict[tuple[type[Message], Hashable], Hashable] = {}
        self._answered = deque[int](maxlen=PARTS_A_SECOND)

    @property
    def kept_bytes(self) -> int:
        """Of all parts."""
        return self._bytes + self._growing_bytes

    def on_message(self, message: Message, now_ns: int) -> None:
        """Keep a message, if a late screen has to know of it."""
        if not self._is_kept(message):
            return
        payload = pack_message(message)
        self._growing.append((now_ns, payload))
        self._growing_bytes += len(payload)
        if self._growing_bytes >= PART_BYTES:
            self._close_part()

    def on_request(self, request: PastRequest, now_ns: int) -> PastPart | None:
        """Return the part that is asked for, or the next one there is; None: too much is asked for."""
        answered = self._answered
        if len(answered) == PARTS_A_SECOND and 0 <= now_ns - answered[0] < NS_PER_S:
            return None
        answered.append(now_ns)
        last = self._dropped + len(self._parts)
        part = min(max(request.part, self._dropped), last)
        is_growing = part == last
        times_ns = [*self._times_ns, *(at_ns for at_ns, _ in self._growing[:1]), now_ns]
        return PastPart(
            life=self._life,
            part=part,
            parts=last + 1,
            since_ns=times_ns[0],
            content=_packed(self._growing) if is_growing else self._parts[part - self._dropped],
        )

    def _is_kept(self, message: Message) -> bool:
        kind = type(message)
        if isinstance(message, ActReply) and message.act == _RENEWAL:
            return self._is_new(kind, message.to, (message.accepted, message.reason))
        if kind in CHANGES:
            of, value = CHANGES[kind](message)
            return self._is_new(kind, of, value)
        return kind in ALL

    def _is_new(self, kind: type[Message], of: Hashable, value: Hashable) -> bool:
        is_new = self._newest.get((kind, of)) != value
        self._newest[kind, of] = value
        return is_new

    def _close_part(self) -> None:
        packed = _packed(self._growing)
        self._parts.append(packed)
        self._times_ns.append(self._growing[0][0])
        self._bytes += len(packed)
        self._growing, self._growing_bytes = [], 0
        while self._bytes > KEPT_BYTES:
            self._bytes -= len(self._parts.popleft())
            self._times_ns.popleft()
            self._dropped += 1


def _packed(rows: list[tuple[int, bytes]]) -> bytes:
    return zlib.compress(_PACK(rows), LEVEL)


def messages_of(part: PastPart) -> list[PastMessage] | None:
    """Return what a part holds, but messages of another version; None: it is damaged, or beyond the bound."""
    unpacking = zlib.decompressobj()
    try:
        rows = _UNPACK(unpacking.decompress(part.content, UNPACKED_BYTES))
    except (zlib.error, msgspec.DecodeError):
        return None
    opened = ((at_ns, unpack_message(payload)) for at_ns, payload in rows)
    return [PastMessage(at_ns, message) for at_ns, message in opened if isinstance(message, Message)]
