"""How one joint moves its frame: sine and cosine at once, and an axis of its frame as the cheap case."""

import math

import numpy as np
import pytest

from predictor.model.joint_motion import FAR, sine_cosine
from predictor.model.kinematics import link_poses
from predictor.model.robot import AXIS, OTHER, SIGN
from tests.reference.plain_tree import tree_frames
from tests.trees import X, Y, Z, arm, at, joint, plain, some_q, turned

TWO_ROUNDINGS = 2.3e-16
ROUNDING = 1e-14


@pytest.mark.parametrize("span", [1e-9, 1.0, 10.0, 1e3, FAR])
def test_sine_and_cosine_are_those_of_the_mathematical_library(span):
    for x in np.random.default_rng(1).uniform(-span, span, 2000).tolist():
        sine, cosine = sine_cosine(x)
        assert abs(sine - math.sin(x)) <= TWO_ROUNDINGS
        assert abs(cosine - math.cos(x)) <= TWO_ROUNDINGS


@pytest.mark.parametrize("quarters", range(-5, 6))
def test_sine_and_cosine_hold_beside_every_quarter_turn(quarters):
    for x in (quarters * math.pi / 2.0, quarters * math.pi / 2.0 + 1e-9, (quarters + 0.5) * math.pi / 2.0):
        assert sine_cosine(x) == pytest.approx((math.sin(x), math.cos(x)), rel=0.0, abs=TWO_ROUNDINGS)


def test_the_sine_of_no_number_and_of_a_far_angle_is_the_library_s():
    assert all(map(math.isnan, (*sine_cosine(math.nan), *sine_cosine(math.inf))))
    assert sine_cosine(1e9) == (math.sin(1e9), math.cos(1e9))


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
