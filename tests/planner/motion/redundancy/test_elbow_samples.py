"""A fan of self-motions: one pose of the tool in each column, even steps along it, no limits."""

from pathlib import Path

import numpy as np
import pytest

from planner.motion.rates import chain_of
from planner.motion.redundancy.elbow_samples import (
    LABELS,
    SOLVED_WITHIN,
    STRIDE,
    elbow_samples_along,
    leading_joints,
)
from planner.motion.redundancy.smoothest_path import sample_costs
from planner.motion.tool_courses.tool_course import straight
from predictor.model.files.robot_file import read_robot
from predictor.model.kinematics import tool_pose
from predictor.model.spatial import pose_difference
from tests.arms import TEN_Q, ten_joints

ARM = read_robot(Path(__file__).parents[4] / "scenarios/robots/station_arm.toml")
START = np.radians([0.0, 0.0, 5.5, 125.9, 48.6, 0.0, 0.0])
PLACES = 5


def line_of(robot, q):
    return straight(tool_pose(robot, q), np.array([0.1, 0.0, 0.05]))


@pytest.fixture(scope="module")
def fan():
    return elbow_samples_along(
        ARM, START, line_of(ARM, START), count=PLACES, lead=leading_joints(ARM, START)[0]
    )


def test_every_pose_of_a_column_has_the_tool_at_its_place(fan):
    course = line_of(ARM, START)
    for place, s in enumerate(np.linspace(0.0, 1.0, PLACES).tolist()):
        for q in fan.q[place, ::20]:
            assert np.abs(pose_difference(course.pose(s), tool_pose(ARM, q))).max() < 2.0 * SOLVED_WITHIN


def test_neighbours_of_a_column_are_one_stride_apart(fan):
    steps = np.linalg.norm(np.diff(fan.q, axis=1) / chain_of(ARM).share, axis=2)
    assert steps == pytest.approx(STRIDE, rel=0.02)
    assert fan.q[0, LABELS] == pytest.approx(START, abs=0.0)


def test_a_column_turns_far_and_knows_no_limits(fan):
    assert np.ptp(fan.q[0], axis=0).max() > 1.0
    assert not np.isnan(fan.q).any()


def test_what_is_no_number_is_not_allowed(fan):
    broken = fan._replace(q=fan.q.copy())
    broken.q[2, 7] = np.nan
    assert np.isinf(
        sample_costs(ARM, broken, None)[2, 6:9]
    ).all()  # nor what is beside it, for a curve needs both
    assert np.isfinite(sample_costs(ARM, broken, None)[1, LABELS])


def test_what_is_beyond_a_limit_is_not_allowed(fan):
    beyond = fan._replace(q=fan.q.copy())
    beyond.q[2, 7, 3] = ARM.limits.q_max[3] + 1e-6
    assert np.isinf(sample_costs(ARM, beyond, None)[2, 7])
    assert np.isfinite(sample_costs(ARM, fan, None)[2, 7])


def test_an_arm_with_four_joints_to_spare_has_four_that_may_lead():
    robot = ten_joints()
    ways = leading_joints(robot, np.array(TEN_Q))
    assert len(ways) == len(set(ways)) == chain_of(robot).length - chain_of(robot).freedom
    column = elbow_samples_along(robot, np.array(TEN_Q), line_of(robot, TEN_Q), count=3, lead=ways[-1])
    assert column.lost == 3
