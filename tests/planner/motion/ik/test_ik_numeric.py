"""Numeric inverse kinematics: against the closed form, with locked joints, at limits, for seven joints."""

import dataclasses
from pathlib import Path

import numpy as np
import pytest

from planner.motion.ik.inverse import PoseError, from_afar, nearest, nearest_branch, numeric, why_numeric
from planner.motion.ik.numeric_kernels import solve_positive
from predictor.model.files.robot_file import read_robot
from predictor.model.kinematics import ShapeError, tool_jacobian, tool_pose
from predictor.model.robot import Array, Robot
from predictor.model.spatial import pose_difference
from predictor.motion.stop import JointLimits
from telemetry.agreed.reasons import Reason
from tests.arms import seven_joints, ten_joints
from tests.trees import arm, branched, rows_of, some_q, with_rows

ROBOT = read_robot(Path(__file__).parents[4] / "scenarios/robots/shiyan7_like.toml")
JOINT_2 = np.array((False, True, False, False, False, False))
REACHED = 1e-9  # [m and rad]
NEAR = np.radians(5.0)


def elbow_bent_q(seed: int, count: int) -> Array:
    """Joint angles (count, 6) away from limits and from stretched or aligned axes."""
    low = np.radians((-150.0, -170.0, -140.0, -150.0, -110.0, -240.0))
    high = np.radians((150.0, -10.0, -40.0, 150.0, -30.0, 240.0))
    return np.random.default_rng(seed).uniform(low, high, (count, 6))


def seven_joint_arm() -> Robot:
    """An arm with one joint more than a pose needs."""
    dh = np.insert(rows_of(ROBOT), 2, (0.3, 0.1, 0.0, np.pi / 2), axis=0)
    rows = np.insert(np.array(dataclasses.astuple(ROBOT.limits)), 2, (-2.0, 2.0, 0.1, 0.1, 0.1), axis=1)
    limits = JointLimits(
        **dict(zip(("q_min", "q_max", "qd_max", "qdd_max", "qddd_max"), map(tuple, rows), strict=True))
    )
    return dataclasses.replace(with_rows(ROBOT, dh), limits=limits)


def test_numeric_agrees_with_the_closed_form_from_a_near_start() -> None:
    shift = np.random.default_rng(1).uniform(-NEAR, NEAR, (50, 6))
    for q, start in zip(elbow_bent_q(1, 50), elbow_bent_q(1, 50) + shift, strict=True):
        T = tool_pose(ROBOT, q)
        solution = numeric(ROBOT, T, start)
        assert solution.reached
        np.testing.assert_allclose(solution.q, nearest_branch(ROBOT, T, start).q, atol=1e-8)


def test_an_arm_whose_speeds_nobody_stated_finds_its_poses_too() -> None:
    unknown = (np.nan,) * ROBOT.n
    limits = dataclasses.replace(ROBOT.limits, qd_max=unknown, qdd_max=unknown, qddd_max=unknown)
    robot = dataclasses.replace(ROBOT, limits=limits)
    shift = np.random.default_rng(1).uniform(-NEAR, NEAR, (50, 6))
    for q, start in zip(elbow_bent_q(1, 50), elbow_bent_q(1, 50) + shift, strict=True):
        assert numeric(robot, tool_pose(robot, q), start).reached


def test_solution_fed_back_as_start_does_not_move() -> None:
    for q in elbow_bent_q(2, 20):
        T = tool_pose(ROBOT, q)
        np.testing.assert_array_equal(numeric(ROBOT, T, q).q, q)


def test_seven_joints_reach_a_pose_from_a_near_start() -> None:
    arm = seven_joint_arm()
    rng = np.random.default_rng(3)
    for q6 in elbow_bent_q(3, 20):
        q = np.insert(q6, 2, 0.4)
        T = tool_pose(arm, q)
        solution = numeric(arm, T, q + rng.uniform(-NEAR, NEAR, 7))
        assert solution.reached
        assert np.abs(pose_difference(T, tool_pose(arm, solution.q))).max() < REACHED


def test_locked_joint_stays_and_the_others_reach_what_it_allows() -> None:
    for q in elbow_bent_q(4, 20):
        start = q + np.where(JOINT_2, 0.0, NEAR)
        solution = numeric(ROBOT, tool_pose(ROBOT, q), start, locked=JOINT_2)
        assert solution.reached
        assert solution.q[1] == start[1]


