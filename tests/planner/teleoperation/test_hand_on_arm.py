"""The hand from credit to credit: engagements, changes of mode and frame, what is told."""

from dataclasses import replace

import numpy as np
import pytest

from planner.motion.locked_joints import frozen
from predictor.model.kinematics import tool_pose
from predictor.model.spatial import pose, quaternion_from_rotation, rotation_from_vector, rotation_vector
from predictor.model.tree_layout import Tool
from telemetry.agreed.reasons import Reason
from telemetry.messages.handle import Steering
from tests.planner.teleoperation.hand_desk import ROBOT, START, Desk

NO_DRIFT = 1e-9  # [m]
FAR = (0.3, -0.2, 0.1)


def test_a_turn_with_the_right_button_turns_the_tool_in_the_frame_and_its_place_stays():
    desk, begin = Desk(turning_scale=0.5, turning_dead_zone=0.0), tool_pose(ROBOT, START.q)
    desk.hold()
    desk.credit(mode="attitude")
    for n in range(40):
        desk.hold(turn=(0.0, 0.0, min(0.02 * n, 0.4)), p=(0.01 * n, 0.0, 0.0), right=True)
        desk.credit(mode="attitude")
    turned = rotation_vector(desk.tool[:3, :3] @ begin[:3, :3].T)
    assert turned == pytest.approx([0.0, 0.0, 0.5 * 0.4], abs=1e-6)
    assert np.linalg.norm(desk.tool[:3, 3] - begin[:3, 3]) < NO_DRIFT
    assert desk.newest.at_rest


def test_the_left_button_makes_the_increment_zero():
    desk = Desk()
    desk.hold()
    desk.credit(mode="attitude")
    for n in range(20):
        desk.hold(turn=(0.0, 0.0, 0.1 * n), right=True, left=True)
        assert desk.credit(mode="attitude").state == START


@pytest.mark.parametrize("mode", ["position", "attitude", "pose"])
@pytest.mark.parametrize("frame", ["base", "tool", "camera", "view"])
def test_a_new_mode_or_frame_never_moves_the_arm(mode, frame):
    desk = Desk()
    desk.hold()
    desk.credit()
    desk.hold(FAR, (0.5, 0.4, -0.3), right=True)
    desk.epoch += 1
    for _ in range(8):
        assert desk.credit(mode=mode, frame=frame).state == START


def test_a_hand_that_was_moved_while_it_was_let_go_is_taken_where_it_is():
    desk = Desk()
    desk.hold()
    desk.credit()
    desk.hold(FAR, dead_man=False)
    assert desk.credit().state == START
    desk.hand.let_go()
    desk.epoch += 1
    desk.hold(FAR)
    assert desk.credit().state == START
    desk.hold((FAR[0] + 0.05, *FAR[1:]))
    first = desk.credit().state
    assert 0.0 < np.abs(np.subtract(first.q, START.q)).max() < np.radians(0.05)


def test_each_set_point_tells_how_the_hand_steers():
    desk = Desk()
    desk.hold()
    source = desk.credit(mode="pose", frame="tool", control="bilateral").source
    assert source.steering == Steering(mode="pose", frame="tool", control="bilateral")


def test_a_clamp_is_told_with_the_set_point():
    place = tool_pose(ROBOT, START.q)[:3, 3]
    box = (tuple((place - 0.02).tolist()), tuple((place + 0.02).tolist()))
    desk = Desk(workspace=box)
    desk.hold()
    desk.credit()
    desk.hold((0.03, 0.0, 0.0))
    for _ in range(20):
        desk.credit()
    assert desk.notes[-1].startswith("clamped_workspace: x ")


@pytest.mark.parametrize(
    ("mode", "reason"), [("position", Reason.PLACE_ALONE), ("attitude", Reason.TURNS_PARTLY)]
)
def test_an_arm_with_a_locked_joint_says_what_of_the_hand_it_follows(mode, reason):
    desk = Desk(frozen(ROBOT, {1: START.q[1]}), {1: START.q[1]})
    desk.hold()
    assert desk.credit(mode=mode).source.note == reason


def test_a_joint_that_stands_by_the_word_of_the_world_is_left_where_it_stands():
    desk = Desk(standing={1: START.q[1]})
    for place in ((0.0, 0.0, 0.0), *[(0.0, 0.03, 0.02)] * 6):
        desk.hold(place)
        desk.credit()
    assert desk.newest.q[1] == START.q[1] and desk.newest.q[0] != START.q[0]


def test_a_camera_is_carried_by_the_arms_first_tool_whichever_tool_the_hand_moves():
    turned = pose(rotation_from_vector(np.array([0.3, 1.0, -0.4])), np.array([0.05, 0.0, 0.1]))
    other = Tool(ROBOT.tool.frame, ROBOT.tool.T_frame_tool @ turned)
    robot = replace(ROBOT, other_tools=(other,), tool_names=("eye", "hand"))
    as_view = tuple(quaternion_from_rotation(tool_pose(ROBOT, START.q)[:3, :3]).tolist())
    by_frame = {}
    for steering in (Steering(frame="camera"), Steering(frame="view", quat_axes=as_view)):
        desk = Desk(robot)
        for place in ((0.0, 0.0, 0.0), (0.02, 0.03, 0.01)):
            desk.hold(place)
            desk.steer(steering, "hand")
        by_frame[steering.frame] = desk.newest.q
    assert by_frame["camera"] == pytest.approx(by_frame["view"], abs=1e-12)
    assert by_frame["view"] != START.q


@pytest.mark.parametrize("settings", [{"acceleration_max": 0.005}, {"jerk_max": 0.005}])
def test_the_tool_speeds_up_no_faster_than_the_settings_say(settings):
    ways = []
    for desk in (Desk(), Desk(**settings)):
        for place in ((0.0, 0.0, 0.0), *[(0.06, 0.0, 0.0)] * 4):
            desk.hold(place)
            desk.credit()
        ways.append(np.linalg.norm(desk.tool[:3, 3] - tool_pose(ROBOT, START.q)[:3, 3]))
    assert 0.0 < ways[1] < 0.3 * ways[0]


def test_a_tool_that_the_arm_lacks_is_refused_with_those_that_it_has():
    desk = Desk()
    desk.hold()
    with pytest.raises(ValueError, match="has no tool 'nobody'"):
        desk.steer(Steering(), tool="nobody")
