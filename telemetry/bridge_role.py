"""The bridge: the only one that speaks to space, and the last inhibit of motion.

    gate ----- Motion, Keep, ResumeCommand --> [open?] --- the same ---> spacecraft
    operator - HoldCommand -----------------------------^
    ground <-- Telemetry (newer than the last) <---------- Downlink ---+
    ground <-- LinkStatus: what is measured by both ways (`telemetry.link.link_watch`)
    ground <-- DataChecks: values beyond their limits (`telemetry.link.data_watch`)
    ground <-- RangeSample (in a contact window) <-------- Downlink ---+
    ground <-- ImagePacket (as it is) <------------------- Downlink ---'

    motion    only if open: gate heard within two periods, telemetry fresh, contact window, no HOLD that is
              being repeated, no value that inhibits beyond its limits; with a spacecraft elsewhere, a pass
    operation the same
    stop      also if closed, but only the very sample that the last set-point that passed names
    keep      always
    resume    fresh telemetry and contact window, and no HOLD that is being repeated
    picture   in a contact window; it is not opened here
    hold      always and at once, and again every period until a report that can know of it shows the
              latch, for 30 s at most; when it is orphaned and no person is left, in its own name

A repeat is judged like the set-point itself, or a closed bridge would let motion through in the repeat of a
keep; one that is not admitted is left out.  What is refused is reported, and nothing of it goes up.  A bridge
that has just started knows no set-point, so no stop either, until one of motion passes; the spacecraft then
makes the same stop by itself.
"""

from collections.abc import Iterable
from typing import Literal, assert_never

import numpy as np
from msgspec import structs

from telemetry.agreed import chains
from telemetry.agreed.authority import scripts
from telemetry.agreed.reasons import Reason
from telemetry.agreed.run_settings import NS_PER_S, RunSettings
from telemetry.hold.orphan import OrphanWatch
from telemetry.hold.presses import HoldRepeat, with_believed_actor
from telemetry.life.beat import PeriodicBeat
from telemetry.life.contract import Effect, Effects, Input, Orphaned, PassState, PersistFailed, Send, Store
from telemetry.link.data_watch import DataWatch
from telemetry.link.link_watch import LinkWatch
from telemetry.link.measured import Freshness
from telemetry.link.plausibility import BELIEVED, ReportJudge, ReportJudgement
from telemetry.messages.base import Message
from telemetry.messages.command import (
    BridgeReport,
    CommandState,
    GateCommand,
    HoldCommand,
    HoldProbe,
    Keep,
    Motion,
    ResumeCommand,
    SetPoint,
    ready,
    taken,
)
from telemetry.messages.images import ImagePacket
from telemetry.messages.operations import OperationCommand
from telemetry.messages.spacecraft import Downlink, PassReport, RangeSample, Telemetry
from telemetry.wire.codec import Reader, Received
from telemetry.wire.kinds import is_of_picture

STATUS_NS = NS_PER_S
Number = tuple[int, int]  # epoch, seq; of no command 0, 0
Named = Literal["", "operation"]  # in reports


