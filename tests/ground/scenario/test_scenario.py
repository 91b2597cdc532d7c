"""Scenarios: every shipped one loads, and a bad one says file, key, range and the nearest valid key."""

import math
import shutil
from pathlib import Path

import msgspec
import pytest

from ground.scenario.scenario import load, operator_settings, run_settings, shipped, space_settings
from predictor.collision.method import METHODS
from telemetry.agreed.reasons import Reason
from telemetry.agreed.run_settings import RunSettings
from telemetry.files.settings import FileError
from telemetry.plan.move_table import MoveTable
from telemetry.plan.teleop_table import StrokeTable

DATA = Path(__file__).parents[3] / "scenarios"
SHIPPED = tuple(sorted(path.stem for path in DATA.glob("*.toml")))
TO_DEG = "to_deg = [0.0, -90.0, -90.0, 0.0, 0.0, 0.0]"
GOOD = """
name = "small"
summary = "one move"
robot = "arm.toml"
scene = "world.toml"
duration_s = 60.0
start_q_deg = [90.0, -90.0, -90.0, 0.0, 0.0, 0.0]

[link]
up_s = 3.5
down_s = 3.5

[margins]
geometry_m = 0.01
tracking_m = 0.01
model_m = 0.01

[[act]]
[act.plan]
[[act.plan.move]]
to_deg = [0.0, -90.0, -90.0, 0.0, 0.0, 0.0]
"""


@pytest.fixture
def folder(tmp_path):
    shutil.copy(DATA / "robots/shiyan7_like.toml", tmp_path / "arm.toml")
    shutil.copy(DATA / "scenes/adjacent_target.toml", tmp_path / "world.toml")
    return tmp_path


def write(folder, text):
    path = folder / "small.toml"
    path.write_text(text)
    return str(path)


def changed(folder, old, new):
    assert old in GOOD
    return write(folder, GOOD.replace(old, new))


@pytest.mark.parametrize("name", SHIPPED)
def test_every_shipped_scenario_loads_under_its_own_name(name):
    scenario = load(name)
    assert scenario.name == name
    assert scenario.expect.completed
    assert (
        sum((scenario.margins.geometry_m, scenario.margins.tracking_m, scenario.margins.model_m))
        >= 0.03 - 1e-12
    )
    assert all(reason in set(Reason) for reason in scenario.expect.hold_reasons)


@pytest.mark.parametrize("name", SHIPPED)
def test_what_processes_are_given_of_a_scenario_is_read_as_it_was_written(name):
    scenario = load(name)
    run = run_settings(scenario, seed=1, run_id="r")
    for settings in (operator_settings(scenario, run), space_settings(scenario, run)):
        assert msgspec.json.decode(msgspec.json.encode(settings), type=type(settings)) == settings


def test_the_list_of_shipped_scenarios_tells_name_and_summary():
    rows = shipped()
    assert tuple(row.name for row in rows) == SHIPPED
    assert all(row.summary for row in rows)


def test_degrees_end_at_the_loader(folder):
    scenario = load(write(folder, GOOD))
    assert scenario.start_q[:2] == (math.pi / 2, -math.pi / 2)
    assert scenario.acts[0].plan.moves[0].move().q[:2] == (0.0, -math.pi / 2)


def test_a_line_keeps_the_present_attitude_unless_told():
    move = MoveTable(to_m=(1.0, 0.6, 0.1)).move()
    assert (move.kind, move.p_base_tool, move.quat_base_tool) == ("line", (1.0, 0.6, 0.1), None)


def test_a_stroke_goes_its_displacement_in_its_direction():
    stroke = StrokeTable(direction=(0.0, 0.5, -0.5), displacement_m=0.05, until="time", for_s=1.0)
    assert math.hypot(*stroke.hand()) == pytest.approx(0.05)
    assert stroke.hand()[1] == -stroke.hand()[2]


