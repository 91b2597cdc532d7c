"""A robot is a tree of joints of either kind: against plain oracles, and what is no tree is refused."""

import dataclasses
import math

import numpy as np
import pytest

from predictor.model.joint_tree import TreeError
from predictor.model.kinematics import link_poses, tool_jacobian, tool_jacobian_rate, tool_pose
from predictor.model.spatial import pose_difference
from predictor.model.tree_layout import Tool
from tests.reference.plain_tree import tree_frames
from tests.trees import X, Y, Z, arm, at, branched, joint, plain, some_q

ROUNDING = 1e-13
STEP = 1e-6  # [rad or m] of the finite differences
DIFFERENCE_ERROR = 1e-8


TREES = {
    "prismatic": arm(joint("rail", axis=X, kind="prismatic"), joint("mast", 0, axis=Y, kind="prismatic")),
    "skew axis": arm(joint("skew", axis=(1.0, 2.0, -3.0), T=at(0.2, 0.0, 0.1)), joint("next", 0, axis=Y)),
    "pivot": arm(joint("crank", axis=Z, pivot=(0.3, -0.1, 7.0)), joint("next", 0, pivot=(0.0, 0.4, 0.0))),
    "branches": branched(),
}


@pytest.mark.parametrize("robot", TREES.values(), ids=TREES)
def test_every_frame_is_where_the_plain_tree_says(robot):
    for q in some_q(robot, 1, 20):
        np.testing.assert_allclose(link_poses(robot, q), tree_frames(plain(robot), q), atol=ROUNDING)


@pytest.mark.parametrize("robot", TREES.values(), ids=TREES)
def test_the_jacobian_of_any_tree_equals_central_differences(robot):
    for q in some_q(robot, 2, 10):
        columns = [
            pose_difference(tool_pose(robot, q + step), tool_pose(robot, q - step)) / (2.0 * STEP)
            for step in STEP * np.eye(robot.n)
        ]
        np.testing.assert_allclose(tool_jacobian(robot, q), np.transpose(columns), atol=DIFFERENCE_ERROR)


@pytest.mark.parametrize("robot", TREES.values(), ids=TREES)
def test_the_jacobian_rate_of_any_tree_equals_central_differences(robot):
    qd = np.random.default_rng(3).normal(size=robot.n)
    for q in some_q(robot, 4, 10):
        ahead, behind = tool_jacobian(robot, q + STEP * qd), tool_jacobian(robot, q - STEP * qd)
        rate = (ahead - behind) / (2.0 * STEP)
        np.testing.assert_allclose(tool_jacobian_rate(robot, q, qd), rate, atol=DIFFERENCE_ERROR)


def test_a_joint_that_slides_moves_its_frame_along_its_axis_and_turns_nothing():
    T = link_poses(TREES["prismatic"], (0.25, -0.5))
    np.testing.assert_array_equal(T[2], at(0.25, -0.5, 0.0))


def test_a_joint_turns_about_its_pivot_which_stays():
    crank = TREES["pivot"]
    p = np.array((0.3, -0.1, 7.0, 1.0))
    for q in (0.0, 0.7, math.pi):
        np.testing.assert_allclose(link_poses(crank, (q, 0.0))[1] @ p, p, atol=ROUNDING)


def test_a_joint_of_another_branch_does_not_move_the_tool():
    robot = TREES["branches"]
    still = [index for index in range(robot.n) if index not in robot.carriers(robot.tool.frame)]
    assert still == [4, 5, 6]
    assert not tool_jacobian(robot, some_q(robot, 5, 1)[0])[:, still].any()


def test_a_joint_without_stops_has_infinite_limits_and_turns_on_and_on():
    robot = arm(joint("roll"), turn_max=math.inf)
    np.testing.assert_allclose(tool_pose(robot, (40.0 * math.pi,)), tool_pose(robot, (0.0,)), atol=1e-12)


BAD = {
    "zero axis": ((dataclasses.replace(joint("a"), axis=np.zeros(3)),), "axis has length 0; it must be 1"),
    "long axis": ((dataclasses.replace(joint("a"), axis=2.0 * X),), "axis has length 2"),
    "axis that is no number": ((dataclasses.replace(joint("a"), axis=X * math.nan),), "axis has length nan"),
    "parent after child": ((joint("a", 1), joint("b")), "joint 0 'a': its parent 1 must be -1"),
    "carries itself": ((joint("a"), joint("b", 1)), "joint 1 'b': its parent 1 must be"),
    "circle": ((joint("a", 2), joint("b", 0), joint("c", 1)), "joint 0 'a': its parent 2 must be"),
    "no such parent": ((joint("a"), joint("b", 7)), "joint 1 'b': its parent 7 must be"),
    "branches mixed": ((joint("a"), joint("b"), joint("c", 0)), "branch by branch"),
    "name twice": ((joint("a"), joint("a", 0)), "joint 1 'a': the name is there twice"),
    "mirrored": ((joint("a", T=np.diag((1.0, 1.0, -1.0, 1.0))),), "placement is not a rotation"),
    "no placement": ((joint("a", T=at(math.nan, 0.0, 0.0)),), "placement is not a rotation and a finite"),
    "no pivot": ((joint("a", pivot=(math.inf, 0.0, 0.0)),), "pivot is not finite"),
}


@pytest.mark.parametrize(("joints", "told"), BAD.values(), ids=BAD)
def test_joints_that_make_no_tree_are_refused_by_one_line(joints, told):
    with pytest.raises(TreeError) as caught:
        arm(*joints)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_joint_that_slides_without_an_end_is_refused():
    with pytest.raises(TreeError, match="'rail' slides without an end"):
        arm(joint("rail", kind="prismatic"), slide_max=math.inf)


def test_two_arms_may_stand_on_one_base():
    assert arm(joint("left"), joint("right")).n == 2


def test_an_arm_with_two_tools_means_the_one_that_was_chosen_and_keeps_the_other():
    two = dataclasses.replace(
        TREES["branches"], other_tools=(Tool(1, at(0.0, 0.0, 0.3)),), tool_names=("grip", "lamp")
    )
    lamp = two.with_tool("lamp")
    assert (lamp.tool, lamp.tool_names) == (two.other_tools[0], ("lamp", "grip"))
    assert lamp.with_tool("grip").tools == two.tools
    with pytest.raises(ValueError, match="no tool 'lmp'; did you mean 'lamp'"):
        two.with_tool("lmp")
