"""What a person asks for at the form: numbers, a ghost's pose, and the moves that come of it."""

import math
from itertools import pairwise

import numpy as np
import pytest
from scene_bench import BODIES, HOME

from ground.console.motion.asked_frames import ArmAsSeen
from ground.console.motion.asked_motion import FIXTURE_ID, asked_motion, jog
from ground.console.motion.motion_draft import GOAL_ROWS, JOG_ROWS, MotionDraft
from ground.operator.person.motion_acts import AskJog
from planner.motion.tool_courses.frames import PlanFrames, in_base
from predictor.model.kinematics import tool_pose
from predictor.model.quaternions import rotation_from_quaternion
from predictor.model.spatial import inverse_pose, pose, rotation_from_euler_zyx

ONE_MICRON = 1e-6
T_BASE_WORLD = pose(rotation_from_euler_zyx(0.3, -0.2, 0.1), np.array([0.4, -0.5, 0.2]))
ARM = ArmAsSeen(HOME, T_BASE_WORLD)
T_HOME = tool_pose(BODIES.robot, HOME)
ROWS = {row.name: row for row in (*GOAL_ROWS, *JOG_ROWS)}


def draft(kind="line", **typed):
    form = MotionDraft(BODIES)
    form.on_arm(ARM)
    form.kind = kind
    for name, text in typed.items():
        form.write({row.name.replace(" ", "_"): row for row in form.rows}[name], text)
    return form


def moves(form):
    return [move.move() for move in asked_motion(form).act.moves]


def test_a_line_asks_for_the_place_that_was_typed_and_for_the_attitude_the_tool_has():
    (move,) = moves(draft(x="612,5", y="-33 mm", z="1.204 m"))
    assert move.p_base_tool == pytest.approx((0.6125, -0.033, 1.204)) and move.duration is None
    assert rotation_from_quaternion(np.array(move.quat_base_tool)) == pytest.approx(T_HOME[:3, :3], abs=1e-9)


def test_what_is_typed_last_is_asked_for_and_a_wrong_number_is_one_line_that_names_its_field():
    form = draft(x="612", yaw="90")
    assert asked_motion(form).act is not None
    form.write(ROWS["x"], "6l2")
    assert asked_motion(form).act is None
    assert asked_motion(form).why_not == "x: '6l2' is no number: write one like -12.5 mm"


@pytest.mark.parametrize("frame", MotionDraft(BODIES).frames)
def test_every_frame_writes_the_same_pose_as_the_planner_reads_it(frame):
    form = draft(x="900", y="-200", z="700", yaw="20", pitch="-30", roll="10")
    wanted = form.T_base_goal
    form.choose_frame(frame)
    assert form.T_base_goal == pytest.approx(wanted, abs=ONE_MICRON)
    (move,) = moves(form)
    frames = PlanFrames(scene=BODIES.scene, T_world_base=inverse_pose(T_BASE_WORLD))
    there = in_base(move, frames.frame(move.frame, BODIES.robot, HOME))
    assert there.p_base_tool == pytest.approx(wanted[:3, 3], abs=ONE_MICRON)
    R = rotation_from_quaternion(np.array(there.quat_base_tool))
    assert np.abs(R - wanted[:3, :3]).max() < 1e-9


def test_the_ghosts_pose_fills_the_numbers_and_they_ask_for_it_again():
    form = draft()
    T = pose(rotation_from_euler_zyx(0.5, 1.2, -2.0), np.array([0.8, 0.3, 0.9]))
    form.go_to(T)
    assert form.text(ROWS["x"]) == "800.0" and form.text(ROWS["pitch"]) == "68.75"
    assert form.T_base_goal == pytest.approx(T, abs=1e-9)


