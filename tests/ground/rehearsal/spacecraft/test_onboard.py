"""The on-board contract, rule by rule: what moves the arm, and what stops it."""

import numpy as np
import pytest

from predictor.motion.stop import moves, state_within, stop
from telemetry.messages.command import HoldCommand

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


def test_it_tells_when_the_newest_set_point_was_accepted(ground):
    ground.send(1, T // 2)
    ground.send(2, T)
    ground.send(1, T + 1)  # once more
    assert ground.board.report(T + 1).accepted_at_ns == T


def test_between_set_points_the_commanded_state_follows_the_motion_law(ground):
    begins_ns = ground.fly(4)
    now_ns = begins_ns + T // 3
    ground.board.advance(now_ns)
    before, after = ground.point(3), ground.point(4)
    law = moves((before.q, before.qd, before.qdd), (after.q, after.qd, after.qdd), 0.25)
    assert ground.board.reference(now_ns) == state_within(law, (T // 3) * 1e-9)


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


def test_the_reason_of_a_hold_stays_until_the_next_resume(ground):
    begins_ns = ground.fly(5)
    ground.board.receive(HOLD, begins_ns - 1)
    for at_ns in range(begins_ns, begins_ns + 20 * T, T):
        ground.board.advance(at_ns)
        assert ground.board.report(at_ns).latch_reason == "hold_commanded"


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
