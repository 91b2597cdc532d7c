"""Events of a pass beside its commands: acts of people and scripts with their answers, stops, plans, steps.

    act of a person or a script --> its answer          lease --> who has it from now on
    data check --> the value, and the limit that it breaks
    hold, roll-back --> why, and what is cancelled      plan --> ready, or why not; how its steps go

HOLD and RESUME are commands, and stand among them.
"""

from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from ground.console.facts.panel_facts import Handlers, PanelFacts
from ground.series.act_words import act_text
from ground.series.explanation_words import Explaining, explained, hand_clamps
from ground.series.violation_words import violation_text
from telemetry.messages.acts import ActReply, Lease, LeaseRequest, ScriptDone
from telemetry.messages.base import wire_name
from telemetry.messages.data import DataChecks
from telemetry.messages.plan import PlanReady, PlanRefused, StepReport
from telemetry.messages.queue import CommandChanges, HoldNotice, RollBack

KEPT_EVENTS = 5000
GATE, PLANNER, BRIDGE, HAND = "gate", "planner", "bridge", "hand"


class PassEvent(NamedTuple):
    """One event."""

    at_ns: int
    who: str
    what: str
    answer: str  # one word
    detail: str = ""
    is_good: bool = True
    of_check: tuple[str, str, int] | None = None  # parameter, rule and begin of what a data check found

    def is_same(self, other: "PassEvent") -> bool:
        """True if the other one says the same at another time."""
        return self[1:] == other[1:]


@dataclass(frozen=True, slots=True, kw_only=True)
class PassEvents(PanelFacts):
    """The events of a pass, oldest first."""

    rows: tuple[PassEvent, ...] = ()
    dropped: int = 0  # oldest ones that are not kept any more
    clamped: frozenset[str] = frozenset()  # causes of what is cut of the hand's wish now

    def on_act_reply(self, reply: ActReply, now_ns: int) -> "PassEvents":
        """An act was answered; a lease that is renewed is no event."""
        if reply.accepted and reply.act == wire_name(LeaseRequest):
            return self
        if not reply.accepted:
            return self._with_explained(reply, now_ns, (reply.to, act_text(reply.act), "refused"))
        return self._with(PassEvent(now_ns, reply.to, act_text(reply.act), "taken", reply.detail))

    def on_lease(self, lease: Lease, now_ns: int) -> "PassEvents":
        """The authority goes to another one."""
        last = next((event for event in reversed(self.rows) if event.what == "lease"), None)
        if lease.holder == (last.who if last else ""):
            return self
        return self._with(PassEvent(now_ns, lease.holder, "lease", "held" if lease.holder else "free"))

    def on_hold_notice(self, notice: HoldNotice, now_ns: int) -> "PassEvents":
        """Motion has ended before its end."""
        return self._with_explained(notice, now_ns, (GATE, "motion ended", "hold"))

    def on_roll_back(self, message: RollBack, now_ns: int) -> "PassEvents":
        """The queue went back to the last safe pose."""
        what = f"roll-back of {message.epoch - 1}.{message.seq}"
        return self._with_explained(message, now_ns, (GATE, what, "rolled back"))

    def on_plan_ready(self, ready: PlanReady, now_ns: int) -> "PassEvents":
        """A plan can be armed."""
        detail = f"{ready.moves} moves, {ready.duration:.1f} s"
        return self._with(PassEvent(now_ns, PLANNER, f"plan {ready.certificate.plan_id}", "ready", detail))

    def on_plan_refused(self, message: PlanRefused, now_ns: int) -> "PassEvents":
        """There is no plan."""
        return self._with_explained(message, now_ns, (PLANNER, f"plan {message.plan_id}", "refused"))

    def on_step_report(self, report: StepReport, now_ns: int) -> "PassEvents":
        """A step that is no move goes on."""
        what = f"step {report.step} of {report.plan}: {report.kind.replace('_', ' ')}"
        is_good = report.state != "failed"
        return self._with(PassEvent(now_ns, report.plan, what, report.state, report.detail, is_good))

    def on_command_changes(self, message: CommandChanges, now_ns: int) -> "PassEvents":
        """Each clamp of the hand is an event once, as it begins."""
        events, clamped = self, self.clamped
        for cut in hand_clamps(message):
            for words in (each for each in cut if each.cause not in clamped):
                events = events._with(PassEvent(now_ns, HAND, "led", "cut", words.reasoned, is_good=False))
            clamped = frozenset(words.cause for words in cut)
        return events if clamped == self.clamped else replace(events, clamped=clamped)

    def on_data_checks(self, checks: DataChecks, now_ns: int) -> "PassEvents":
        """Each value that is beyond a limit is an event once, as it begins."""
        events, known = self, {row.of_check for row in self.rows if row.of_check}
        for each in checks.standing:
            of_check = each.parameter, each.rule, each.since_ns
            if of_check not in known:
                event = PassEvent(each.since_ns, BRIDGE, "data check", each.rule, violation_text(each))
                events = events._with(event._replace(is_good=False, of_check=of_check))
        return events

    def on_script_done(self, done: ScriptDone, now_ns: int) -> "PassEvents":
        """The pass was ended."""
        answer = "done" if done.completed else "ended early"
        return self._with(PassEvent(now_ns, "", "end of the pass", answer, done.detail, done.completed))

    def _with_explained(self, message: Explaining, now_ns: int, entry: tuple[str, str, str]) -> "PassEvents":
        """Return these and an event with the reason of a message, for an actor, an act and its answer."""
        actor, act, answer = entry
        return self._with(PassEvent(now_ns, actor, act, answer, explained(message).reasoned, is_good=False))

    def _with(self, event: PassEvent) -> "PassEvents":
        """Return these and a new one; the same once more is none."""
        if self.rows and event.is_same(self.rows[-1]):
            return self
        rows = (*self.rows, event)
        too_many = max(0, len(rows) - KEPT_EVENTS)
        return replace(self, rows=rows[too_many:], dropped=self.dropped + too_many)

    HANDLERS: ClassVar[Handlers] = {
        ActReply: on_act_reply,
        CommandChanges: on_command_changes,
        Lease: on_lease,
        HoldNotice: on_hold_notice,
        RollBack: on_roll_back,
        PlanReady: on_plan_ready,
        PlanRefused: on_plan_refused,
        StepReport: on_step_report,
        DataChecks: on_data_checks,
        ScriptDone: on_script_done,
    }
