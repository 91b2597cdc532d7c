"""What happened, as lines of a log: acts, holds, roll-backs, refusals, verdicts, faults, contacts, the end.

    single     a message that tells of one event: HoldNotice, RollBack, ActReply, ...
    several    a message that tells of several events: CommandChanges, RunEnd
    changing   a message that is told again and again: an event only where what it says has changed

What is told as a state every quarter second would drown what matters; its values are in its own messages.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, NamedTuple

from ground.export.schemas import LogLevel
from ground.series.act_words import asked_text
from ground.series.explanation_words import (
    CLAMPED,
    CLAMPS,
    Explaining,
    explained,
    hand_clamps,
    words_of,
)
from ground.series.violation_words import violation_text
from telemetry.agreed.critical import operation_text
from telemetry.agreed.reasons import cause
from telemetry.agreed.world_words import update_text
from telemetry.messages import acts, command, data, health, operations, plan, queue, spacecraft, world
from telemetry.messages.base import Message, wire_name
from telemetry.messages.command import CommandState

ALARMING = (CommandState.REFUSED, CommandState.LOST, CommandState.EXPIRED)


class Event(NamedTuple):
    """One line."""

    level: LogLevel
    text: str


class StateChange(NamedTuple):
    """What a state says now of one thing, and the line if it said something else before."""

    of: str
    value: Hashable
    event: Event


class Events:
    """Finds the events in what is said."""

    def __init__(self) -> None:
        """Know no state yet."""
        self._values: dict[str, Hashable] = {}

    def of(self, message: Message) -> Iterator[Event]:
        """Return what happened, as a message tells it."""
        kind = type(message)
        if kind in SINGLE_EVENTS and (single := SINGLE_EVENTS[kind](message)):
            yield single
        yield from SEVERAL_EVENTS[kind](message) if kind in SEVERAL_EVENTS else ()
        for of, value, event in STATE_CHANGES[kind](message) if kind in STATE_CHANGES else ():
            if self._values.get(of) != value:
                self._values[of] = value
                yield event


def info(text: str) -> Event:
    """Return an event as planned."""
    return Event(LogLevel.INFO, text)


def warning(text: str) -> Event:
    """Return an event that a person has to know of."""
    return Event(LogLevel.WARNING, text)


def error(text: str) -> Event:
    """Return an event that must not be."""
    return Event(LogLevel.ERROR, text)


def why(reason: str) -> str:
    """Return a reason's own line."""
    return "; ".join(filter(None, words_of(reason)))


def _reply(reply: acts.ActReply) -> Event | None:
    if reply.accepted and reply.act == wire_name(acts.LeaseRequest):
        return None  # it is renewed every few seconds; who holds it `Lease` tells
    return info(f"{asked_text(reply)} taken") if reply.accepted else _explained(reply)


def _done(done: acts.ScriptDone) -> Event:
    text = f"after {done.acts_done} acts{': ' if done.detail else ''}{done.detail}"
    return info(f"script done {text}") if done.completed else warning(f"script ended early {text}")


def _explained(message: Explaining) -> Event:
    return warning(explained(message).line)


def _changes(message: queue.CommandChanges) -> Iterator[Event]:
    for change in message.changes:
        if change.state in ALARMING:
            what = f"{change.kind} {change.epoch}.{change.seq} {change.state}"
            yield warning(f"{what}: {why(change.reason)}")


def _clamps(message: queue.CommandChanges) -> Iterator[StateChange]:
    """Yield each clamp of the hand as it begins, and as it ends."""
    for cut in hand_clamps(message):
        here = {words.cause: words for words in cut}
        for reason in CLAMPS:
            words = here.get(cause(reason))
            event = warning(words.line) if words else info(f"{CLAMPED} no more: {cause(reason)}")
            yield StateChange(reason, "begun" if words else None, event)


def _bridge_refusal(report: command.BridgeReport) -> Event | None:
    if report.state != CommandState.REFUSED:
        return None
    return warning(f"bridge refuses {report.epoch}.{report.seq}: {why(report.reason)}")


def _fault(notice: health.FaultNotice) -> Event:
    return warning(f"fault {'begins' if notice.begins else 'ends'}: {notice.kind} {notice.detail}".rstrip())


def _end(end: health.RunEnd) -> Iterator[Event]:
    levels = {"failure": LogLevel.ERROR, "warning": LogLevel.WARNING, "note": LogLevel.INFO}
    yield info(f"the run is over: {end.verdict}")
    yield from (Event(levels[row.severity], f"{row.text}: {row.reason}") for row in end.findings)


def _pair(pair: tuple[str, str]) -> str:
    return " / ".join(pair)


