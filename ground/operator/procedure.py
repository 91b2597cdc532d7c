"""A plan on its way, part after part, how each goes, and what script and person do each in their own way.

    leg      to do --> doing --> ready --> doing --> done       a person arms; a script is never only ready
                         ^                   '--> interrupted   what is left of it is planned next
    step     to do --> doing --> done
               ^         |  `--> asks --> done                  a second person lets it go on, or ends it
               '------ failed <----'

A screen shows the parts as rows.  One runner carries out a plan for script and person: `carrying_out`.
"""

from collections import Counter
from typing import NamedTuple, Protocol

import msgspec

from ground.operator.client import OperatorClient, Steps
from ground.operator.part_words import part_text, step_numbers
from telemetry.agreed.reasons import Reason, line
from telemetry.messages.acts import PlanWent
from telemetry.messages.plan import PartState
from telemetry.plan.plan_table import Leg, NumberedStep, StepsTable
from telemetry.plan.teleop_table import TeleopTable

COUNTED_AS: dict[PartState, str] = {
    "done": "done",
    "failed": "failed",
    "to do": "never_begun",
    "ready": "never_begun",
}  # in `PlanWent`; else unfinished


class PlanOffer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A plan that a person may fly, by its name."""

    name: str
    plan: StepsTable
    optional: bool = False  # nothing is missing of a pass without it


class PartRow(NamedTuple):
    """A part as a screen shows it."""

    steps: str  # its number in the plan, or numbers
    what: str
    state: PartState
    detail: str  # what it waits for, what was found, or why it failed


class PlanPart:
    """One part of a plan on its way."""

    def __init__(self, content: Leg | NumberedStep, title: str) -> None:
        """Begin with it to do; the names of the plans that fly it begin with `title`."""
        self.content, self.title = content, title
        self.state: PartState = "to do"
        self.detail = ""

    @property
    def size(self) -> int:
        """How many steps it is."""
        return len(self.content.moves) if isinstance(self.content, Leg) else 1

    def set_state(self, state: PartState, detail: str = "") -> None:
        """Note how it goes."""
        self.state, self.detail = state, detail

    @property
    def row(self) -> PartRow:
        """What a screen shows."""
        content, detail = self.content, self.detail
        return PartRow(step_numbers(content), part_text(content, detail), self.state, detail)


class Procedure:
    """A plan, and how far it is."""

    def __init__(self, name: str, plan: StepsTable) -> None:
        """Begin with all of it to do."""
        self.name = name
        self.parts = _parts(name, plan)
        self.fixtures = tuple(each.request(f"{name}.{each.name}", each.tool) for each in plan.fixtures)
        refused = plan.not_carried_out()
        self.refused = ""  # why none of it may be begun
        if refused:
            self.refused = f"step {refused.number}, {refused.kind}: {line(Reason.NOT_CARRIED_OUT)}"

    @property
    def next(self) -> PlanPart | None:
        """The first part that is not done; None: all are."""
        return next((part for part in self.parts if part.state != "done"), None)

    @property
    def progress(self) -> PlanWent:
        """How far it is, in steps."""
        steps = Counter[str]()
        for part in self.parts:
            steps[COUNTED_AS.get(part.state, "unfinished")] += part.size
        return PlanWent(
            plan=self.name, **{name: steps[name] for name in (*COUNTED_AS.values(), "unfinished")}
        )

    @property
    def rows(self) -> tuple[PartRow, ...]:
        """What a screen shows."""
        return tuple(part.row for part in self.parts)


def _parts(name: str, plan: StepsTable) -> tuple[PlanPart, ...]:
    contents = list(plan.parts())
    if len(contents) == 1:
        return (PlanPart(contents[0], name),)
    return tuple(PlanPart(content, f"{name}.{number}") for number, content in enumerate(contents, start=1))


class Flier(Protocol):
    """What flies a plan: a script or a person."""

    tries_again: bool  # a part that failed; else the plan ends there
    fires: bool  # what it has armed without motion; else a person is asked

    @property
    def client(self) -> OperatorClient:
        """The screens and keys."""
        ...

    @property
    def second_person_s(self) -> float | None:
        """How long the rehearsal takes to play a second person; None: it plays none."""
        ...

    def begins(self, part: PlanPart) -> Steps[None]:
        """Wait until a part is to begin."""
        ...

    def fly(self, leg: Leg, part: PlanPart) -> Steps[str]:
        """Plan, arm and watch a leg, and what is left of it; returns empty, or why it was given up."""
        ...

    def steer(self, table: TeleopTable, part: PlanPart) -> Steps[str]:
        """Steer by hand; returns empty, or why it was given up."""
        ...

    def settle(self) -> Steps[str]:
        """Wait until the arm is confirmed at rest; returns empty, or why it is not."""
        ...
