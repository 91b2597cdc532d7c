"""The straight line of the tool: exact, smooth, and refused where it cannot be followed."""

from pathlib import Path

import numpy as np
import pytest

from planner.motion.moves.trajectory import build_trajectory
from planner.motion.paths.path import Refusal
from predictor.model.files.robot_file import read_robot
from predictor.model.kinematics import tool_pose
from predictor.model.spatial import pose_difference, quaternion_from_rotation, rotation_from_vector
from telemetry.agreed.reasons import Reason
from telemetry.messages.plan import JointMove, LineMove
from tests.arms import FIVE_Q, SEVEN_Q, TEN_Q, five_joints, seven_joints, ten_joints
from tests.straight_lines import line
from tests.trees import branched, some_q

ROBOT = read_robot(Path(__file__).parents[4] / "scenarios/robots/shiyan7_like.toml")
LINE_START = np.radians([0.0, -120.210281, -109.35832, 0.0, -40.431398, 0.0])
LINE_END = (1.046, 0.6, 0.115)
ONE_NANOMETRE = 1e-9


def test_line_of_the_source_is_straight_and_keeps_its_attitude():
    path = line(ROBOT, LINE_START, LINE_END, quat_base_tool=None)
    begin = tool_pose(ROBOT, LINE_START)
    for s in np.linspace(0.0, 1.0, 37):
        pose = tool_pose(ROBOT, path.at(float(s)).q)
        on_line = begin[:3, 3] + s * (np.array(LINE_END) - begin[:3, 3])
        assert np.abs(pose[:3, 3] - on_line).max() < ONE_NANOMETRE
        assert np.abs(pose[:3, :3] - begin[:3, :3]).max() < 1e-9


def test_derivatives_of_a_line_are_the_slopes_of_its_joints():
    path, step = line(ROBOT, LINE_START, LINE_END, quat_base_tool=None), 1e-4
    before, at, after = (path.at(0.37 + k * step) for k in (-1, 0, 1))
    assert (after.q - before.q) / (2 * step) == pytest.approx(at.q_s, abs=1e-7)
    assert (after.q_s - before.q_s) / (2 * step) == pytest.approx(at.q_ss, abs=1e-7)


def test_a_line_that_is_asked_for_its_own_attitude_is_the_same_line():
    tool_down = (0.0, 0.0, 0.0, 1.0)  # Z-Y-X Euler (180, 0, 0) deg
    asked = line(ROBOT, LINE_START, LINE_END, quat_base_tool=tool_down)
    kept = line(ROBOT, LINE_START, LINE_END, quat_base_tool=None)
    assert asked.at(1.0).q == pytest.approx(kept.at(1.0).q, abs=1e-7)
    R_base_tool = tool_pose(ROBOT, asked.at(1.0).q)[:3, :3]
    assert np.abs(R_base_tool - np.diag([-1.0, -1.0, 1.0])).max() < 1e-9


def test_a_line_turns_the_tool_evenly_about_one_axis_to_the_attitude_it_is_to_end_with():
    begin = tool_pose(ROBOT, LINE_START)[:3, :3]
    turn = np.array([0.1, -0.3, 0.5])
    quat = quaternion_from_rotation(rotation_from_vector(turn) @ begin)
    path = line(ROBOT, LINE_START, LINE_END, quat_base_tool=tuple(quat))
    for s in (0.0, 0.3, 1.0):
        R = tool_pose(ROBOT, path.at(s).q)[:3, :3]
        assert np.abs(R - rotation_from_vector(s * turn) @ begin).max() < 1e-9


def test_a_line_to_what_is_no_rotation_is_refused():
    refusal = line(ROBOT, LINE_START, LINE_END, quat_base_tool=(2.0, 0.0, 0.0, 0.0))
    assert refusal.reason is Reason.UNREACHABLE


def test_a_line_out_of_reach_is_refused_where_it_leaves_the_reach():
    refusal = line(ROBOT, LINE_START, (3.0, 0.0, 0.1), quat_base_tool=None)
    assert isinstance(refusal, Refusal)
    assert refusal.reason is Reason.UNREACHABLE
    assert "% of the line" in refusal.detail


def test_a_line_through_a_singular_pose_is_refused():
    forearm_down = np.radians([0.0, -120.0, -60.0, 0.0, 0.0, 0.0])
    refusal = line(
        ROBOT,
        forearm_down,
        tuple(tool_pose(ROBOT, forearm_down)[:3, 3] + [0.0, 0.2, 0.0]),
        quat_base_tool=None,
    )
    assert isinstance(refusal, Refusal)


REDUNDANT = [(seven_joints(), SEVEN_Q, (0.1, 0.3, 0.0)), (ten_joints(), TEN_Q, (1.0, 0.5, 0.2))]


def line_by(robot, start_q, change, **asked):
    """A line of this change of place [m] from the tool's pose."""
    end = tool_pose(robot, start_q)[:3, 3] + change
    return line(robot, start_q, tuple(end), quat_base_tool=asked.get("quat"))


