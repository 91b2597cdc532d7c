"""The plans that a person may fly: how far each is, and what the key does next.

One at a time is before the person; a plan that was begun stays where it was left.  A motion that is asked for
at the screen is a plan of moves alone, which begins at once; without the lease it is only looked at.
"""

from collections.abc import Sequence
from itertools import count
from typing import NamedTuple

from ground.operator.carrying_out import GivenUp, carry_out
from ground.operator.client import OperatorClient, Steps
from ground.operator.part_words import step_numbers
from ground.operator.person.motion_acts import ASKED
from ground.operator.person.person_flier import READY_TEXT, PersonFlier
from ground.operator.procedure import PartRow, PlanOffer, PlanPart, Procedure
from telemetry.agreed.reasons import Reason, line
from telemetry.messages.acts import PLANS, PlanWent
from telemetry.messages.plan import PartState, PlanReady, ProcedureReport
from telemetry.plan.move_table import MoveTable
from telemetry.plan.plan_table import Leg, StepsTable

KEY_TEXTS = {"hold_point": "ask", "teleoperate": "by hand", "secure": "HOLD"}  # else the step's kind
STILL_FLOWN = "what was asked before is still flown: wait for its end, or press HOLD"
NO_PLAN = "there is no plan to arm: ask for one"
NOT_ASKED = "no motion was asked for yet"
NOT_OFFERED = "no plan is offered here: fly by hand, F4"
BEGIN_AGAIN = "begin again"
REPORTS_KEPT = 16  # of others'
STATE_TEXTS: dict[PartState, str] = {  # of a step, as a screen shows it
    "to do": "to do",
    "ready": f"ready: {READY_TEXT}",
    "doing": "begun",
    "asks": "asked",
    "interrupted": "interrupted",
    "done": "done",
    "failed": "failed",
}


class OfferedPlan(NamedTuple):
    """A plan as a screen shows it."""

    name: str
    rows: tuple[PartRow, ...]
    key: str  # what the key does next; empty: it has to wait for what is being done
    by: str = ""  # who carries it out; empty: whoever is at this screen


