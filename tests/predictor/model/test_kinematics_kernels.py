"""How one joint moves its frame: an axis of its frame is the cheap case, and no other place than any axis."""

import math

import numpy as np
import pytest

from predictor.model.kinematics import link_poses
from predictor.model.tree_layout import AXIS, OTHER, SIGN
from tests.reference.plain_tree import tree_frames
from tests.trees import X, Y, Z, arm, at, joint, plain, some_q, turned

ROUNDING = 1e-14


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
