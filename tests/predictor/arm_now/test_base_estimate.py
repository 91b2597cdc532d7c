"""Where a floating base is estimated: telemetry, carried on along the sent motion; and where it must be."""

import math

import numpy as np
import pytest

from predictor.arm_now.base_estimate import BaseEstimate, BaseWatch
from predictor.arm_now.estimate import ArmEstimate, ArmReport
from predictor.model.base.floating_base import base_after, base_poses, floating_base
from predictor.model.spatial import inverse_pose
from predictor.motion.motion import Track
from predictor.motion.stop import rest, state_within
from predictor.verdict.commanded import Commanded
from tests.free_floating import ROBOT, smooth

S = 1_000_000_000
T_NS = S // 4
BEGIN_NS = 10 * S
ROUNDING = 1e-12
BASE = floating_base(ROBOT)
HOME = ROBOT.home_q
THERE = tuple(np.add(HOME, (0.3, -0.2, 0.2, 0.1, 0.0, 0.0)).tolist())
MOTION = smooth(HOME, THERE, duration_s=5.0, period_s=0.25)
ELSEWHERE = base_poses(BASE, smooth(HOME, THERE, duration_s=1.0, period_s=1.0), np.eye(4), period_s=1.0)[-1]


def seen(sampled_ns, q, *, at_rest=True):
    return ArmReport(sampled_ns, tuple(q), tuple(q), is_latched=False, is_at_rest=at_rest)


@pytest.fixture
def flight():
    """An arm whose motion from home is sent, and its base, which was last seen at rest elsewhere."""
    arm, base = ArmEstimate(seen(0, HOME), T_NS, BASE), BaseEstimate(BASE)
    for k, move in enumerate(MOTION):
        arm.on_set_point((1, k + 1), state_within(move.tolist(), 0.25), BEGIN_NS + k * T_NS)
    assert base.on_report(seen(0, HOME), ELSEWHERE, arm) == 0.0
    return arm, base


def test_the_base_now_is_the_reported_one_carried_on_along_the_motion_since(flight):
    arm, base = flight
    places = base_poses(BASE, MOTION, ELSEWHERE, period_s=0.25)
    np.testing.assert_allclose(base.now(arm, BEGIN_NS), ELSEWHERE, atol=ROUNDING)
    for k in (1, 7, 20):
        np.testing.assert_allclose(base.now(arm, BEGIN_NS + k * T_NS), places[k], atol=ROUNDING)
    np.testing.assert_allclose(base.at_rest(arm, arm.last()[0].q), places[-1], atol=ROUNDING)


def test_a_later_report_takes_the_place_of_what_was_predicted(flight):
    arm, base = flight
    middle_ns, places = BEGIN_NS + 8 * T_NS, base_poses(BASE, MOTION, np.eye(4), period_s=0.25)
    base.on_report(seen(middle_ns, MOTION[8, :, 0], at_rest=False), np.eye(4), arm)
    wanted = inverse_pose(places[8]) @ places[20]
    np.testing.assert_allclose(base.now(arm, BEGIN_NS + 20 * T_NS), wanted, atol=ROUNDING)


def test_a_base_that_goes_with_its_joints_is_where_it_must_be_and_another_is_off(flight):
    arm, base = flight
    places = base_poses(BASE, MOTION, ELSEWHERE, period_s=0.25)
    for k in range(1, 20):
        report = seen(BEGIN_NS + k * T_NS, MOTION[k, :, 0], at_rest=False)
        assert base.on_report(report, places[k], arm) < 1e-5
    shifted = places[19].copy()
    shifted[0, 3] += 0.01
    assert base.on_report(report, shifted, arm) == pytest.approx(0.01, abs=1e-5)
    base.accept(report)
    assert base.on_report(report, shifted, arm) < ROUNDING


def test_the_commanded_arm_takes_its_base_along():
    begin, end = rest(HOME), state_within(MOTION[0].tolist(), 0.25)
    commanded = Commanded(Track(start_ns=0, period_ns=T_NS, states=(begin, end)), ELSEWHERE, ELSEWHERE)
    after = base_after(BASE, begin, end, T_world_base=ELSEWHERE, period_s=0.25)
    np.testing.assert_allclose(commanded.base_at(BASE, 0), ELSEWHERE, atol=ROUNDING)
    np.testing.assert_allclose(commanded.base_at(BASE, 9 * T_NS), after, atol=ROUNDING)


def test_a_base_that_drifts_slowly_at_rest_is_off_by_all_that_it_has_drifted(flight):
    arm, base = flight
    drifted = ELSEWHERE.copy()
    for k in range(1, 11):
        drifted[0, 3] += 0.001
        assert base.on_report(seen(k, HOME), drifted, arm) == pytest.approx(0.001 * k, abs=ROUNDING)
    base.accept(seen(10, HOME))
    assert base.on_report(seen(11, HOME), drifted, arm) < ROUNDING


ALLOWED_M, LOOP_NS, REPORT_NS = 0.02, 2_000_000_000, 100_000_000


@pytest.fixture
def watch():
    return BaseWatch(allowed_m=ALLOWED_M, loop_ns=LOOP_NS)


def test_what_the_budget_has_room_for_is_no_event(watch):
    assert not watch.on_displacement(ALLOWED_M, REPORT_NS)
    assert not watch.is_elsewhere


@pytest.mark.parametrize("off_m", [1.01 * ALLOWED_M, math.nan])
def test_more_than_that_and_what_is_no_number_is_one(watch, off_m):
    assert watch.on_displacement(off_m, REPORT_NS)
    assert watch.is_elsewhere


def test_while_it_lasts_half_of_that_is_movement(watch):
    watch.on_displacement(0.03, 0)
    assert watch.on_displacement(0.6 * ALLOWED_M, REPORT_NS)
    assert not watch.on_displacement(0.5 * ALLOWED_M, 2 * REPORT_NS)


def test_it_lasts_until_the_base_has_stayed_for_a_whole_loop(watch):
    watch.on_displacement(0.03, 0)
    watch.on_displacement(0.015, REPORT_NS)
    watch.on_displacement(0.001, LOOP_NS)
    assert watch.is_elsewhere
    watch.on_displacement(0.001, LOOP_NS + REPORT_NS)
    assert not watch.is_elsewhere


def test_by_another_clock_the_wait_begins_again(watch):
    watch.on_displacement(0.03, 0)
    watch.forget_times()
    watch.on_displacement(0.0, 9 * LOOP_NS)
    assert watch.is_elsewhere
    watch.on_displacement(0.0, 10 * LOOP_NS)
    assert not watch.is_elsewhere
