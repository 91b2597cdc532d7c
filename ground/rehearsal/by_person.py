"""A scenario that a person flies instead of its script: its plans are offered, and less is expected.

What only the script was to do, or how fast, is not asked of a person; what must hold whoever flies, is.
"""

from typing import Literal

import msgspec

from ground.expect_table import ExpectTable
from ground.operator.pilot import PlanOffer
from ground.operator.script import PlanTable
from ground.scenario import Scenario
from telemetry.plan.plan_table import Leg

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
    """Return the legs of the script's plans, in its order, for a person to ask for."""
    plans = [act.content for act in scenario.acts if isinstance(act.content, PlanTable)]
    return tuple(offer for number, plan in enumerate(plans, 1) for offer in _legs(number, plan))


def _legs(number: int, plan: PlanTable) -> list[PlanOffer]:
    legs = [part for part in plan.parts() if isinstance(part, Leg)]
    if len(legs) == 1:
        return [PlanOffer(name=f"plan {number}", moves=legs[0].moves)]
    return [PlanOffer(name=f"plan {number}, leg {k}", moves=leg.moves) for k, leg in enumerate(legs, 1)]
