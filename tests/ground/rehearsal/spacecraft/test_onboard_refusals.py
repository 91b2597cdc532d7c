"""The on-board contract against bad, late, doubled and reordered set-points."""

import math

import numpy as np
import pytest
from msgspec import structs

from ground.rehearsal.spacecraft.setpoint_buffer import CAPACITY, objection
from predictor.motion.stop import rest
from telemetry.agreed.limits import longest_lead_ns
from telemetry.messages.command import HoldCommand, Motion
from telemetry.messages.joint_state import JointState

T = 250_000_000
LAST = 8
START = (0.1, -0.2)
STILL = (0.0, 0.0)


def _refusal(ground, state, now_ns=T):
    """Send `state` as the first set-point; return why it is refused."""
    ground.board.receive(Motion(set_point=ground.point(1, state=state), repeat=None), now_ns)
    report = ground.board.report(now_ns)
    return report.refusal if report.buffer == 0 else "taken"


@pytest.mark.parametrize(
    ("state", "reason"),
    [
        (JointState((0.1, -0.2), STILL, STILL), "taken"),
        (JointState((0.10005, -0.2), STILL, STILL), "taken"),
        (JointState((math.nan, -0.2), STILL, STILL), "limit"),
        (JointState((0.1, -0.2), (math.nan, 0.0), STILL), "limit"),
        (JointState((0.1, -0.2), STILL, (0.0, math.inf)), "limit"),
        (JointState((1.01, -0.2), STILL, STILL), "limit"),
        (JointState((0.1, -0.2), (0.15, 0.0), STILL), "limit"),
        (JointState((0.1, -0.2), STILL, (0.08, 0.0)), "limit"),
        (JointState((0.11, -0.2), STILL, STILL), "limit"),  # within one period's speed, beyond the jerk limit
        (JointState((0.2, -0.2), STILL, STILL), "jump"),
        (JointState((0.1,), (0.0,), (0.0,)), "limit"),
    ],
)
def test_not_a_number_limits_and_jumps_are_refused(ground, state, reason):
    assert _refusal(ground, state) == reason


def test_a_set_point_at_the_very_limits_of_its_joints_may_be_flown(ground):
    limits = ground.board._limits
    for q in (limits.q_min, limits.q_max):
        assert objection(None, rest(q), limits, period_s=0.25) is None
    at_speed = JointState(START, limits.qd_max, (0.0, 0.0))
    assert objection(None, at_speed, limits, period_s=0.25) is None


def test_an_epoch_of_which_a_set_point_was_taken_is_not_resumed_again(ground):
    still = ground.point(1, epoch=3, state=rest(START))
    ground.board.receive(Motion(set_point=still, repeat=None), T)
    ground.board.receive(HoldCommand(actor="op", pressed_ns=0, nonce=1), T)
    ground.resume(T, epoch=3)
    assert (ground.board.report(T).refusal, ground.board.report(T).latched) == ("old_number", True)
    ground.resume(T, epoch=4)
    ready = ground.board.report(T)
    assert (ready.latched, ready.latch_reason) == (False, "")


def test_a_set_point_that_arrives_after_its_move_should_have_begun_is_late(ground):
    ground.keep(T)
    ground.send(1, ground.first_ns)
    report = ground.board.report(ground.first_ns)
    assert (report.refusal, report.refused, report.mode) == ("late", 1, "ready")


def test_at_rest_a_set_point_without_its_predecessor_latches_when_it_begins(ground):
    ground.send(2, T, repeat=False)
    ground.board.advance(ground.first_ns + T - 1)
    assert not ground.board.report(ground.first_ns + T - 1).latched
    ground.board.advance(ground.first_ns + T)
    report = ground.board.report(ground.first_ns + T)
    assert (report.mode, report.latch_reason, report.refused) == ("latched", "setpoint_missing", 2)
    assert report.hold_q == (0.1, -0.2)


def test_duplicates_and_reordering_execute_nothing_twice(ground):
    rng = np.random.default_rng(7)
    delays_ns = rng.integers(0, 2 * T, size=(LAST, 3)).tolist()
    arrivals = sorted((k * T + delay, k + 1) for k in range(LAST) for delay in delays_ns[k])
    numbers = [seq for _, seq in arrivals]
    assert numbers != sorted(numbers)
    assert len(numbers) == 3 * LAST
    executed = []
    for now_ns, seq in arrivals:
        ground.send(seq, now_ns)
        executed.append(ground.board.report(now_ns).executed)
    ground.board.advance(ground.first_ns + LAST * T)
    report = ground.board.report(ground.first_ns + LAST * T)
    assert executed == sorted(executed)
    assert (report.executed, report.latched, report.refusal) == (LAST, False, "")
    assert ground.board.ignored >= 2 * LAST


