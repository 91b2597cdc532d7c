"""A person's HOLD ends the script's lease, and only a person resumes."""

import pytest

from telemetry.agreed.authority import SCRIPT, State
from telemetry.agreed.reasons import Reason, line
from telemetry.drive.store import MemoryStore
from telemetry.messages.acts import ArmPlan, ArmTeleop, Disarm, Lease, LeaseRequest, ResumeAct
from telemetry.messages.command import HoldCommand, ResumeCommand
from tests.planner.gate.gate_bench import Bench, joint_1_move

PERSON = "console"
SITUATIONS = ("power-up latch", "rest", "filling", "plan", "teleop", "stopping", "script's hold", "latched")


def scripted(situation="plan", store=None):
    """A gate under the script, in one of its situations."""
    bench = Bench(store, holder=SCRIPT)
    if situation == "power-up latch":
        return bench.run(2.5)
    bench.resumed()
    if situation == "filling":
        bench.with_plan().arm_plan()
    elif situation in ("plan", "stopping", "script's hold", "latched"):
        bench.in_plan()
    elif situation == "teleop":
        bench.in_teleop()
    if situation == "stopping":
        bench.judge = lambda entry: False
        bench.run(0.3)
    elif situation == "script's hold":
        bench.press_hold(actor=SCRIPT)
        bench.latch("hold_commanded")
        bench.run(4.0)
    elif situation == "latched":
        bench.latch()
        bench.run(4.0)
    return bench


def held(situation="plan", store=None):
    """The same after a person's HOLD, which the spacecraft has reported."""
    bench = scripted(situation, store)
    bench.press_hold(actor=PERSON)
    bench.run(4.0)
    bench.latch("hold_commanded")
    return bench.run(2.0)


def script_acts(bench):
    digest = bench.certificate.digest if bench.certificate else b"d"
    return (
        LeaseRequest(),
        ResumeAct(),
        ArmPlan(plan_id="plan", certificate=digest),
        ArmTeleop(),
        Disarm(),
    )


def person_resumes(bench, actor="person"):
    replies = [bench.act(LeaseRequest(), actor), bench.act(ResumeAct(), actor)]
    bench.run(2.5)
    return replies


@pytest.mark.parametrize("situation", SITUATIONS)
def test_a_persons_hold_takes_the_run_from_the_script_in_every_situation(situation):
    bench = scripted(situation)
    bench.press_hold(actor=PERSON)
    assert bench.last(Lease).holder == ""
    for _ in range(3):
        bench.run(4.0)
        bench.latch("hold_commanded")
        replies = [bench.act(act, SCRIPT) for act in script_acts(bench)]
        assert {reply.reason for reply in replies} == {Reason.PERSON_HOLD}
    assert bench.gate.state is State.HELD
    assert bench.status.held_by == PERSON


def test_nobody_presses_hold_in_the_name_of_the_script():
    bench = scripted()
    bench.give(HoldCommand(actor=SCRIPT, pressed_ns=0, nonce=1), PERSON)
    assert (bench.status.held_by, bench.last(Lease).holder) == (PERSON, "")


def test_the_refusal_names_who_pressed_and_the_way_out():
    reply = held().act(ResumeAct())
    assert reply.detail == f"HOLD of {PERSON}; {line(Reason.PERSON_HOLD)}"
    assert "farhand resume" in reply.detail


def test_only_a_persons_resume_leaves_it():
    bench = held()
    sent = len(bench.all(ResumeCommand))
    assert [reply.accepted for reply in person_resumes(bench)] == [True, True]
    assert len(bench.all(ResumeCommand)) == sent + 1
    assert (bench.gate.state, bench.status.held_by) == (State.REST, "")


def test_after_a_persons_resume_the_script_may_take_the_lease_and_arm_again():
    bench = held()
    person_resumes(bench)
    bench.run(11.5)
    bench.with_plan(joint_1_move(start=bench.hold_q), start_q=bench.hold_q)
    assert bench.arm_plan().accepted


