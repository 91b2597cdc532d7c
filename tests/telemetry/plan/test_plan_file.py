"""Plan files: what one holds, and the one line that each of a dozen damaged ones gives."""

import pytest

from telemetry.files.settings import FileError
from telemetry.plan.plan_file import read_plan
from telemetry.plan.plan_table import Leg

GOOD = """
name = "survey"
summary = "there, look, and back"
robot = "shiyan7_like"
scene = "adjacent_target"
start_q_deg = [0.0, -90.0, -90.0, 0.0, 0.0, 0.0]

[margins]
geometry_m = 0.015
tracking_m = 0.01
model_m = 0.005

[pass]
windows_s = [[0.0, 400.0]]

[[step]]
[step.move]
to_deg = [0.0, -120.0, -109.0, 0.0, -40.0, 0.0]

[[step]]
[step.move]
to_m = [1.0, 0.3, 0.115]

[[step]]
[step.wait]
for_s = 2.0

[[step]]
[step.verify]
quantity = "speed_deg_s"
joint = "joint_2"
within = [-0.1, 0.1]
for_s = 1.0

[[step]]
[step.pictures]

[[step]]
[step.hold_point]
text = "is the target at rest?"

[[step]]
[step.pose]
name = "safe"

[[step]]
[step.secure]
"""

FIXTURES = """
[[fixture]]
name = "aside"
end_m = [1.1, 0.4, 0.2]
radius_m = 0.04

[[fixture]]
name = "bus"
kind = "keep_out_box"
frame = "target"
end_m = [0.0, 0.0, 0.0]
along = [0.3, 0.3, 0.3]
"""


def read(folder, text):
    path = folder / "survey.toml"
    path.write_text(text)
    return read_plan(path)


def complaint(folder, text):
    with pytest.raises(FileError) as caught:
        read(folder, text)
    return caught.value


def test_a_plan_file_holds_its_steps_in_order(tmp_path):
    plan = read(tmp_path, GOOD)
    kinds = ["move", "move", "wait", "verify", "pictures", "hold_point", "pose", "secure"]
    assert [step.kind for step in plan.in_order] == kinds
    assert plan.start_q[0] == 0.0 and plan.margins.budget().required_m == pytest.approx(0.03)


def test_moves_that_follow_one_another_are_one_leg(tmp_path):
    text = GOOD.replace('[step.pose]\nname = "safe"', "[step.move]\nto_m = [1.0, 0.0, 0.2]")
    parts = list(read(tmp_path, text).parts())
    legs = [(part.first, len(part.moves)) for part in parts if isinstance(part, Leg)]
    assert legs == [(1, 2), (7, 1)]
    assert [part.number for part in parts if not isinstance(part, Leg)] == [3, 4, 5, 6, 8]


def test_a_pose_that_was_not_made_a_move_is_never_taken_for_a_step_that_is_done(tmp_path):
    with pytest.raises(ValueError, match="step 7 is a pose, which becomes part of a leg first"):
        list(read(tmp_path, GOOD).parts())


def test_a_plan_of_moves_alone_lists_them_without_steps(tmp_path):
    head = GOOD[: GOOD.index("[[step]]")]
    plan = read(tmp_path, head + "[[move]]\nto_m = [1.0, 0.0, 0.2]\n[[move]]\nto_m = [1.0, 0.1, 0.2]\n")
    (leg,) = plan.parts()
    assert [move.kind for move in leg.moves] == ["line", "line"]


TOUCH = 'pair = ["a", "b"]\nto_m = [1.0, 0.0, 0.2]\ncorridor_m = 0.1\nspeed_m_s = 0.01\nforce_n = 5.0'


def test_a_step_that_no_spacecraft_carries_out_is_read_and_named(tmp_path):
    plan = read(tmp_path, GOOD.replace("[step.wait]\nfor_s = 2.0", f"[step.contact]\n{TOUCH}"))
    refused = plan.not_carried_out()
    assert (refused.number, refused.kind) == (3, "contact")
    assert read(tmp_path, GOOD).not_carried_out() is None


