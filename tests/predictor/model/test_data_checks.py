import math

import pytest

from predictor.model.data_checks import CheckRow, checked_values
from predictor.model.files.robot_file import read_robot
from telemetry.files.settings import FileError, Table, parse_toml
from tests.nominal_run import ROBOT

JOINTS = read_robot(ROBOT).commanded


class _File(Table, frozen=True):
    check: tuple[CheckRow, ...]


def rows(text):
    return parse_toml(text.encode(), _File, "arm.toml").check


def refusal(text):
    with pytest.raises(FileError) as caught:
        checked_values(rows(text), JOINTS, "arm.toml")
    assert "\n" not in str(caught.value)
    return str(caught.value)


def row(keys):
    return f"[[check]]\nquantity = 'temperature_k'\n{keys}\n"


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ("hard = [nan, 350.0]", "check[0].hard[0]: expected `float` >="),
        ("hard = [250.0, inf]", "check[0].hard[1]: expected `float` <="),
        ("jump = inf", "check[0].jump: expected `float` <="),
        ("rate = nan", "check[0].rate: expected `float` >"),
        ("rate = 0.0", "check[0].rate: expected `float` >"),
        ("hard = [350.0, 250.0]", "hard must be [lowest, highest]"),
        ("soft = [300.0, 300.0]", "soft must be [lowest, highest]"),
        ("soft = [240.0, 360.0]\nhard = [250.0, 350.0]", "soft must lie within hard"),
        ("hard = [-20.0, 60.0]", "kelvin"),
        ("", "nothing is checked"),
        ("soft = [250.0, 350.0]\ninhibits = true", "inhibits needs hard or stale_s"),
        ("hard = [250.0, 350.0]\njoints = ['joint_9']", "no commanded joint 'joint_9'; did you mean 'joint_"),
        ("hard = [250.0, 350.0]\njoints = ['joint_1', 'joint_1']", "each joint once"),
        ("hrad = [250.0, 350.0]", "check[0].hrad: unknown key; did you mean 'hard'?"),
    ],
)
def test_a_row_that_cannot_be_is_refused_in_one_line(keys, words):
    assert words in refusal(row(keys))


@pytest.mark.parametrize(
    ("quantity", "words"),
    [
        ("temperature_c", "unknown value 'temperature_c'; did you mean 'temperature_k'?"),
        ("angle_rad", "unknown value 'angle_rad'; did you mean 'angle_deg'?"),
        ("place_m", "no joint of this arm has place_m: write angle_deg"),
        ("speed_m_s", "no joint of this arm has speed_m_s: write speed_deg_s"),
    ],
)
def test_a_quantity_in_another_unit_is_refused_with_the_one_that_there_is(quantity, words):
    assert words in refusal(f"[[check]]\nquantity = '{quantity}'\nhard = [1.0, 2.0]\n")


@pytest.mark.parametrize(
    ("quantity", "kind", "other"),
    [("angle_deg", "prismatic", "place_m"), ("speed_m_s", "revolute", "speed_deg_s")],
)
def test_a_joint_of_another_kind_is_refused_by_its_name(quantity, kind, other):
    arm = read_robot(ROBOT.replace("shiyan7_like", "service_robot")).commanded
    name = next(joint.name for joint in arm if joint.kind == kind)
    text = f"[[check]]\nquantity = '{quantity}'\njoints = ['{name}']\nhard = [1.0, 2.0]\n"
    with pytest.raises(FileError, match=f"'{name}' has no {quantity}: write {other} for it"):
        checked_values(rows(text), arm, "arm.toml")


def test_joints_of_the_base_are_refused():
    assert "joints belong to" in refusal(
        "[[check]]\nquantity = 'base_rate_deg_s'\nhard = [0.0, 1.0]\njoints = ['joint_1']\n"
    )


def test_a_value_that_two_rows_check_is_refused_by_both_their_numbers():
    two = row("hard = [250.0, 350.0]") + row("jump = 3.0\njoints = ['joint_2']")
    assert "check[1]: temperature_k of 'joint_2' is checked by check[0] already" in refusal(two)


def test_without_names_all_joints_that_have_the_quantity_are_checked():
    found = checked_values(rows(row("hard = [250.0, 350.0]")), JOINTS, "arm.toml")
    assert [each.joint for each in found] == list(range(len(JOINTS)))


def test_of_the_base_and_the_link_there_is_one_value():
    text = "[[check]]\nquantity = 'round_trip_s'\nsoft = [0.0, 9.0]\n"
    [only] = checked_values(rows(text), JOINTS, "arm.toml")
    assert only.joint is None
    assert math.isclose(only.row.soft[1], 9.0)
