"""The tap of one life of a participant: all that it was given, in order and numbered, handed to the recorder.

    message, result, failure    at once, before anything is done about it
    refused by admission        at once, as it came: 128 KiB a second, and what is more only by its number
    ticks                       in runs: a run ends with anything else that it was given, with anything that
                                it does beyond telling its state, and after 0.2 s

So whatever changes state is on record before it leaves, and a tick costs eight octets instead of a record.
The recorder's own ticks and failures write the recording: in it they would only tell of themselves.
"""

from collections.abc import Callable

from telemetry.agreed.participants import RECORDER
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.life.contract import Effect, PersistFailed, Send
from telemetry.messages.health import Tapped
from telemetry.recording.given.driver_records import (
    PIECE_BYTES,
    DriverRecord,
    Ended,
    Refused,
    Ticked,
    in_pieces,
    pack_driver_record,
)
from telemetry.wire.routes import ROUTES, Carrier

RUN_NS = 200_000_000  # longest run of ticks
REFUSED_BYTES = 128 * 1024  # that are kept in a second: a flood of others' costs no record of one's own


def may_leave_first(effect: Effect) -> bool:
    """True if an effect may be seen before its tick is on record: a message of nature state."""
    return isinstance(effect, Send) and ROUTES[type(effect.message)].nature == "state"


def is_on_record(role: str) -> bool:
    """True if the inputs of a role are recorded: those of all roles but observers."""
    return role in ROUTES[Tapped].senders


class Tap:
    """Numbers the inputs of one life, and hands them to the recorder."""

    def __init__(self, role: str, life: int, hand: Callable[[Tapped], None]) -> None:
        """Number from 1; `hand` takes each record away."""
        self._role, self._life, self._hand = role, life, hand
        self._writes = role == RECORDER
        self._number = 0
        self._ticks_ns: list[int] = []
        self._refused = self._refused_bytes = 0  # in this life, and of them what was kept in this second
        self._refused_since_ns = -NS_PER_S

    def on_packet(self, data: bytes, at_ns: int) -> None:
        """Record bytes off the bus."""
        if self._ticks_ns:
            self.end_run()
        if len(data) > PIECE_BYTES:
            for piece in in_pieces(data):
                self._hand_over(piece, at_ns)
        else:
            self._hand_over(data, at_ns)

    def on_driver_input(self, what: DriverRecord, at_ns: int) -> None:
        """Record an input that the driver made."""
        if self._writes and isinstance(what, PersistFailed):
            return
        self.on_packet(pack_driver_record(what), at_ns)

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
            self.end_run()

    def end_run(self) -> None:
        """Record the ticks so far."""
        if self._ticks_ns:
            ticks_ns, self._ticks_ns = self._ticks_ns, []
            self._hand_over(pack_driver_record(Ticked.at(ticks_ns)), ticks_ns[0])

    def end(self, at_ns: int, *, in_order: bool = True) -> None:
        """Record all that is left, and that nothing follows, if the life ends in order."""
        self.end_run()
        if in_order:
            self.on_driver_input(Ended(), at_ns)

    def _hand_over(self, packet: bytes, at_ns: int) -> None:
        self._number += 1
        self._hand(Tapped(role=self._role, life=self._life, number=self._number, at_ns=at_ns, packet=packet))