class Bridge:
    """The bridge's role."""

    def __init__(self, settings: RunSettings, hold: HoldRepeat, *, is_numbered: bool = True) -> None:
        """Start closed: nothing has come, nothing has passed; a life without numbers stays so."""
        self.due_ns = 0
        self._settings, self._is_numbered = settings, is_numbered
        self._period_ns = settings.commanding.period_ns
        self._reader = Reader(settings.speakers.proven)
        self._link = LinkWatch(settings.link)
        self._data = DataWatch(settings.checks, settings.link, has_passes=settings.has_passes)
        self._gate = Freshness(settings.commanding.gate_silence_ns)
        self._telemetry = Freshness(settings.link.telemetry_limit_ns)
        self._reports = ReportJudge(settings)
        self._implausible = self._jumps = 0
        self._pass: PassState | None = None  # with a spacecraft that is elsewhere
        self._passed: SetPoint | None = None  # the newest set-point that went up
        self._hold = hold
        self._vigil = OrphanWatch(settings.mode, settings.participants)
        self._scripts = scripts(settings.participants)
        self._beat, self._status_ns = PeriodicBeat("bridge", settings.configuration), 0

    def receive(self, message: Input, sender: str, now_ns: int) -> Effects:
        """Pass up, pass down or refuse one message."""
        if isinstance(message, Orphaned):
            self._vigil.on_orphaned(now_ns)
        if isinstance(message, PersistFailed):
            self._hold.on_write_failed(now_ns)
        if isinstance(message, PassState):
            self._pass = message
            self._data.on_pass(now_ns, stands=message.stands)
            self._reschedule()
            return [*self._pass_reports(), self._status(now_ns)]
        if isinstance(message, HoldCommand):
            hold = with_believed_actor(message, sender, self._scripts)
            self._vigil.on_request(now_ns, hold.actor)
            ups = self._press(hold, now_ns)
            answers = [Send(taken(message, "bridge"), to=sender)] if self._reaches_space else []
            return [*ups, *answers, self._status(now_ns), *self._hold.write(now_ns)]
        if isinstance(message, HoldProbe):
            return [Send(ready(message, "bridge"), to=sender)] if self._reaches_space else []
        if isinstance(message, Downlink):
            return self._downlink(message.packet, now_ns)
        if isinstance(message, GateCommand):
            self._vigil.on_predecessor(now_ns)
            effects = self._command(message, now_ns)
            for effect in effects:
                if isinstance(effect, Send) and isinstance(effect.message, GateCommand):
                    self._link.on_command(now_ns)
            if not self._gate.is_fresh(now_ns):  # it may be a new one, which must know of a HOLD
                self._status_ns = now_ns
                self._reschedule()
            self._gate.refresh(now_ns)  # after the check: a silent gate does not open the bridge by motion
            return effects
        return ()

    def tick(self, now_ns: int) -> Effects:
        """Repeat HOLD, beat and report, each when due."""
        effects = _up(self._hold.take_due(now_ns))
        if not self._hold.is_open and self._vigil.needs_hold(now_ns):
            effects += self._press(HoldCommand(actor="bridge", pressed_ns=now_ns, nonce=0), now_ns)
        effects += self._beat.take_due(now_ns)
        if now_ns >= self._status_ns:
            self._status_ns = now_ns + STATUS_NS
            effects += [*self._pass_reports(), self._status(now_ns)]
        statuses = self._link.take_due(now_ns)
        effects += map(Send, (*statuses, *self._data.take_due(now_ns, statuses)))
        self._reschedule()
        return [*effects, *self._hold.write(now_ns), *self._vigil.ending(now_ns)]

    def _command(self, message: GateCommand, now_ns: int) -> list[Effect]:
        match message:
            case Motion():
                return self._motion(message, now_ns)
            case Keep():
                repeat, self._passed = self._repeat(message.repeat, self._closed_by(now_ns))
                return _up([structs.replace(message, repeat=repeat)])
            case ResumeCommand():
                return self._resume(message, now_ns)
            case OperationCommand():
                number, closed = (message.epoch, message.seq), self._closed_by(now_ns)
                return self._judged(message, number, closed, now_ns=now_ns, kind="operation")
            case _:
                assert_never(message)

    def _repeat(
        self, repeat: SetPoint | None, closed: Reason | None
    ) -> tuple[SetPoint | None, SetPoint | None]:
        """Return a repeat if it is admitted, and the newest set-point that has passed with it."""
        admitted = None if self._refusal(repeat, self._passed, closed) else repeat
        return admitted, chains.newest(self._passed, admitted)

    def _motion(self, message: Motion, now_ns: int) -> list[Effect]:
        closed, set_point = self._closed_by(now_ns), message.set_point
        repeat, last = self._repeat(message.repeat, closed)
        message = structs.replace(message, repeat=repeat)
        reason = self._refusal(set_point, last, closed)
        if reason is None:
            self._passed = chains.newest(last, set_point)
        return self._judged(message, (set_point.epoch, set_point.seq), reason, now_ns=now_ns)

    def _resume(self, message: ResumeCommand, now_ns: int) -> list[Effect]:
        self._vigil.on_request(now_ns)
        reason = Reason.HOLD_UNCONFIRMED if self._hold.is_open else self._no_link(now_ns)
        if reason is None:
            self._hold.on_resume()
        return self._judged(message, (message.epoch, 0), reason, now_ns=now_ns)

    def _judged(
        self, message: GateCommand, number: Number, reason: Reason | None, *, now_ns: int, kind: Named = ""
    ) -> list[Effect]:
        report = self._report(number, reason, now_ns=now_ns, kind=kind)
        return [report] if reason else [*_up([message]), report]

    def _refusal(
        self, set_point: SetPoint | None, last: SetPoint | None, closed: Reason | None
    ) -> Reason | None:
        """Return why a set-point may not go up after `last`, or None."""
        if set_point is None or set_point == last:
            return None
        if set_point.kind == "motion":
            return closed
        if last is None:
            return Reason.STOP_UNKNOWN
        follows = chains.is_next_of_stop(set_point, last, period_ns=self._period_ns)
        return None if follows else Reason.STOP_MISMATCH

    def _closed_by(self, now_ns: int) -> Reason | None:
        """Return why motion may not pass now, or None if the bridge is open."""
        if self._hold.is_open:
            return Reason.HOLD_UNCONFIRMED
        if self._data.inhibits:
            return Reason.DATA_LIMIT
        return self._no_link(now_ns) or (None if self._gate.is_fresh(now_ns) else Reason.GATE_SILENT)

    @property
    def _reaches_space(self) -> bool:
        """True unless what goes up could not be opened, as no pass stands."""
        return not self._settings.has_passes or (self._pass is not None and self._pass.stands)

    def _pass_reports(self) -> list[Send]:
        """Return how far the pass is agreed; nothing where there are none."""
        return [] if self._pass is None else [Send(PassReport(by="bridge", **structs.asdict(self._pass)))]

    def _no_link(self, now_ns: int) -> Reason | None:
        if not self._reaches_space:
            return Reason.NO_PASS
        if not self._is_numbered:
            return Reason.NUMBERS_UNKNOWN
        if not self._settings.link.has_window(now_ns):
            return Reason.NO_WINDOW
        return None if self._telemetry.is_fresh(now_ns) else Reason.TELEMETRY_STALE

    def _status(self, now_ns: int) -> Send:
        return self._report((0, 0), self._closed_by(now_ns), now_ns=now_ns)

    def _report(self, number: Number, reason: Reason | None, *, now_ns: int, kind: Named = "") -> Send:
        counts = self._link.counts
        fate = CommandState.ON_AIR if reason is None else CommandState.REFUSED
        report = BridgeReport(
            is_open=self._closed_by(now_ns) is None,
            reason="" if reason is None else reason.value,
            epoch=number[0],
            seq=number[1],
            kind=kind,
            state=fate if any(number) else CommandState.AT_STATION,
            tm_received=counts.received,
            tm_lost=counts.lost,
            tm_duplicated=counts.duplicated,
            tm_implausible=self._implausible,
            tm_jumps=self._jumps,
            hold=self._hold.command,
        )
        return Send(report)

    def _press(self, hold: HoldCommand, now_ns: int) -> list[Effect]:
        ups = _up(self._hold.on_hold(hold, now_ns))
        self._reschedule()
        return ups

    def _downlink(self, packet: bytes, now_ns: int) -> Effects:
        received, arrival = self._reader.admit(self._reader.open(packet, "down"), "down")
        is_first = arrival in ("new", "late")
        passes = is_first and self._settings.link.has_window(now_ns)
        if is_of_picture(packet):
            return (Send(ImagePacket(packet=packet)),) if passes else ()
        if isinstance(received, Received) and isinstance(received.message, RangeSample):
            return (Send(received.message),) if passes else ()
        if not isinstance(received, Received) or not isinstance(received.message, Telemetry):
            return ()  # the reader counts what is bad
        hearing = self._judge(received.message, received.sequence_count or 0, now_ns)
        if not is_first:
            return ()  # counted, and nothing more: it may be somebody else who says it again
        if hearing in ("unproven", "jump"):
            return (Send(received.message),)  # each receiver judges it, and waits as long as the others
        if hearing not in BELIEVED:
            return ()
        self._telemetry.refresh(now_ns)
        self._vigil.on_telemetry(received.message, now_ns)
        if received.message.latched:
            self._hold.on_latch(now_ns)
            self._reschedule()
        return (Send(received.message),)

    def _judge(self, telemetry: Telemetry, count: int, now_ns: int) -> ReportJudgement:
        """Judge a report, and count its packet; a spacecraft that was restarted counts anew."""
        hearing = self._reports.on_telemetry(telemetry, now_ns)
        if hearing in ("implausible", "unproven"):
            self._implausible += 1
        self._jumps += hearing == "jump"
        if hearing != "implausible":
            self._link.on_report(telemetry, count, now_ns, is_newer=hearing in BELIEVED)
        if hearing != "old":
            self._data.on_report(telemetry, now_ns)
        self._reschedule()
        return hearing

    def _reschedule(self) -> None:
        parts = (self._beat, self._hold, self._link, self._data)
        self.due_ns = min(self._status_ns, *(part.due_ns for part in parts))


def _up(messages: Iterable[Message]) -> list[Effect]:
    """Return commands as effects; the bridge sends them by the link."""
    return [Send(message) for message in messages]


def build(settings: RunSettings, store: Store, rng: np.random.Generator) -> Bridge:
    """Make the bridge's role, with the HOLD that the one before it has left."""
    times = {"period_ns": settings.commanding.period_ns, "round_trip_ns": settings.link.round_trip_ns}
    return Bridge(settings, HoldRepeat(store, **times), is_numbered=store.boot.is_numbered)
