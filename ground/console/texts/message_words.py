"""How a message reads: what happened, how grave it is, and the way out; and which of them are shown first."""

from collections.abc import Sequence
from typing import NamedTuple

from ground.console.facts.explanation_facts import Explanation
from ground.console.facts.message_book import (
    ContactChanged,
    DeviceRefused,
    Happening,
    HoldPressed,
    LeaseHeld,
    MessageLine,
    NoSignal,
    Noticed,
    ProcessUnwell,
    RunEvent,
    TimeStepped,
    TooNear,
)
from ground.console.texts import formats
from ground.console.texts.gate_words import ENDS_ASKED_FOR
from ground.operator.operation_news import OperationStep
from ground.operator.person.pilot_state import PendingAct
from ground.operator.world_news import WorldChanged, WorldStep
from ground.series.explanation_words import HOLD, ROLL_BACK
from ground.series.violation_words import violation_text
from telemetry.agreed.critical import operation_text
from telemetry.agreed.reasons import Reason, cause, cure
from telemetry.agreed.world_words import update_text
from telemetry.messages.acts import ScriptDone
from telemetry.messages.command import CommandState
from telemetry.messages.data import DataViolation
from telemetry.messages.health import Severity
from telemetry.messages.plan import PlanReady, StepReport
from telemetry.messages.prediction import LockedJoint

MOST_PINNED = 2  # alarms that stand above newer messages, so that a person's newest act is seen
GRAVE_KINDS = (HOLD, ROLL_BACK)
NEW_STEP_STATES: dict[str, Severity] = {"asks": "warning", "failed": "failure"}
WORLD_STATES = {
    "proposed": "proposed by {}",
    "confirmed": "confirmed by {}, every verdict before it is void",
    "lapsed": "not confirmed",
}
LOOK_AT_LAMP = "look at its lamp and its log"


class MessageText(NamedTuple):
    """One message."""

    severity: Severity  # whose look is in the table of states
    text: str
    way_out: str = ""

    @property
    def line(self) -> str:
        """All of it."""
        return f"{self.text}; {self.way_out}" if self.way_out else self.text


def message_text(line: MessageLine) -> MessageText:
    """Return how a message reads, with how often and whether it is over."""
    text = _text(line.what)
    ended = f", over at {formats.mission_time(line.ended_ns)}" if line.ended_ns is not None else ""
    count = f" (×{line.count})" if line.count > 1 else ""
    severity: Severity = "note" if ended else text.severity
    return MessageText(severity, f"{text.text}{count}{ended}", "" if ended else text.way_out)


def first_lines(messages: Sequence[MessageLine], count: int) -> list[MessageLine]:
    """Return what is shown in so many lines: alarms that are not acknowledged, then the newest."""
    newest = list(reversed(messages))
    alarms = [line for line in newest if line.is_in_force and not line.is_acknowledged][:MOST_PINNED]
    rest = [line for line in newest if line not in alarms]
    return [*alarms, *rest][:count]


def _text(what: Happening) -> MessageText:
    match what:
        case Explanation():
            return _explanation(what)
        case PendingAct():
            return _act(what)
        case StepReport():
            text = f"{what.plan}, step {what.step}, {formats.words(what.kind)}, {what.state}"
            detail = f": {what.detail}" if what.detail else ""
            return MessageText(NEW_STEP_STATES.get(what.state, "note"), f"{text}{detail}")
        case PlanReady(certificate=certificate, duration=duration):
            least = f"{formats.pair_names(certificate.pair)} {formats.millimetres(certificate.clearance)}"
            text = f"plan {certificate.plan_id} is ready: {formats.seconds(duration)}, nearest {least}"
            return MessageText("note", text)
        case ScriptDone(detail=detail):
            return MessageText("note", f"the pass is over: {detail}")
        case LockedJoint(name=name, kind=kind):
            reason = Reason.JOINT_LOCKED if kind == "locked" else Reason.JOINT_SLIPPING
            return MessageText("failure", f"{formats.words(name)}: {cause(reason)}", cure(reason))
        case _:
            return _state_text(what)