@pytest.mark.parametrize(
    ("old", "new", "key", "said"),
    [
        ("up_s = 3.5", "up_s = -1.0", "link.up_s", ">= 0.0"),
        ("up_s = 3.5", "up_s = 61.0", "link.up_s", "<= 60.0"),
        ("up_s = 3.5", "up_s = nan", "link.up_s", ">= 0.0"),
        ("up_s = 3.5", "up_s = inf", "link.up_s", "<= 60.0"),
        ("up_s = 3.5", "up_s = 3.5\nloss = 1.5", "link.loss", "<= 1.0"),
        ("up_s = 3.5", "up_s = 3.5\nburst = 0.5", "link.burst", ">= 1.0"),
        ("up_s = 3.5", "up_s = 3.5\nlos = 0.5", "link.los", "'loss'"),
        ("up_s = 3.5", "up_s = 3.5\njitter_s = 4.0", "link", "jitter_s must not be longer"),
        (
            "up_s = 3.5",
            "up_s = 3.5\njitter_s = 1.2",
            "link.jitter_s",
            "at most 1: with 1.2, a report may come",
        ),
        ("up_s = 3.5", "up_s = 3.5\njitter_s = 0.6", "commanding.buffer_s", "link.jitter_s = 0.85"),
        ("[margins]", "[commanding]\nbuffer_s = 0.2\n[margins]", "commanding.buffer_s", "jitter_s = 0.25"),
        ("up_s = 3.5", "up_s = 3.5\nwindows_s = [[5.0, 4.0]]", "link", "ascending"),
        ("up_s = 3.5", "up_s = 3.5\nwindows_s = []", "link.windows_s", "length >= 1"),
        ("[margins]", "[commanding]\ndepth = 1\n[margins]", "commanding.depth", ">= 2"),
        ("[margins]", "[commanding]\nlookahead_s = 11.0\n[margins]", "commanding.lookahead_s", "<= 10"),
        ("[margins]", '[commanding]\npolicy = "watermarc"\n[margins]', "commanding.policy", "watermarc"),
        ("model_m = 0.01\n", "", "margins", "`model_m`"),
        ("model_m = 0.01\n", "model_m = 0.01\nwarning_m = 0.02\n", "margins", "at least what is required"),
        (TO_DEG, "to_dge = [0.0]", "act[0].plan.move[0].to_dge", "'to_deg'"),
        (TO_DEG, "to_deg = [400.0]", "act[0].plan.move[0].to_deg[0]", "<= 360.0"),
        (TO_DEG, "duration_s = 3.0", "act[0].plan.move[0]", "either to_deg"),
        ("duration_s = 60.0", "duration_s = 0.0", "duration_s", "> 0.0"),
        ("[[act]]\n", "[[act]]\nhold = {}\n", "act[0]", "exactly one"),
        ('robot = "arm.toml"', 'robot = "shiyan7"', "robot", "'shiyan7_like'"),
        ('robot = "arm.toml"', 'robot = "../arm.toml"', "robot", "within the scenario file's folder"),
        ('robot = "arm.toml"', 'robot = "/etc/arm.toml"', "robot", "within the scenario file's folder"),
        ('scene = "world.toml"', 'scene = "moon.toml"', "scene", "no such file 'moon.toml'"),
        (
            "duration_s = 60.0",
            'duration_s = 60.0\ncollision_method = "capsule"',
            "collision_method",
            "did you mean 'capsules'",
        ),
        ('name = "small"', 'name = "../../../../x"', "name", "letters, digits"),
        ('name = "small"', 'name = "sm\\u0000ll"', "name", "letters, digits"),
        ('name = "small"', 'name = ".."', "name", "letters, digits"),
        ('summary = "one move"', 'summary = "one\\u001b[2Jmove"', "summary", "printable"),
        ("start_q_deg = [90.0, ", "start_q_deg = [", "start_q_deg", "6 values, one for each joint, not 5"),
        (
            "start_q_deg = [90.0, ",
            "start_q_deg = [171.0, ",
            "start_q_deg[0]",
            "of joint_1, -170 .. 170 deg",
        ),
        (TO_DEG, "to_deg = [0.0]", "act[0].plan.move[0].to_deg", "6 values"),
    ],
)
def test_a_bad_value_is_told_with_file_key_and_range(folder, old, new, key, said):
    path = changed(folder, old, new)
    with pytest.raises(FileError) as caught:
        load(path)
    assert caught.value.path == path
    assert caught.value.where == key
    assert said in caught.value.problem


