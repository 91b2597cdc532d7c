"""Closed-form inverse kinematics: the line of the reference task, all branches, and the singular poses."""

import dataclasses
from pathlib import Path

import numpy as np
import pytest

from planner.motion.ik.closed_form import FORM
from planner.motion.ik.closed_kernels import turned_within
from planner.motion.ik.families_kernels import LOWER, UPPER, elbow
from planner.motion.ik.inverse import ArmPatternError, PoseError, branches, closed_form, nearest_branch
from predictor.compiler.jit import kernel
from predictor.model.files.robot_file import read_robot
from predictor.model.kinematics import link_poses, tool_pose
from predictor.model.robot import Array, Robot
from predictor.model.spatial import pose, pose_difference, rotation_from_euler_zyx
from telemetry.agreed.reasons import Reason
from tests.trees import reframed, rows_of, with_rows

ROBOT = read_robot(Path(__file__).parents[4] / "scenarios/robots/shiyan7_like.toml")
START, END = np.array((1.0459, 0.0, 0.1149)), np.array((1.046, 0.6, 0.115))  # the line [m]
ATTITUDE = rotation_from_euler_zyx(np.pi, 0.0, 0.0)
Q_BEFORE_LINE = np.radians((0.0, -120.0, -110.0, 0.0, -40.0, 0.0))
LINE_ERROR = 1e-9  # [m and rad]
ROUNDING = 1e-13


def line_poses() -> list[Array]:
    """Return the 61 poses of the line."""
    return [pose(ATTITUDE, START + s * (END - START)) for s in np.linspace(0.0, 1.0, 61)]


def random_q(seed: int, count: int) -> Array:
    """Joint angles (count, 6) over the whole range."""
    return np.random.default_rng(seed).uniform(ROBOT.limits.q_min, ROBOT.limits.q_max, (count, ROBOT.n))


def worst_error(T: Array, rows: Array) -> float:
    """Return the largest pose error of some joint angles [m or rad]."""
    return max(np.abs(pose_difference(T, tool_pose(ROBOT, q))).max() for q in rows)


def contains(rows: Array, q: Array, tolerance: float = 1e-9) -> bool:
    """True if one of the rows is q."""
    return bool((np.abs(rows - q).max(axis=1) < tolerance).any())


def test_line_is_followed_within_a_nanometre() -> None:
    q = Q_BEFORE_LINE
    for T in line_poses():
        solution = nearest_branch(ROBOT, T, q)
        assert solution.reached
        q = solution.q
        assert worst_error(T, [q]) < LINE_ERROR


def test_joint_2_ends_as_published_on_the_line() -> None:
    first = nearest_branch(ROBOT, line_poses()[0], Q_BEFORE_LINE).q
    last = nearest_branch(ROBOT, line_poses()[-1], first).q
    assert np.degrees(first[1]) == pytest.approx(-120.21, abs=0.01)
    assert np.degrees(last[1]) == pytest.approx(-127.32, abs=0.01)


def test_joints_move_smoothly_along_the_line() -> None:
    q = [nearest_branch(ROBOT, line_poses()[0], Q_BEFORE_LINE).q]
    for T in line_poses()[1:]:
        q.append(nearest_branch(ROBOT, T, q[-1]).q)
    assert np.abs(np.diff(q, axis=0)).max() < np.radians(0.6)


def test_every_branch_of_a_random_pose_reaches_it_within_limits() -> None:
    for q in random_q(1, 200):
        T = tool_pose(ROBOT, q)
        rows = closed_form(ROBOT, T)
        assert contains(rows, q)
        assert worst_error(T, rows) < ROUNDING
        assert (rows >= ROBOT.limits.q_min).all()
        assert (rows <= ROBOT.limits.q_max).all()


def test_branches_are_all_different() -> None:
    for q in random_q(2, 50):
        rows = closed_form(ROBOT, tool_pose(ROBOT, q))
        apart = np.abs(rows[:, None] - rows[None, :]).max(axis=2) + 10.0 * np.eye(len(rows))
        assert apart.min() > 1e-6


def test_both_wrist_branches_and_the_whole_turn_of_joint_6_are_there() -> None:
    q = np.radians((10.0, -100.0, -60.0, 30.0, -40.0, 100.0))
    rows = closed_form(ROBOT, tool_pose(ROBOT, q))
    other_wrist = np.radians((10.0, -100.0, -60.0, -150.0, 40.0, -80.0))
    for wanted in (q, q - np.radians((0, 0, 0, 0, 0, 360)), other_wrist):
        assert contains(rows, wanted)


