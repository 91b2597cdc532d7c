"""Joint paths."""

from pathlib import Path

import numpy as np
import pytest

from planner.motion.ik.inverse import joint_table
from planner.motion.ik.numeric_kernels import SearchedArm
from planner.motion.paths.knots_kernels import flow_scratch, put_flow
from planner.motion.paths.path import joint_path, rounded, spline_through
from planner.motion.rates import resolve
from predictor.model.files.robot_file import read_robot
from predictor.model.kinematics import tool_jacobian, tool_pose
from telemetry.agreed.reasons import Reason
from tests.arms import SEVEN_Q, TEN_Q, seven_joints, ten_joints
from tests.straight_lines import line

ROBOT = read_robot(Path(__file__).parents[4] / "scenarios/robots/shiyan7_like.toml")
LINE_START = np.radians([0.0, -120.210281, -109.35832, 0.0, -40.431398, 0.0])


def test_a_goal_beyond_a_joint_limit_is_refused_by_name():
    refusal = joint_path(ROBOT, LINE_START, (0.0, 0.0, 0.0, 0.0, 9.0, 0.0))
    assert refusal.reason is Reason.LIMIT
    assert refusal.detail == "goal of joint 5: 515.662 deg is outside -120 deg to 120 deg"
    assert joint_path(ROBOT, LINE_START, (0.0, 0.0)).reason is Reason.LIMIT


def test_a_goal_of_a_joint_that_slides_is_told_in_metres():
    refusal = joint_path(ten_joints(), TEN_Q, (2.5, *TEN_Q[1:]))
    assert refusal.detail == "goal of joint 1 x: 2.5 m is outside -2 m to 2 m"


WEIGHT = np.array([1.0, 0.5, 2.0])
PLACES = np.array([[0.0, 0.0, 0.0], [1.0, 0.4, -0.2], [1.2, -0.6, 0.3], [2.0, 0.0, 0.0]])
HALVES = np.array([0.0, 0.4, 0.2, 0.0])
STEP = 1e-5
CURVED = 20.0  # s^-3: no third derivative of these paths is greater than a thousand of these


def path():
    return rounded(PLACES, HALVES, weight=WEIGHT)


def test_it_begins_and_ends_exactly_at_the_first_and_last_place():
    assert np.array_equal(path().at(0.0).q, PLACES[0])
    assert np.array_equal(path().at(1.0).q, PLACES[-1])


def test_position_slope_and_curvature_are_those_of_one_smooth_curve():
    for s in np.linspace(STEP, 1.0 - STEP, 1501):
        before, here, after = (path().at(s + k * STEP) for k in (-1, 0, 1))
        assert (after.q - before.q) / (2.0 * STEP) == pytest.approx(here.q_s, abs=1e-3)
        assert (after.q_s - before.q_s) / (2.0 * STEP) == pytest.approx(here.q_ss, abs=1000.0 * CURVED * STEP)


def test_a_corner_is_passed_inside_of_the_triangle_of_its_bend():
    bent = path()
    middle = bent.at(float(0.5 * (bent.begins[1] + bent.begins[2]) / bent.begins[-1])).q
    come = HALVES[1] * (PLACES[1] - PLACES[0]) / bent.lengths[0]
    leave = HALVES[1] * (PLACES[2] - PLACES[1]) / bent.lengths[1]
    assert middle == pytest.approx(PLACES[1] + 7.0 / 64.0 * (leave - come), abs=1e-12)


def test_two_places_are_a_straight_line():
    line = rounded(PLACES[[0, 3]], np.zeros(2), weight=WEIGHT)
    assert line.at(0.25).q == pytest.approx(0.75 * PLACES[0] + 0.25 * PLACES[3])
    assert np.array_equal(line.at(0.5).q_ss, np.zeros(3))


SEVEN = seven_joints()
TWIST = np.array((0.05, 0.1, -0.05, 0.0, 0.0, 0.0))
NEAR_ITS_LIMIT = np.array((0.3, 0.6, 2.3, -1.2, 0.1, 0.7, 0.2))  # the third joint, of 2.6 rad


def flow(robot, q, twist):
    """The joint rates at which the tool has a twist and joints near a limit turn back."""
    flow_rates, rates = flow_scratch(robot.n), np.empty(robot.n)
    flow_rates.lines[0] = twist
    assert put_flow(
        SearchedArm(robot.packed_chain, joint_table(robot)), tool_jacobian(robot, q), q, flow_rates, rates
    )
    return rates


def test_the_tool_moves_as_wanted_whatever_the_limits_ask():
    for q in (np.array(SEVEN_Q), NEAR_ITS_LIMIT):
        assert tool_jacobian(SEVEN, q) @ flow(SEVEN, q, TWIST) == pytest.approx(TWIST, abs=1e-10)


def test_far_from_its_limits_the_arm_does_what_asks_least_of_it():
    q = np.array(SEVEN_Q)
    assert flow(SEVEN, q, TWIST) == pytest.approx(resolve(SEVEN, tool_jacobian(SEVEN, q), TWIST), abs=1e-11)


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_a_joint_near_its_limit_turns_back_from_it(side):
    q = NEAR_ITS_LIMIT * np.where(np.arange(7) == 2, side, 1.0)
    least = resolve(SEVEN, tool_jacobian(SEVEN, q), TWIST)
    assert side * (flow(SEVEN, q, TWIST)[2] - least[2]) < -1e-3


def test_along_a_line_the_joint_keeps_away_from_its_limit():
    end = tool_pose(SEVEN, NEAR_ITS_LIMIT)[:3, 3] + (0.0, 0.15, 0.0)
    path = line(SEVEN, NEAR_ITS_LIMIT, tuple(end), quat_base_tool=None)
    assert path.at(1.0).q[2] < NEAR_ITS_LIMIT[2] - 0.01


def test_the_guide_goes_through_its_knots_with_continuous_slope_and_bend():
    knots = np.random.default_rng(1).normal(size=(9, 3))
    guide = spline_through(knots)
    for k, knot in enumerate(knots):
        assert guide.at(k / 8).q == pytest.approx(knot, abs=1e-12)
    for k in range(1, 8):
        before, after = guide.at(k / 8 - 1e-9), guide.at(k / 8 + 1e-9)
        assert before.q_s == pytest.approx(after.q_s, abs=1e-4)
        assert before.q_ss == pytest.approx(after.q_ss, abs=1e-4)


def test_slope_and_bend_of_the_guide_are_those_of_its_values():
    guide, step = spline_through(np.random.default_rng(2).normal(size=(9, 3))), 1e-5
    before, at, after = (guide.at(0.4 + k * step) for k in (-1, 0, 1))
    assert (after.q - before.q) / (2 * step) == pytest.approx(at.q_s, abs=1e-5)
    assert (after.q_s - before.q_s) / (2 * step) == pytest.approx(at.q_ss, abs=1e-5)