@pytest.mark.parametrize(("robot", "start_q", "change"), REDUNDANT)
def test_an_arm_with_more_joints_than_needed_keeps_to_the_line(robot, start_q, change):
    path, begin = line_by(robot, start_q, change), tool_pose(robot, start_q)
    assert path.at(0.0).q == pytest.approx(start_q, abs=1e-12)
    for s in np.linspace(0.0, 1.0, 23):
        wanted = begin.copy()
        wanted[:3, 3] += s * np.array(change)
        error = pose_difference(wanted, tool_pose(robot, path.at(float(s)).q))
        assert np.abs(error).max() < ONE_NANOMETRE


@pytest.mark.parametrize(("robot", "start_q", "change"), REDUNDANT)
def test_the_joints_of_a_redundant_arm_move_continuously(robot, start_q, change):
    path, step = line_by(robot, start_q, change), 1e-4
    for s in (0.1, 0.37, 0.5):
        before, at, after = (path.at(s + k * step) for k in (-1, 0, 1))
        assert (after.q - before.q) / (2 * step) == pytest.approx(at.q_s, abs=1e-7)
        assert (after.q_s - before.q_s) / (2 * step) == pytest.approx(at.q_ss, abs=1e-5)


def test_joints_that_do_not_carry_the_tool_stay_on_its_line():
    robot = branched()
    start_q = some_q(robot, 1, 1)[0]
    path = line(robot, start_q, tool_pose(robot, start_q)[:3, 3], quat_base_tool=None)
    assert list(path.at(1.0).q[4:]) == list(start_q[4:])


def test_five_joints_fly_a_line_that_lies_within_what_they_can_do():
    robot = five_joints()
    path, begin = line_by(robot, FIVE_Q, (0.1, 0.0, -0.05)), tool_pose(robot, FIVE_Q)
    for s in (0.3, 0.7, 1.0):
        pose = tool_pose(robot, path.at(s).q)
        assert np.abs(pose[:3, :3] - begin[:3, :3]).max() < 1e-9
    move = LineMove(p_base_tool=tuple(begin[:3, 3] + (0.1, 0.0, -0.05)))
    assert build_trajectory(robot, FIVE_Q, [move], period_s=0.25).states[-1].at_rest


def test_five_joints_that_cannot_keep_the_attitude_of_a_line_say_what_they_cannot_do():
    refusal = line_by(five_joints(), FIVE_Q, (0.0, 0.2, 0.0))
    assert refusal.reason is Reason.FEW_JOINTS
    assert refusal.detail.startswith("5 joints cannot hold position and attitude: the line is lost at ")
    assert "mm and" in refusal.detail


def test_a_line_that_another_pose_of_the_arm_could_fly_says_so():
    start_q = (2.5, 0.9, 0.0, -1.2, 0.0, 0.7, 0.2)
    refusal = line_by(seven_joints(), start_q, 0.5 * np.array((-np.sin(2.5), np.cos(2.5), 0.0)))
    assert refusal.reason is Reason.LIMIT
    assert refusal.detail.endswith("other joint values reach it: begin from another pose")


def test_a_line_that_takes_too_long_near_a_singular_pose_names_the_place(monkeypatch):
    monkeypatch.setattr("planner.motion.moves.trajectory.LONGEST_S", 5.0)
    start_q = tuple(np.radians([0.0, -120.0, -60.0, 0.0, 0.5, 0.0]))
    end = tuple(tool_pose(ROBOT, start_q)[:3, 3] + (0.0, 0.2, 0.0))
    refusal = build_trajectory(ROBOT, start_q, [LineMove(p_base_tool=end)], period_s=0.25)
    assert refusal.reason is Reason.SINGULAR
    assert "10 s, 5 s at most" in refusal.detail
    assert refusal.detail.endswith("at 0 % of the line, after 0.000 m, (1.639, -0.000, 1.088) m")


def test_a_joint_move_that_takes_too_long_blames_no_singular_pose(monkeypatch):
    monkeypatch.setattr("planner.motion.moves.trajectory.LONGEST_S", 5.0)
    refusal = build_trajectory(ROBOT, (0.0,) * 6, [JointMove(q=ROBOT.home_q)], period_s=0.25)
    assert refusal[:2] == (Reason.TOO_LONG, "move 1: the move would take 14 s, 5 s at most")


def test_the_hardest_place_of_one_of_two_arms_is_where_it_is_nearly_stretched():
    robot = read_robot(Path(__file__).parents[4] / "scenarios/robots/two_arms.toml").with_tool("right")
    start_q = np.radians((0.0,) * 6 + (15.0, 20.0, 20.0, 50.0, 0.0))
    path = line(robot, start_q, (0.7, -0.22, 0.344), quat_base_tool=None)
    assert path.hardest.startswith("at 100 % of the line, after ")