@pytest.mark.parametrize(
    ("old", "new", "key", "said"),
    [
        ('name = "survey"', 'nmae = "survey"', "nmae", "did you mean 'name'"),
        ('scene = "adjacent_target"\n', "", "", "give robot and scene"),
        ("model_m = 0.005\n", "", "margins", "`model_m`"),
        ("[[0.0, 400.0]]", "[[400.0, 0.0]]", "pass.windows_s[0][1]", "> 0.0"),
        ("[[0.0, 400.0]]", "[[0.0, 400.0], [300.0, 500.0]]", "pass", "ascending order"),
        ("to_m = [1.0, 0.3, 0.115]", "to_m = [1.0, 0.3]", "step[1].move.to_m", "length 3"),
        ("to_m = [1.0, 0.3, 0.115]", "duration_s = 3.0", "step[1].move", "either to_deg"),
        ("[step.wait]", "[step.wiat]", "step[2].wiat", "did you mean 'wait'"),
        ("for_s = 2.0", "for_s = -2.0", "step[2].wait.for_s", "> 0.0"),
        ('"speed_deg_s"', '"speed_dge_s"', "step[3].verify.quantity", "did you mean 'speed_deg_s'"),
        ('joint = "joint_2"\n', "", "step[3].verify", "joint belongs to angle_deg"),
        ("[-0.1, 0.1]", "[0.1, -0.1]", "step[3].verify", "[lowest, highest]"),
        ("[-0.1, 0.1]", "[nan, 0.1]", "step[3].verify.within[0]", ">= -1000000"),
        ('"is the target at rest?"', '"is\\u0007it?"', "step[5].hold_point.text", "printable"),
        ('"safe"', '"save"', "step[6].pose.name", "did you mean 'safe'"),
        ("[step.wait]\nfor_s = 2.0", "[step.secure]", "", "must be the last step"),
        ("[step.wait]\nfor_s = 2.0", "[step.wait]\nfor_s = 2.0\n[step.pictures]", "step[2]", "exactly one"),
        ("[[step]]\n[step.wait]", "[[move]]\nto_m = [0.0, 0.0, 0.0]\n[[step]]\n[step.wait]", "", "either"),
    ],
)
def test_a_damaged_plan_file_is_told_with_file_key_and_what_is_allowed(tmp_path, old, new, key, said):
    assert old in GOOD
    error = complaint(tmp_path, GOOD.replace(old, new))
    assert error.path.endswith("survey.toml")
    assert error.where == key
    assert said in error.problem


def test_a_plan_without_steps_is_none(tmp_path):
    assert "at least one" in complaint(tmp_path, GOOD[: GOOD.index("[[step]]")]).problem


def test_a_plan_carries_fixtures_by_name(tmp_path):
    aside, bus = read(tmp_path, GOOD + FIXTURES).fixtures
    assert aside.request("survey.aside", aside.tool).end == (1.1, 0.4, 0.2)
    assert (bus.name, bus.kind, bus.frame) == ("bus", "keep_out_box", "target")


@pytest.mark.parametrize(
    ("old", "new", "key", "said"),
    [
        ('name = "bus"', 'name = "aside"', "", "two fixtures are called 'aside'"),
        ('name = "aside"\n', "", "fixture[0]", "`name`"),
        ('"keep_out_box"', '"keep_out_bx"', "fixture[1].kind", "did you mean 'keep_out_box'"),
        ("radius_m = 0.04", "raduis_m = 0.04", "fixture[0].raduis_m", "did you mean 'radius_m'"),
        ("end_m = [1.1, 0.4, 0.2]\n", "", "fixture[0]", "`end_m`"),
        ("[0.3, 0.3, 0.3]", "[0.3, nan, 0.3]", "fixture[1].along[1]", ""),
        ("radius_m = 0.04", "radius_m = -0.04", "fixture[0].radius_m", ">= 0.0"),
    ],
)
def test_a_damaged_fixture_of_a_plan_is_told_in_one_line(tmp_path, old, new, key, said):
    assert old in FIXTURES
    error = complaint(tmp_path, GOOD + FIXTURES.replace(old, new))
    assert error.where == key and said in error.problem and "\n" not in str(error)
