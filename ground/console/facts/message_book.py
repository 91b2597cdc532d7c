"""What has happened, as this console has heard it: one line each, made from messages and a person's acts.

    hold, roll-back, refusal, lease, contact, plan, step, joint, world, person's act,
    value beyond a limit of its data check ----------------------------------------------> a line, newest last
    a process falls silent, the arm stands too near, a clock has stepped ---------------> an alarm: a line
                                                                 that is in force until what it tells of ends

The same again within half a minute is the same line with a count, so nothing floods.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from ground.console.facts.explanation_facts import Explanation, ExplanationFacts
from ground.operator.operation_news import OperationNews, OperationStep
from ground.operator.person.pilot_state import PendingAct
from ground.operator.world_news import WorldChanged, WorldNews, WorldStep
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.acts import ActReply, Lease, ScriptDone
from telemetry.messages.data import DataChecks, DataViolation, Rule
from telemetry.messages.handle import HandleStatus
from telemetry.messages.health import RunStage
from telemetry.messages.plan import PlanReady, PlanRefused, StepReport
from telemetry.messages.prediction import LockedJoint, World
from telemetry.messages.queue import (
    CommandChange,
    CommandChanges,
    GateStatus,
    HoldArguments,
    HoldNotice,
    RollBack,
)

KEPT_LINES = 500  # and whatever is in force
FOLDED_NS = 30 * NS_PER_S  # within which the same again is counted
LOOKED_BACK = 20  # newest lines among which it is looked for


class HoldPressed(NamedTuple):
    """HOLD was pressed by somebody."""

    actor: str


class LeaseHeld(NamedTuple):
    """The authority is held by another participant from now on; empty: by none."""

    holder: str
    taken_from: str = ""


class ContactChanged(NamedTuple):
    """Contact begins, AOS, or ends, LOS."""

    is_there: bool


class ProcessUnwell(NamedTuple):
    """A process is silent, or says that it is not well."""

    role: str
    is_silent: bool


class TooNear(NamedTuple):
    """Pairs that are nearer than required while the arm rests."""

    pairs: tuple[tuple[str, str], ...]


class NoSignal(NamedTuple):
    """Telemetry stays away though there should be contact."""


class TimeStepped(NamedTuple):
    """Clock or delay have stepped [s], and no person has confirmed it."""

    step_s: float


class DeviceRefused(NamedTuple):
    """A device of the hand was sent away."""

    device: str
    why: str


class RunEvent(NamedTuple):
    """What the supervisor tells."""

    text: str


class Noticed(NamedTuple):
    """What a key was pressed for in vain, and why."""

    what: str
    why: str


Happening = (
    Explanation
    | HoldPressed
    | OperationStep
    | LeaseHeld
    | ContactChanged
    | WorldChanged
    | WorldStep
    | LockedJoint
    | ProcessUnwell
    | TooNear
    | NoSignal
    | TimeStepped
    | DeviceRefused
    | RunEvent
    | Noticed
    | PendingAct
    | PlanReady
    | StepReport
    | ScriptDone
    | DataViolation
)


NEWS_KINDS = frozenset(
    {
        *(Lease, CommandChanges, World, HandleStatus, RunStage, PlanReady, ScriptDone, StepReport),
        *(GateStatus, HoldNotice, RollBack, ActReply, PlanRefused, DataChecks),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageLine:
    """One line."""

    number: int  # from 1, in the order of their beginning
    what: Happening
    at_ns: int  # when it happened, or happened last
    count: int = 1  # how often, in a short time
    is_alarm: bool = False  # it is in force until it ends
    ended_ns: int | None = None  # of an alarm; None: it is in force
    is_acknowledged: bool = False

    @property
    def is_in_force(self) -> bool:
        """True if what it tells of has not ended."""
        return self.is_alarm and self.ended_ns is None


class Seen(NamedTuple):
    """What is looked at again and again, for what begins and ends without a message."""

    silent: tuple[ProcessUnwell, ...]
    too_near: tuple[tuple[str, str], ...]
    is_lost: bool  # there should be contact, and there is none
    step_s: float | None

    @property
    def alarms(self) -> tuple[Happening, ...]:
        """What is wrong now."""
        near = (TooNear(self.too_near),) if self.too_near else ()
        lost = (NoSignal(),) if self.is_lost else ()
        stepped = (TimeStepped(self.step_s),) if self.step_s is not None else ()
        return (*self.silent, *near, *lost, *stepped)


class MessageBook:
    """The lines of one console."""

    def __init__(self, participant: str = "") -> None:
        """Start empty; answers to `participant` are told with its acts, and not once more."""
        self.lines: tuple[MessageLine, ...] = ()
        self._participant = participant
        self._number = 0
        self._in_force: dict[int, Happening] = {}  # alarms, by the numbers of their lines
        self._holder: str | None = None  # None: not heard yet
        self._has_contact: bool | None = None
        self._world = WorldNews()
        self._broken: set[tuple[str, Rule, int]] = set()  # limits, each by when it was broken
        self._event = self._refused = ""
        self._act: tuple[int, PendingAct] | None = None  # line of the newest act, and the act
        self._operations = OperationNews()
        self._explainer = ExplanationFacts()  # of one message each

    def on_message(self, message: object, now_ns: int) -> None:
        """Take a message; what is no news is ignored."""
        if type(message) in NEWS_KINDS:
            for what in self._news(message, now_ns):
                self._add(what, now_ns)

    def on_notice(self, notice: Noticed, now_ns: int) -> None:
        """Take what the window itself tells."""
        self._add(notice, now_ns)

    def on_pending(self, pending: PendingAct | None, now_ns: int) -> None:
        """Take how far the newest act of a person is: its line tells the answer, too."""
        if pending is None or (self._act and self._act[1] == pending):
            return
        goes_on = self._act is not None and bool(self._act[1].waits_for) and pending.name == self._act[1].name
        if goes_on and self._act and (not pending.waits_for or pending.at_ns == self._act[1].at_ns):
            self._change(self._act[0], what=pending)
            self._act = self._act[0], pending
        else:
            self._act = self._add(pending, now_ns), pending

    def on_look(self, seen: Seen, now_ns: int) -> None:
        """Begin the alarms of what is wrong now, and end those of what is no more."""
        wrong = list(seen.alarms)
        for number, what in [*self._in_force.items()]:
            if what in wrong:
                wrong.remove(what)
            else:
                del self._in_force[number]
                self._change(number, ended_ns=now_ns)
        for what in wrong:
            self._in_force[self._add(what, now_ns, is_alarm=True)] = what

    def on_contact(self, *, is_there: bool, at_ns: int) -> None:
        """Take whether there is contact; that there is one at first is no news."""
        before, self._has_contact = self._has_contact, is_there
        if is_there is not before and (before is not None or not is_there):
            self._add(ContactChanged(is_there), at_ns)

    def acknowledge(self, number: int) -> None:
        """A person has read all lines up to a number."""
        self.lines = tuple(
            line if line.is_acknowledged or line.number > number else replace(line, is_acknowledged=True)
            for line in self.lines
        )

    def _news(self, message: object, now_ns: int) -> Iterable[Happening]:
        match message:
            case Lease(holder=holder, taken_from=taken_from):
                former, self._holder = self._holder, holder
                return [LeaseHeld(holder, taken_from)] if holder != (former or "") else []
            case CommandChanges(changes=changes):
                return [*_new_holds(changes), *self._operations.on_changes(changes)]
            case World() | GateStatus():
                return self._world.on_message(message)
            case DataChecks(standing=standing):
                before, self._broken = self._broken, {(v.parameter, v.rule, v.since_ns) for v in standing}
                return [v for v in standing if (v.parameter, v.rule, v.since_ns) not in before]
            case HandleStatus(refused=refused, why=why):
                is_new, self._refused = bool(refused) and refused != self._refused, refused
                return [DeviceRefused(refused, why)] if is_new else []
            case RunStage(event=event):
                is_new, self._event = bool(event) and event != self._event, event
                return [RunEvent(event)] if is_new else []
            case PlanReady() | ScriptDone() | StepReport():
                return [message]
            case _:
                return self._explained(message, now_ns)

    def _explained(self, message: object, now_ns: int) -> Iterable[Happening]:
        """Return a hold, a roll-back or a refusal; what this person is answered stands in the act's line."""
        if isinstance(message, ActReply) and (steps := [*self._world.on_message(message)]):
            return steps
        if isinstance(message, ActReply) and message.to and message.to == self._participant:
            return []
        found = self._explainer.on_message(message, now_ns).newest
        return [replace(each, at_ns=0) for each in found]

    def _add(self, what: Happening, now_ns: int, *, is_alarm: bool = False) -> int:
        """Add a line, or count the same once more; return its number."""
        for line in reversed(self.lines[-LOOKED_BACK:]):
            if line.what == what and abs(now_ns - line.at_ns) <= FOLDED_NS:
                again = replace(
                    line, at_ns=now_ns, count=line.count + 1, ended_ns=None, is_acknowledged=False
                )
                rest = (each for each in self.lines if each.number != line.number)
                self.lines = (*rest, again)
                return line.number
        self._number += 1
        new = MessageLine(number=self._number, what=what, at_ns=now_ns, is_alarm=is_alarm)
        old = (line for line in self.lines[: -KEPT_LINES + 1] if line.is_in_force)
        lines = (*old, *self.lines[-KEPT_LINES + 1 :], new)
        self.lines = tuple(sorted(lines, key=lambda line: line.at_ns))  # what was before may come later
        return self._number

    def _change(self, number: int, **changes: Any) -> None:
        self.lines = tuple(replace(line, **changes) if line.number == number else line for line in self.lines)


def _new_holds(changes: tuple[CommandChange, ...]) -> list[HoldPressed]:
    """Return who pressed HOLD: told with its arguments, once."""
    return [
        HoldPressed(each.arguments.actor) for each in changes if isinstance(each.arguments, HoldArguments)
    ]
