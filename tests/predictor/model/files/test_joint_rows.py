"""Joints of a robot file that follow another one: polynomial, table, four-bar linkage."""

import math
from pathlib import Path

import pytest

from predictor.model.files.robot_file import describe_robot, read_robot
from predictor.queries.robot_facts import robot_facts
from telemetry.files.settings import FileError

TURNS = "speed_max_deg = 10.0\nacceleration_max_deg = 5.0\njerk_max_deg = 20.0"
LINK = "mass = 2.0\ncom = [0.0, 0.0, 0.1]\ninertia = [[0.1, 0, 0], [0, 0.1, 0], [0, 0, 0.1]]"
HEAD = f"""
name = "hand"
home_deg = [10.0]
[[joint]]
name = "driver"
axis = [0.0, 0.0, 1.0]
q_min_deg = -45.0
q_max_deg = 45.0
{TURNS}
"""
TAIL = f"""
[tool]
frame = 1
translation = [0.0, 0.0, 0.0]
rotation = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
[[capsule]]
name = "all"
frame = 1
p0 = [0.0, 0.0, 0.0]
p1 = [0.0, 0.0, 0.5]
radius = 0.05
[[link]]
name = "one"
frame = 1
{LINK}
[[link]]
name = "two"
frame = 2
bare = true
{LINK}
"""
FOUR_BAR = (
    "four_bar = { ground = 1.0, input = 0.3, coupler = 0.9, output = 0.5, "
    'assembly = "open", input_zero_deg = 90.0, output_zero_deg = 90.0 }'
)


def written(folder: Path, law: str, kind: str = "revolute", more: str = "") -> Path:
    """Write an arm of two joints, of which the second follows the first."""
    joint = f'[[joint]]\nname = "slave"\nkind = "{kind}"\naxis = [1.0, 0.0, 0.0]\n{more}[joint.follows]\n'
    path = folder / "arm.toml"
    path.write_text(HEAD + joint + 'joint = "driver"\n' + law + TAIL)
    return path


def test_a_joint_follows_by_a_polynomial_in_metres(tmp_path):
    robot = read_robot(written(tmp_path, "polynomial = [0.1, 0.2]", kind="prismatic"))
    assert (robot.n, len(robot.joints)) == (1, 2)
    assert robot.joints[1].law.at(0.5).value == pytest.approx(0.2)
    assert robot.home_q == (pytest.approx(math.radians(10.0)),)


def test_facts_tell_a_follower_with_the_limits_that_its_law_makes_of_its_drivers(tmp_path):
    found = describe_robot(written(tmp_path, "polynomial = [0.1, 0.2]", kind="prismatic"))
    slave, most = robot_facts(found).joints[1], math.radians(45.0)
    assert slave.follows == "driver"
    limits = [slave.limits.q_min, slave.limits.q_max, slave.limits.speed_max]
    assert limits == pytest.approx([0.1 - 0.2 * most, 0.1 + 0.2 * most, 0.2 * math.radians(10.0)])
    assert slave.limits.jerk_max is None


def test_a_joint_follows_through_the_points_of_a_table(tmp_path):
    robot = read_robot(written(tmp_path, "table = [[-0.8, 0.3], [0.0, 0.0], [0.8, 0.6]]"))
    assert [robot.joints[1].law.at(x).value for x in (-0.8, 0.0, 0.8)] == pytest.approx([0.3, 0.0, 0.6])


def test_a_joint_follows_through_a_linkage(tmp_path):
    law = read_robot(written(tmp_path, FOUR_BAR)).joints[1].law
    x, y = 0.3 + math.pi / 2, law.at(0.3).value + math.pi / 2
    ends = (0.3 * math.cos(x), 0.3 * math.sin(x)), (1.0 + 0.5 * math.cos(y), 0.5 * math.sin(y))
    assert math.dist(*ends) == pytest.approx(0.9, abs=1e-9)


@pytest.mark.parametrize(
    ("law", "more", "where", "problem"),
    [
        ("polynomial = [0.0, 0.0]", "", "joint[1].follows.polynomial", "never move"),
        ("table = [[0.0, 0.0], [0.0, 1.0]]", "", "joint[1].follows.table", "greater value"),
        ("table = [[0.0, 0.0], [0.1, 1.0]]", "", "joint", "known for 0 .. 0.1"),
        ("table = [[0, 0], [1, 1]]\npolynomial = [0.0, 1.0]", "", "joint[1].follows", "has polynomial and"),
        (FOUR_BAR.replace("0.9", "0.2"), "", "joint[1].follows.four_bar", "does not close"),
        ("polynomial = [0.0, 1.0]", "q_min_deg = 0.0\n", "joint[1].q_min_deg", "held by 'driver'"),
    ],
)
def test_a_law_that_makes_no_sense_is_refused(tmp_path, law, more, where, problem):
    with pytest.raises(FileError) as caught:
        read_robot(written(tmp_path, law, more=more))
    assert (caught.value.where, problem in caught.value.problem) == (where, True), caught.value


def test_a_joint_that_follows_nobody_is_refused_with_the_nearest_name(tmp_path):
    path = written(tmp_path, "polynomial = [0.0, 1.0]")
    path.write_text(path.read_text().replace('joint = "driver"', 'joint = "drivr"'))
    with pytest.raises(FileError, match="no commanded joint 'drivr'; did you mean 'driver'"):
        read_robot(path)
