"""Why a pose is not reached, in words: true figures, of the joint, the way or the turn that is missing."""

from pathlib import Path

import numpy as np
import pytest

from planner.motion.ik.inverse import branches, from_afar
from planner.motion.ik.why_not import beyond_limits, why_not, why_singular
from planner.motion.moves.move_path import path_of
from predictor.model.files.robot_file import read_robot
from predictor.model.spatial import pose, rotation_from_euler_zyx
from telemetry.agreed.reasons import Reason
from telemetry.messages.plan import LineMove
from tests.arms import FIVE_Q, SEVEN_Q, five_joints, seven_joints

ROBOT = read_robot(Path(__file__).parents[4] / "scenarios/robots/shiyan7_like.toml")
HOME = np.array(ROBOT.home_q)
START = tuple(np.radians([0.0, -120.210281, -109.35832, 0.0, -40.431398, 0.0]).tolist())
REACH = 0.907 + 0.909 + 0.277  # of the reference arm's tool from its shoulder [m]


def at(place, angles_deg):
    return pose(rotation_from_euler_zyx(*np.radians(angles_deg)), np.array(place, dtype=float))


def test_what_is_too_far_is_told_by_how_much_and_from_where():
    told = why_not(ROBOT, at((3.0, 0.0, 0.3), (180.0, 0.0, 0.0)), HOME)
    assert f"out of reach by {(3.0 - REACH) * 1000:.0f} mm: 3.000 m from the shoulder" in told
    assert told.endswith(f"comes {REACH:.3f} m at most")


def test_a_joint_that_would_leave_its_range_is_named_with_its_limit():
    T = at((1.0, 0.0, 0.1), (180.0, 0.0, 180.0))
    told = why_not(ROBOT, T, HOME)
    assert told.startswith("joint 5 would have to be at 167.823 deg, 47.8226 deg beyond its limit of 120 deg")
    assert np.degrees(branches(ROBOT, T)[:, 4]).max() == pytest.approx(167.823, abs=1e-3)


def test_a_place_that_can_be_reached_otherwise_turned_says_so():
    told = why_not(ROBOT, at((1.9, 0.0, 0.3), (180.0, 0.0, 0.0)), HOME)
    assert told.startswith("its place can be reached, but not so turned")


@pytest.mark.parametrize(("robot", "q"), [(seven_joints(), SEVEN_Q), (five_joints(), FIVE_Q)])
def test_an_arm_that_is_searched_explains_itself_too(robot, q):
    far = at((3.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    assert "out of reach by" in why_not(robot, far, np.array(q))
    assert "\n" not in why_not(robot, at((0.1, 0.0, 0.1), (0.0, 0.0, 0.0)), np.array(q))


def test_a_pose_within_limits_has_no_joint_beyond_them():
    T = at((1.0459, 0.0, 0.1149), (180.0, 0.0, 0.0))
    assert from_afar(ROBOT, T, HOME).reached
    assert beyond_limits(ROBOT, T, HOME, everywhere=True) == ""


def test_a_singular_wrist_names_its_two_joints():
    told = why_singular(ROBOT, np.radians([0.0, -120.0, -60.0, 0.0, 0.0, 0.0]))
    assert told.startswith("there the tool has hardly any turn about")
    assert told.endswith("joints 4 and 6 move it alike")


def test_a_line_that_leaves_the_reach_says_where_and_how_far_its_end_is():
    refusal = path_of(ROBOT, START, LineMove(p_base_tool=(3.0, 0.0, 0.1)))
    assert refusal.reason is Reason.UNREACHABLE
    assert "% of the line, after" in refusal.detail
    assert "\n" not in refusal.detail


def test_a_line_that_a_limit_ends_names_the_joint():
    refusal = path_of(ROBOT, START, LineMove(p_base_tool=(-1.15, 0.05, 0.1149)))
    assert refusal.reason is Reason.LIMIT
    assert "beyond its limit of" in refusal.detail