def test_pose_that_a_locked_joint_forbids_is_approached_to_the_least_error() -> None:
    q = elbow_bent_q(5, 1)[0]
    T = tool_pose(ROBOT, q)
    solution = numeric(ROBOT, T, q + 0.1 * JOINT_2, locked=JOINT_2)
    assert not solution.reached
    assert solution.reason == Reason.UNREACHABLE
    error = pose_difference(T, tool_pose(ROBOT, solution.q))
    gradient = tool_jacobian(ROBOT, solution.q)[:, ~JOINT_2].T @ error
    assert np.abs(gradient).max() < 1e-8


def test_all_joints_locked_stay() -> None:
    q = elbow_bent_q(6, 1)[0]
    solution = numeric(ROBOT, tool_pose(ROBOT, q + 0.1), q, locked=np.ones(6, dtype=np.bool_))
    assert not solution.reached
    np.testing.assert_array_equal(solution.q, q)


def test_joint_limit_in_the_way_is_kept_and_named() -> None:
    q = elbow_bent_q(7, 1)[0]
    limits = dataclasses.replace(ROBOT.limits, q_max=(q[0] - 0.1, *ROBOT.limits.q_max[1:]))
    solution = numeric(dataclasses.replace(ROBOT, limits=limits), tool_pose(ROBOT, q), q - 0.2)
    assert not solution.reached
    assert solution.reason == Reason.LIMIT
    assert solution.q[0] == limits.q_max[0]


def test_start_beyond_the_limits_is_brought_within_them() -> None:
    q = np.array(ROBOT.limits.q_max)
    solution = numeric(ROBOT, tool_pose(ROBOT, q), q + 0.3)
    assert (solution.q <= ROBOT.limits.q_max).all()
    assert solution.reached


def test_stretched_arm_is_approached_without_a_blow_up() -> None:
    q = np.radians((10.0, -40.0, 0.0, 30.0, -40.0, 100.0))
    T = tool_pose(ROBOT, q)
    solution = numeric(ROBOT, T, q + 0.05)
    assert np.abs(pose_difference(T, tool_pose(ROBOT, solution.q))).max() < 1e-6
    assert np.abs(solution.q - q).max() < 0.2


def test_what_is_no_pose_or_no_lock_is_refused() -> None:
    with pytest.raises(PoseError):
        numeric(ROBOT, np.full((4, 4), np.nan), ROBOT.home_q)
    with pytest.raises(ShapeError):
        numeric(ROBOT, tool_pose(ROBOT, ROBOT.home_q), ROBOT.home_q, locked=np.zeros(5, dtype=np.bool_))


def test_cholesky_solves_as_numpy_does_and_refuses_what_is_not_positive() -> None:
    rng = np.random.default_rng(8)
    root, b, x = rng.normal(size=(7, 7)), rng.normal(size=7), np.empty(7)
    A = root @ root.T + np.eye(7)
    assert solve_positive(A.copy(), b, x)
    np.testing.assert_allclose(x, np.linalg.solve(A, b), atol=1e-12)
    assert not solve_positive(A - 100.0 * np.eye(7), b, x)
    assert not solve_positive(np.full((7, 7), np.nan), b, x)


def test_an_arm_with_a_closed_form_is_solved_by_it() -> None:
    q = elbow_bent_q(7, 1)[0]
    T = tool_pose(ROBOT, q)
    assert why_numeric(ROBOT) == ""
    np.testing.assert_array_equal(nearest(ROBOT, T, q).q, nearest_branch(ROBOT, T, q).q)


def test_an_arm_without_a_closed_form_is_searched_and_it_is_told_why() -> None:
    rows = rows_of(ROBOT)
    rows[3, 2] = 0.05
    offset = with_rows(ROBOT, rows)
    for q in elbow_bent_q(8, 10):
        solution = nearest(offset, tool_pose(offset, q), q + 0.02)
        assert solution.reached
        np.testing.assert_allclose(solution.q, q, atol=1e-7)
    assert "a[4] is 0.05; the closed form needs 0" in why_numeric(offset)


def test_an_arm_whose_frames_are_of_another_kind_is_searched_and_it_is_told_why() -> None:
    assert "joint 3 'left_2' does not turn" in why_numeric(six_joints_of_a_tree())


