"""The plans that a person may fly: how far each is, and what the key does next.

One at a time is before the person; a plan that was begun stays where it was left.
"""

from collections.abc import Sequence
from itertools import count
from typing import NamedTuple

from ground.operator.carrying_out import GivenUp, carry_out
from ground.operator.client import OperatorClient, Steps
from ground.operator.part_words import step_numbers
from ground.operator.person.person_flier import READY_TEXT, PersonFlier
from ground.operator.procedure import PartRow, PartState, PlanOffer, PlanPart, Procedure
from telemetry.agreed.reasons import Reason, line
from telemetry.messages.acts import PLANS, PlanWent
from telemetry.messages.plan import PlanReady
from telemetry.plan.plan_table import Leg

KEY_TEXTS = {"hold_point": "ask", "teleoperate": "by hand", "secure": "HOLD"}  # else the step's kind
NOT_OFFERED = "no plan is offered here: fly by hand, F4"
BEGIN_AGAIN = "begin again"
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


class PersonPlan:
    """One plan, its flier, and how far both are."""

    def __init__(self, offer: PlanOffer, flier: PersonFlier) -> None:
        """Begin with all of it to do."""
        self.offer, self.flier = offer, flier
        self._was_flown = False  # to its end, once at least
        self._begin()

    def _begin(self) -> None:
        self._procedure = Procedure(self.offer.name, self.offer.plan)
        self._begun_part: PlanPart | None = None  # what the newest press was for
        self._steps = carry_out(self._procedure, self.flier)
        self._waits_for = ""
        next(self._steps, None)  # up to the key

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

        self._plans = {offer.name: PersonPlan(offer, PersonFlier(client, name_plan)) for offer in offers}
        self._flier: PersonFlier | None = None

    @property
    def shown(self) -> tuple[OfferedPlan, ...]:
        """What a screen shows."""
        return tuple(plan.shown for plan in self._plans.values())

    @property
    def progress(self) -> tuple[PlanWent, ...]:
        """How far all have come that belong to the pass."""
        return tuple(plan.progress for plan in self._plans.values() if not plan.offer.optional)[:PLANS]

    @property
    def ready(self) -> PlanReady | None:
        """The plan that may be armed; None: there is none."""
        return self._flier.ready if self._flier else None

    def outcome(self, name: str) -> str:
        """Return what the key has begun of a plan, which goes on; empty: it is done, or there is no such."""
        return self._plans[name].outcome if name in self._plans else ""

    def on_armed(self, before: int) -> None:
        """Note that it was armed, and how many interruptions there had been before."""
        if self._flier:
            self._flier.on_armed(before)

    def carry_on(self, name: str) -> Steps[str]:
        """Press the key for a plan; returns why what it began was not done, or empty."""
        if name not in self._plans:
            return NOT_OFFERED
        plan = self._plans[name]
        if not self._client.holds_lease:
            return line(Reason.NOT_HOLDER)
        if self._flier is not None and self._flier is not plan.flier:
            self._flier.leave()
        self._flier = plan.flier
        return plan.press() or (yield from plan.carried_on())

    def go_on(self) -> None:
        """Go on with every plan, as far as it can."""
        for plan in self._plans.values():
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
