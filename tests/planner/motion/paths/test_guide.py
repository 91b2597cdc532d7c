"""Which solution a redundant arm takes: the one that asks least of it, away from its limits, smoothly."""

import numpy as np
import pytest

from planner.motion.ik.inverse import joint_table
from planner.motion.ik.numeric_kernels import Arm
from planner.motion.paths.flow_kernels import eddy_for, put_flow
from planner.motion.paths.guide import guide_through
from planner.motion.paths.line import line
from planner.motion.rates import resolve
from predictor.model.kinematics import tool_jacobian, tool_pose
from tests.arms import SEVEN_Q, seven_joints

ROBOT = seven_joints()
TWIST = np.array((0.05, 0.1, -0.05, 0.0, 0.0, 0.0))
NEAR_ITS_LIMIT = np.array((0.3, 0.6, 2.3, -1.2, 0.1, 0.7, 0.2))  # the third joint, of 2.6 rad


def flow(robot, q, twist):
    """The joint rates at which the tool has a twist and joints near a limit turn back."""
    eddy, rates = eddy_for(robot.n), np.empty(robot.n)
    eddy.lines[0] = twist
    assert put_flow(Arm(robot.door, joint_table(robot)), tool_jacobian(robot, q), q, eddy, rates)
    return rates


def test_the_tool_moves_as_wanted_whatever_the_limits_ask():
    for q in (np.array(SEVEN_Q), NEAR_ITS_LIMIT):
        assert tool_jacobian(ROBOT, q) @ flow(ROBOT, q, TWIST) == pytest.approx(TWIST, abs=1e-10)


def test_far_from_its_limits_the_arm_does_what_asks_least_of_it():
    q = np.array(SEVEN_Q)
    assert flow(ROBOT, q, TWIST) == pytest.approx(resolve(ROBOT, tool_jacobian(ROBOT, q), TWIST), abs=1e-11)


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_a_joint_near_its_limit_turns_back_from_it(side):
    q = NEAR_ITS_LIMIT * np.where(np.arange(7) == 2, side, 1.0)
    least = resolve(ROBOT, tool_jacobian(ROBOT, q), TWIST)
    assert side * (flow(ROBOT, q, TWIST)[2] - least[2]) < -1e-3


def test_along_a_line_the_joint_keeps_away_from_its_limit():
    end = tool_pose(ROBOT, NEAR_ITS_LIMIT)[:3, 3] + (0.0, 0.15, 0.0)
    path = line(ROBOT, NEAR_ITS_LIMIT, tuple(end), quat_base_tool=None)
    assert path.at(1.0).q[2] < NEAR_ITS_LIMIT[2] - 0.01


def test_the_guide_goes_through_its_knots_with_continuous_slope_and_bend():
    knots = np.random.default_rng(1).normal(size=(9, 3))
    guide = guide_through(knots)
    for k, knot in enumerate(knots):
        assert guide.at(k / 8).q == pytest.approx(knot, abs=1e-12)
    for k in range(1, 8):
        before, after = guide.at(k / 8 - 1e-9), guide.at(k / 8 + 1e-9)
        assert before.q_s == pytest.approx(after.q_s, abs=1e-4)
        assert before.q_ss == pytest.approx(after.q_ss, abs=1e-4)


def test_slope_and_bend_of_the_guide_are_those_of_its_values():
    guide, step = guide_through(np.random.default_rng(2).normal(size=(9, 3))), 1e-5
    before, at, after = (guide.at(0.4 + k * step) for k in (-1, 0, 1))
    assert (after.q - before.q) / (2 * step) == pytest.approx(at.q_s, abs=1e-5)
    assert (after.q_s - before.q_s) / (2 * step) == pytest.approx(at.q_ss, abs=1e-5)