def _state_text(what: Happening) -> MessageText:
    """Return how a change of state or an alarm reads."""
    match what:
        case HoldPressed(actor=actor):
            return MessageText("warning", f"HOLD was pressed by {actor or 'nobody known'}")
        case OperationStep():
            return _operation(what)
        case DataViolation(rule=rule):
            return MessageText("failure" if rule == "hard" else "warning", violation_text(what))
        case LeaseHeld(holder=holder, taken_from=former) if former:
            return MessageText("warning", f"{holder} has taken the authority lease over from {former}")
        case LeaseHeld(holder=holder):
            return MessageText("note", f"{holder or 'nobody'} has the authority lease")
        case ContactChanged(is_there=True):
            return MessageText("note", "AOS: contact begins")
        case ContactChanged():
            return MessageText("warning", "LOS: contact has ended as planned", "wait for AOS")
        case NoSignal():
            return MessageText("failure", "no signal: telemetry stays away", "look at the link")
        case WorldChanged() | WorldStep():
            return _world(what)
        case ProcessUnwell(role=role, is_silent=is_silent):
            state = "is silent" if is_silent else "is not well"
            return MessageText("failure", f"the {formats.words(role)} {state}", LOOK_AT_LAMP)
        case TooNear(pairs=pairs):
            pair = "; ".join(map(formats.pair_names, pairs))
            return _reasoned("warning", f"nearer than required at rest: {pair}", Reason.INSIDE_MARGIN)
        case TimeStepped(step_s=step_s):
            text = f"clock or delay have stepped by {formats.seconds(step_s, 2)}"
            return MessageText("warning", text, cure(Reason.TIME_STEPPED))
        case DeviceRefused(device=device, why=why):
            return MessageText("warning", f"{device} was sent away as a handle: {why}")
        case Noticed(what=key, why=why):
            return MessageText("warning", f"{key}: {why}")
        case RunEvent(text=text):
            return MessageText("note", text)
        case _:
            return MessageText("note", f"{what}")


def _explanation(what: Explanation) -> MessageText:
    words = what.words
    if what.reason in ENDS_ASKED_FOR:
        return MessageText("note", f"motion ended: {words.why}", words.cure)
    pressed = what.reason == Reason.OPERATOR_HOLD
    severity: Severity = "failure" if words.kind in GRAVE_KINDS and not pressed else "warning"
    return MessageText(severity, f"{words.head}: {words.why}", words.cure)


def _operation(what: OperationStep) -> MessageText:
    """Return how a command without motion reads: fired, done, or disarmed and why."""
    text = operation_text(what.operation)
    if what.state is CommandState.RELEASED:
        return MessageText("note", f"fired: {text}")
    if what.state is CommandState.CONFIRMED:
        return MessageText("note", f"{text}: done, confirmed in telemetry")
    known = cause(Reason(what.reason)) if what.reason in set(Reason) else what.reason
    why = f": {known}" if known else ""
    if what.state in (CommandState.CANCELLED, CommandState.EXPIRED):
        return MessageText("warning", f"disarmed, not fired: {text}{why}")
    return MessageText("failure", f"{text} {what.state.value}{why}")


def _world(what: WorldChanged | WorldStep) -> MessageText:
    """Return how an update of the world reads that waits or has ended, or another world."""
    if isinstance(what, WorldChanged):
        text = f"the world is another one: {what.detail}".removesuffix(": ")
        return _reasoned("warning", text, what.reason)
    how = WORLD_STATES[what.state].format(what.by)
    return MessageText("warning", f"world update {how}: {update_text(what.change)}")


def _act(what: PendingAct) -> MessageText:
    if what.waits_for:
        return MessageText("note", f"{what.name}: waits for {what.waits_for}")
    if what.refused:
        return MessageText("warning", f"{what.name}, refused: {what.refused}")
    return MessageText("note", f"{what.name}: {what.outcome or 'done'}")


def _reasoned(severity: Severity, text: str, reason: str) -> MessageText:
    known = reason in set(Reason)
    return MessageText(severity, text, cure(Reason(reason)) if known else "")
