"""The gate as a role: ticks, log, restart, HOLD, latch; and random faults against the invariants."""

from itertools import pairwise

import msgspec
import numpy as np
import pytest

from planner.gate.role import build
from predictor.motion.motion import violation
from predictor.motion.stop import rest
from telemetry.agreed import chains
from telemetry.agreed.authority import State
from telemetry.drive.store import MemoryStore
from telemetry.life.contract import Send
from telemetry.messages.acts import ActReply, ArmTeleop, Disarm, ResumeAct
from telemetry.messages.command import (
    CommandState,
    HoldCommand,
    HoldProbe,
    HoldReady,
    HoldTaken,
    Keep,
    Motion,
    ResumeCommand,
)
from telemetry.messages.queue import CommandChanges, GateStatus, HoldNotice
from tests.planner.gate.disturbance import disturb
from tests.planner.gate.gate_bench import HOME, OTHER, T_NS, Bench, joint_1_move

HOLD = HoldCommand(actor="anybody", pressed_ns=0, nonce=1)
ALL_STATES = [State.HELD, State.REST, State.FILLING, State.PLAN, State.TELEOP, State.STOPPING]


def release_times(bench):
    return [at for at, message in bench.sent if isinstance(message, Motion)]


def in_state(state):
    if state is State.HELD:
        return Bench().run(0.5)
    bench = Bench().resumed()
    if state is State.FILLING:
        bench.with_plan().arm_plan()
    elif state in (State.PLAN, State.STOPPING):
        bench.in_plan()
    elif state is State.TELEOP:
        bench.in_teleop()
    if state is State.STOPPING:
        bench.judge = lambda entry: False
        bench.run(0.3)
    assert bench.gate.state is state
    return bench


def test_the_gate_starts_held_and_says_nothing_of_a_pose_that_nobody_knows():
    bench = Bench()
    bench.silent = {"telemetry"}
    bench.run(1.0)
    assert bench.all(GateStatus) == [] and bench.motions() == []
    bench.silent = set()
    bench.run(0.3)
    assert (bench.status.state, bench.status.last.q) == (State.HELD, HOME)


def test_a_spacecraft_that_is_ready_needs_no_resume():
    bench = Bench(latched=False).run(0.5)
    assert (bench.status.state, bench.status.last.q) == (State.REST, HOME)
    assert bench.all(ResumeCommand) == []


def test_every_tick_without_a_set_point_sends_keep():
    bench = Bench().run(5.0)
    times = [at for at, message in bench.sent if isinstance(message, Keep)]
    assert all(b - a == T_NS for a, b in pairwise(times))
    assert len(times) >= 19


def test_every_packet_repeats_the_set_point_before_it_unchanged():
    bench = Bench().in_plan(released=6)
    bench.judge = lambda entry: False
    bench.run(4.0)
    packets = bench.all(Motion)
    assert all(b.repeat == a.set_point for a, b in pairwise(packets))
    assert bench.last(Keep).repeat == packets[-1].set_point


def test_a_record_is_durable_before_each_packet_that_moves():
    bench = Bench().in_plan()
    for before, item in pairwise(bench.order):
        if isinstance(item, Motion | ResumeCommand):
            assert before == "record"


def test_a_log_that_fails_keeps_the_set_point_back_and_the_stop_still_leaves():
    bench = Bench().in_plan()
    released = bench.motions()
    bench.log_works = False
    bench.run(4.0)
    after = bench.motions()[len(released) :]
    assert {point.kind for point in after} == {"stop"}
    assert after[0].execute_at_ns == released[-1].execute_at_ns + T_NS
    assert not any(after[-1].qd)
    assert bench.last(HoldNotice).reason == "release_log"
    assert bench.all(Keep)[-1].repeat == after[-1]


def test_the_stop_after_a_failed_log_is_that_of_the_last_set_point_that_left():
    bench = Bench().in_plan()
    released = bench.motions()[-1]
    bench.log_works = False
    bench.run(4.0)
    first = next(point for point in bench.motions() if point.kind == "stop")
    assert chains.follows_in_stop(released, first)