def test_a_joint_that_slides_is_found_by_the_search() -> None:
    robot = six_joints_of_a_tree()
    for q in some_q(robot, 9, 10):
        solution = nearest(robot, tool_pose(robot, q), q * 0.98)
        assert solution.reached
        assert np.abs(pose_difference(tool_pose(robot, q), tool_pose(robot, solution.q))).max() < REACHED


def test_joints_without_stops_turn_on_to_where_they_are_nearest() -> None:
    endless = dataclasses.replace(ROBOT.limits, q_min=(-np.inf,) * 6, q_max=(np.inf,) * 6)
    robot = dataclasses.replace(ROBOT, limits=endless)
    q = elbow_bent_q(10, 1)[0]
    far = q + 2.0 * np.pi * np.array((3, -2, 0, 5, 1, -4))
    np.testing.assert_allclose(nearest(robot, tool_pose(robot, q), far).q, far, atol=1e-8)


def six_joints_of_a_tree() -> Robot:
    """A chain of skew axes, the third joint sliding."""
    tree = branched()
    joints = [*tree.joints[:4], *(dataclasses.replace(tree.joints[i], parent=i - 1) for i in (4, 5))]
    joints[4] = dataclasses.replace(joints[4], kind="revolute")
    return arm(*joints)


def test_a_pose_far_away_is_found_from_seeded_starts_and_the_same_each_time() -> None:
    for robot in (seven_joints(), ten_joints()):
        near = np.zeros(robot.n) + 0.1
        for q in some_q(robot, 11, 10):
            T = tool_pose(robot, q)
            first, again = from_afar(robot, T, near), from_afar(robot, T, near)
            assert first.reached
            assert np.abs(pose_difference(T, tool_pose(robot, first.q))).max() < REACHED
            np.testing.assert_array_equal(first.q, again.q)


def test_nearly_every_pose_of_seven_joints_is_found_from_afar_within_limits() -> None:
    robot = seven_joint_arm()
    low, high = np.array([robot.limits.q_min, robot.limits.q_max])
    poses = np.random.default_rng(13).uniform(low, high, (500, robot.n))
    found = [from_afar(robot, tool_pose(robot, q), np.zeros(7)) for q in poses]
    assert all(solution.reached for solution in found)
    assert all(((low <= solution.q) & (solution.q <= high)).all() for solution in found)


def test_a_pose_is_refused_and_so_is_a_search_from_no_number() -> None:
    T = tool_pose(ROBOT, ROBOT.home_q)
    with pytest.raises(PoseError, match="it must be"):
        numeric(ROBOT, T[0], ROBOT.home_q)
    with pytest.raises(ValueError, match=r"joint value at \[0\] is nan"):
        numeric(ROBOT, T, np.full(6, np.nan))


def test_a_local_search_alone_does_not_find_every_pose_far_away() -> None:
    robot, near = seven_joints(), np.zeros(7) + 0.1
    assert not all(numeric(robot, tool_pose(robot, q), near).reached for q in some_q(robot, 11, 10))


def test_a_slow_joint_moves_less_than_a_quick_one_that_could_do_the_same() -> None:
    robot = ten_joints()
    q = np.array((0.2, 0.1, 0.3, 0.1, 0.3, 0.6, -1.2, 0.4, 0.7, 0.2))
    T = tool_pose(robot, q)
    T[0, 3] += 0.05
    slow = dataclasses.replace(robot.limits, qd_max=(0.002, *robot.limits.qd_max[1:]))
    usual, changed = numeric(robot, T, q).q, numeric(dataclasses.replace(robot, limits=slow), T, q).q
    assert abs(changed[0] - q[0]) < 0.01 * abs(usual[0] - q[0])


def test_joints_that_do_not_carry_the_tool_stay_even_beyond_their_limits() -> None:
    robot = branched()
    q = some_q(robot, 12, 1)[0]
    q[6] = 9.0
    assert numeric(robot, tool_pose(robot, q), q * 0.98).q[6] == 9.0 * 0.98


def test_a_place_alone_is_reached_without_its_attitude() -> None:
    robot = seven_joints()
    q = np.array((0.3, 0.6, 0.2, -1.2, 0.1, 0.7, 0.2))
    T = tool_pose(robot, q)
    solution = numeric(robot, T, q + 0.2, holds_attitude=False)
    assert solution.reached
    error = pose_difference(T, tool_pose(robot, solution.q))
    assert np.abs(error[:3]).max() < REACHED < np.abs(error[3:]).max()
