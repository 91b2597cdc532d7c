"""Identities of relative manipulability after a joint has locked (Lewis and Maciejewski 1994)."""

from pathlib import Path

import numpy as np
import pytest

from planner.motion.locked.dexterity import best_worst_case, relative_manipulability
from predictor.model.files.robot_file import describe_robot, read_robot
from predictor.model.kinematics import tool_pose
from predictor.model.spatial import pose_difference
from telemetry.files.settings import read_file
from tests.shared_data import shared_file

ROBOTS = Path(__file__).parents[4] / "scenarios/robots"
STATION, ARM = read_robot(ROBOTS / "station_arm.toml"), read_robot(ROBOTS / "shiyan7_like.toml")
SSRMS, IIWA = "canadarm2/ssrms.urdf", "kuka_lbr_iiwa14/lbr_iiwa_14_r820.urdf"
POSES = 30
ELBOW, NO_COMPONENT = 3, 1e-3


def real(name):
    return describe_robot(shared_file(f"data/robots/{name}"), read_file).robot


def some_poses(robot):
    low, high = np.maximum(robot.limits.q_min, -np.pi), np.minimum(robot.limits.q_max, np.pi)
    return np.random.default_rng(7).uniform(low, high, (POSES, robot.n))


def by_differences(robot, q, h=1e-5):
    """The tool's Jacobian (6, n) by finite differences of its pose."""
    steps = h * np.eye(robot.n)
    return np.array(
        [pose_difference(tool_pose(robot, q + e), tool_pose(robot, q - e)) / (2.0 * h) for e in steps]
    ).T


def by_determinants(J):
    whole = np.linalg.det(J @ J.T)
    return [
        np.sqrt(max(0.0, np.linalg.det(np.delete(J, i, 1) @ np.delete(J, i, 1).T)) / whole)
        for i in range(J.shape[1])
    ]


def check_identities(robot):
    for q in some_poses(robot):
        left = relative_manipulability(robot, q)
        assert np.sum(left**2) == pytest.approx(1.0, abs=1e-12)  # a unit null vector
        assert left.min() <= best_worst_case(robot) == pytest.approx(1.0 / np.sqrt(7.0))
        J = by_differences(robot, q)
        if np.linalg.cond(J) < 1e3:
            assert left == pytest.approx(by_determinants(J), abs=1e-6)


def test_what_a_lock_leaves_is_the_null_vector_s_component():
    check_identities(STATION)


@pytest.mark.parametrize("name", [SSRMS, IIWA])
def test_and_that_of_real_arms(name):
    check_identities(real(name))


def test_an_elbow_between_spherical_shoulder_and_wrist_must_not_lock():
    robot = real(IIWA)
    assert max(relative_manipulability(robot, q)[ELBOW] for q in some_poses(robot)) < NO_COMPONENT


def test_an_arm_with_offsets_can_lose_its_elbow():
    assert max(relative_manipulability(STATION, q)[ELBOW] for q in some_poses(STATION)) > 0.05


def test_six_joints_can_lose_none():
    assert relative_manipulability(ARM, np.array(ARM.home_q)) == pytest.approx(np.zeros(6), abs=1e-12)
    assert best_worst_case(ARM) == 0.0
