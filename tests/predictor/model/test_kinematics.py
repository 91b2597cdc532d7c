"""Forward kinematics against a plain oracle, its derivatives against finite differences."""

import math
from pathlib import Path

import numpy as np
import pytest

from predictor.model.files.robot_file import read_robot
from predictor.model.kinematics import (
    ShapeError,
    link_poses,
    tool_jacobian,
    tool_jacobian_rate,
    tool_pose,
)
from predictor.model.spatial import pose_difference
from predictor.model.tree_layout import AXIS, OTHER, SIGN
from tests.reference.plain_chain import chain
from tests.reference.plain_tree import tree_frames
from tests.trees import X, Y, Z, arm, at, joint, plain, some_q, turned

ROBOT = read_robot(Path(__file__).parents[3] / "scenarios/robots/shiyan7_like.toml")
ROUNDING = 1e-14
STEP = 1e-6  # [rad] or [s] of the finite differences
DIFFERENCE_ERROR = 1e-8  # what central differences of that step are good for


def random_q(seed: int, count: int) -> np.ndarray:
    """Joint angles (count, 6) over the whole range."""
    return np.random.default_rng(seed).uniform(ROBOT.limits.q_min, ROBOT.limits.q_max, (count, ROBOT.n))


def test_frames_and_tool_equal_the_plain_chain() -> None:
    for q in random_q(1, 50):
        *frames, tool = chain(list(q))
        np.testing.assert_allclose(link_poses(ROBOT, q), frames, atol=ROUNDING)
        np.testing.assert_allclose(tool_pose(ROBOT, q), tool, atol=ROUNDING)


def test_frame_0_is_the_arm_base() -> None:
    np.testing.assert_array_equal(link_poses(ROBOT, ROBOT.home_q)[0], np.eye(4))


def test_at_home_the_upper_arm_stands_and_the_hand_points_level_away_from_the_base() -> None:
    T = link_poses(ROBOT, ROBOT.home_q)
    np.testing.assert_allclose(T[2, :3, 3], (0.0, 0.0, 0.3 + 0.907), atol=ROUNDING)
    approach = T[6, :3, 2]
    assert abs(approach[2]) < ROUNDING
    assert T[6, :3, 3] @ approach > 1.0


def test_rotations_stay_orthonormal() -> None:
    for q in random_q(2, 20):
        R = link_poses(ROBOT, q)[:, :3, :3]
        np.testing.assert_allclose(
            R @ R.transpose(0, 2, 1), np.broadcast_to(np.eye(3), R.shape), atol=ROUNDING
        )


def test_jacobian_equals_central_differences() -> None:
    for q in random_q(3, 10):
        columns = [
            pose_difference(tool_pose(ROBOT, q + step), tool_pose(ROBOT, q - step)) / (2.0 * STEP)
            for step in STEP * np.eye(ROBOT.n)
        ]
        np.testing.assert_allclose(tool_jacobian(ROBOT, q), np.transpose(columns), atol=DIFFERENCE_ERROR)


def test_jacobian_rate_equals_central_differences_along_the_motion() -> None:
    qd = np.random.default_rng(4).normal(size=ROBOT.n)
    for q in random_q(5, 10):
        ahead, behind = tool_jacobian(ROBOT, q + STEP * qd), tool_jacobian(ROBOT, q - STEP * qd)
        rate = tool_jacobian_rate(ROBOT, q, qd)
        np.testing.assert_allclose(rate, (ahead - behind) / (2.0 * STEP), atol=DIFFERENCE_ERROR)


def test_jacobian_rate_gives_the_acceleration_of_a_circle() -> None:
    q, qd = np.array(ROBOT.home_q), np.array((0.5, 0.0, 0.0, 0.0, 0.0, 0.0))
    acceleration = tool_jacobian_rate(ROBOT, q, qd) @ qd
    towards_axis = -(0.5**2) * tool_pose(ROBOT, q)[:2, 3]
    np.testing.assert_allclose(acceleration, [*towards_axis, 0.0, 0.0, 0.0, 0.0], atol=ROUNDING)


def test_tool_twist_is_linear_first() -> None:
    twist = tool_jacobian(ROBOT, ROBOT.home_q) @ np.array((1.0, 0.0, 0.0, 0.0, 0.0, 0.0))
    x, y = tool_pose(ROBOT, ROBOT.home_q)[:2, 3]
    np.testing.assert_allclose(twist, (-y, x, 0.0, 0.0, 0.0, 1.0), atol=ROUNDING)


@pytest.mark.parametrize("count", [0, 5, 7])
def test_wrong_number_of_joint_angles_is_refused(count: int) -> None:
    with pytest.raises(ShapeError, match="needs"):
        tool_pose(ROBOT, np.zeros(count))


@pytest.mark.parametrize("axis", [X, Y, Z, -X, -Y, -Z], ids=["x", "y", "z", "-x", "-y", "-z"])
def test_a_joint_about_an_axis_of_its_frame_moves_as_the_plain_tree_says(axis):
    placed = at(0.3, -0.2, 0.1)
    placed[:3, :3] = turned(np.random.default_rng(2))
    robot = arm(joint("first", axis=axis, T=placed), joint("crank", 0, axis=axis, pivot=(0.3, -0.5, 0.7)))
    assert (robot.tree.rows[:, SIGN] == axis.sum()).all()
    for q in some_q(robot, 1, 20):
        np.testing.assert_allclose(link_poses(robot, q), tree_frames(plain(robot), q), atol=ROUNDING)


def test_an_oblique_axis_is_no_axis_of_its_frame_and_a_rounded_one_is():
    slightly = np.array((1e-8, 0.0, math.sqrt(1.0 - 1e-16)))
    rounded = np.array((6.2e-17, -1.0, 0.0))
    robot = arm(joint("oblique", axis=slightly), joint("rounded", 0, axis=rounded))
    assert robot.tree.rows[:, AXIS].tolist() == [OTHER, 1.0]
    for q in some_q(robot, 3, 20):
        np.testing.assert_allclose(link_poses(robot, q), tree_frames(plain(robot), q), atol=ROUNDING)
