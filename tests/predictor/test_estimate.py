"""The estimate of the arm now: sent moves on the spacecraft's clock, corrected by what telemetry showed."""

import pytest

from predictor.estimate import ArmEstimate
from predictor.stop import JointState

T_NS = 250_000_000
ONE_NANORADIAN = 1e-9


def moving(q):
    return JointState((q,), (0.04,), (0.0,))


@pytest.fixture
def estimate():
    """Three set-points of a motion with 0.04 rad/s, the first move beginning at 10 s."""
    estimate = ArmEstimate((0.0,), T_NS)
    estimate.sent(JointState((0.005,), (0.04,), (0.0,)), 10_000_000_000)
    estimate.sent(moving(0.015), 10_000_000_000 + T_NS)
    estimate.sent(moving(0.025), 10_000_000_000 + 2 * T_NS)
    return estimate


def test_before_the_first_move_the_arm_stands_at_its_start(estimate):
    assert estimate.now(9_999_999_999) == (0.0,)


def test_between_set_points_the_arm_follows_the_motion_law(estimate):
    assert estimate.now(10_000_000_000 + T_NS + T_NS // 2)[0] == pytest.approx(0.010, abs=ONE_NANORADIAN)


def test_after_the_last_sent_set_point_the_arm_is_shown_there(estimate):
    assert estimate.now(20_000_000_000)[0] == pytest.approx(0.025, abs=ONE_NANORADIAN)


def test_delay_alone_gives_no_residual(estimate):
    sampled_ns = 10_000_000_000 + T_NS
    estimate.observe((0.005,), sampled_ns)
    assert estimate.residual[0] == pytest.approx(0.0, abs=ONE_NANORADIAN)


def test_a_joint_that_lags_shows_as_residual_and_shifts_the_estimate(estimate):
    estimate.observe((0.004,), 10_000_000_000 + T_NS)
    assert estimate.residual[0] == pytest.approx(-0.001, abs=ONE_NANORADIAN)
    assert estimate.now(20_000_000_000)[0] == pytest.approx(0.024, abs=ONE_NANORADIAN)


def test_a_repeat_or_an_older_set_point_changes_nothing(estimate):
    before = estimate.now(10_000_000_000 + 2 * T_NS + T_NS // 3)
    estimate.sent(moving(9.0), 10_000_000_000 + T_NS)
    assert estimate.now(10_000_000_000 + 2 * T_NS + T_NS // 3) == before


def test_a_report_of_rest_forgets_what_was_sent(estimate):
    estimate.reset((0.3,))
    assert estimate.now(20_000_000_000) == (0.3,)


def test_old_moves_are_forgotten_without_changing_the_present():
    estimate = ArmEstimate((0.0,), T_NS)
    for k in range(1000):
        estimate.sent(moving(0.01 * (k + 1)), k * T_NS)
    assert len(estimate._sent) < 300
    assert estimate.now(1000 * T_NS)[0] == pytest.approx(10.0, abs=ONE_NANORADIAN)
