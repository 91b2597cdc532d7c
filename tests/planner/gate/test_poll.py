"""The go / no-go poll binds release: without the GO of everybody who is asked nothing is armed or goes on."""

from typing import get_args

import pytest
from msgspec import structs

from telemetry.agreed.participants import PolledName, role_of
from telemetry.messages.acts import ActReply, ArmPlan, GoNoGo
from telemetry.messages.queue import HoldNotice
from telemetry.wire.routes import ROUTES
from tests.planner.gate.critical_bench import CriticalBench
from tests.planner.gate.gate_bench import settings

ASKED = ("console", "console-2")


def polled(asked=ASKED):
    run = settings()
    return structs.replace(run, commanding=structs.replace(run.commanding, poll=asked))


@pytest.fixture
def bench():
    return CriticalBench(polled()).with_plan().run(2.0)


def say(bench, *names, go=True):
    return [bench.act(GoNoGo(go=go), by=name) for name in names]


def arm(bench):
    return bench.act(ArmPlan(plan_id="plan", certificate=bench.certificate.digest))


def test_one_go_is_not_enough_and_the_refusal_names_who_has_not_answered(bench):
    say(bench, "console")
    refused = arm(bench)
    assert refused.reason == "no_go" and "console-2 has not answered" in refused.detail
    assert bench.status.poll == (("console", True), ("console-2", None))


def test_with_the_go_of_all_a_plan_is_armed_and_leaves(bench):
    say(bench, *ASKED)
    assert arm(bench).accepted
    assert bench.run(3.0).status.state == "plan"


@pytest.mark.parametrize("name", ASKED)
def test_a_no_go_of_any_ends_what_moves_in_the_verified_stop_and_is_told_with_who_says_it(bench, name):
    say(bench, *ASKED)
    arm(bench)
    bench.run(3.0)
    say(bench, name, go=False)
    assert bench.status.state == "stopping"
    assert bench.last(HoldNotice).reason == "no_go" and f"{name} says NO-GO" in bench.last(HoldNotice).detail
    bench.run(5.0)
    assert arm(bench).reason == "no_go"


def test_a_no_go_disarms_what_waits_to_be_fired(bench):
    say(bench, *ASKED)
    bench.arm()
    say(bench, "console-2", go=False)
    assert bench.status.armed is None and bench.lives()[-1] == ("cancelled", "no_go")
    assert not bench.fire().accepted and not bench.fired()


def test_whoever_is_not_asked_says_nothing_that_counts(bench):
    assert say(bench, "person")[0].reason == "not_asked"
    assert bench.status.poll == (("console", None), ("console-2", None))


@pytest.mark.parametrize("name", get_args(PolledName))
def test_whoever_the_profile_names_is_asked_and_can_take_go_back(name):
    bench = CriticalBench(polled((name,))).with_plan().run(2.0)
    assert arm(bench).reason == "no_go" and f"{name} has not answered" in bench.last(ActReply).detail
    say(bench, name)
    assert arm(bench).accepted and bench.run(3.0).status.state == "plan"
    say(bench, name, go=False)
    assert bench.status.state == "stopping" and bench.last(HoldNotice).reason == "no_go"
    stop = len(bench.motions("stop"))
    bench.run(4.0)
    assert len(bench.motions("stop")) > stop and bench.status.state == "rest"


def test_who_can_be_asked_are_participants_whose_word_the_gate_hears():
    assert {role_of(name) for name in get_args(PolledName)} == set(ROUTES[GoNoGo].senders)


def test_without_a_poll_nobody_has_to_say_go():
    bench = CriticalBench().with_plan().run(2.0)
    assert bench.status.poll == () and arm(bench).accepted


def test_the_poll_is_part_of_the_configuration_hash():
    assert polled().configuration != settings().configuration
    assert polled((*ASKED, "planner")).configuration != polled().configuration