def test_all_that_is_wrong_with_a_scenario_that_can_be_read_is_told_at_once(folder):
    faults = '[[fault]]\nkind = "joint_locked"\nat_s = 3.0\njoint = "joint_9"\n'
    text = GOOD.replace(TO_DEG, "to_deg = [0.0]").replace("start_q_deg = [90.0, ", "start_q_deg = [171.0, ")
    text = text.replace("-90.0, 0.0, 0.0, 0.0]\n\n[link]", "-90.0, 0.0, 0.0, 340.0]\n\n[link]")
    text = text.replace("[margins]", "[commanding]\nbuffer_s = 0.2\n[margins]")
    text = text.replace('scene = "world.toml"', 'scene = "world.toml"\ncollision_method = "capsule"')
    (folder / "world.toml").write_text('name = "empty"\nbodyy = 1\n')
    with pytest.raises(FileError) as caught:
        load(write(folder, text + faults))
    assert [part.where for part in caught.value.parts] == [
        "collision_method",
        "commanding.buffer_s",
        "start_q_deg[0]",
        "start_q_deg[5]",
        "fault[0].joint",
        "act[0].plan.move[0].to_deg",
        "bodyy",
    ]
    line = str(caught.value)
    assert all(part.where in line for part in caught.value.parts) and "world.toml: bodyy: " in line


def test_a_scene_that_is_not_there_is_told_once(folder):
    with pytest.raises(FileError, match="scene: no such file") as caught:
        load(changed(folder, 'scene = "world.toml"', 'scene = "moon.toml"'))
    assert str(caught.value).count("no such file") == 1


def test_a_misspelt_method_is_told_alone_where_the_scene_is_a_shipped_one(folder):
    with pytest.raises(FileError) as caught:
        load(changed(folder, '"world.toml"', '"adjacent_target"\ncollision_method = "capsles"'))
    assert str(caught.value).endswith("did you mean 'capsules'?")


def test_a_misspelt_scenario_is_told_the_nearest_name():
    with pytest.raises(FileError, match="did you mean 'rough_link'"):
        load("rough_lnk")


def test_a_misspelt_name_among_a_few_is_told_the_nearest_or_all(folder):
    for value, told in (("kinematik", "did you mean 'kinematic'"), ("x", "valid are physics, kinematic")):
        with pytest.raises(FileError, match=f"truth.plant: unknown value '{value}'; {told}"):
            load(changed(folder, "[margins]", f'[truth]\nplant = "{value}"\n[margins]'))


def test_a_misspelt_reason_of_a_hold_is_told_the_nearest(folder):
    with pytest.raises(FileError, match=r"expect.hold_reasons\[0\]: unknown value .* mean 'onboard_latch'"):
        load(changed(folder, "[margins]", '[expect]\nhold_reasons = ["onbord_latch"]\n[margins]'))


def test_run_settings_carry_the_digests_of_robot_and_scene(folder):
    scenario = load(write(folder, GOOD))
    before = run_settings(scenario, seed=1, run_id="run")
    assert [len(digest) for digest in before.model_digests] == [32, 32]
    arm = Path(scenario.robot)
    arm.write_text(arm.read_text().replace("d = 0.3\n", "d = 0.4\n"))
    after = run_settings(scenario, seed=1, run_id="run")
    assert [a == b for a, b in zip(before.model_digests, after.model_digests, strict=True)] == [False, True]
    assert after.configuration != before.configuration


def test_runs_that_differ_in_the_collision_method_alone_have_different_configurations(folder, monkeypatch):
    monkeypatch.setitem(METHODS, "spheres", "nowhere:build")
    usual, other = (
        run_settings(load(changed(folder, "duration_s", f"{line}duration_s")), seed=1, run_id="run")
        for line in ("", 'collision_method = "spheres"\n')
    )
    assert (usual.collision_method, other.collision_method) == ("capsules", "spheres")
    assert usual.configuration != other.configuration
    assert usual == msgspec.structs.replace(other, collision_method="capsules")


def test_settings_that_name_no_collision_method_are_of_the_only_one_that_there_was(folder):
    run = run_settings(load(write(folder, GOOD)), seed=1, run_id="run")
    former = msgspec.to_builtins(run)
    del former["collision_method"]
    assert msgspec.convert(former, RunSettings) == run


def test_policy_may_be_chosen_at_the_start(folder):
    scenario = load(write(folder, GOOD))
    assert run_settings(scenario, seed=1, run_id="run").commanding.policy == "watermark"
    assert run_settings(scenario, seed=1, run_id="run", policy="refill").commanding.policy == "refill"


