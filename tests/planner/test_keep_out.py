"""The gate's own look agrees with the predictor's kinematics, and finds the arm in a box."""

import math

import numpy as np
import pytest

from planner.keep_out import KeepOut, frames_at
from predictor.geometry.scene_file import read_scene
from predictor.model.kinematics import tool_pose
from predictor.model.robot_file import read_robot

ONE_MICRON = 1e-6
ROBOT = read_robot("scenarios/robots/shiyan7_like.toml")
SCENE = read_scene("scenarios/scenes/adjacent_target.toml")
KEEP_OUT = KeepOut(ROBOT, SCENE)


@pytest.mark.parametrize("seed", range(10))
def test_the_plain_kinematics_agree_with_the_predictors(seed):
    q = np.random.default_rng(seed).uniform(-2.0, 2.0, 6)
    last = np.vstack([frames_at(ROBOT.dh.tolist(), q.tolist())[-1], [0.0, 0.0, 0.0, 1.0]])
    np.testing.assert_allclose(last @ ROBOT.T_last_tool, tool_pose(ROBOT, q), atol=ONE_MICRON)


def test_the_safe_pose_is_outside_every_box():
    assert KEEP_OUT.intrusion(ROBOT.home_q) is None


def test_an_arm_in_the_target_is_named_with_its_box():
    found = KEEP_OUT.intrusion((0.0, -2.6, -1.5, 0.0, 0.0, 0.0))
    assert (found.limb, found.box) == ("hand", "target_bus")


def test_the_foot_on_the_platform_is_no_intrusion_but_the_hand_in_it_is():
    found = [KEEP_OUT.intrusion((q1, -2.9, -1.9, 0.0, 0.0, 0.0)) for q1 in np.linspace(-2.9, 2.9, 15)]
    assert any(intrusion and intrusion.box in ("platform", "target_bus") for intrusion in found)
    assert all(intrusion.limb not in ("base", "shoulder") for intrusion in found if intrusion)


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_a_pose_that_is_no_number_is_never_outside(bad):
    assert KEEP_OUT.intrusion((bad, 0.0, 0.0, 0.0, 0.0, 0.0)) is not None