class PersonPlan:
    """One plan, its flier, and how far both are."""

    def __init__(self, offer: PlanOffer, flier: PersonFlier) -> None:
        """Begin with all of it to do."""
        self.offer, self.flier = offer, flier
        self._was_flown = False  # to its end, once at least
        self._begin()

    def _begin(self, done: Sequence[bool] = ()) -> None:
        self._procedure = Procedure(self.offer.name, self.offer.plan)
        for part, is_done in zip(self._procedure.parts, done, strict=False):
            part.set_state("done" if is_done else "to do")
        self._begun_part: PlanPart | None = None  # what the newest press was for
        self._steps = carry_out(self._procedure, self.flier)
        self._waits_for = ""
        next(self._steps, None)  # up to the key

    def adopt(self, report: ProcedureReport) -> None:
        """Go on from where somebody else is, or this participant was before it began anew."""
        done = [part.state == "done" for part in report.parts]
        own = [part.state == "done" for part in self._procedure.parts]
        if len(done) == len(own) and done != own and self._is_still:
            self._begin(done)

    def press(self) -> str:
        """Press the key; returns why it does nothing, or empty."""
        part = self._procedure.next
        if self._procedure.refused:
            return self._procedure.refused
        if part is None:
            self._was_flown = True
            self._begin()
        elif not self.flier.waits and isinstance(part.content, Leg):
            return f"step {step_numbers(part.content)} waits for {self}"
        elif not self.flier.waits:
            self._steps.throw(GivenUp("given up"))
            return ""
        self._begun_part = self._procedure.next
        self.flier.press()
        return ""

    @property
    def is_begun(self) -> bool:
        """True if its key was pressed here."""
        return self._was_flown or self._begun_part is not None

    @property
    def is_flown(self) -> bool:
        """True if the arm goes along it."""
        part = self._procedure.next
        return part is not None and part.state == "doing" and isinstance(self.flier.answer, PlanReady)

    @property
    def next_row(self) -> PartRow | None:
        """The first part that is not done; None: all are."""
        part = self._procedure.next
        return part.row if part else None

    def go_on(self) -> None:
        """Go on, as far as it can."""
        next(self._steps, None)
        self._waits_for = self.flier.client.waits_for

    def carried_on(self) -> Steps[str]:
        """Wait until the key is waited for again; returns what was not done, or empty: why is in its row."""
        yield
        yield from self.flier.client.until(lambda: self._is_still, what=self)
        part = self._procedure.next
        has_failed = part is not None and part.state == "failed"
        return f"step {step_numbers(part.content)} failed" if part and has_failed else ""

    @property
    def outcome(self) -> str:
        """What the newest press has begun, which goes on; empty: that is done."""
        part = self._begun_part
        if part is None or part.state == "done":
            return ""
        return f"step {step_numbers(part.content)} is {STATE_TEXTS[part.state]}"

    @property
    def progress(self) -> PlanWent:
        """How far it has come; one that was flown to its end and begun again has been flown."""
        went = self._procedure.progress
        steps = went.done + went.failed + went.unfinished + went.never_begun
        if not self._was_flown:
            return went
        return PlanWent(plan=went.plan, done=steps, failed=0, unfinished=0, never_begun=0)

    def __str__(self) -> str:
        """Return what it waits for."""
        return self._waits_for or "its turn"

    @property
    def _is_still(self) -> bool:
        """True if nothing goes on without the person."""
        return self.flier.waits or self._procedure.next is None

    @property
    def shown(self) -> OfferedPlan:
        """What a screen shows."""
        rows = [part.row for part in self._procedure.parts]
        if not self._is_still:
            now = next(k for k, part in enumerate(self._procedure.parts) if part is self._procedure.next)
            rows[now] = rows[now]._replace(detail=rows[now].detail or f"waits for {self}")
        return OfferedPlan(self._procedure.name, tuple(rows), _key(self._procedure.next, self.flier))