def test_a_first_set_point_that_never_left_leaves_r_at_rest_where_it_was():
    bench = Bench().resumed().with_plan()
    bench.arm_plan()
    bench.run(0.9)
    bench.log_works = False
    bench.run(0.5)
    assert bench.motions() == [] and bench.last(HoldNotice).reason == "release_log"
    assert bench.status.last == rest(HOME)
    bench.log_works = True
    bench.run(1.5)
    assert bench.arm_plan().accepted


def test_an_act_is_taken_back_if_its_record_fails():
    bench = Bench().resumed().with_plan()
    bench.log_works = False
    assert bench.arm_plan().reason == "release_log"
    assert [reply.accepted for reply in bench.all(ActReply)][-1] is False
    assert bench.gate.state is State.REST


@pytest.mark.parametrize("state", ALL_STATES)
def test_hold_is_taken_in_every_state_and_nothing_moves_after_the_stop(state):
    bench = in_state(state)
    bench.press_hold()
    left = len(bench.motions("motion"))
    bench.run(5.0)
    assert bench.gate.state is State.HELD
    assert len(bench.motions("motion")) == left
    assert bench.gate.stream.at_rest and len(bench.gate.queue.waiting) == 0


def holds(bench):
    return {(c.epoch, c.seq) for m in bench.all(CommandChanges) for c in m.changes if c.kind == "hold"}


def test_the_way_of_hold_is_probed_without_a_press():
    bench = in_state(State.PLAN)
    answers = list(bench.role.receive(HoldProbe(number=7), "hold", bench.now_ns))
    assert answers == [Send(HoldReady(by="gate", number=7), to="hold")]
    assert bench.gate.state is State.PLAN


def test_copies_of_one_press_are_one_hold_and_each_is_answered():
    bench = in_state(State.PLAN)
    for _ in range(5):
        bench.press_hold()
    assert len(holds(bench)) == 1 and len(bench.all(HoldNotice)) == 1
    assert [(answer.by, answer.nonce) for answer in bench.all(HoldTaken)] == [("gate", 1)] * 5


@pytest.mark.parametrize("other", [{"actor": "console"}, {"pressed_ns": 1}, {"nonce": 2}])
def test_a_second_press_in_one_run_is_a_new_hold(other):
    bench = in_state(State.REST)
    bench.give(HOLD)
    bench.run(1.0)
    bench.latch("hold_commanded")
    bench.run(8.0)
    bench.resumed()
    assert bench.status.state == State.REST
    bench.give(msgspec.structs.replace(HOLD, **other))
    assert (bench.gate.state, len(holds(bench))) == (State.HELD, 2)


def test_a_copy_of_a_press_stays_a_copy_however_many_actors_have_pressed():
    bench = in_state(State.REST)
    for number in range(10_000):
        bench.give(HoldCommand(actor=f"actor {number}", pressed_ns=0, nonce=1))
    told = len(holds(bench))
    bench.give(HoldCommand(actor="actor 9999", pressed_ns=0, nonce=1))
    assert len(holds(bench)) == told
    assert len(bench.role._gate._presses) < 1000


def test_hold_on_its_way_is_not_undone_by_telemetry_from_before_it():
    bench = in_state(State.REST)
    bench.press_hold()
    bench.run(1.0)
    assert bench.gate.state is State.HELD
    assert not bench.act(ResumeAct()).accepted
    bench.latch("hold_commanded")
    bench.run(0.6)
    assert bench.act(ResumeAct()).accepted
    bench.run(2.0)
    assert bench.status.state == State.REST


@pytest.mark.parametrize("state", ALL_STATES[1:])
def test_a_latch_report_in_any_state_flushes_disarms_and_adopts_the_pose(state):
    bench = in_state(state)
    epoch = bench.gate.epoch
    bench.latch()
    bench.hold_q = (0.05, *HOME[1:])
    bench.run(0.2)
    assert (bench.gate.state, bench.gate.armed) == (State.HELD, None)
    assert bench.gate.epoch > epoch and bench.gate.stream.r.q == (0.05, *HOME[1:])
    moved = len(bench.motions())
    bench.run(3.0)
    assert len(bench.motions()) == moved


def test_what_a_latched_spacecraft_refused_is_not_repeated_so_that_telemetry_can_tell_why_a_resume_is():
    bench = in_state(State.PLAN)
    assert bench.last(Keep | Motion).repeat is not None
    bench.latch()
    bench.run(0.6)
    assert bench.last(Keep).repeat is None


