"""Joint paths and lines of the tool."""

from pathlib import Path

import numpy as np
import pytest

from planner.motion.limits import Refusal
from planner.motion.path import joint_path, line
from predictor.model.kinematics import tool_pose
from predictor.model.robot_file import read_robot
from telemetry.reasons import Reason

ROBOT = read_robot(Path(__file__).parents[3] / "scenarios/robots/shiyan7_like.toml")
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


def test_a_line_does_not_turn_the_tool_to_another_attitude():
    refusal = line(ROBOT, LINE_START, LINE_END, quat_base_tool=(1.0, 0.0, 0.0, 0.0))
    assert refusal.reason is Reason.UNREACHABLE
    assert "180.00 deg" in refusal.detail


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


def test_a_goal_beyond_a_joint_limit_is_refused_by_name():
    refusal = joint_path(ROBOT, LINE_START, (0.0, 0.0, 0.0, 0.0, 9.0, 0.0))
    assert refusal.reason is Reason.LIMIT
    assert "joint 5" in refusal.detail
    assert joint_path(ROBOT, LINE_START, (0.0, 0.0)).reason is Reason.LIMIT