SINGLE_EVENTS: dict[type[Message], Callable[[Any], Event | None]] = {
    acts.ArmPlan: lambda act: info(f"asks to arm plan {act.plan_id}"),
    acts.ArmTeleop: lambda act: info("asks to arm teleoperation"),
    acts.ResumeAct: lambda act: info("asks to resume"),
    acts.Disarm: lambda act: info("asks to end the arming"),
    acts.Confirm: lambda act: warning(f"confirms a step of {act.step:.3f} s"),
    acts.GoNoGo: lambda act: warning("says GO" if act.go else "says NO-GO"),
    acts.ActReply: _reply,
    world.ProposeWorld: lambda act: warning(f"proposes a world update: {update_text(act.ask)}"),
    world.ConfirmWorld: lambda act: warning("confirms the world update that is proposed"),
    operations.ArmCritical: lambda act: warning(f"asks to arm: {operation_text(act.operation)}"),
    operations.FireCritical: lambda act: warning(f"fires: {operation_text(act.operation)}"),
    operations.Operate: lambda act: info(f"asks for: {operation_text(act.operation)}"),
    operations.OperationCommand: lambda message: info(f"goes up: {operation_text(message.operation)}"),
    acts.ScriptDone: _done,
    command.HoldCommand: lambda hold: warning(f"HOLD pressed by {hold.actor}"),
    command.HoldTaken: lambda message: info(f"{message.by} took the HOLD of {message.actor}"),
    command.ResumeCommand: lambda message: info(f"resume goes up, epoch {message.epoch}"),
    command.BridgeReport: _bridge_refusal,
    health.FaultNotice: _fault,
    plan.PlanRequest: lambda asked: info(f"asks for plan {asked.plan_id}, {len(asked.moves)} moves"),
    plan.ReplanRequest: lambda asked: info(f"asks for the rest of {asked.remainder_of} as {asked.plan_id}"),
    plan.PlanReady: lambda message: info(
        f"plan {message.certificate.plan_id} ready, {message.duration:.2f} s"
    ),
    plan.PlanRefused: _explained,
    queue.RollBack: _explained,
    queue.HoldNotice: _explained,
    queue.Verdict: lambda verdict: None if verdict.ok else _explained(verdict),
}
SEVERAL_EVENTS: dict[type[Message], Callable[[Any], Iterable[Event]]] = {
    health.RunEnd: _end,
    queue.CommandChanges: _changes,
}


def _gate(status: queue.GateStatus) -> Iterator[StateChange]:
    yield StateChange("gate", status.state, info(f"the gate is {status.state}"))
    contact = info("contact") if status.has_window else warning("loss of signal: no contact window")
    yield StateChange("window", status.has_window, contact)


def _telemetry(report: spacecraft.Telemetry) -> Iterator[StateChange]:
    latch = warning(f"the arm is latched: {why(report.latch_reason)}") if report.latched else info("no latch")
    yield StateChange("latch", (report.latched, report.latch_reason), latch)
    refused = report.refused_epoch, report.refused
    text = f"refused on board {report.refused_epoch}.{report.refused}: {why(report.refusal)}"
    if report.refused:
        yield StateChange("refused", refused, warning(text))


def _bridge(report: command.BridgeReport) -> Iterator[StateChange]:
    closed = warning("the bridge lets no motion pass")
    yield StateChange("bridge", report.is_open, info("the bridge is open") if report.is_open else closed)


def _recorder(state: health.RecorderHealth) -> Iterator[StateChange]:
    ill = error(f"the recorder does not record: {why(state.reason)}")
    yield StateChange("recorder", state.healthy, info("the recorder records") if state.healthy else ill)


def _truth(truth: health.Truth) -> Iterator[StateChange]:
    pairs = tuple(sorted(contact.pair for contact in truth.contacts))
    touching = error(f"contact in physics: {', '.join(map(_pair, pairs))}")
    yield StateChange("contacts", pairs, touching if pairs else info("nothing touches in physics"))


def _data(checks: data.DataChecks) -> Iterator[StateChange]:
    for each in checks.standing:
        level = info if each.rule == "soft" else warning
        of = f"{each.parameter} {each.rule}"
        yield StateChange(of, each.since_ns, level(violation_text(each)))


STATE_CHANGES: dict[type[Message], Callable[[Any], Iterable[StateChange]]] = {
    acts.Lease: lambda message: [
        StateChange("lease", message.holder, info(f"lease: {message.holder or 'nobody'}"))
    ],
    command.BridgeReport: _bridge,
    queue.CommandChanges: _clamps,
    data.DataChecks: _data,
    health.RecorderHealth: _recorder,
    health.RunStage: lambda message: [
        StateChange("stage", message.stage, info(f"the run is {message.stage}"))
    ],
    health.Truth: _truth,
    queue.GateStatus: _gate,
    spacecraft.Telemetry: _telemetry,
}
