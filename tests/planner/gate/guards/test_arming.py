"""Arming, lease and resume: who may act, and when an act is taken."""

import pytest
from msgspec import structs

from planner.gate.guards.arming import LEASE_NS, AuthorityLease
from predictor.inputs.world_version import CHANGE_BITS
from telemetry.agreed.authority import State
from telemetry.messages.acts import (
    ActReply,
    ArmPlan,
    ArmTeleop,
    Disarm,
    Lease,
    LeaseRequest,
    OperatorBeat,
    ResumeAct,
)
from telemetry.messages.command import ResumeCommand
from telemetry.messages.plan import PlanReady
from telemetry.messages.queue import GateStatus, HoldNotice, RollBack
from tests.planner.gate.gate_bench import HOME, OTHER, PERSON, T_NS, Bench, joint_1_move, settings


def refused(bench, act, by=None):
    reply = bench.act(act, by)
    assert not reply.accepted
    return reply.reason


TELEOP, RESUME = ArmTeleop(), ResumeAct()


def test_a_second_actor_gets_neither_the_lease_nor_any_act():
    bench = Bench().resumed().with_plan()
    assert refused(bench, LeaseRequest(), OTHER) == "not_holder"
    digest = bench.certificate.digest
    for act in (ArmPlan(plan_id="plan", certificate=digest), ArmTeleop()):
        assert refused(bench, act, OTHER) == "not_holder"
    assert refused(bench, ResumeAct(), OTHER) == "not_holder"
    assert refused(bench, Disarm(), OTHER) == "not_holder"
    assert bench.status.state == State.REST


def test_who_disarms_what_is_not_armed_is_told_so():
    assert refused(Bench().resumed(), Disarm()) == "wrong_state"


def test_a_hand_is_not_armed_for_a_tool_that_the_arm_does_not_have():
    bench = Bench().resumed()
    reply = bench.act(ArmTeleop(tool="left"))
    assert (reply.accepted, reply.reason) == (False, "unknown_tool")
    assert reply.detail.startswith("'left'; there are tool; ")


def test_two_who_ask_at_once_are_each_told_about_their_own_act():
    bench = Bench().resumed()
    bench.give(LeaseRequest(number=7), OTHER)
    bench.give(LeaseRequest(number=7), PERSON)
    answers = [(reply.to, reply.number, reply.accepted) for reply in bench.all(ActReply)[-2:]]
    assert answers == [(OTHER, 7, False), (PERSON, 7, True)]


def test_an_act_that_has_to_be_taken_back_names_who_asked_and_its_number():
    bench = Bench().resumed().with_plan()
    bench.log_works = False
    bench.give(LeaseRequest())
    bench.act(ArmPlan(plan_id="plan", certificate=bench.certificate.digest, number=9))
    taken_back = bench.last(ActReply)
    assert (taken_back.to, taken_back.number, taken_back.accepted) == (PERSON, 9, False)


def test_a_lease_that_is_not_renewed_ends_after_ten_seconds_and_the_motion_with_it():
    bench = Bench().resumed().with_plan(joint_1_move(48, 0.4))
    bench.silent = {"lease"}
    bench.arm_plan()
    bench.run(10.0)
    assert bench.last(HoldNotice).reason == "not_holder"
    assert bench.last(Lease).holder == ""
    assert bench.act(LeaseRequest(), OTHER).accepted


def armed_at_the_end_of_the_lease():
    """Anna's plan is moving, and her lease ends 50 ms before the next tick."""
    bench = Bench().resumed().with_plan(joint_1_move(60, 0.4))
    bench.arm_plan()
    bench.silent = {"lease"}
    bench.run(9.9)
    assert bench.gate.state is State.PLAN
    return bench


def test_the_next_holder_of_the_lease_does_not_inherit_the_arming():
    bench = armed_at_the_end_of_the_lease()
    bench.now_ns = bench.gate.lease.until_ns
    assert bench.act(LeaseRequest(), OTHER).accepted
    assert (bench.gate.state, bench.gate.armed) == (State.STOPPING, None)
    assert bench.last(HoldNotice).reason == "not_holder"
    left = len(bench.motions("motion"))
    for _ in range(40):
        bench.run(0.05)
        bench.give(OperatorBeat(), OTHER)
    assert len(bench.motions("motion")) == left


def test_the_end_of_a_lease_is_told_in_the_next_tick_if_nobody_says_anything():
    bench = Bench().resumed()
    until_ns = bench.gate.lease.until_ns
    bench.silent = {"lease", "operator", "hand", "recorder", "world", "telemetry"}
    bench.run(11.0)
    told_ns = next(at for at, message in bench.sent if isinstance(message, Lease) and not message.holder)
    assert until_ns <= told_ns <= until_ns + T_NS