def test_the_line_s_second_wrist_branch_is_returned_although_it_lies_beyond_a_limit() -> None:
    T = line_poses()[0]
    rows = np.degrees(branches(ROBOT, T))
    near = rows[np.abs(rows[:, 1] + 120.21) < 0.01]
    assert sorted(np.abs(near[:, 3]).round(9)) == [0.0, 180.0]
    assert near[:, 4].sum() == pytest.approx(0.0, abs=1e-9)
    assert worst_error(T, branches(ROBOT, T)) < LINE_ERROR
    assert (np.abs(np.degrees(closed_form(ROBOT, T)[:, 3])) <= 175.0).all()


def test_both_elbows_and_both_shoulders_are_there() -> None:
    q = np.radians((10.0, -100.0, -60.0, 30.0, -40.0, 100.0))
    first, second = np.degrees(closed_form(ROBOT, tool_pose(ROBOT, q)))[:, [0, 2]].T
    found = {(round(a), round(b)) for a, b in zip(first, second, strict=True)}
    assert found == {(10, -60), (10, 60), (-170, -60), (-170, 60)}


def test_nearest_branch_gives_back_the_joint_angles_themselves() -> None:
    for q in random_q(3, 200):
        solution = nearest_branch(ROBOT, tool_pose(ROBOT, q), q)
        assert solution.reached
        np.testing.assert_allclose(solution.q, q, atol=1e-9)


@pytest.mark.parametrize("near_deg", [-200.0, 160.0])
def test_nearest_branch_takes_the_nearest_whole_turn(near_deg: float) -> None:
    q = np.radians((10.0, -100.0, -60.0, 30.0, -40.0, 160.0))
    near = q.copy()
    near[5] = np.radians(near_deg)
    assert np.degrees(nearest_branch(ROBOT, tool_pose(ROBOT, q), near).q[5]) == pytest.approx(near_deg)


def test_with_wrist_axes_in_line_joint_4_stays_where_it_is() -> None:
    q = np.radians((10.0, -100.0, -60.0, 25.0, 0.0, 40.0))
    T = tool_pose(ROBOT, q)
    np.testing.assert_allclose(nearest_branch(ROBOT, T, q).q, q, atol=1e-12)
    assert worst_error(T, closed_form(ROBOT, T)) < ROUNDING


@pytest.mark.parametrize("q5", [1e-11, 1e-9, 1e-6])
def test_near_the_wrist_singularity_the_pose_is_still_exact(q5: float) -> None:
    q = np.radians((10.0, -100.0, -60.0, 25.0, 0.0, 40.0)) + np.array((0.0, 0.0, 0.0, 0.0, q5, 0.0))
    T = tool_pose(ROBOT, q)
    assert worst_error(T, closed_form(ROBOT, T)) < LINE_ERROR


@pytest.mark.parametrize("q1_deg", [0.0, 35.0, -120.0])
def test_with_the_wrist_over_joint_1_that_joint_stays_where_it_is(q1_deg: float) -> None:
    q2 = np.radians(-60.0)
    q3 = -np.arccos(-0.907 * np.cos(q2) / 0.909) - q2
    q = np.array((np.radians(q1_deg), q2, q3, 0.3, -0.5, 0.7))
    assert np.abs(link_poses(ROBOT, q)[4, :2, 3]).max() < 1e-15  # the wrist is on axis 1
    np.testing.assert_allclose(nearest_branch(ROBOT, tool_pose(ROBOT, q), q).q, q, atol=1e-9)


def test_stretched_arm_has_one_elbow_and_reaches() -> None:
    q = np.radians((10.0, -40.0, 0.0, 30.0, -40.0, 100.0))
    T = tool_pose(ROBOT, q)
    rows = closed_form(ROBOT, T)
    assert contains(rows, q)
    np.testing.assert_array_equal(rows[:, 2], 0.0)
    assert worst_error(T, rows) < LINE_ERROR


@kernel
def elbow_at(form: Array, x: float, y: float, free: tuple[float, float], side: float) -> tuple[float, ...]:
    """Let Python call the part."""
    return elbow(form, x, y, free, side)


def links(upper: float, lower: float) -> Array:
    """What the elbow reads of an arm with links of these lengths."""
    form = np.zeros(FORM)
    form[UPPER], form[LOWER] = upper, lower
    return form


@pytest.mark.parametrize(
    ("reach", "count"), [(0.0, 0), (0.2, 1), (0.3, 2), (1.8, 1), (1.8 + 1e-9, 0), (np.nan, 0)]
)
def test_elbows_folded_bent_stretched_and_out_of_reach(reach: float, count: int) -> None:
    found = [elbow_at(links(1.0, 0.8), reach, 0.0, (1.0, 0.0), side) for side in (1.0, -1.0)]
    turns = [(complex(c, s), complex(c_bend, s_bend)) for c, s, c_bend, s_bend in found if not np.isnan(c)]
    assert len(turns) == count
    for first, bend in turns:
        assert abs(first + 0.8 * first * bend - reach) < 1e-9


