"""The knots of a course by one kernel: the nearest from the one before, or where and why it is lost."""

from pathlib import Path

import numpy as np
import pytest

from planner.motion.ik.inverse import nearest, why_numeric
from planner.motion.paths.knots_kernels import LARGEST_KNOT_STEP
from planner.motion.paths.tool_path import solve_knots
from planner.motion.tool_courses.tool_course import straight
from predictor.model.files.robot_file import read_robot
from predictor.model.kinematics import tool_pose
from predictor.model.spatial import rotation_from_vector
from telemetry.agreed.reasons import Reason
from tests.trees import rows_of, with_rows

ROBOT = read_robot(Path(__file__).parents[4] / "scenarios/robots/shiyan7_like.toml")
START = np.radians([0.0, -120.210281, -109.35832, 0.0, -40.431398, 0.0])
ASIDE = (0.0, 0.6, 0.0, 0.0, 0.0, 0.0)  # twist of the whole line [m, rad]
COUNT = 51
FOUND = 1e-8  # [rad] how near two searches for one pose end


def with_offset_wrist():
    """The arm with a wrist whose axes do not meet, so that it must be searched."""
    rows = rows_of(ROBOT)
    rows[3, 2] = 0.05
    return with_rows(ROBOT, rows)


ARMS = {"closed": ROBOT, "searched": with_offset_wrist()}
EITHER = pytest.mark.parametrize("robot", ARMS.values(), ids=ARMS)


def solved(robot, twist):
    """The knots of a line from START."""
    course = straight(tool_pose(robot, START), np.array(twist[:3]), np.array(twist[3:]))
    return solve_knots(robot, START, course.row, count=COUNT)


def test_one_arm_is_solved_in_closed_form_and_the_other_is_not():
    assert [bool(why_numeric(robot)) for robot in ARMS.values()] == [False, True]


@EITHER
@pytest.mark.parametrize("twist", [ASIDE, (0.1, 0.3, -0.1, 1e-3, -5e-4, 2e-4)], ids=["straight", "turning"])
def test_every_knot_is_the_nearest_from_the_one_before(robot, twist):
    begin, knots = tool_pose(robot, START), solved(robot, twist)
    assert (knots.lost, knots.reason) == (COUNT, None)
    q = START
    for k, s in enumerate(np.linspace(0.0, 1.0, COUNT)[1:], start=1):
        T = begin.copy()
        T[:3, :3] = rotation_from_vector(s * np.array(twist)[3:]) @ begin[:3, :3]
        T[:3, 3] += s * np.array(twist)[:3]
        q = nearest(robot, T, q).q
        np.testing.assert_allclose(knots.q[k], q, atol=FOUND)


@EITHER
def test_a_line_that_leaves_the_reach_at_once_is_lost_as_unreachable(robot):
    assert solved(robot, (60.0, 0.0, 0.0, 0.0, 0.0, 0.0))[1:] == (1, Reason.UNREACHABLE)


@EITHER
def test_a_line_on_which_a_joint_comes_to_its_limit_is_lost_there(robot):
    knots = solved(robot, (-2.2, 0.05, 0.0, 0.0, 0.0, 0.0))
    assert knots.reason is Reason.LIMIT
    x = [tool_pose(robot, q)[0, 3] for q in knots.q[: knots.lost]]
    np.testing.assert_allclose(np.diff(x), -2.2 / (COUNT - 1), atol=1e-9)


@EITHER
def test_a_line_on_which_a_joint_would_jump_is_lost_as_singular(robot):
    knots = solved(robot, (2.0, 0.0, 0.0, 0.0, 0.0, 0.0))  # the arm stretches out
    assert knots.reason is Reason.SINGULAR
    steps = np.abs(np.diff(knots.q[: knots.lost + 1], axis=0)).max(axis=1)
    assert steps[-1] > LARGEST_KNOT_STEP >= steps[:-1].max()


@EITHER
def test_a_line_to_nowhere_is_lost_at_once(robot):
    assert solved(robot, (np.nan, 0.0, 0.0, 0.0, 0.0, 0.0)).lost == 1
