"""The on-board contract, rule by rule: what moves the arm, what stops it, what leads out of a hold."""

import numpy as np
import pytest

from predictor.stop import at, moves, rest, stop
from telemetry.limits import STANDS_RAD
from telemetry.messages.command import HoldCommand, Motion, ResumeCommand
from telemetry.reasons import Reason

T = 250_000_000
HOLD = HoldCommand(actor="console", pressed_ns=0, nonce=1)
START = (0.1, -0.2)
LAST = 8  # set-point at which the move ends


def test_set_points_in_order_are_executed_and_end_in_ready(ground):
    begins_ns = ground.fly(LAST)
    ground.board.advance(begins_ns + T)
    report = ground.board.report(begins_ns + T)
    assert (report.mode, report.latched, report.executed, report.accepted) == ("ready", False, LAST, LAST)
    assert report.hold_q == ground.point(LAST).q


def test_between_set_points_the_commanded_state_follows_the_motion_law(ground):
    begins_ns = ground.fly(4)
    now_ns = begins_ns + T // 3
    ground.board.advance(now_ns)
    before, after = ground.point(3), ground.point(4)
    law = moves((before.q, before.qd, before.qdd), (after.q, after.qd, after.qdd), 0.25)
    assert ground.board.reference(now_ns) == at(law, (T // 3) * 1e-9)


def test_a_move_begins_at_execute_at_and_not_before(ground):
    ground.send(1, T)
    ground.board.advance(ground.first_ns - 1)
    assert ground.board.report(ground.first_ns - 1).mode == "ready"
    ground.board.advance(ground.first_ns)
    assert ground.board.report(ground.first_ns).mode == "moving"
    assert ground.board.report(ground.first_ns).executed == 0


def test_one_lost_packet_is_repaired_by_the_repeat(ground):
    begins_ns = ground.fly(LAST, lose=(4,))
    ground.board.advance(begins_ns + T)
    assert ground.board.report(begins_ns + T).executed == LAST


def test_without_the_repeat_the_same_loss_is_a_hold(ground):
    ground.fly(6, lose=(4,), repeat=False)
    assert ground.board.report(ground.first_ns + 4 * T).latch_reason == "setpoint_missing"


def test_two_lost_packets_latch_and_the_stop_is_the_stop_law(ground):
    ground.fly(5, lose=(4, 5))
    boundary_ns = ground.first_ns + 3 * T
    ground.board.advance(boundary_ns)
    report = ground.board.report(boundary_ns)
    assert (report.mode, report.latched, report.latch_reason) == ("stopping", True, "setpoint_missing")
    commanded = ground.board.reference(boundary_ns)
    samples = stop(commanded, ground.board._limits, 0.25)
    assert len(samples) >= 3
    for k, sample in enumerate(samples, start=1):
        ground.board.advance(boundary_ns + k * T - 1)
        found = ground.board.reference(boundary_ns + k * T - 1)
        assert np.allclose([*found], [*sample], atol=1e-8)
    ground.board.advance(boundary_ns + len(samples) * T)
    assert ground.board.report(boundary_ns + len(samples) * T).mode == "latched"
    assert ground.board.report(boundary_ns + len(samples) * T).hold_q == samples[-1].q


def test_what_is_buffered_when_a_hold_begins_ends_as_refused(ground):
    ground.fly(4, lose=(3,), repeat=False)
    ground.board.advance(ground.first_ns + 2 * T - 1)
    assert ground.board.report(ground.first_ns + 2 * T - 1).buffer == 1
    ground.board.advance(ground.first_ns + 2 * T)
    report = ground.board.report(ground.first_ns + 2 * T)
    assert (report.buffer, report.executed, report.accepted) == (0, 2, 4)
    assert (report.refused, report.refusal) == (4, "setpoint_missing")


def test_silence_of_one_second_in_motion_stops_at_the_next_boundary(ground):
    for seq in range(1, LAST + 1):
        ground.send(seq, T // 2)
    silent_ns = T // 2 + 4 * T
    boundary_ns = ground.first_ns + 3 * T  # the first one after it
    assert boundary_ns - T < silent_ns < boundary_ns
    ground.board.advance(boundary_ns - 1)
    assert ground.board.report(boundary_ns - 1).mode == "moving"
    ground.board.advance(boundary_ns)
    report = ground.board.report(boundary_ns)
    assert (report.mode, report.latch_reason, report.refused) == ("stopping", "ground_silent", LAST)


def test_a_packet_after_the_silence_does_not_undo_the_hold(ground):
    for seq in range(1, LAST + 1):
        ground.send(seq, T // 2)
    ground.keep(ground.first_ns + 3 * T - 1)
    ground.board.advance(ground.first_ns + 3 * T)
    assert ground.board.report(ground.first_ns + 3 * T).latch_reason == "ground_silent"


def test_keep_prevents_the_silence_and_never_moves_the_arm(ground):
    for k in range(40):
        ground.keep(k * T)
    report = ground.board.report(39 * T)
    assert (report.mode, report.latched, report.hold_q) == ("ready", False, (0.1, -0.2))


def test_silence_at_rest_latches_at_once(ground):
    ground.board.advance(4 * T)
    assert not ground.board.report(4 * T).latched
    ground.board.advance(4 * T + 1)
    assert ground.board.report(4 * T + 1).latch_reason == "ground_silent"
    assert ground.board.report(4 * T + 1).mode == "latched"


def test_hold_in_motion_takes_effect_at_the_next_boundary(ground):
    begins_ns = ground.fly(5)
    ground.board.receive(HOLD, begins_ns - T // 2)
    assert not ground.board.report(begins_ns - T // 2).latched
    ground.board.advance(begins_ns)
    report = ground.board.report(begins_ns)
    assert (report.mode, report.latch_reason, report.executed) == ("stopping", "hold_commanded", 4)
    assert (report.refused, report.refusal, report.buffer) == (5, "hold_commanded", 0)


@pytest.mark.parametrize("step_ns", [T, -T, 3600 * 10**9, -3600 * 10**9])
def test_a_clock_that_is_set_in_motion_stops_and_latches_the_arm_without_a_jump(ground, step_ns):
    now_ns = ground.fly(5) - T // 2
    ground.board.advance(now_ns)
    before = ground.board.reference(now_ns)
    ground.board.step_clock(step_ns, now_ns)
    assert ground.board.reference(now_ns + step_ns) == before
    ground.board.advance(now_ns + step_ns + T)
    report = ground.board.report(now_ns + step_ns + T)
    assert (report.mode, report.latch_reason, report.buffer) == ("stopping", "time_stepped", 0)
    ground.board.advance(now_ns + step_ns + 20 * T)
    assert ground.board.report(now_ns + step_ns + 20 * T).mode == "latched"


@pytest.mark.parametrize("presses", [2, 3])
def test_a_further_hold_in_one_move_does_not_cancel_the_first(ground, presses):
    begins_ns = ground.fly(5)
    for number in range(presses):
        ground.board.receive(HOLD, begins_ns - T // 2 + number)
    ground.board.advance(begins_ns)
    assert ground.board.report(begins_ns).mode == "stopping"


def test_a_hold_while_it_stops_neither_ends_nor_begins_the_stop_again(ground):
    begins_ns = ground.fly(5)
    ground.board.receive(HOLD, begins_ns - 1)
    modes = []
    for at_ns in range(begins_ns, begins_ns + 20 * T, T // 2):
        ground.board.receive(HOLD, at_ns)
        modes.append(ground.board.report(at_ns).mode)
    assert modes == sorted(modes, reverse=True) and set(modes) == {"stopping", "latched"}


def test_a_copy_of_a_hold_that_comes_after_the_resume_latches_again_and_is_told(ground):
    ground.board.receive(HOLD, T)
    ground.resume(T, epoch=2)
    assert not ground.board.report(T).latched
    ground.board.receive(HOLD, T + 1)
    assert ground.board.report(T + 1).latch_reason == "hold_commanded"


def test_hold_at_rest_latches_at_once_and_again_changes_nothing(ground):
    ground.board.receive(HOLD, T)
    first = ground.board.report(T)
    ground.board.receive(HOLD, T + 1)
    assert first.latch_reason == "hold_commanded"
    assert ground.board.report(T + 1) == first


def test_it_starts_latched_and_refuses_set_points(latched):
    latched.send(1, T)
    latched.board.advance(latched.first_ns + T)
    report = latched.board.report(latched.first_ns + T)
    assert (report.latch_reason, report.refusal, report.refused) == ("power_up", "latched", 1)
    assert report.hold_q == (0.1, -0.2)
    assert (report.accepted, report.executed) == (0, 0)


@pytest.mark.parametrize(
    ("epoch", "q", "refusal"),
    [
        (2, (0.1, -0.2 + 2e-6), "pose_mismatch"),
        (2, (0.1,), "pose_mismatch"),
        (0, (0.1, -0.2), "old_number"),
        (1, (0.1, -0.2), ""),
        (1, (0.1, -0.2 + 5e-7), ""),
    ],
)
def test_resume_needs_a_newer_epoch_and_the_commanded_pose(latched, epoch, q, refusal):
    latched.board.receive(ResumeCommand(epoch=epoch, q=q), T)
    report = latched.board.report(T)
    assert (report.refusal, report.latched) == (refusal, refusal != "")


def test_resume_is_refused_while_the_arm_is_still_stopping(ground):
    ground.fly(4)
    ground.board.advance(ground.first_ns + 4 * T)
    ground.resume(ground.first_ns + 4 * T, epoch=2)
    report = ground.board.report(ground.first_ns + 4 * T)
    assert (report.refusal, report.refused_epoch, report.latched) == ("still_moving", 2, True)


def test_resume_of_an_epoch_that_was_seen_is_refused(ground):
    ground.board.receive(HOLD, T)
    ground.resume(T, epoch=1)
    assert ground.board.report(T).refusal == "old_number"
    ground.resume(T, epoch=2)
    assert ground.board.report(T).mode == "ready"


def test_after_a_resume_older_epochs_are_refused(ground):
    ground.board.receive(HOLD, T)
    ground.resume(T, epoch=2)
    ground.send(1, T + 1)
    report = ground.board.report(T + 1)
    assert (report.refusal, report.refused_epoch, report.refused) == ("old_number", 1, 1)


def test_an_epoch_seen_only_in_refused_set_points_is_not_resumed(latched):
    latched.board.receive(Motion(set_point=latched.point(1, epoch=1), repeat=None), 0)
    latched.resume(T, epoch=1)
    assert latched.board.report(T).refusal == "old_number"
    latched.resume(T, epoch=2)
    assert not latched.board.report(T).latched


def test_refused_set_points_of_huge_epochs_raise_what_a_resume_must_exceed_by_one_epoch(latched):
    for epoch in (2**62, 2**62 + 1, 7):
        latched.board.receive(Motion(set_point=latched.point(1, epoch=epoch), repeat=None), 0)
    assert latched.board.report(0).refused == 1
    latched.resume(T, epoch=2)
    assert not latched.board.report(T).latched


def test_what_a_resume_must_exceed_is_in_telemetry(latched):
    latched.resume(0, epoch=40)
    report = latched.board.report(T)
    assert (report.epoch, report.accepted) == (40, 0)
    latched.board.receive(HOLD, T)
    latched.resume(2 * T, epoch=41)
    assert not latched.board.report(2 * T).latched


def test_the_repeat_of_a_resume_is_no_refusal(ground):
    ground.resume(T, epoch=1)
    assert (ground.board.report(T).refusal, ground.board.report(T).mode) == ("", "ready")


def test_a_resumed_arm_flies_on_and_the_old_hold_is_forgotten(ground):
    ground.fly(3)
    ground.board.receive(HOLD, ground.first_ns + 2 * T + 1)
    rested_ns = ground.first_ns + 12 * T
    ground.board.advance(rested_ns)
    ground.resume(rested_ns, epoch=2)
    pose = ground.board.report(rested_ns).hold_q
    ground.first_ns = rested_ns + T
    still = ground.point(1, epoch=3, state=rest(pose))
    ground.board.receive(Motion(set_point=still, repeat=None), rested_ns)
    ground.board.advance(rested_ns + 2 * T)
    report = ground.board.report(rested_ns + 2 * T)
    assert (report.executed_epoch, report.executed, report.latched) == (3, 1, False)


def test_stop_samples_of_a_newer_epoch_continue_the_motion_without_a_hold(ground):
    begins_ns = ground.fly(4)
    last, ground.first_ns = ground.point(4), begins_ns + T
    samples = stop(last.state, ground.board._limits, 0.25)
    before = last
    for k, sample in enumerate(samples, start=1):
        point = ground.point(k, epoch=2, state=sample)
        ground.board.receive(Motion(set_point=point, repeat=before), ground.first_ns + (k - 2) * T + 1)
        before = point
    end_ns = ground.first_ns + len(samples) * T
    ground.board.advance(end_ns)
    report = ground.board.report(end_ns)
    assert (report.mode, report.latched, report.hold_q) == ("ready", False, samples[-1].q)
    assert (report.executed_epoch, report.executed) == (2, len(samples))


def test_latched_a_joint_that_stands_elsewhere_is_commanded_where_it_stands(ground):
    ground.board.hold(Reason.ONBOARD_LATCH, T)
    stuck = (START[0], START[1] + STANDS_RAD)
    ground.board.stand(stuck, (0.0, 0.0))
    assert ground.board.report(2 * T).hold_q == stuck
    ground.board.receive(ResumeCommand(epoch=2, q=stuck), 2 * T)
    assert not ground.board.report(2 * T).latched


@pytest.mark.parametrize(
    ("off", "rate", "latched"), [(0.9 * STANDS_RAD, 0.0, True), (0.1, 0.01, True), (0.1, 0.0, False)]
)
def test_near_its_command_in_motion_or_not_latched_a_joint_keeps_its_command(ground, off, rate, latched):
    if latched:
        ground.board.hold(Reason.ONBOARD_LATCH, T)
    ground.board.stand((START[0], START[1] + off), (0.0, rate))
    assert ground.board.report(2 * T).hold_q == START