def test_while_the_spacecraft_still_stops_the_pose_is_not_yet_believed():
    bench = in_state(State.PLAN)
    bench.latch()
    bench.mode, bench.hold_q = "stopping", (0.04, *HOME[1:])
    bench.run(0.2)
    assert bench.last(HoldNotice).rest_q is None
    bench.mode, bench.hold_q = "latched", (0.05, *HOME[1:])
    bench.run(0.2)
    assert bench.status.last.q == (0.05, *HOME[1:])


def test_after_a_stall_one_set_point_leaves_at_most_and_the_backlog_never():
    bench = in_state(State.PLAN)
    left = len(bench.motions("motion"))
    bench.stall(10.0).run(5.0)
    assert len(bench.motions("motion")) == left
    assert all(b - a >= 0.9 * T_NS for a, b in pairwise(release_times(bench)))


def test_a_tick_that_is_late_by_more_than_half_a_period_is_a_hold_in_motion():
    bench = in_state(State.PLAN)
    bench.silent = {"operator"}
    bench.stall(0.25 + 0.13).run(0.1)
    assert bench.last(HoldNotice).reason == "tick_late"


def test_entries_that_outlive_their_time_while_filling_are_dropped_with_their_epoch():
    bench = Bench().resumed().with_plan()
    bench.judge = lambda entry: None
    bench.arm_plan()
    bench.run(3.0)
    assert bench.last(HoldNotice).reason == "entry_too_old"
    ends = [c.state for m in bench.all(CommandChanges) for c in m.changes if c.state.is_end]
    assert CommandState.EXPIRED in ends and bench.gate.state is State.REST


@pytest.mark.parametrize("state", ALL_STATES)
def test_a_restarted_gate_is_held_disarmed_and_in_a_newer_epoch(state):
    bench = in_state(state)
    again = Bench(store=bench.store)
    assert (again.gate.state, again.gate.armed) == (State.HELD, None)
    assert again.gate.epoch > max([point.epoch for point in bench.motions()], default=0)
    again.latched, again.hold_q = True, bench.hold_q
    again.run(3.0)
    assert again.motions() == [] and again.status.state == State.HELD


def test_after_a_restart_r_is_the_last_record_only_if_that_is_at_rest():
    bench = in_state(State.PLAN)
    assert Bench(store=bench.store).gate.stream.r is None
    bench.run(5.0)
    assert Bench(store=bench.store).gate.stream.r.q == bench.motions()[-1].q


def test_a_gate_that_dies_before_it_says_anything_has_used_its_epoch():
    epochs, store = [], MemoryStore()
    for _ in range(3):
        epochs.append(Bench(store=store).run(0.1).gate.epoch)
    assert epochs == [1, 2, 3]


@pytest.mark.parametrize("told", [{"epoch": 40}, {"executed_epoch": 40}], ids=str)
def test_after_a_lost_store_the_epoch_is_above_any_that_the_spacecraft_tells(told):
    bench = Bench()
    answer = bench.telemetry
    bench.telemetry = lambda: answer(**told)
    bench.resumed().run(2.0)
    resumed = bench.last(ResumeCommand).epoch
    assert resumed > 40 + 100  # what the lost gate has sent since may still be on its way
    assert bench.with_plan().arm_plan().accepted and bench.gate.epoch == resumed + 1


def test_a_gate_whose_log_is_lost_waits_until_reports_know_what_the_former_one_sent():
    bench = Bench(latched=False)
    answer = bench.telemetry
    bench.telemetry = lambda: answer(epoch=40)
    bench.run(2.0)
    assert bench.gate.state is State.HELD
    bench.run(bench.gate.rules.patience_ns / 1e9)
    assert bench.gate.state is State.REST


@pytest.mark.parametrize("late_ns", [-3 * T_NS, 0, 1, T_NS - 1])
def test_the_first_gate_of_a_run_counts_from_one_however_punctual_it_is(late_ns):
    bench = Bench()
    bench.now_ns = bench.next_step_ns = bench.role.due_ns = late_ns
    bench.run(0.1)
    assert bench.gate.epoch == 1 and bench.gate.epochs.knows_all(late_ns)