def test_reordered_packets_are_put_in_order(ground):
    for seq in (2, 1, 4, 3):
        ground.send(seq, T, repeat=False)
    ground.board.advance(ground.first_ns + 3 * T + 1)
    report = ground.board.report(ground.first_ns + 3 * T + 1)
    assert (report.mode, report.executed, report.accepted) == ("moving", 3, 4)


def test_a_plain_repeat_is_no_refusal(ground):
    begins_ns = ground.fly(LAST)
    end_ns = begins_ns + T
    for k in range(3):
        ground.keep(end_ns + k * T, repeat=ground.point(LAST))
    assert ground.board.report(end_ns + 2 * T).refusal == ""
    assert ground.board.report(end_ns + 2 * T).mode == "ready"


def test_keep_repairs_the_loss_of_the_last_set_point(ground):
    begins_ns = ground.fly(LAST, lose=(LAST,))
    ground.keep(begins_ns - T // 2, repeat=ground.point(LAST))
    ground.board.advance(begins_ns + T)
    assert ground.board.report(begins_ns + T).executed == LAST


def test_a_limit_broken_against_an_unknown_predecessor_is_found_when_it_arrives(ground):
    ground.send(1, T)
    far = ground.point(3, state=rest((0.13, -0.2)))
    assert ground.board.report(T).buffer == 1
    ground.board.receive(Motion(set_point=far, repeat=None), T)  # alone it may be flown
    assert ground.board.report(T).buffer == 2
    ground.send(2, T + 1, repeat=False)
    ground.board.advance(ground.first_ns + 2 * T)
    report = ground.board.report(ground.first_ns + 2 * T)
    assert (report.executed, report.refused, report.refusal) == (2, 3, "limit")
    assert (report.mode, report.latch_reason) == ("stopping", "setpoint_missing")
    ground.board.advance(ground.first_ns + 20 * T)
    assert ground.board.report(ground.first_ns + 20 * T).executed == 2  # what was refused never flew


def test_the_buffer_is_bounded(ground):
    for seq in range(1, CAPACITY + 2):
        point = ground.point(seq, state=rest((0.1, -0.2)))
        ground.board.receive(Motion(set_point=point, repeat=None), T)
    report = ground.board.report(T)
    assert (report.buffer, report.refusal, report.refused) == (CAPACITY, "queue_full", CAPACITY + 1)


def test_a_stream_at_rest_may_pause_and_go_on(ground):
    still = rest((0.1, -0.2))
    first = ground.point(1, state=still)
    ground.board.receive(Motion(set_point=first, repeat=None), T)
    ground.keep(4 * T)
    ground.first_ns += 2 * T  # the second one comes two periods later than without a pause
    second = ground.point(2, state=still)
    ground.board.receive(Motion(set_point=second, repeat=first), 4 * T)
    ground.board.advance(second.execute_at_ns + T)
    report = ground.board.report(second.execute_at_ns + T)
    assert (report.latched, report.executed) == (False, 2)


def test_numbers_count_from_one(ground):
    point = ground.point(0, epoch=2, state=rest((0.1, -0.2)))
    ground.board.receive(Motion(set_point=point, repeat=None), 0)
    assert ground.board.report(0).refusal == "out_of_sequence"


def test_at_rest_even_the_pose_of_the_arm_needs_its_predecessor(ground):
    still = ground.point(2, state=rest((0.1, -0.2)))
    ground.board.receive(Motion(set_point=still, repeat=None), T)
    ground.board.advance(still.execute_at_ns)
    assert ground.board.report(still.execute_at_ns).latch_reason == "setpoint_missing"


def test_what_was_flushed_stays_refused_for_the_reason_of_the_hold(ground):
    ground.fly(4, lose=(3,), repeat=False)
    ground.send(4, ground.first_ns + 2 * T + 1, repeat=False)
    assert ground.board.report(ground.first_ns + 2 * T + 1).refusal == "setpoint_missing"


def test_all_that_was_flushed_was_answered_with_the_newest_of_it(ground):
    for seq in (2, 3):
        ground.send(seq, T, repeat=False)
    ground.board.advance(ground.first_ns + T)  # 2 begins without its predecessor
    ground.send(2, ground.first_ns + T + 1, repeat=False)
    report = ground.board.report(ground.first_ns + T + 1)
    assert (report.refused, report.refusal) == (3, "setpoint_missing")


def test_a_gap_in_time_is_a_hold_even_when_the_numbers_follow(ground):
    ground.fly(2)
    ground.first_ns += T // 5
    ground.send(3, ground.first_ns)
    ground.board.advance(ground.first_ns + 2 * T)
    report = ground.board.report(ground.first_ns + 2 * T)
    assert (report.executed, report.latch_reason) == (2, "setpoint_missing")


def test_speed_limits_hold_also_while_the_predecessor_is_unknown(ground):
    fast = ground.point(3, state=JointState((0.1, -0.2), (0.15, 0.0), STILL))
    ground.board.receive(Motion(set_point=fast, repeat=None), T)
    assert ground.board.report(T).refusal == "limit"


def test_a_set_point_does_not_begin_after_the_silence(ground):
    ground.first_ns = 6 * T
    ground.send(1, T)
    ground.board.advance(7 * T)
    report = ground.board.report(7 * T)
    assert (report.latch_reason, report.executed, report.refused) == ("ground_silent", 0, 1)
    assert report.mode == "latched"


LEAD = longest_lead_ns(buffer_ns=2 * T, period_ns=T)


@pytest.fixture
def strict(new_ground):
    """Return a ground whose spacecraft has a buffer of two periods, and has just been resumed."""
    ground = new_ground(lead_ns=LEAD)
    ground.resume()
    return ground


def test_the_longest_lead_is_the_buffer_a_period_and_the_clocks_error():
    assert LEAD == 3 * T + 300_000_000


@pytest.mark.parametrize("ahead_ns", [LEAD + 1, 3600 * 10**9])
def test_a_set_point_further_ahead_than_the_buffer_explains_is_refused_and_never_flown(strict, ahead_ns):
    strict.first_ns = T + ahead_ns
    strict.send(1, T)
    report = strict.board.report(T)
    assert (report.refusal, report.refused, report.buffer) == ("too_far_ahead", 1, 0)
    for now_ns in range(2 * T, strict.first_ns + 2 * T, T):
        strict.keep(now_ns, repeat=strict.point(1))  # it comes nearer, and stays refused
    assert strict.board.report(strict.first_ns + 2 * T).executed == 0


def test_the_longest_lead_itself_is_taken(strict):
    strict.first_ns = T + LEAD
    strict.send(1, T)
    assert strict.board.report(T).buffer == 1


def test_a_nominal_stream_with_jitter_and_repeats_is_not_too_far_ahead(strict):
    rng = np.random.default_rng(3)
    strict.first_ns = 3 * T
    for seq in range(1, LAST + 1):
        early_ns = 2 * T + int(rng.integers(-T // 2, T))
        strict.send(seq, max(1, strict.first_ns + (seq - 1) * T - early_ns))
    strict.board.advance(strict.first_ns + LAST * T)
    report = strict.board.report(strict.first_ns + LAST * T)
    assert (report.executed, report.refusal) == (LAST, "")


def test_a_successor_that_comes_when_its_move_should_have_begun_is_not_flown(ground):
    ground.fly(3)
    boundary_ns = ground.first_ns + 3 * T
    ground.send(4, boundary_ns, repeat=False)
    report = ground.board.report(boundary_ns)
    assert (report.executed, report.latch_reason) == (3, "setpoint_missing")


def test_a_successor_whose_move_should_have_begun_a_period_ago_is_a_hold(ground):
    ground.fly(2)
    ground.first_ns -= T  # numbers follow, but 3 was due when 2 began
    ground.send(3, ground.first_ns + T + T // 2, repeat=False)
    ground.board.advance(ground.first_ns + 3 * T)
    report = ground.board.report(ground.first_ns + 3 * T)
    assert (report.executed, report.latch_reason) == (2, "setpoint_missing")


def test_in_motion_a_number_that_does_not_follow_is_a_hold_even_if_it_is_due(ground):
    ground.fly(2)
    skipping = ground.point(4, state=planned_at(ground, 3))
    at_ns = ground.first_ns + 2 * T
    skipping = structs.replace(skipping, execute_at_ns=at_ns)
    ground.board.receive(Motion(set_point=skipping, repeat=None), at_ns - T // 2)
    ground.board.advance(at_ns)
    report = ground.board.report(at_ns)
    assert (report.executed, report.latch_reason) == (2, "setpoint_missing")


def planned_at(ground, seq):
    return ground.point(seq).state
