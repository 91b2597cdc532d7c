"""The walk to the tool, against the frames of the whole tree."""

import numpy as np
import pytest

from predictor.model.joint_tree import packed_chain
from predictor.model.kinematics import link_poses, tool_jacobian, tool_pose
from predictor.model.tree_layout import HEAD, LINK, LINKS, PLACE, Tool, Tree
from tests.arms import seven_joints, ten_joints
from tests.trees import branched, some_q

ROUNDING = 1e-14
ARMS = {"seven": seven_joints(), "ten, sliding first": ten_joints(), "of two branches": branched()}


def twists(robot, T, tool):
    """Twists (6, m) of the tool at unit speed of each joint, from all frames (m + 1, 4, 4)."""
    J = np.zeros((6, len(robot.joints)))
    for i in robot.carriers(robot.tool.frame):
        joint, R, origin = robot.joints[i], T[i + 1, :3, :3], T[i + 1, :3, 3]
        if joint.kind == "prismatic":
            J[:3, i] = R @ joint.axis
        else:
            w = R @ joint.axis
            J[:, i] = [*np.cross(w, tool[:3, 3] - origin - R @ joint.pivot), *w]
    return J


@pytest.mark.parametrize("robot", ARMS.values(), ids=ARMS)
def test_walk_tells_what_the_frames_of_the_tree_tell(robot):
    for q in some_q(robot, 21, 20):
        T = link_poses(robot, q)
        tool = T[robot.tool.frame] @ robot.tool.T_frame_tool
        np.testing.assert_allclose(tool_pose(robot, q), tool, atol=ROUNDING)
        np.testing.assert_allclose(tool_jacobian(robot, q), twists(robot, T, tool), atol=ROUNDING)


def test_chain_holds_the_joints_that_carry_the_tool_and_no_others():
    robot = branched()
    chain = [*robot.carriers(robot.tool.frame)]
    assert robot.packed_chain[LINKS] == len(chain) < len(robot.joints)


def test_a_tool_on_the_base_stands_where_it_is_put():
    T = np.eye(4)
    T[:3, 3] = 1.0, 2.0, 3.0
    chain = packed_chain([], Tree(np.empty((0, 24)), np.empty((0, 2))), Tool(0, T))
    np.testing.assert_array_equal(chain[HEAD + PLACE : HEAD + LINK].reshape(3, 4), T[:3])