def test_a_gate_that_lost_its_log_beside_a_spacecraft_that_was_reset_uses_no_epoch_twice():
    bench = in_state(State.PLAN)
    used = bench.gate.epoch
    bench.role, bench.on_board = build(bench.run_settings, MemoryStore(), None), {}
    bench.latch("power_up")
    bench.executed = (0, 0)
    bench.run(0.5).resumed()
    assert bench.last(ResumeCommand).epoch > used


def test_a_refused_number_tells_the_gate_nothing_of_epochs():
    bench = Bench()
    answer = bench.telemetry
    bench.telemetry = lambda: answer(refused_epoch=2**62, refused=1, refusal="latched")
    bench.resumed()
    assert bench.last(ResumeCommand).epoch == 2


def test_after_a_hold_its_epoch_is_in_the_log_before_any_packet_leaves():
    bench = in_state(State.PLAN)
    bench.order.clear()
    bench.act(Disarm())
    assert "record" in bench.order and not any(isinstance(said, Motion | Keep) for said in bench.order)
    assert (bench.released[-1].epoch, bench.released[-1].seq) == (bench.gate.epoch, 0)
    assert Bench(store=bench.store).gate.epoch > bench.gate.epoch


def test_rests_that_never_arrived_are_lost_although_the_hand_moves_on_in_a_later_stream():
    end = joint_1_move()[-1]
    bench = Bench().resumed()
    bench.arm_teleop(states=[*joint_1_move(), *[end] * 5])
    for bench.loses, count in ((False, 13), (True, 15)):
        while len(bench.motions()) < count:
            bench.run(0.05)
    bench.loses = bench.pressed = False
    bench.run(0.1)
    lost = [(point.epoch, point.seq) for point in bench.motions()[13:]]
    assert bench.arm_teleop(states=[end] * 6).accepted
    bench.run(6.0)
    changes = [c for message in bench.all(CommandChanges) for c in message.changes if c.state.is_end]
    assert [c.state for c in changes if (c.epoch, c.seq) in lost] == [CommandState.LOST] * 2
    assert {c.state for c in changes if c.epoch > lost[0][0]} == {CommandState.CONFIRMED}


def test_a_flushed_queue_restarts_within_one_step_of_the_hold_pose():
    bench = in_state(State.TELEOP)
    bench.pressed = False
    bench.run(4.0)
    far = (0.5, *HOME[1:])
    bench.arm_teleop(states=[msgspec.structs.replace(bench.status.last, q=far)] * 8)
    left = len(bench.motions())
    bench.run(3.0)
    assert bench.last(HoldNotice).reason == "step_too_large"
    assert len(bench.motions()) == left


@pytest.mark.parametrize(
    "seed", [*range(6), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(6, 12))]
)
def test_whatever_goes_wrong_the_invariants_of_the_release_hold(seed):
    bench = Bench().resumed()
    blessed, take = set(), bench.gate.queue.verify
    bench.gate.queue.verify = lambda seq: blessed.add((bench.gate.epoch, seq)) or take(seq)
    disturb(bench, np.random.default_rng(seed))
    points, limits = bench.motions(), bench.gate.rules.limits
    numbers = [(point.epoch, point.seq) for point in points]
    assert len(points) > 20
    assert numbers == sorted(set(numbers))
    assert {n for n, p in zip(numbers, points, strict=True) if p.kind == "motion"} <= blessed
    assert all(b - a >= 0.9 * T_NS for a, b in pairwise(release_times(bench)))
    for a, b in pairwise(points):
        if b.execute_at_ns == a.execute_at_ns + T_NS:
            assert violation(a.state, b.state, limits, period_s=0.25) is None
    bench.act(ArmTeleop(), OTHER)
    bench.pressed = False
    bench.run(70.0)
    ends = [(c.kind, c.epoch, c.seq) for m in bench.all(CommandChanges) for c in m.changes if c.state.is_end]
    born = {(c.kind, c.epoch, c.seq) for m in bench.all(CommandChanges) for c in m.changes}
    assert len(ends) == len(set(ends)) and set(ends) == born


def test_a_hold_that_was_left_holds_no_later_stop():
    bench = Bench().in_plan()
    bench.press_hold()
    bench.run(4.0).latch("hold_commanded")
    before = len(bench.run(1.0).in_teleop().all(GateStatus))
    bench.act(Disarm())
    bench.run(4.0)
    states = [status.state for status in bench.all(GateStatus)[before:]]
    assert states[-1] is State.REST and State.HELD not in states
