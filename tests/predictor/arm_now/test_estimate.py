"""The estimate of the arm now: sent moves that can still be true, corrected by what telemetry showed."""

import pytest

from predictor.arm_now.estimate import ArmEstimate, ArmReport
from telemetry.messages.joint_state import JointState

S = 1_000_000_000
T_NS = S // 4
BEGIN_NS = 10 * S
ONE_NANORADIAN = 1e-9


def seen(sampled_ns, q, *, commanded=None, latched=False, at_rest=False):
    commanded = q if commanded is None else commanded
    return ArmReport(sampled_ns, (q,), (commanded,), is_latched=latched, is_at_rest=at_rest)


def moving(q):
    return JointState((q,), (0.04,), (0.0,))


@pytest.fixture
def estimate():
    """Three set-points of a motion with 0.04 rad/s, the first move beginning at 10 s."""
    estimate = ArmEstimate(seen(0, 0.0, at_rest=True), T_NS)
    estimate.on_set_point((1, 1), moving(0.005), BEGIN_NS)
    estimate.on_set_point((1, 2), moving(0.015), BEGIN_NS + T_NS)
    estimate.on_set_point((1, 3), moving(0.025), BEGIN_NS + 2 * T_NS)
    return estimate


def test_before_the_first_move_the_arm_stands_at_its_start(estimate):
    assert estimate.now(BEGIN_NS - 1) == (0.0,)


def test_between_set_points_the_arm_follows_the_motion_law(estimate):
    assert estimate.now(BEGIN_NS + T_NS + T_NS // 2)[0] == pytest.approx(0.010, abs=ONE_NANORADIAN)


def test_after_the_last_sent_set_point_the_arm_is_shown_there(estimate):
    assert estimate.now(20 * S)[0] == pytest.approx(0.025, abs=ONE_NANORADIAN)


def test_delay_alone_gives_no_residual(estimate):
    estimate.on_report(seen(BEGIN_NS + T_NS, 0.005))
    assert estimate.residual[0] == pytest.approx(0.0, abs=ONE_NANORADIAN)


def test_a_joint_that_lags_shows_as_residual_and_shifts_the_estimate(estimate):
    estimate.on_report(seen(BEGIN_NS + T_NS, 0.004))
    assert estimate.residual[0] == pytest.approx(-0.001, abs=ONE_NANORADIAN)
    assert estimate.now(20 * S)[0] == pytest.approx(0.024, abs=ONE_NANORADIAN)


def test_a_repeat_or_an_older_set_point_changes_nothing(estimate):
    before = estimate.now(BEGIN_NS + 2 * T_NS + T_NS // 3)
    estimate.on_set_point((1, 2), moving(9.0), BEGIN_NS + T_NS)
    assert estimate.now(BEGIN_NS + 2 * T_NS + T_NS // 3) == before


def test_a_latch_voids_all_that_was_sent_and_every_later_word_of_those_epochs(estimate):
    estimate.on_report(seen(BEGIN_NS - S, 0.3, latched=True))
    estimate.on_set_point((1, 3), moving(0.025), BEGIN_NS + 2 * T_NS)
    estimate.on_set_point((1, 4), moving(0.035), BEGIN_NS + 3 * T_NS)
    assert estimate.now(20 * S) == (0.3,)
    assert estimate.residual == (0.0,)


def test_after_a_latch_a_newer_epoch_is_followed_from_where_orbit_stands(estimate):
    estimate.on_report(seen(BEGIN_NS - S, 0.3, latched=True, at_rest=True))
    estimate.on_resume(3)
    for epoch, q in ((2, 9.0), (4, 0.35)):
        estimate.on_set_point((epoch, 1), moving(q), 15 * S)
    assert estimate.now(20 * S)[0] == pytest.approx(0.35, abs=ONE_NANORADIAN)


def test_a_report_of_rest_voids_the_moves_that_would_have_begun_by_then_and_keeps_those_to_come(estimate):
    estimate.on_report(seen(BEGIN_NS + T_NS // 2, 0.3, at_rest=True))
    assert estimate.now(BEGIN_NS + T_NS - 1) == (0.3,)
    assert estimate.now(20 * S)[0] == pytest.approx(0.025, abs=ONE_NANORADIAN)


def test_a_repeat_that_should_have_begun_before_a_report_of_rest_was_refused(estimate):
    estimate.on_report(seen(20 * S, 0.3, at_rest=True))
    estimate.on_set_point((2, 1), moving(9.0), 20 * S - 1)
    assert estimate.now(30 * S) == (0.3,)


def test_at_rest_the_residual_is_the_arms_own_and_not_that_of_what_was_refused(estimate):
    estimate.on_report(seen(20 * S, 0.301, commanded=0.3, at_rest=True))
    assert estimate.residual[0] == pytest.approx(0.001, abs=ONE_NANORADIAN)


def test_a_newer_set_point_that_begins_earlier_ends_what_was_timed_by_another_clock(estimate):
    estimate.on_set_point((2, 1), moving(0.1), BEGIN_NS)
    assert estimate.now(20 * S)[0] == pytest.approx(0.1, abs=ONE_NANORADIAN)


def test_old_moves_are_forgotten_without_changing_the_present():
    estimate = ArmEstimate(seen(-1, 0.0, at_rest=True), T_NS)
    for k in range(1000):
        estimate.on_set_point((1, k + 1), moving(0.01 * (k + 1)), k * T_NS)
    assert len(estimate._sent) < 300
    assert estimate.now(1000 * T_NS)[0] == pytest.approx(10.0, abs=ONE_NANORADIAN)