def test_nobody_gets_a_lease_that_is_over_before_its_end_has_been_told():
    lease = AuthorityLease()
    assert lease.ask(PERSON, 0)
    assert not lease.ask(OTHER, LEASE_NS) and not lease.ask(PERSON, LEASE_NS)
    assert lease.has_expired(LEASE_NS) and not lease.has_expired(LEASE_NS)
    assert lease.ask(OTHER, LEASE_NS)


def test_asking_again_too_late_does_not_save_the_arming():
    bench = armed_at_the_end_of_the_lease()
    bench.now_ns = bench.gate.lease.until_ns
    assert bench.act(LeaseRequest()).accepted
    assert bench.last(HoldNotice).reason == "not_holder"


def test_nothing_leaves_for_an_actor_without_the_lease():
    bench = Bench().in_plan()
    bench.gate.lease.holder = OTHER
    left = len(bench.motions("motion"))
    bench.run(0.3)
    assert bench.last(HoldNotice).reason == "not_holder"
    assert len(bench.motions("motion")) == left


def test_the_former_holders_heartbeat_is_not_the_new_ones():
    bench = Bench().resumed().with_plan()
    bench.silent = {"lease"}
    bench.run((bench.gate.lease.until_ns - bench.now_ns) / 1e9 - 0.001)
    bench.give(OperatorBeat())
    bench.now_ns = bench.gate.lease.until_ns
    bench.give(LeaseRequest(), OTHER)
    act = ArmPlan(plan_id="plan", certificate=bench.certificate.digest)
    assert refused(bench, act, OTHER) == "operator_silent"


def test_a_strangers_heartbeat_does_not_keep_the_arming_alive():
    bench = Bench().in_plan()
    bench.silent = {"operator"}
    for _ in range(12):
        bench.run(0.05)
        bench.give(OperatorBeat(), OTHER)
    assert bench.last(HoldNotice).reason == "operator_silent"


def test_a_certificate_whose_contents_were_changed_is_none():
    bench = Bench().resumed().with_plan()
    forged = structs.replace(bench.certificate, plan_id="forged")
    bench.give(PlanReady(certificate=forged, duration=1.0, shortest=1.0, moves=1))
    act = ArmPlan(plan_id="forged", certificate=forged.digest)
    assert refused(bench, act) == "no_certificate"


def test_a_plan_without_certificate_from_elsewhere_or_forged_is_not_armed():
    bench = Bench().resumed()
    unknown = ArmPlan(plan_id="plan", certificate=b"x")
    assert refused(bench, unknown) == "no_certificate"
    bench.with_plan(start_q=(HOME[0] + 2e-9, *HOME[1:]))
    assert bench.arm_plan().reason == "start_mismatch"
    bench.with_plan(start_q=(HOME[0] + 0.5e-9, *HOME[1:]))
    assert bench.arm_plan().accepted


def test_a_certificate_for_another_world_is_not_armed():
    bench = Bench().resumed().with_plan()
    bench.give(bench.world(change=1))
    assert bench.arm_plan().reason == "world_changed"
    bench.world_version += 1 << CHANGE_BITS
    bench.with_plan()
    assert bench.arm_plan().reason == "configuration_mismatch"


def test_nothing_is_armed_before_it_has_been_quiet_for_a_second():
    bench = Bench().resumed().with_plan()
    bench.arm_plan()
    bench.run(4.5)
    assert bench.gate.state is State.REST and bench.gate.ledger.in_flight > 0
    bench.with_plan(joint_1_move(start=bench.status.last.q), start_q=bench.status.last.q)
    assert bench.arm_plan().reason == "not_quiet"
    bench.run(3.0)
    assert bench.arm_plan().accepted


def test_one_second_of_quiet_is_a_whole_second():
    bench = Bench(latched=False).run(0.4)
    bench.with_plan()
    bench.act(LeaseRequest())
    first_ns = next(at for at, message in bench.sent if isinstance(message, GateStatus))
    assert first_ns < 400_000_000
    bench.run(0.5)
    assert bench.arm_plan().reason == "not_quiet"
    bench.run(0.5)
    assert bench.arm_plan().accepted


def test_after_telemetry_was_silent_the_second_of_quiet_begins_anew():
    bench = Bench().resumed().with_plan()
    bench.silent = {"telemetry"}
    bench.run(2.0)
    bench.silent = set()
    bench.run(0.5)
    assert bench.arm_plan().reason == "not_quiet"
    bench.run(1.0)
    assert bench.arm_plan().accepted


def test_telemetry_half_a_degree_away_is_not_quiet():
    bench = Bench().resumed().with_plan()
    answer = bench.telemetry
    bench.telemetry = lambda: answer(q=(HOME[0] + 0.0088, *HOME[1:]))
    bench.run(2.0)
    assert bench.arm_plan().reason == "not_quiet"


