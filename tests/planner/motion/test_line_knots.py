"""The knots of a line by one kernel: the nearest branch from the one before, or where and why it is lost."""

from pathlib import Path

import numpy as np
import pytest

from planner.motion.ik import nearest_branch
from planner.motion.line_knots import LARGEST_KNOT_STEP, solve_closed
from predictor.model.files.robot_file import read_robot
from predictor.model.kinematics import tool_pose
from predictor.model.spatial import rotation_from_vector
from telemetry.reasons import Reason

ROBOT = read_robot(Path(__file__).parents[3] / "scenarios/robots/shiyan7_like.toml")
START = np.radians([0.0, -120.210281, -109.35832, 0.0, -40.431398, 0.0])
ASIDE = (0.0, 0.6, 0.0, 0.0, 0.0, 0.0)  # twist of the whole line [m, rad]
COUNT = 51
ROUNDING = 1e-12


def solved(twist):
    """The knots of a line from START."""
    return solve_closed(ROBOT, START, tool_pose(ROBOT, START), twist=np.array(twist), count=COUNT)


@pytest.mark.parametrize("twist", [ASIDE, (0.1, 0.3, -0.1, 1e-3, -5e-4, 2e-4)], ids=["straight", "turning"])
def test_every_knot_is_the_nearest_branch_from_the_one_before(twist):
    begin, knots = tool_pose(ROBOT, START), solved(twist)
    assert (knots.lost, knots.reason) == (COUNT, None)
    q = START
    for k, s in enumerate(np.linspace(0.0, 1.0, COUNT)[1:], start=1):
        T = begin.copy()
        T[:3, :3] = rotation_from_vector(s * np.array(twist)[3:]) @ begin[:3, :3]
        T[:3, 3] += s * np.array(twist)[:3]
        q = nearest_branch(ROBOT, T, q).q
        np.testing.assert_allclose(knots.q[k], q, atol=ROUNDING)


def test_a_line_that_leaves_the_reach_at_once_is_lost_as_unreachable():
    assert solved((60.0, 0.0, 0.0, 0.0, 0.0, 0.0))[1:] == (1, Reason.UNREACHABLE)


def test_a_line_on_which_a_joint_comes_to_its_limit_is_lost_there():
    knots = solved((-2.2, 0.05, 0.0, 0.0, 0.0, 0.0))
    assert knots.reason is Reason.LIMIT
    x = [tool_pose(ROBOT, q)[0, 3] for q in knots.q[: knots.lost]]
    np.testing.assert_allclose(np.diff(x), -2.2 / (COUNT - 1), atol=1e-9)


def test_a_line_on_which_a_joint_would_jump_is_lost_as_singular():
    knots = solved((2.0, 0.0, 0.0, 0.0, 0.0, 0.0))  # the arm stretches out
    assert knots.reason is Reason.SINGULAR
    steps = np.abs(np.diff(knots.q[: knots.lost + 1], axis=0)).max(axis=1)
    assert steps[-1] > LARGEST_KNOT_STEP >= steps[:-1].max()


def test_a_line_to_nowhere_is_lost_at_once():
    assert solved((np.nan, 0.0, 0.0, 0.0, 0.0, 0.0)).lost == 1
