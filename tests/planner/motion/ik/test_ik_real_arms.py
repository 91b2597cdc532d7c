"""Inverse kinematics of real arms, from their published tables: near, from afar, and along a line."""

import numpy as np
import pytest

from planner.motion.ik.inverse import from_afar, numeric, why_numeric
from predictor.model.files.robot_file import describe_robot
from predictor.model.kinematics import tool_pose
from predictor.model.spatial import pose_difference
from telemetry.files.settings import read_file
from tests.shared_data import shared_file
from tests.straight_lines import line

REACHED = 1e-9  # [m and rad]
ARMS = ("motoman_mh6/dh.toml", "puma560/dh.toml", "kuka_lbr_iiwa14/lbr_iiwa_14_r820.urdf")


@pytest.fixture(scope="module", params=ARMS, ids=lambda name: name.partition("/")[0])
def robot(request):
    return describe_robot(shared_file(f"data/robots/{request.param}"), read_file).robot


def inner_q(robot, count):
    """Joint values (count, n) in the inner part of their ranges."""
    low, high = np.array([robot.limits.q_min, robot.limits.q_max])
    share = np.random.default_rng(1).uniform(-0.6, 0.6, (count, robot.n))
    return 0.5 * (low + high) + 0.5 * share * (high - low)


def test_a_pose_is_reached_from_near_and_from_afar(robot):
    assert bool(why_numeric(robot)) == (robot.n == 7)
    for q in inner_q(robot, 4):
        T = tool_pose(robot, q)
        for solution in (numeric(robot, T, q + 0.05), from_afar(robot, T, robot.home_q)):
            assert solution.reached
            assert np.abs(pose_difference(T, tool_pose(robot, solution.q))).max() < REACHED


def test_a_line_is_followed_with_its_attitude(robot):
    for q in inner_q(robot, 3):
        begin = tool_pose(robot, q)
        end = begin[:3, 3] * 0.9  # towards the base, where it can always be reached
        path = line(robot, q, tuple(end), quat_base_tool=None)
        for s in (0.25, 0.6, 1.0):
            wanted = begin.copy()
            wanted[:3, 3] += s * (end - begin[:3, 3])
            assert np.abs(pose_difference(wanted, tool_pose(robot, path.at(s).q))).max() < REACHED