def test_the_spacecrafts_body_is_physics_unless_another_is_named(folder):
    named = load(changed(folder, "[margins]", '[truth]\nplant = "kinematic"\n[margins]'))
    run = run_settings(named, seed=1, run_id="run")
    assert space_settings(named, run).truth.plant == "kinematic"
    assert space_settings(named.with_plant("physics"), run).truth.plant == "physics"
    assert load(write(folder, GOOD)).truth.plant == "physics"


def test_only_the_space_segment_is_told_the_truth(folder):
    scenario = load(changed(folder, "[margins]", "[truth]\npayload_kg = 3.0\n[margins]"))
    run = run_settings(scenario, seed=1, run_id="run")
    assert space_settings(scenario, run).truth.payload_kg == 3.0
    assert "truth" not in operator_settings(scenario, run).__struct_fields__
    assert run == run_settings(load(write(folder, GOOD)), seed=1, run_id="run")


@pytest.mark.parametrize(
    ("fault", "key", "problem"),
    [
        ('kind = "joint_locked"\njoint = "joint_7"\nat_s = 9.0', "fault[0].joint", "did you mean 'joint_"),
        (
            'kind = "joint_locked"\njoint = "joint_2"\nat_deg = 21.0',
            "fault[0].at_deg",
            "limits of joint_2",
        ),
        ('kind = "joint_locked"\njoint = "joint_2"\nat_m = 0.1', "fault[0].at_m", "joint_2 has at_deg"),
        ('kind = "joint_locked"\njoint = "joint_2"', "fault", "give one of at_s, at_deg and at_m"),
        ('kind = "joint_locked"\nat_s = 9.0', "fault[0]", "missing required field `joint`"),
        ('kind = "joint_slipping"\njoint = "joint_2"\nat_s = 9.0', "fault", "follows"),
        ('kind = "onboard_hold"\njoint = "joint_2"\nat_s = 9.0', "fault[0].joint", "unknown key"),
        ('kind = "onboard_hold"\nat_deg = 2.0', "fault[0].at_deg", "did you mean 'at_s'?"),
        ('kind = "onboard_hodl"\nat_s = 9.0', "fault[0].kind", "did you mean 'onboard_hold'?"),
        ('kind = "clock_step"\nat_s = 9.0\nstep_s = 0.0', "fault[0]", "step_s must not be 0"),
        ('kind = "killed"\nat_s = 9.0\nparticipant = "gat"', "fault[0]", "did you mean 'gate'?"),
        (
            'kind = "killed"\nat_s = 9.0\nparticipant = "gate"\nkeeps_store = false',
            "fault[0]",
            "needs a duration_s",
        ),
        (
            'kind = "frozen"\nat_s = 9.0\nduration_s = 1.0\nparticipant = "gate"\nstep = 1.0',
            "fault[0].step",
            "unknown key",
        ),
        (
            'kind = "failing_store"\nat_s = 9.0\nduration_s = 1.0\nparticipant = "gate"\nhow = "tear"',
            "fault[0].how",
            "did you mean 'tears'?",
        ),
        (
            'kind = "disturbance"\nat_s = 9.0\nduration_s = 1.0\nparticipant = "gate"\nmessages = ["Verdit"]',
            "fault[0]",
            "did you mean 'Verdict'?",
        ),
    ],
)
def test_a_fault_that_the_arm_cannot_have_is_refused_with_its_key(folder, fault, key, problem):
    with pytest.raises(FileError) as told:
        load(write(folder, f"{GOOD}\n[[fault]]\n{fault}\n"))
    assert f": {key}" in str(told.value)
    assert problem in str(told.value)


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ('knid = "frozen"', "fault[1].knid: unknown key; did you mean 'kind'?"),
        ('kind = "forzen"', "fault[1].kind: unknown value 'forzen'; did you mean 'frozen'?"),
        ("kind = 3", "fault[1].kind: expected `str`, got `int`"),
        ("", "fault[1].kind: is missing"),
    ],
)
def test_beside_another_mistake_a_fault_of_no_kind_is_told_too(folder, kind, told):
    first = '[[fault]]\nkind = "clock_step"\nat_s = 9.0\nstep = 1.0'
    with pytest.raises(FileError) as refused:
        load(write(folder, f"{GOOD}\n{first}\n[[fault]]\n{kind}\nat_s = 9.0\n"))
    assert told in str(refused.value).split("; also ")
