"""The roles of a rehearsal, with a script or with a person as the operator.

A person flies a scenario instead of its script: less is expected, and all that it has is offered.

    act.plan                   its steps                 -> plan 1, plan 2, ...
    act.teleop with a fixture  the hand, guided by it    -> hand 1, hand 2, ...
    act.reach with a tube      the same

What only the script was to do, or how fast, is not asked of a person; what must hold in either case, is.
"""

from collections.abc import Iterator
from typing import Literal

import msgspec

from ground.operator.act_tables import PlanTable, ReachTable
from ground.operator.procedure import PlanOffer
from ground.operator.script.script import ScriptAct
from ground.run.run_plan import FAR_END, ground_segment
from ground.scenario.scenario import operator_settings, space_settings
from ground.scenario.scenario_table import Scenario
from telemetry.agreed.run_settings import RunSettings
from telemetry.life.contract import RoleSpec
from telemetry.plan.move_table import MoveTable
from telemetry.plan.plan_table import StepsTable
from telemetry.plan.step_table import StepTable
from telemetry.plan.teleop_table import FixtureTable, TeleopTable

OperatorName = Literal["script", "person"]

PERSON_S = 1800.0  # that a person may take for any scenario


def for_person(scenario: Scenario) -> Scenario:
    """Return the same scenario for a person, who may take longer."""
    return msgspec.structs.replace(scenario, duration_s=PERSON_S)


def plan_offers(scenario: Scenario) -> tuple[PlanOffer, ...]:
    """Return the script's plans, each with the move to its start, and its guided hands; in order."""
    plans = [act.plan for act in scenario.acts if act.plan]
    hands = [table for act in scenario.acts if (table := guided_hand(act))]
    return (
        *(offer for number, plan in enumerate(plans, 1) for offer in _offers(f"plan {number}", plan)),
        *(
            PlanOffer(name=f"hand {number}", plan=StepsTable(steps=(StepTable(teleoperate=table),)))
            for number, table in enumerate(hands, 1)
        ),
    )


def guided_hand(act: ScriptAct) -> TeleopTable | None:
    """Return the hand motion that a fixture guides; None: the act has none."""
    match act.content:
        case TeleopTable(fixture=FixtureTable()) as teleop:
            return teleop
        case ReachTable(tube_m=float() as radius_m) as reach:
            tube = FixtureTable(end_m=reach.goal_m, radius_m=radius_m)
            return TeleopTable(tool=reach.tool, strokes=(), fixture=tube)
    return None


def _offers(name: str, plan: PlanTable) -> Iterator[PlanOffer]:
    fields = {field: getattr(plan, field) for field in StepsTable.__struct_fields__}
    yield PlanOffer(name=name, plan=StepsTable(**fields))
    if plan.has_start:
        to_start = MoveTable(to=plan.start, to_deg=plan.start_q_deg)
        yield PlanOffer(name=f"to the start of {name}", plan=StepsTable(moves=(to_start,)), optional=True)


def roles(
    scenario: Scenario, run: RunSettings, *, cameras: bool = False, operator: OperatorName = "script"
) -> list[RoleSpec]:
    """Return all roles of a rehearsal but its screens, in the order in which they start."""
    space = space_settings(scenario, run, cameras=scenario.cameras if cameras else ())
    spacecraft = RoleSpec(FAR_END, "space_segment", space)
    script = RoleSpec("operator", "operator", operator_settings(scenario, run))
    acting = [script] if operator == "script" else []
    return ground_segment(run, spacecraft, others=acting, cameras=cameras)
