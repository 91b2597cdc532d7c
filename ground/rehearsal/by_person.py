"""A scenario that a person flies instead of its script: its plans are offered, and less is expected.

What only the script was to do, or how fast, is not asked of a person; what must hold whoever flies, is.
"""

from collections.abc import Iterator
from typing import Literal

import msgspec

from ground.expect_table import ExpectTable
from ground.operator.procedure import PlanOffer
from ground.operator.script import PlanTable
from ground.scenario import Scenario
from telemetry.plan.move_table import MoveTable
from telemetry.plan.plan_table import StepsTable

OperatorName = Literal["script", "person"]

PERSON_S = 1800.0  # that a person may take for any scenario
OF_ANY_OPERATOR = (
    "completed",
    "contacts_max",
    "round_trip_s",
    "one_end_state",
    "unexplained_holds_max",
    "still_at_aos",
)


def for_person(scenario: Scenario) -> Scenario:
    """Return the same scenario for a person."""
    kept = {name: getattr(scenario.expect, name) for name in OF_ANY_OPERATOR}
    return msgspec.structs.replace(scenario, duration_s=PERSON_S, expect=ExpectTable(**kept))


def plan_offers(scenario: Scenario) -> tuple[PlanOffer, ...]:
    """Return the script's plans, in its order, for a person to fly; after one with a start the way there."""
    plans = [act.content for act in scenario.acts if isinstance(act.content, PlanTable)]
    return tuple(offer for number, plan in enumerate(plans, 1) for offer in _offers(f"plan {number}", plan))


def _offers(name: str, plan: PlanTable) -> Iterator[PlanOffer]:
    fields = {field: getattr(plan, field) for field in StepsTable.__struct_fields__}
    yield PlanOffer(name=name, plan=StepsTable(**fields))
    if plan.has_start:
        to_start = MoveTable(to=plan.start, to_deg=plan.start_q_deg)
        yield PlanOffer(name=f"to the start of {name}", plan=StepsTable(moves=(to_start,)))
