"""What leads the on-board software out of a hold: a resume, from where the arm stands, and nothing else."""

import pytest

from ground.rehearsal.spacecraft.setpoint_buffer import AT_REST_RATE, POSE_TOLERANCE
from predictor.motion.stop import rest, stop
from telemetry.agreed.limits import STANDS_RAD
from telemetry.agreed.reasons import Reason
from telemetry.messages.command import HoldCommand, Motion, ResumeCommand

T = 250_000_000
HOLD = HoldCommand(actor="console", pressed_ns=0, nonce=1)
START = (0.1, -0.2)


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


def test_the_pose_of_a_resume_may_be_off_by_the_tolerance_itself(new_ground):
    at_zero = new_ground(start_q=(0.0, 0.0))
    at_zero.board.receive(ResumeCommand(epoch=1, q=(POSE_TOLERANCE, 0.0)), T)
    assert not at_zero.board.report(T).latched


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


def test_after_a_hold_a_jump_is_refused_as_it_arrives(ground):
    ground.fly(3)
    ground.board.receive(HOLD, ground.first_ns + 2 * T + 1)
    rested_ns = ground.first_ns + 12 * T
    ground.board.advance(rested_ns)
    ground.resume(rested_ns, epoch=2)
    ground.first_ns = rested_ns + T
    far = ground.point(1, epoch=2, state=rest((0.9, 0.9)))
    ground.board.receive(Motion(set_point=far, repeat=None), rested_ns)
    report = ground.board.report(rested_ns)
    assert (report.refusal, report.buffer, report.latched) == ("jump", 0, False)


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
    ground.board.follow_standing_joints(stuck, (0.0, 0.0))
    assert ground.board.report(2 * T).hold_q == stuck
    ground.board.receive(ResumeCommand(epoch=2, q=stuck), 2 * T)
    assert not ground.board.report(2 * T).latched


def test_a_joint_that_is_off_by_the_very_least_and_hardly_moves_is_commanded_where_it_stands(new_ground):
    at_zero = new_ground(start_q=(0.0, 0.0)).board
    at_zero.follow_standing_joints((0.0, STANDS_RAD), (0.0, AT_REST_RATE))
    assert at_zero.report(T).hold_q == (0.0, STANDS_RAD)


def test_after_a_joint_was_commanded_where_it_stands_the_motion_goes_on_from_there(latched):
    stuck = (START[0], START[1] + 0.1)
    latched.board.follow_standing_joints(stuck, (0.0, 0.0))
    latched.resume(T)
    latched.board.receive(Motion(set_point=latched.point(1, state=rest(stuck)), repeat=None), T)
    latched.board.advance(latched.first_ns + T)
    report = latched.board.report(latched.first_ns + T)
    assert (report.executed, report.refusal, report.hold_q) == (1, "", stuck)


@pytest.mark.parametrize(
    ("off", "rate", "latched"), [(0.9 * STANDS_RAD, 0.0, True), (0.1, 0.01, True), (0.1, 0.0, False)]
)
def test_near_its_command_in_motion_or_not_latched_a_joint_keeps_its_command(ground, off, rate, latched):
    if latched:
        ground.board.hold(Reason.ONBOARD_LATCH, T)
    ground.board.follow_standing_joints((START[0], START[1] + off), (0.0, rate))
    assert ground.board.report(2 * T).hold_q == START
