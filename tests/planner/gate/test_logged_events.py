"""The log tells of every change of authority and motion: who asked, what, why not, and by which verdict."""

import hashlib
from itertools import pairwise

import msgspec

from telemetry.messages.acts import ArmPlan, Disarm, GoNoGo, LeaseRequest, ResumeAct
from telemetry.messages.command import HoldCommand
from telemetry.messages.queue import Queued
from tests.planner.gate.critical_bench import CriticalBench
from tests.planner.gate.gate_bench import OTHER, PERSON, Bench
from tests.planner.gate.test_poll import ASKED, polled


def sha256(message):
    return hashlib.sha256(msgspec.msgpack.encode(message)).digest()


def told(bench, name):
    return [(event.actor, event.reason, event.detail) for event in bench.events(name)]


def test_a_set_point_is_told_of_with_who_armed_its_hash_and_the_chain_of_its_verdict():
    bench = Bench().in_plan(released=3)
    event, point = bench.events("set-point")[0], bench.motions()[0]
    queued = next(each for each in bench.all(Queued) if each.entry.seq == point.seq)
    assert (event.actor, event.role, event.command) == (PERSON, PERSON, sha256(point))
    assert event.verdict == bench.verdict(queued).chain


def test_arming_stands_with_its_hash_in_the_record_that_is_written_before_anything_leaves_by_it():
    bench = Bench().resumed().with_plan()
    bench.arm_plan()
    record = bench.logged[-1]
    armed = next(event for event in record.events if event.event == "ArmPlan")
    act = ArmPlan(plan_id="plan", certificate=bench.certificate.digest)
    assert (armed.actor, armed.detail, armed.command) == (PERSON, "plan", sha256(act))
    assert record.released.seq == 0


def test_a_refused_act_is_told_of_with_its_reason():
    bench = Bench().resumed()
    bench.act(Disarm(), by=OTHER)
    bench.run(0.5)
    assert told(bench, "Disarm") == [(OTHER, "not_holder", "")]


def test_a_hold_is_told_of_with_whose_it_is_and_is_written_after_all_that_it_sends():
    bench = Bench().in_plan()
    bench.order.clear()
    bench.press_hold(actor=PERSON)
    first = bench.order.index("record")
    assert not any(isinstance(said, HoldCommand) for said in bench.order[first:])
    assert [event.actor for event in bench.events("HOLD")] == [PERSON]
    assert told(bench, "hold")[-1][:2] == ("", "operator_hold")


def test_a_hold_while_held_waits_for_the_next_tick_and_is_told_of():
    bench = Bench().run(0.6)
    bench.press_hold(nonce=1)
    bench.press_hold(nonce=2)
    bench.run(0.5)
    assert len(bench.events("HOLD")) == 2


def test_the_lease_is_told_of_when_it_changes_hands_and_never_when_it_is_renewed():
    bench = CriticalBench().run(6.0)
    assert told(bench, "lease") == [(PERSON, "", "before: nobody")]
    bench.act(LeaseRequest(take_over=True), by=OTHER)
    bench.silent.add("lease")
    bench.run(0.5)
    assert told(bench, "lease")[1] == (OTHER, "", f"before: {PERSON}")


def test_a_console_that_is_refused_the_lease_again_and_again_is_told_of_once():
    bench = Bench().resumed()
    for _ in range(5):
        bench.act(LeaseRequest(), by=OTHER)
    bench.run(0.5)
    assert [row[:2] for row in told(bench, "LeaseRequest")] == [(OTHER, "not_holder")]


def test_each_word_of_the_poll_is_told_of():
    bench = CriticalBench(polled())
    for name, go in zip(ASKED, (True, False), strict=True):
        bench.act(GoNoGo(go=go), by=name)
    bench.run(0.5)
    assert told(bench, "GoNoGo") == [(ASKED[0], "", "GO"), (ASKED[1], "", "NO-GO")]


def test_an_operation_is_told_of_as_it_is_armed_fired_sent_and_confirmed():
    bench = CriticalBench()
    bench.arm()
    bench.fire()
    bench.run(2.0)
    names = [event.event for event in bench.events()]
    steps = ["ArmCritical", "OperationCommand leaves", "FireCritical", "operation confirmed"]
    assert [name for name in names if name in steps] == steps


def test_a_roll_back_is_told_of_with_its_reason_and_the_chain_of_the_bad_verdict():
    bench = Bench().in_plan()
    bench.judge = lambda entry: False
    bench.run(1.0)
    (event,) = bench.events("roll back")
    assert event.reason == "too_close" and event.verdict in {
        bench.verdict(queued).chain for queued in bench.all(Queued)
    }


def test_another_world_and_every_change_of_state_are_told_of():
    bench = Bench().in_plan()
    bench.give(bench.world(change=1))
    bench.run(4.0)
    assert told(bench, "world")[1][2].startswith(f"{bench.world_version} to {bench.world_version + 1}")
    changes = [event.detail for event in bench.events("state")]
    assert changes[:3] == ["held to rest", "rest to filling", "filling to plan"]
    assert all(one.split()[-1] == other.split()[0] for one, other in pairwise(changes))


def test_a_resume_is_told_of_as_it_is_asked_for_and_as_it_leaves():
    bench = Bench().resumed()
    names = [event.event for event in bench.events()]
    assert names.index("ResumeCommand leaves") < names.index("ResumeAct")
    assert bench.events("ResumeAct")[0].command == sha256(ResumeAct())


def test_a_tick_writes_one_record_at_most_whatever_was_asked_in_it():
    bench = Bench().resumed()
    before = len(bench.logged)
    for _ in range(5):
        bench.act(Disarm(), by=OTHER)
    assert len(bench.logged) == before
    bench.run(0.3)
    assert len(bench.logged) == before + 1 and len(told(bench, "Disarm")) == 5
