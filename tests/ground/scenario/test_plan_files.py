"""Plan files of a scenario: found beside it, checked with its robot, flown as if they stood in it."""

import shutil
from pathlib import Path

import pytest

from ground.scenario.scenario import load
from telemetry.files.settings import FileError

DATA = Path(__file__).parents[3] / "scenarios"
PLAN = """
name = "survey"
summary = "to the safe pose and a little down"
robot = "shiyan7_like"
scene = "adjacent_target"

[[step]]
[step.pose]
name = "safe"

[[step]]
[step.move]
to_m = [1.0, 0.0, 0.4]

[[step]]
[step.verify]
quantity = "angle_deg"
joint = "joint_1"
within = [-1.0, 1.0]
"""

FIXTURE = """
[[fixture]]
name = "aside"
frame = "target"
end_m = [0.0, -0.3, 0.45]
"""


@pytest.fixture
def scenario(tmp_path):
    text = (DATA / "short_link.toml").read_text()
    begin, end = text.index("[[act]]"), text.index("[expect]")
    path = tmp_path / "mine.toml"
    path.write_text(text[:begin] + '[[act]]\n[act.plan]\nfile = "survey.toml"\n\n' + text[end:])
    (tmp_path / "survey.toml").write_text(PLAN)
    return path


def complaint(scenario, old, new):
    plan = scenario.with_name("survey.toml")
    assert old in PLAN
    plan.write_text(PLAN.replace(old, new))
    with pytest.raises(FileError) as caught:
        load(str(scenario))
    return caught.value


def test_the_steps_of_a_plan_file_stand_in_the_act_that_names_it(scenario):
    (act,) = load(str(scenario)).acts
    assert [step.kind for step in act.plan.steps] == ["move", "move", "verify"]


def test_a_pose_of_the_robot_file_becomes_a_joint_move_to_it(scenario):
    safe = load(str(scenario)).acts[0].plan.steps[0].move.move()
    assert safe.kind == "joint" and len(safe.joints) == 6
    assert safe.q == pytest.approx((0.0, -1.5707963267948966, -1.5707963267948966, 0.0, 0.0, 0.0))


@pytest.mark.parametrize(
    ("old", "new", "key", "said"),
    [
        ('"safe"', '"stow"', "step[0].pose.name", "has no pose 'stow'; valid are safe"),
        ('"joint_1"', '"joint_11"', "step[2].verify.joint", "did you mean 'joint_1'"),
        ('"angle_deg"', '"place_m"', "step[2].verify.quantity", "is told in deg"),
        ('"shiyan7_like"', '"station_arm"', "robot", "to be flown with 'shiyan7_like'"),
        ('"adjacent_target"', '"adjacent"', "scene", "no such scene; did you mean 'adjacent_target'"),
        ("to_m = [1.0, 0.0, 0.4]", 'to_m = [1.0, 0.0, 0.4]\ntool = "hook"', "step[1].move.tool", "hook"),
    ],
)
def test_a_plan_that_does_not_fit_is_told_with_its_own_file_and_key(scenario, old, new, key, said):
    error = complaint(scenario, old, new)
    assert error.path.endswith("survey.toml")
    assert (error.where, said in error.problem) == (key, True), error


def test_a_plan_file_must_lie_in_the_scenarios_folder(scenario):
    scenario.write_text(scenario.read_text().replace('"survey.toml"', '"../survey.toml"'))
    with pytest.raises(FileError, match="leads out of this folder"):
        load(str(scenario))


def test_a_stowed_pose_of_the_robot_file_is_known_by_its_name(scenario):
    shutil.copy(DATA / "scenes/adjacent_target.toml", scenario.parent)
    arm = (DATA / "robots/shiyan7_like.toml").read_text()
    stowed = "stow_deg = [0.0, -100.0, -80.0, 0.0, 0.0, 0.0]\n"
    (scenario.parent / "arm.toml").write_text(arm.replace("home_deg", stowed + "home_deg", 1))
    scenario.write_text(scenario.read_text().replace('"shiyan7_like"', '"arm.toml"'))
    plan = PLAN.replace('"shiyan7_like"', '"arm.toml"').replace('"safe"', '"stow"')
    scenario.with_name("survey.toml").write_text(plan)
    assert load(str(scenario)).acts[0].plan.steps[0].move.to["joint_2_deg"] == pytest.approx(-100.0)


def test_fixtures_of_a_plan_file_stand_in_the_act_that_names_it(scenario):
    scenario.with_name("survey.toml").write_text(PLAN + FIXTURE)
    (fixture,) = load(str(scenario)).acts[0].plan.fixtures
    assert (fixture.name, fixture.frame) == ("aside", "target")


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ('frame = "target"', 'frame = "tagret"', "fixture[0].frame"),
        ('frame = "target"', 'frame = "tool"', "fixture[0].frame"),
        ('frame = "target"', 'tool = "gripper"', "fixture[0].tool"),
    ],
)
def test_a_fixture_that_does_not_fit_is_told_with_its_key(scenario, old, new, key):
    assert old in FIXTURE
    scenario.with_name("survey.toml").write_text(PLAN + FIXTURE.replace(old, new))
    with pytest.raises(FileError) as caught:
        load(str(scenario))
    assert caught.value.where == key
