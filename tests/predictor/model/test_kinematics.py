"""Forward kinematics against a plain oracle, its derivatives against finite differences."""

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
from tests.reference.plain_chain import chain

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
