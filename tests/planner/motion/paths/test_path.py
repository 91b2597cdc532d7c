"""Joint paths."""

from pathlib import Path

import numpy as np

from planner.motion.paths.path import joint_path
from predictor.model.files.robot_file import read_robot
from telemetry.agreed.reasons import Reason
from tests.arms import TEN_Q, ten_joints

ROBOT = read_robot(Path(__file__).parents[4] / "scenarios/robots/shiyan7_like.toml")
LINE_START = np.radians([0.0, -120.210281, -109.35832, 0.0, -40.431398, 0.0])


def test_a_goal_beyond_a_joint_limit_is_refused_by_name():
    refusal = joint_path(ROBOT, LINE_START, (0.0, 0.0, 0.0, 0.0, 9.0, 0.0))
    assert refusal.reason is Reason.LIMIT
    assert refusal.detail == "goal of joint 5: 515.662 deg is outside -120 deg to 120 deg"
    assert joint_path(ROBOT, LINE_START, (0.0, 0.0)).reason is Reason.LIMIT


def test_a_goal_of_a_joint_that_slides_is_told_in_metres():
    refusal = joint_path(ten_joints(), TEN_Q, (2.5, *TEN_Q[1:]))
    assert refusal.detail == "goal of joint 1 x: 2.5 m is outside -2 m to 2 m"