@pytest.mark.parametrize(
    ("silent", "reason"),
    [
        ("operator", "operator_silent"),
        ("telemetry", "telemetry_stale"),
        ("recorder", "recorder_unhealthy"),
        ("world", "predictor_silent"),
    ],
)
def test_nothing_is_armed_while_somebody_is_silent(silent, reason):
    bench = Bench().resumed().with_plan()
    bench.silent = {silent}
    bench.run(1.5)
    assert bench.arm_plan().reason == reason


def test_a_resume_of_which_nothing_is_heard_is_a_new_act_after_its_patience_and_no_sooner():
    bench = Bench().run(0.5)
    bench.act(LeaseRequest())
    for _ in range(2):
        assert bench.act(RESUME).accepted
        bench.resume_at_ns = None  # it is lost
        sent_ns, patience_ns = bench.now_ns, bench.gate.rules.resume_patience_ns
        bench.run(patience_ns / 1e9 - 0.05)
        bench.now_ns = sent_ns + patience_ns - 1
        assert refused(bench, RESUME) == "resume_pending"
        bench.now_ns += 1


def test_without_a_window_neither_arming_nor_resume_is_taken():
    bench = Bench(run=settings(windows=((0.0, 2.0),))).resumed().with_plan()
    assert bench.arm_plan().reason == "no_window"
    assert refused(bench, RESUME) == "no_window"


def test_teleoperation_needs_a_press_that_is_newer_than_the_last_hold():
    bench = Bench().in_teleop()
    bench.give(Disarm())
    bench.run(6.0)
    assert refused(bench, TELEOP) == "dead_man_not_pressed"
    bench.pressed = False
    bench.run(0.2)
    assert refused(bench, TELEOP) == "dead_man_not_pressed"
    bench.pressed = True
    bench.run(0.2)
    assert bench.act(TELEOP).accepted


def test_after_the_dead_man_was_let_go_the_full_stop_is_enough_to_arm_again():
    bench = Bench().in_teleop()
    bench.pressed = False
    while bench.gate.state is not State.REST:
        bench.run(0.25)
    assert bench.gate.ledger.in_flight > 0
    assert bench.arm_teleop().accepted


def test_after_an_operators_disarm_there_is_no_quick_way():
    bench = Bench().in_teleop()
    bench.give(Disarm())
    bench.pressed = False
    while bench.gate.state is not State.REST:
        bench.run(0.25)
    assert bench.arm_teleop().reason == "not_quiet"


def rolled_back(bench):
    bench.judge = lambda entry: False
    bench.run(0.6)
    bench.judge = lambda entry: True
    bench.pressed = False
    bench.run(0.1)
    while bench.gate.state is not State.REST:
        bench.run(0.25)


def test_three_roll_backs_within_ten_seconds_make_a_pause_that_names_the_pair():
    bench = Bench().resumed()
    for _ in range(3):
        assert bench.arm_teleop().accepted
        rolled_back(bench)
    reply = bench.arm_teleop()
    assert len(bench.all(RollBack)) == 3
    assert reply.reason == "rollback_pause" and "hand and target_bus" in reply.detail
    bench.run(5.0)
    assert bench.arm_teleop().accepted


def test_a_change_of_mode_needs_rest():
    bench = Bench().in_plan()
    bench.pressed = True
    bench.run(0.1)
    assert refused(bench, TELEOP) == "wrong_state"


def test_resume_is_sent_once_with_the_reported_pose_and_not_again_before_its_answer():
    bench = Bench()
    bench.run(0.5)
    bench.act(LeaseRequest())
    assert bench.act(RESUME).accepted
    bench.resume_at_ns = None
    assert refused(bench, RESUME) == "resume_pending"
    bench.run(1.5)
    assert bench.act(RESUME).accepted
    epochs = [command.epoch for command in bench.all(ResumeCommand)]
    assert epochs == sorted(set(epochs)) and len(epochs) == 2
    assert all(command.q == HOME for command in bench.all(ResumeCommand))


def test_resume_waits_until_the_arm_is_reported_at_rest():
    bench = Bench()
    bench.mode = "stopping"
    bench.run(0.5)
    bench.act(LeaseRequest())
    assert refused(bench, RESUME) == "still_moving"


def test_every_act_is_answered_once():
    bench = Bench().resumed()
    before = len(bench.all(ActReply))
    for act in (LeaseRequest(), RESUME, TELEOP, Disarm()):
        bench.act(act)
    assert len(bench.all(ActReply)) == before + 4
    assert bench.last(ActReply).act == "Disarm"
