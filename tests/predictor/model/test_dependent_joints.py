"""An arm with joints that follow others: frames, derivatives, levers and the gate follow the laws."""

import dataclasses
import math

import numpy as np
import pytest

from planner.gate.own_look.plain_frames import frames_at, plain_joints
from predictor.collision.method import build_world
from predictor.geometry.shapes import Scene
from predictor.model.dh_chain import NotDhError, dh_chain
from predictor.model.joint_law import polynomial_law, table_law
from predictor.model.joint_tree import TreeError
from predictor.model.kinematics import joint_values, link_poses, tool_jacobian, tool_jacobian_rate, tool_pose
from predictor.model.reach import by_commanded_joint, levers, reach
from predictor.model.spatial import pose_difference
from tests.all_pairs import all_levers
from tests.reference.plain_tree import tree_frames
from tests.trees import GRIP, X, arm, joint, linked, linked_values, plain, some_q

LAW_ERROR = 1e-9
STEP = 1e-6  # [rad] of the finite differences
DIFFERENCE_ERROR = 1e-8
ROBOT = linked()
EMPTY = Scene(name="empty", boxes=(), capsules=(), bodies=())


def test_only_joints_without_a_law_are_commanded():
    assert (len(ROBOT.joints), ROBOT.n) == (7, 3)
    assert [each.name for each in ROBOT.commanded] == ["screw", "crank", "wrist"]


def test_every_frame_is_where_the_plain_tree_says_with_values_by_formulas():
    for q in some_q(ROBOT, 1, 20):
        values = linked_values(q)
        np.testing.assert_allclose(joint_values(ROBOT, q), values, atol=LAW_ERROR)
        np.testing.assert_allclose(link_poses(ROBOT, q), tree_frames(plain(ROBOT), values), atol=LAW_ERROR)


@pytest.mark.parametrize("q", [(3.0, -2.5, 9.0), (0.3, 2.0, -2.0)])
def test_the_gates_plain_frames_are_the_predictors_also_beyond_limits(q):
    rows = [[*frame, (0.0, 0.0, 0.0, 1.0)] for frame in frames_at(plain_joints(ROBOT), q)]
    np.testing.assert_allclose(rows, link_poses(ROBOT, q), atol=1e-12)


@pytest.mark.parametrize("frame", [4, 6, 7])
def test_the_jacobian_equals_central_differences(frame):
    robot = dataclasses.replace(ROBOT, tool=ROBOT.tool._replace(frame=frame))
    for q in some_q(robot, 2, 10):
        columns = [
            pose_difference(tool_pose(robot, q + step), tool_pose(robot, q - step)) / (2.0 * STEP)
            for step in STEP * np.eye(robot.n)
        ]
        np.testing.assert_allclose(tool_jacobian(robot, q), np.transpose(columns), atol=DIFFERENCE_ERROR)


def test_the_jacobian_rate_equals_central_differences():
    qd = np.random.default_rng(3).normal(size=ROBOT.n)
    for q in some_q(ROBOT, 4, 10):
        ahead, behind = tool_jacobian(ROBOT, q + STEP * qd), tool_jacobian(ROBOT, q - STEP * qd)
        rate = (ahead - behind) / (2.0 * STEP)
        np.testing.assert_allclose(tool_jacobian_rate(ROBOT, q, qd), rate, atol=2 * DIFFERENCE_ERROR)


def test_no_point_moves_faster_than_its_levers_say_nor_leaves_the_reach():
    p = np.array((0.1, -0.2, 0.4, 1.0))
    for frame in range(1, 8):
        bound = by_commanded_joint(ROBOT, levers(ROBOT, frame, p[:3]))
        for q in some_q(ROBOT, frame, 30):
            for joint_, step in enumerate(STEP * np.eye(ROBOT.n)):
                moved = (link_poses(ROBOT, q + step)[frame] - link_poses(ROBOT, q - step)[frame]) @ p
                assert np.linalg.norm(moved) / (2.0 * STEP) <= bound[joint_] + DIFFERENCE_ERROR
            assert np.linalg.norm(link_poses(ROBOT, q)[frame] @ p) <= reach(ROBOT)


def test_the_lever_of_a_joint_that_others_follow_holds_their_motion():
    bound = by_commanded_joint(ROBOT, levers(ROBOT, 7, np.zeros(3)))
    without = levers(ROBOT, 7, np.zeros(3))[4]
    assert bound[2] > without + 1e-3


def test_a_pairs_distance_never_changes_faster_than_its_lever():
    world = build_world("capsules", ROBOT, EMPTY)
    names, every = {pair: row for row, pair in enumerate(world.pair_names)}, all_levers(world)
    for q in some_q(ROBOT, 6, 60):
        found = world.clearance(q)
        for k, step in enumerate(1e-4 * np.eye(ROBOT.n)):
            other = world.clearance(q + step)
            allowed = max(every[names[each.pair]][k] for each in (found, other)) * 1e-4
            assert abs(other.distance - found.distance) <= allowed + 1e-12


def test_an_arm_whose_joint_follows_is_no_denavit_hartenberg_chain():
    with pytest.raises(NotDhError, match="'b' follows 'a'"):
        dh_chain(arm(joint("a"), joint("b", 0, law=polynomial_law("a", (0.0, 1.0), (-2.0, 2.0)))))


BAD = {
    "nobody": (
        polynomial_law("c", (0.0, 1.0), (-2.0, 2.0)),
        "joint 1 'b': it follows 'c', which is no commanded joint",
    ),
    "itself": (polynomial_law("b", (0.0, 1.0), (-2.0, 2.0)), "it follows 'b', which is no commanded joint"),
    "too short": (table_law("a", GRIP[1:]), "known for -1.2 .. 2 of 'a', whose limits are -2 .. 2"),
}


@pytest.mark.parametrize(("law", "told"), BAD.values(), ids=BAD)
def test_a_law_that_does_not_fit_the_arm_is_refused_by_one_line(law, told):
    with pytest.raises(TreeError) as caught:
        arm(joint("a"), joint("b", 0, law=law))
    assert told in str(caught.value)


def test_a_joint_that_slides_behind_an_endless_one_is_refused():
    law = polynomial_law("a", (0.0, 0.01), (-math.inf, math.inf))
    with pytest.raises(TreeError, match="'b' slides without an end"):
        arm(joint("a"), joint("b", 0, axis=X, kind="prismatic", law=law), turn_max=math.inf)
