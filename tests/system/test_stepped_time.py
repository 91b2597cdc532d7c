"""Clock and delay that step in mid-plan, in the whole chain: latched, told, confirmed, flown to the end."""

import msgspec
import pytest

from ground.faults.fault_seams import FAULT_KINDS
from ground.rehearsal.roles import roles
from ground.rehearsal.virtual_flight import Flight, fly
from ground.scenario.scenario import run_settings
from telemetry.drive.uncoded_time import UncodedTime
from telemetry.messages.acts import ActReply
from telemetry.messages.command import Motion
from tests.short_flights import planned_a_little

S = 1_000_000_000
STEPPED_S = 7.0
TEN_YEARS_S = 3.2e8


def marked(mark, *values):
    """Parameters with a mark."""
    return [pytest.param(*each, marks=mark) for each in values]


CLOCK_STEPS = [
    ("clock_step", -TEN_YEARS_S),
    *marked(pytest.mark.long, ("clock_step", 1.0)),
    *marked(pytest.mark.sweep, *(("clock_step", step_s) for step_s in (-1.0, 3600.0, -3600.0, TEN_YEARS_S))),
]
STEPS = [
    *CLOCK_STEPS,
    *marked(pytest.mark.long, ("delay_step", 3.0)),
    *marked(pytest.mark.sweep, ("delay_step", -0.45)),
]


def scenario(kind, step_s, *, confirms, at_s=STEPPED_S):
    """The plan of the short pass, and a step."""
    base = planned_a_little()
    operator = msgspec.structs.replace(base.operator, confirms_steps=confirms)
    faults = (FAULT_KINDS[kind](at_s=at_s, step_s=step_s),)
    return msgspec.structs.replace(base, faults=faults, operator=operator, duration_s=120.0)


@pytest.mark.parametrize(("kind", "step_s"), STEPS)
def test_a_step_in_mid_plan_is_confirmed_and_the_script_ends_as_it_should(kind, step_s):
    summary = fly(scenario(kind, step_s, confirms=True), Flight(seed=1, coded=False))
    assert summary.ok, summary.expectations
    assert summary.holds and summary.contacts == []


@pytest.mark.parametrize(("kind", "step_s"), CLOCK_STEPS)
def test_without_confirmation_no_motion_leaves_after_a_step(kind, step_s):
    left, refused = [], set()

    def observe(at_ns, role, message):
        if role == "bridge" and isinstance(message, Motion) and message.set_point.kind == "motion":
            left.append(at_ns / S)
        elif role == "operator" and isinstance(message, ActReply):
            refused.add((message.act, message.reason))

    stepping = scenario(kind, step_s, confirms=False)
    run = run_settings(stepping, seed=1, run_id="stepped")
    UncodedTime(roles(stepping, run), seed=1, observe=observe).run(until_ns=25 * S)
    assert STEPPED_S < max(left) < STEPPED_S + 2.5
    assert ("ArmPlan", "time_stepped") in refused


@pytest.mark.parametrize("step_s", [0.2, -0.2])
def test_a_fifth_of_a_second_of_delay_needs_nobody(step_s):
    assert fly(scenario("delay_step", step_s, confirms=False, at_s=2.0), Flight(seed=1, coded=False)).ok
