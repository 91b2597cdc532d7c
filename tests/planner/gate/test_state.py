"""The gate state by itself: epochs and numbers, what a latch leaves in the log, and what outlives an end."""

import pytest

from planner.gate.guards.rules import EPOCHS_UNSEEN
from planner.gate.release_log import AuditKey, ReleaseLog
from planner.gate.role import LOG
from planner.gate.set_points.stream import Released
from predictor.motion.stop import rest
from telemetry.agreed.authority import Event, State
from telemetry.drive.store import MemoryStore
from telemetry.messages.acts import LeaseRequest, ResumeAct
from telemetry.messages.queue import Queued
from tests.planner.gate.gate_bench import HOME, MS, T_NS, Bench, joint_1_move

S = 1000 * MS
LATE_NS = 40 * T_NS


def at_rest():
    return Bench(latched=False).run(0.5)


def after(epoch):
    """A gate whose log ends in that epoch."""
    store = MemoryStore()
    begun = Released(epoch=epoch, seq=0, state=rest(HOME), execute_at_ns=0)
    store.append(LOG, b"".join(ReleaseLog((), AuditKey(), run_id="").next_record(begun, None, (0, 0))))
    return Bench(store).gate


def test_a_gate_that_begins_late_begins_above_its_log_and_above_all_that_may_have_been_used():
    unseen = 1 + 40 * EPOCHS_UNSEEN
    for logged, epoch in ((5, unseen), (unseen + 5, unseen + 6)):
        gate = after(logged)
        gate.begin(LATE_NS)
        assert gate.epoch == epoch


def test_what_a_former_gate_sent_is_known_once_its_patience_has_passed_and_not_before():
    gate = Bench().gate
    gate.begin(LATE_NS)
    known_ns = LATE_NS + gate.rules.patience_ns
    assert not gate.epochs.knows_all(known_ns - 1)
    assert gate.epochs.knows_all(known_ns)


def test_a_gate_with_a_log_knows_nothing_of_the_former_one_before_its_first_tick():
    assert not after(5).epochs.knows_all(10**15)


def test_an_epoch_that_is_told_counts_only_above_the_gates_own():
    gate = Bench().gate
    own = gate.epoch
    gate.epochs.on_reported(own)
    assert gate.epoch == own and gate.epochs.knows_all(0)
    gate.epochs.on_reported(own + 1)
    assert gate.epoch == own + 1 + EPOCHS_UNSEEN and not gate.epochs.knows_all(0)


def test_what_was_announced_may_be_proposed_in_its_tick_alone_and_in_its_epoch_alone():
    bench = at_rest()
    gate = bench.gate
    for ends in (lambda: gate.begin_tick(70), lambda: gate.on_event(Event.OPERATOR_HOLD, bench.now_ns)):
        gate.announce()
        ends()
        assert (gate.announced, gate.ticks) == (None, 70)


def test_a_resume_begins_an_epoch_in_which_nothing_is_announced():
    bench = Bench().run(0.5)
    bench.gate.announce()
    bench.gate.on_event(Event.RESUME, bench.now_ns)
    assert bench.gate.announced is None


def test_the_samples_of_stops_are_numbered_anew_in_each_epoch():
    bench = at_rest()
    gate = bench.gate
    assert [gate.epochs.next_stop().seq, gate.epochs.next_stop().seq] == [1, 2]
    gate.on_event(Event.OPERATOR_HOLD, bench.now_ns)
    assert gate.epochs.next_stop() == ("stop", gate.epoch, 1)


def test_a_motion_that_ends_by_itself_leaves_nothing_announced():
    bench = Bench().in_plan(released=1)
    bench.gate.announce()
    bench.gate.on_event(Event.MOTION_ENDED, bench.now_ns)
    assert (bench.gate.announced, bench.gate.armed) == (None, None)


def test_a_roll_back_gives_a_quick_way_back_until_the_next_motion_has_ended():
    bench = Bench().in_teleop()
    bench.judge = lambda entry: False
    bench.run(4.0)
    assert bench.gate.state is State.REST and bench.gate.may_rearm_early
    bench.judge, bench.pressed = lambda entry: True, False
    bench.run(2.0)
    assert bench.arm_teleop(joint_1_move(periods=6, angle=0.01, start=bench.status.last.q)).accepted
    bench.run(6.0)
    assert bench.gate.state is State.REST and bench.status.ended_by == ""
    assert not bench.gate.may_rearm_early


def test_at_rest_there_is_nothing_to_roll_back():
    bench = Bench().in_plan(released=1)
    verdict = bench.verdict(bench.last(Queued), ok=False)
    bench.press_hold()
    bench.run(4.0)
    gate = bench.gate
    epoch, ended_by = gate.epoch, gate.ended_by
    gate.roll_back(verdict, bench.now_ns)
    assert (gate.epoch, gate.ended_by, gate.outbox.take_output()) == (epoch, ended_by, [])


@pytest.mark.parametrize("mode", ["stopping", "latched"])
def test_a_latch_is_in_the_log_with_its_epoch_as_soon_as_it_is_reported(mode):
    bench = Bench().in_plan(released=2)
    before = bench.gate.epoch
    bench.give(bench.telemetry(sampled_ns=bench.telemetry().sampled_ns + 1, latched=True, mode=mode))
    record = bench.released[-1]
    assert record.epoch == bench.gate.epoch == before + 1
    assert record.state == bench.gate.stream.r


def test_a_latch_elsewhere_while_held_is_in_the_log_with_the_pose_that_is_held():
    bench = Bench().run(0.5)
    elsewhere = (0.2, *HOME[1:])
    bench.give(bench.telemetry(sampled_ns=bench.telemetry().sampled_ns + 1, hold_q=elsewhere))
    assert bench.released[-1].state == bench.gate.stream.r == rest(elsewhere)


def test_a_resume_that_was_answered_is_not_waited_for_so_that_the_next_may_follow_at_once():
    bench = Bench().run(0.5)
    bench.give(LeaseRequest())
    assert bench.act(ResumeAct()).accepted
    bench.run(0.6)
    assert bench.gate.state is State.REST
    bench.latch("hold_commanded")
    bench.run(0.3)
    assert bench.act(ResumeAct()).accepted


@pytest.mark.parametrize(("later_ns", "longer_ns"), [(S, S), (-S // 10, 0)])
def test_a_way_up_that_is_longer_than_planned_is_waited_for_and_a_shorter_one_changes_nothing(
    later_ns, longer_ns
):
    gate = Bench().gate
    gate.uplink.ns += later_ns
    gate.on_resume_arrived(1, S)
    assert gate.ledger.key(0, 0, None)[-1] == longer_ns


def test_a_record_that_fails_with_no_set_point_behind_it_makes_no_sample_of_the_stop_due():
    bench = Bench().in_plan(released=2)
    bench.press_hold()
    assert bench.gate.state is State.STOPPING
    assert not bench.gate.on_record_failed(bench.now_ns)


def test_a_record_that_fails_takes_its_set_point_back_and_makes_the_first_sample_of_the_stop_due():
    bench = Bench().in_plan(released=3)
    assert bench.gate.on_record_failed(bench.now_ns)
    assert bench.gate.stream.r == bench.motions()[-2].state
