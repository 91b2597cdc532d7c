"""Joint values and tools of a scenario fit its robot, or one line says what would."""

import math
from pathlib import Path

import pytest

from ground.operator.act_tables import PlanTable
from ground.operator.joint_check import JointCheck
from ground.operator.script.script import ScriptAct
from ground.scenario.script_check import checked_acts
from telemetry.files.settings import FileError
from telemetry.plan.move_table import MoveTable
from telemetry.plan.teleop_table import StrokeTable, TeleopTable
from tests.arms import five_joints, ten_joints, two_arms

TURNING = {"foot_deg": 0.0, "shoulder_deg": 30.0, "elbow_deg": 0.0, "wrist_deg": 10.0, "roll_deg": -20.0}
STROKE = StrokeTable(direction=(1.0, 0.0, 0.0), displacement_m=0.05, until="time", for_s=1.0)


def check(robot):
    return JointCheck(Path("mine.toml"), robot)


def plan(**move):
    return (ScriptAct(plan=PlanTable(moves=(MoveTable(**move),))),)


def complaint(call, *arguments):
    with pytest.raises(FileError) as caught:
        call(*arguments)
    return str(caught.value)


def test_a_start_by_name_is_put_into_the_order_of_the_joints():
    given = dict(reversed(TURNING.items()))
    assert list(check(five_joints()).start(given, None)) == list(TURNING)


def test_a_start_that_leaves_a_joint_out_names_it_with_its_unit():
    told = complaint(check(ten_joints()).start, {"x_m": 0.0, "yaw_deg": 0.0}, None)
    assert told.startswith("mine.toml: start: must name every joint; y_m, lift_m, a_deg, ")


def test_a_list_of_degrees_is_no_way_to_say_where_a_joint_slides():
    told = complaint(check(ten_joints()).start, None, (0.0,) * 10)
    assert told.startswith("mine.toml: start_q_deg: x slides; name the joints: start = { x_m = ..., y_m = ")
    told = complaint(checked_acts, check(ten_joints()), plan(to_deg=(0.0,) * 10))
    assert told.startswith("mine.toml: act[0].plan.move[0].to_deg: x slides; name the joints: to = { x_m = ")


@pytest.mark.parametrize(
    ("key", "near"), [("lift_deg", "lift_m"), ("lft_m", "lift_m"), ("yaw_m", "yaw_deg")], ids=str
)
def test_a_key_of_another_name_or_unit_is_told_the_nearest(key, near):
    told = complaint(checked_acts, check(ten_joints()), plan(to={key: 0.1}))
    assert told == f"mine.toml: act[0].plan.move[0].to.{key}: unknown key; did you mean {near!r}?"


def test_a_start_beyond_a_limit_is_told_in_the_joint_s_unit():
    inside = {"left_1_deg": 0, "left_2_deg": 0, "left_3_deg": 0, "right_1_m": 0, "right_2_deg": 0}
    told = complaint(check(two_arms()).start, inside | {"right_1_m": 0.6}, None)
    assert told == "mine.toml: start.right_1_m: must lie within the limits of right_1, -0.5 .. 0.5 m"
    told = complaint(check(two_arms()).start, inside | {"left_2_deg": 120.0}, None)
    assert "left_2, -114.592 .. 114.592 deg" in told


def test_a_joint_move_with_a_tool_is_for_the_joints_that_carry_it():
    checked_acts(check(two_arms()), plan(tool="left", to_deg=(10.0, 20.0, 30.0)))
    assert "3 values" in complaint(checked_acts, check(two_arms()), plan(tool="left", to_deg=(10.0, 20.0)))
    told = complaint(checked_acts, check(two_arms()), plan(tool="right", to={"left_1_deg": 10.0}))
    assert "to.left_1_deg: unknown key" in told


def test_an_unknown_tool_is_told_the_nearest():
    told = complaint(checked_acts, check(two_arms()), plan(tool="lefd", to_m=(1.0, 0.0, 0.0)))
    assert told == "mine.toml: act[0].plan.move[0].tool: tree has no tool 'lefd'; did you mean 'left'?"
    told = complaint(
        checked_acts, check(two_arms()), (ScriptAct(teleop=TeleopTable(tool="rigt", strokes=(STROKE,))),)
    )
    assert told.startswith("mine.toml: act[0].teleop.tool: tree has no tool 'rigt'")


def test_a_goal_by_name_is_asked_for_by_name_in_radians_and_metres():
    move = MoveTable(tool="right", to={"right_2_deg": 90.0, "right_1_m": 0.25}).move()
    assert (move.tool, move.joints, move.q) == ("right", ("right_2", "right_1"), (math.pi / 2, 0.25))


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        ({"to": {"lift": 1.0}}, "'lift' must end in _deg"),
        ({"to": {"lift_m": 1.0}, "to_m": (0.0, 0.0, 0.0)}, "either to_deg, to or place_m"),
        ({}, "either to_deg, to or place_m"),
    ],
    ids=["no unit", "two goals", "no goal"],
)
def test_a_move_says_one_goal_with_its_units(goal, said):
    with pytest.raises(ValueError, match=said):
        MoveTable(**goal)


def test_an_unknown_frame_is_told_the_nearest():
    scene = Path(__file__).parents[3] / "scenarios/scenes/free_target.toml"
    where = JointCheck(Path("mine.toml"), two_arms(), scene)
    checked_acts(where, plan(frame="target", to_m=(1.0, 0.0, 0.0)))
    told = complaint(checked_acts, where, plan(frame="targte", to_m=(1.0, 0.0, 0.0)))
    assert told.endswith("move[0].frame: there is no frame 'targte'; did you mean 'target'?")
