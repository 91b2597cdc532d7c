"""An arm is told to libraries of kinematics as it is: by its screws, and as URDF."""

import numpy as np
import pytest

from predictor.inputs.arrays import read_only
from predictor.model.files.robot_file import describe_robot
from predictor.model.kinematics import tool_jacobian, tool_pose
from predictor.model.spatial import rotation_from_vector
from tests.benchmarks.peers.asked import asked
from tests.benchmarks.problems.arms import THIRTEEN, arms
from tests.benchmarks.problems.chain import is_chain, screws, urdf
from tests.benchmarks.problems.motions import random_configurations, tool_poses

CHAINS = [THIRTEEN, "station_arm"]


@pytest.mark.parametrize("name", CHAINS)
def test_screws_multiply_to_the_pose_of_the_tool(name):
    robot = arms()[name]
    arm, [q] = screws(robot), random_configurations(robot, 1)
    R, p = np.eye(3), arm.offsets[0]
    for axis, angle, offset in zip(arm.axes, q, arm.offsets[1:], strict=True):
        R = R @ rotation_from_vector(axis * angle)
        p = p + R @ offset
    expected = tool_pose(robot, q)
    assert p == pytest.approx(expected[:3, 3], abs=1e-12)
    assert R @ arm.R_base_tool == pytest.approx(expected[:3, :3], abs=1e-12)


@pytest.mark.parametrize("name", CHAINS)
def test_an_arm_written_as_urdf_has_the_same_tool(name, tmp_path):
    robot, path = arms()[name], tmp_path / "arm.urdf"
    path.write_text(urdf(robot))
    read = describe_robot(path).robot
    for q in random_configurations(robot, 4):
        assert tool_pose(read, q) == pytest.approx(tool_pose(robot, q), abs=1e-9)


def test_arms_of_branches_and_sliding_joints_are_no_chain():
    assert not is_chain(arms()["two_arms"])
    with pytest.raises(ValueError, match="no chain"):
        screws(arms()["service_robot"])


@pytest.mark.parametrize("name", ["thirteen_leaves", "station_arm", "two_arms"])
def test_pinocchio_finds_our_jacobian(name):
    pytest.importorskip("pinocchio")
    robot = arms()[name]
    poses = random_configurations(robot, 3)
    [way] = asked(("pinocchio",), "kinematics", robot, poses)
    assert way.answers() == pytest.approx(np.ravel([tool_jacobian(robot, q) for q in poses]), abs=1e-12)


def test_eaik_finds_eight_branches_of_our_arm():
    pytest.importorskip("eaik")
    robot = arms()[THIRTEEN]
    [way] = asked(("eaik",), "branches", robot, tool_poses(robot, 5))
    assert way.answers() == pytest.approx(8.0)


def test_tracik_finds_poses_of_our_arm():
    pytest.importorskip("pytracik")
    robot = arms()["station_arm"]
    wanted = random_configurations(robot, 4)
    near = read_only(wanted + 0.01)
    poses = np.array([tool_pose(robot, q) for q in wanted])
    [way] = asked(("tracik",), "search", robot, poses, near)
    assert way.run().mean() >= 0.75