def test_wrist_on_the_shoulder_of_equal_links_leaves_joint_2_where_it_is() -> None:
    equal = links(0.9, 0.9)
    assert elbow_at(equal, 0.0, 0.0, (0.6, 0.8), 1.0) == (0.6, 0.8, -1.0, 0.0)
    assert np.isnan(elbow_at(equal, 0.0, 0.0, (0.6, 0.8), -1.0)[0])


def test_pose_out_of_reach_is_a_value_with_a_reason() -> None:
    T = pose(ATTITUDE, np.array((3.0, 0.0, 0.0)))
    solution = nearest_branch(ROBOT, T, Q_BEFORE_LINE)
    assert not solution.reached
    assert solution.reason == Reason.UNREACHABLE
    np.testing.assert_array_equal(solution.q, Q_BEFORE_LINE)
    assert closed_form(ROBOT, T).shape == (0, 6)


def test_pose_beyond_the_joint_limits_is_a_value_with_a_reason() -> None:
    limits = dataclasses.replace(
        ROBOT.limits, q_min=(-0.1, *ROBOT.limits.q_min[1:]), q_max=(0.1, *ROBOT.limits.q_max[1:])
    )
    T = tool_pose(ROBOT, Q_BEFORE_LINE + np.array((0.5, 0.0, 0.0, 0.0, 0.0, 0.0)))
    solution = nearest_branch(dataclasses.replace(ROBOT, limits=limits), T, Q_BEFORE_LINE)
    assert not solution.reached
    assert solution.reason == Reason.LIMIT


@pytest.mark.parametrize(
    "T", [np.full((4, 4), np.nan), np.eye(3), np.diag((1.0, 1.0, -1.0, 1.0)), 2.0 * np.eye(4)]
)
def test_what_is_no_pose_is_refused(T: Array) -> None:
    with pytest.raises(PoseError):
        nearest_branch(ROBOT, T, Q_BEFORE_LINE)


def with_dh(row: int, column: int, value: float) -> Robot:
    """The reference arm with one DH value changed."""
    dh = rows_of(ROBOT)
    dh[row, column] = value
    return with_rows(ROBOT, dh)


@pytest.mark.parametrize(
    ("row", "column", "value", "named"),
    [
        (3, 2, 0.05, "a[4]"),
        (4, 1, 0.1, "d[5]"),
        (1, 3, 0.1, "alpha[2]"),
        (3, 3, 0.0, "alpha[4]"),
        (3, 1, 0.0, "d[4]"),
    ],
)
def test_other_build_is_refused_and_named(row: int, column: int, value: float, named: str) -> None:
    with pytest.raises(ArmPatternError) as caught:
        closed_form(with_dh(row, column, value), np.eye(4))
    assert named in str(caught.value)


def test_arm_turned_the_other_way_round_is_solved_too() -> None:
    dh = rows_of(ROBOT)
    dh[:, 3] *= -1.0
    mirrored = with_rows(ROBOT, dh)
    for q in random_q(4, 20):
        T = tool_pose(mirrored, q)
        found = nearest_branch(mirrored, T, q).q
        np.testing.assert_allclose(found, q, atol=1e-9)


def test_angle_is_turned_to_the_nearest_place_within_limits() -> None:
    assert turned_within(7.0, 0.0, -1.0, 1.0) == pytest.approx(7.0 - 2.0 * np.pi)
    assert turned_within(1.0 + 1e-13, 0.0, -1.0, 1.0) == 1.0
    assert np.isnan(turned_within(2.0, 0.0, -1.0, 1.0))
    assert np.isnan(turned_within(np.nan, 0.0, -1.0, 1.0))


def test_an_arm_in_frames_of_its_own_has_the_same_branches() -> None:
    for seed in range(3):
        other = reframed(ROBOT, seed)
        for q in random_q(seed, 10):
            T = tool_pose(ROBOT, q)
            rows = branches(ROBOT, T)
            found = branches(other, T)
            assert len(found) == len(rows)
            assert all(contains(found, row) for row in rows)


def test_a_joint_that_turns_the_other_way_round_is_solved_too() -> None:
    elbow = ROBOT.joints[2]
    joints = (*ROBOT.joints[:2], dataclasses.replace(elbow, axis=-elbow.axis), *ROBOT.joints[3:])
    ends = (ROBOT.limits.q_min, ROBOT.limits.q_max)
    assert ends[0][2] == -ends[1][2]
    other = dataclasses.replace(ROBOT, joints=joints)
    turned_back = np.array((1.0, 1.0, -1.0, 1.0, 1.0, 1.0))
    for q in random_q(11, 20):
        found = nearest_branch(other, tool_pose(ROBOT, q), turned_back * q).q
        np.testing.assert_allclose(found, turned_back * q, atol=1e-9)
