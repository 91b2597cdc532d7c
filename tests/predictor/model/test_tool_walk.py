"""The walk to the tool, against the frames of the whole tree."""

import numpy as np
import pytest

from predictor.model.kinematics import link_poses, tool_jacobian, tool_pose
from predictor.model.kinematics_kernels import joint_twists
from predictor.model.tool_door import tool_door
from predictor.model.tree_layout import HEAD, LINK, LINKS, PLACE
from tests.arms import seven_joints, ten_joints
from tests.trees import branched, some_q

ROUNDING = 1e-14
ARMS = {"seven": seven_joints(), "ten, sliding first": ten_joints(), "of two branches": branched()}


@pytest.mark.parametrize("robot", ARMS.values(), ids=ARMS)
def test_walk_tells_what_the_frames_of_the_tree_tell(robot):
    J = np.empty((6, len(robot.joints)))
    for q in some_q(robot, 21, 20):
        T = link_poses(robot, q)
        tool = T[robot.tool.frame] @ robot.tool.T_frame_tool
        joint_twists(robot.tree, robot.tool, T, tool, J)
        np.testing.assert_allclose(tool_pose(robot, q), tool, atol=ROUNDING)
        np.testing.assert_allclose(tool_jacobian(robot, q), J, atol=ROUNDING)


def test_chain_holds_the_joints_that_carry_the_tool_and_no_others():
    robot = branched()
    chain = [*robot.carriers(robot.tool.frame)]
    assert robot.packed_chain[LINKS] == len(chain) < len(robot.joints)


def test_a_tool_on_the_base_stands_where_it_is_put():
    T = np.eye(4)
    T[:3, 3] = 1.0, 2.0, 3.0
    chain = tool_door([], np.empty((0, 3)), T_last_tool=T, pieces=np.empty((0, 2)))
    np.testing.assert_array_equal(chain[HEAD + PLACE : HEAD + LINK].reshape(3, 4), T[:3])