class PersonPlans:
    """All plans that a person may fly, and the one that is before the person."""

    def __init__(self, client: OperatorClient, offers: Sequence[PlanOffer]) -> None:
        """Begin with all of them to do, and none before the person."""
        self._client, numbers_given = client, count(1)

        def name_plan() -> str:
            return f"{client.participant}.{next(numbers_given)}"

        self._name_plan = name_plan
        self._plans = {offer.name: self._plan(offer) for offer in offers}
        self._asked: PersonPlan | None = None  # the motion that was asked for last
        self._flier: PersonFlier | None = None
        self._reports: dict[str, ProcedureReport] = {}  # of others, the newest on each plan

    def _plan(self, offer: PlanOffer) -> PersonPlan:
        return PersonPlan(offer, PersonFlier(self._client, self._name_plan))

    def add(self, offer: PlanOffer) -> str:
        """Offer one more, in place of one of this name; returns why not, or empty."""
        before = self._plans.get(offer.name)
        if before is not None and before.is_flown:
            return STILL_FLOWN
        self._plans[offer.name] = self._plan(offer)
        return ""

    def on_report(self, report: ProcedureReport) -> None:
        """Take how far somebody else is with a plan; it counts while nothing is flown from here."""
        if self._client.holds_lease:
            return
        self._reports.pop(report.plan, None)
        self._reports[report.plan] = report
        while len(self._reports) > REPORTS_KEPT:
            del self._reports[next(iter(self._reports))]
        if report.plan in self._plans:
            self._plans[report.plan].adopt(report)

    def on_past_report(self, report: ProcedureReport) -> None:
        """Take how far a plan was before, of others or by this participant; what is newer counts more."""
        plan = self._plans.get(report.plan)
        if report.plan in self._reports or (plan is not None and plan.is_begun):
            return
        if report.by != self._client.participant:
            self._reports[report.plan] = report
        if plan is not None:
            plan.adopt(report)

    @property
    def shown(self) -> tuple[OfferedPlan, ...]:
        """What a screen shows: what others carry out as they report it, unless it is flown from here."""
        plans = {name: plan.shown for name, plan in self._plans.items()}
        if not self._client.holds_lease:
            for name, report in self._reports.items():
                rows = tuple(PartRow(part.steps, part.what, part.state, part.detail) for part in report.parts)
                plans[name] = OfferedPlan(name, rows, plans[name].key if name in plans else "", report.by)
        return tuple(plans.values())

    @property
    def progress(self) -> tuple[PlanWent, ...]:
        """How far all have come that belong to the pass."""
        return tuple(plan.progress for plan in self._plans.values() if not plan.offer.optional)[:PLANS]

    @property
    def asked(self) -> PersonPlan | None:
        """The motion that was asked for last; None: none was."""
        return self._asked

    @property
    def ready(self) -> PlanReady | None:
        """The plan that waits for the arming, the newest; None: there is none."""
        return self._flier.ready if self._flier else None

    @property
    def arm_refusal(self) -> str:
        """Why nothing can be armed of what is planned, and the cure; empty: it can."""
        if self._flier is None or self._flier.ready is None:
            return NO_PLAN
        if not self._client.holds_lease:
            return line(Reason.NOT_HOLDER)
        return line(self._flier.stale) if self._flier.stale else ""

    def outcome(self, name: str) -> str:
        """Return what the key has begun of a plan, which goes on; empty: it is done, or there is no such."""
        plan = self._named(name)
        return plan.outcome if plan else ""

    def _named(self, name: str) -> PersonPlan | None:
        return self._asked if name == ASKED else self._plans.get(name)

    def on_armed(self, before: int) -> None:
        """Note that it was armed, and how many interruptions there had been before."""
        if self._flier:
            self._flier.on_armed(before)

    def carry_on(self, name: str) -> Steps[str]:
        """Press the key for a plan; returns why what it began was not done, or empty."""
        plan = self._named(name)
        if plan is None:
            return NOT_ASKED if name == ASKED else NOT_OFFERED
        if name != ASKED and not self._client.holds_lease:
            return line(Reason.NOT_HOLDER)
        return (yield from self._pressed(plan))

    def ask(self, moves: tuple[MoveTable, ...], name: str) -> Steps[str]:
        """Plan moves at once, in place of what was asked before; returns why there is no plan, or empty."""
        if self._asked is not None and self._asked.is_flown:
            return STILL_FLOWN
        self._asked = self._plan(PlanOffer(name=name, plan=StepsTable(moves=moves), optional=True))
        return (yield from self._pressed(self._asked))

    def _pressed(self, plan: PersonPlan) -> Steps[str]:
        if self._flier is not None and self._flier is not plan.flier:
            self._flier.leave()
        self._flier = plan.flier
        return plan.press() or (yield from plan.carried_on())

    def go_on(self) -> None:
        """Go on with every plan, as far as it can."""
        for plan in (*self._plans.values(), *filter(None, (self._asked,))):
            plan.go_on()


def _key(part: PlanPart | None, flier: PersonFlier) -> str:
    """Return what the key does next."""
    if part is None:
        return BEGIN_AGAIN
    number = step_numbers(part.content)
    if isinstance(part.content, Leg):
        return _leg_key(part, number) if flier.waits else ""
    kind = part.content.kind
    if part.state == "doing" and flier.waits:
        return f"step {number} is done"
    return f"{KEY_TEXTS.get(kind, kind)}: step {number}" if flier.waits else f"give up step {number}"


def _leg_key(part: PlanPart, number: str) -> str:
    if part.state == "interrupted":
        return f"plan rest of {number}"
    steps = f"step{'s' if '-' in number else ''} {number}"
    return f"plan {steps} anew" if part.state == "ready" else f"plan {steps}"
