"""The lease goes from one console to another: taken over where nothing moves, and ended with its session."""

import pytest

from telemetry.agreed.authority import SCRIPT
from telemetry.messages.acts import ArmPlan, Lease, LeaseRequest
from telemetry.messages.operations import OperationCommand
from tests.planner.gate.critical_bench import CriticalBench
from tests.planner.gate.gate_bench import OTHER, PERSON

TAKE_OVER = LeaseRequest(take_over=True)


@pytest.fixture
def bench():
    return CriticalBench().with_plan().run(2.0)


def holder(bench):
    return bench.last(Lease).holder


def test_at_rest_it_is_taken_over_and_both_are_told_from_whom(bench):
    assert bench.act(LeaseRequest(), by=OTHER).reason == "not_holder"
    assert bench.act(TAKE_OVER, by=OTHER).accepted
    told = bench.last(Lease)
    assert (told.holder, told.taken_from) == (OTHER, PERSON)


def test_who_has_lost_it_may_not_arm_and_does_not_get_it_back_by_renewing(bench):
    bench.act(TAKE_OVER, by=OTHER)
    armed = bench.act(ArmPlan(plan_id="plan", certificate=bench.certificate.digest), by=PERSON)
    assert (armed.reason, bench.act(LeaseRequest(), by=PERSON).reason) == ("not_holder", "not_holder")


def test_plans_of_who_held_it_before_are_not_armed_by_who_has_taken_it_over(bench):
    bench.act(TAKE_OVER, by=OTHER)
    bench.silent.add("lease")
    reply = bench.act(ArmPlan(plan_id="plan", certificate=bench.certificate.digest), by=OTHER)
    assert not reply.accepted


@pytest.mark.parametrize("after_s", [0.1, 2.0], ids=["filling", "in motion"])
def test_while_anything_moves_it_is_taken_over_by_nobody_but_after_hold(bench, after_s):
    bench.arm_plan()
    bench.run(after_s)
    refused = bench.act(TAKE_OVER, by=OTHER)
    assert refused.reason == "moves_for_holder" and holder(bench) == PERSON
    bench.press_hold()
    bench.latch("hold_commanded")
    bench.run(2.0)
    assert bench.status.state == "held" and bench.act(TAKE_OVER, by=OTHER).accepted


def test_at_rest_but_not_confirmed_there_it_is_not_taken_over(bench):
    bench.arm()
    bench.fire()
    assert not bench.status.quiet
    assert bench.act(TAKE_OVER, by=OTHER).reason == "moves_for_holder"


def test_a_take_over_ends_what_the_one_before_has_armed(bench):
    bench.arm()
    assert bench.act(TAKE_OVER, by=OTHER).accepted
    assert bench.status.armed is None and bench.lives()[-1] == ("cancelled", "not_holder")
    assert not bench.fire().accepted and not bench.all(OperationCommand)


def test_a_script_takes_it_over_from_nobody(bench):
    assert bench.act(TAKE_OVER, by=SCRIPT).reason == "not_holder" and holder(bench) == PERSON


def test_a_lease_ends_with_its_session_and_so_does_what_moves_under_it(bench):
    bench.arm_plan()
    bench.run(2.0)
    assert bench.status.state == "plan"
    bench.act(LeaseRequest(session=7), by=PERSON)
    assert [lease.holder for lease in bench.all(Lease)[-2:]] == ["", PERSON]
    assert bench.status.state == "stopping"


def test_a_console_that_renews_in_one_session_keeps_what_moves(bench):
    bench.arm_plan()
    bench.run(2.0)
    bench.act(LeaseRequest(), by=PERSON)
    assert bench.status.state == "plan"