def test_a_resume_that_is_still_on_its_way_gives_the_script_nothing_back():
    bench = held()
    bench.act(LeaseRequest(), PERSON)
    assert bench.act(ResumeAct(), PERSON).accepted
    assert bench.act(ResumeAct(), SCRIPT).reason == Reason.PERSON_HOLD


def test_a_press_during_the_resume_is_a_hold_again():
    bench = held()
    bench.act(LeaseRequest(), PERSON)
    bench.act(ResumeAct(), PERSON)
    bench.press_hold(actor="hold")
    bench.run(3.0)
    bench.latch("hold_commanded")
    bench.run(3.0)
    assert bench.status.held_by == "hold"
    assert bench.act(ResumeAct(), SCRIPT).reason == Reason.PERSON_HOLD


def test_the_lease_stays_away_from_the_script_when_it_would_have_expired():
    bench = held().run(15.0)
    assert bench.status.held_by == PERSON
    assert bench.act(LeaseRequest(), SCRIPT).reason == Reason.PERSON_HOLD


def test_a_persons_hold_outlives_a_restart_of_the_gate():
    store = MemoryStore()
    held(store=store)
    again = Bench(store, holder=SCRIPT)
    again.latch("hold_commanded")
    again.run(2.5)
    assert again.status.held_by == PERSON
    assert again.act(ResumeAct(), SCRIPT).reason == Reason.PERSON_HOLD
    person_resumes(again)
    assert again.status.held_by == ""


def test_a_gate_that_restarts_after_the_latch_is_gone_waits_for_no_second_hold():
    store = MemoryStore()
    held(store=store)
    again = Bench(store, latched=False, holder=SCRIPT).run(4.0)
    assert (again.gate.state, again.status.held_by) == (State.REST, PERSON)
    assert [reply.accepted for reply in person_resumes(again)] == [True, True]
    assert again.status.held_by == ""
    assert again.all(ResumeCommand) == []


def test_a_full_disk_keeps_nobody_from_holding():
    bench = scripted()
    bench.log_works = False
    bench.press_hold(actor=PERSON)
    bench.run(4.0)
    assert bench.status.held_by == PERSON
    assert bench.act(ResumeAct(), SCRIPT).reason == Reason.PERSON_HOLD


def test_the_scripts_own_hold_is_left_by_the_script():
    bench = scripted("script's hold")
    assert bench.status.held_by == ""
    bench.act(LeaseRequest(), SCRIPT)
    assert bench.act(ResumeAct(), SCRIPT).accepted


def test_a_hold_does_not_take_the_lease_from_a_person():
    bench = Bench(holder="person").in_plan()
    bench.press_hold(actor="hold")
    bench.run(4.0)
    bench.latch("hold_commanded")
    bench.run(1.0)
    assert bench.act(ResumeAct()).accepted


def test_a_hold_that_only_the_bridge_heard_takes_the_run_from_the_script_too():
    bench = scripted()
    bench.latch("hold_commanded")
    bench.run(2.0)
    assert (bench.status.held_by, bench.last(Lease).holder) == ("somebody", "")
    assert bench.act(ResumeAct(), SCRIPT).reason == Reason.PERSON_HOLD
    person_resumes(bench)
    assert bench.status.held_by == ""


def test_the_scripts_own_hold_stays_its_own_over_a_restart_of_the_gate():
    store = MemoryStore()
    scripted("script's hold", store)
    again = Bench(store, holder=SCRIPT)
    again.latch("hold_commanded")
    again.run(2.5)
    assert again.status.held_by == ""
    assert again.act(ResumeAct(), SCRIPT).accepted


def test_a_hold_of_the_script_explains_one_latch_and_not_the_next():
    bench = scripted("script's hold").resumed()
    bench.latch("hold_commanded")
    bench.run(1.0)
    assert bench.status.held_by == "somebody"