def test_what_nobody_has_touched_goes_with_the_arm_and_what_was_typed_stays():
    form, away = draft(), ArmAsSeen((0.4, *HOME[1:]), T_BASE_WORLD)
    form.on_arm(away)
    assert form.T_base_goal == pytest.approx(tool_pose(BODIES.robot, away.q))
    form.write(ROWS["x"], "700")
    form.on_arm(ARM)
    assert form.text(ROWS["x"]) == "700.0"
    form.begin_at_arm()
    assert form.T_base_goal == pytest.approx(T_HOME)


def test_joint_values_and_named_poses_are_joint_moves_by_name():
    form = draft("joints")
    form.write(form.joint_rows[2], "-80,5")
    (move,) = moves(form)
    assert move.q == pytest.approx((*HOME[:2], math.radians(-80.5), *HOME[3:])) and len(move.joints) == 6
    form.kind, form.pose_name = "pose", "safe"
    (move,) = moves(form)
    assert move.q == pytest.approx(BODIES.robot.poses["safe"])
    assert asked_motion(form).text == "pose safe"


def test_a_joint_that_is_locked_is_left_out_and_the_key_says_so():
    form = draft("pose")
    form.on_arm(ARM._replace(locked=frozenset(["joint_1"])))
    asked = asked_motion(form)
    (table,) = asked.act.moves
    assert asked.text == "pose safe but J1" and len(table.to) == 5 and "joint_1_deg" not in table.to
    form.on_arm(ARM._replace(locked=frozenset(row.name for row in form.joint_rows)))
    assert asked_motion(form).why_not.startswith("every joint is locked")


def test_an_arc_goes_through_the_place_on_its_way():
    (move,) = moves(draft("arc", via_x="800", via_z="900", x="900"))
    assert move.through[0::2] == pytest.approx((0.8, 0.9)) and move.p_base_tool[0] == pytest.approx(0.9)


def test_a_duration_is_the_shortest_where_nothing_is_typed():
    form = draft(x="700")
    form.write_duration("12 s")
    assert moves(form)[0].duration == 12.0
    form.write_duration(" ")
    assert moves(form)[0].duration is None
    for text in ("0", "-3", "soon"):
        form.write_duration(text)
        assert asked_motion(form).why_not.startswith("duration: ")


def test_a_jog_is_one_stated_step_along_an_axis_of_the_frame():
    form = draft("jog", step="5", turn="0.5")
    assert asked_motion(form).why_not.startswith("a jog is asked for by its own key")
    along, about = jog(form, 2, sign=-1.0, turns=False), jog(form, 0, sign=1.0, turns=True)
    assert along.act == AskJog((0.0, 0.0, 1.0), -0.005, turns=False, frame="base")
    assert (along.text, about.text) == ("jog z -5.0 mm", "jog about x +0.5°")
    assert about.act.step == pytest.approx(math.radians(0.5)) and about.act.turns


def test_a_tube_leads_from_one_place_to_the_other_with_its_radius_in_the_base():
    form = draft("tube", A_x="800", B_x="1000", radius="40")
    form.choose_frame("world")
    request = asked_motion(form).act.request
    assert (request.fixture_id, request.kind, request.radius) == (FIXTURE_ID, "tube", 0.04)
    assert (request.start[0], request.end[0]) == pytest.approx((0.8, 1.0)) and request.frame == ""
    form.put("B", form.place("A"))
    assert "pick or type two" in asked_motion(form).why_not


def test_the_arrow_keys_step_a_number():
    form = draft()
    before = form.values["x"]
    form.step(ROWS["x"], -10)
    assert form.values["x"] == pytest.approx(before - 0.010)


def test_before_the_arm_is_seen_nothing_is_asked():
    assert asked_motion(MotionDraft(BODIES)).why_not.startswith("where the arm is has not been heard")


def test_frames_follow_one_another_round_and_round():
    from ground.console.motion.asked_frames import next_name

    names = ("a", "b", "c")
    assert [next_name(one, names) for one, _ in pairwise((*names, "a"))] == ["b", "c", "a"]
