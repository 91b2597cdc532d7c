"""What a person is offered instead of the script: its plans whole, and the way to where one begins."""

import msgspec

from ground.operator.act_tables import PlanTable, ReachTable
from ground.operator.script.script import ScriptAct
from ground.rehearsal.roles import guided_hand, plan_offers
from ground.scenario.scenario import load
from telemetry.plan.move_table import MoveTable
from telemetry.plan.plan_table import Leg
from telemetry.plan.step_table import StepTable, WaitTable

STEPS = (StepTable(move=MoveTable(to_deg=(0.0,) * 6)), StepTable(wait=WaitTable(for_s=1.0)))
START = (20.0, -100.0, -80.0, 0.0, 0.0, 0.0)


def offers(**plan):
    acts = (ScriptAct(wait=WaitTable(for_s=1.0)), ScriptAct(plan=PlanTable(steps=STEPS, **plan)))
    return plan_offers(msgspec.structs.replace(load("short_link"), acts=acts))


def test_a_person_is_offered_every_step_of_a_plan():
    (offer,) = offers(attempts=3)
    assert (offer.name, offer.plan.steps) == ("plan 1", STEPS)


def test_a_plan_that_begins_somewhere_comes_with_the_joint_move_there():
    plan, to_start = offers(start_q_deg=START)
    (leg,) = to_start.plan.parts()
    assert isinstance(leg, Leg) and leg.start is None
    assert (to_start.name, leg.moves[0].q) == ("to the start of plan 1", plan.plan.start_q)


def test_a_hand_that_a_fixture_leads_is_offered_with_it():
    (offer,) = plan_offers(load("fixture_around_panel"))
    (step,) = offer.plan.steps
    assert offer.name == "hand 1" and step.teleoperate.fixture.end_m == (1.037, 0.5, 0.15)


def test_a_reach_along_a_tube_is_offered_as_the_hand_that_the_tube_leads_to_the_goal():
    reach = ReachTable(goal_m=(1.0, 0.2, 0.1), tube_m=0.04, tool="left")
    hand = guided_hand(ScriptAct(reach=reach))
    assert (hand.fixture.end_m, hand.fixture.radius_m, hand.tool, hand.strokes) == (
        *((1.0, 0.2, 0.1), 0.04, "left"),
        (),
    )
    assert guided_hand(ScriptAct(reach=msgspec.structs.replace(reach, tube_m=None))) is None
