"""Frames and tool in numpy alone, against the kernels."""

import numpy as np
import pytest

from predictor.model import kinematics, plain_poses
from tests.arms import seven_joints, ten_joints
from tests.trees import branched, linked, some_q

ROUNDING = 1e-14
ARMS = {
    "seven": seven_joints(),
    "ten, sliding first": ten_joints(),
    "of two branches": branched(),
    "with followers": linked(),
}


@pytest.mark.parametrize("robot", ARMS.values(), ids=ARMS)
def test_plain_poses_are_those_of_the_kernels(robot):
    for q in some_q(robot, 23, 20):
        plain, compiled = plain_poses.link_poses(robot, q), kinematics.link_poses(robot, q)
        np.testing.assert_allclose(plain, compiled, atol=ROUNDING)
        plain, compiled = plain_poses.tool_pose(robot, q), kinematics.tool_pose(robot, q)
        np.testing.assert_allclose(plain, compiled, atol=ROUNDING)
