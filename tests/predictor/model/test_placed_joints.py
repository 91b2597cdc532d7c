"""Joints that are placed, that slide, that have no stops; several arms and tools in one file."""

import math
from pathlib import Path

import numpy as np
import pytest

from predictor.model.files.robot_file import describe_robot, read_robot
from predictor.model.joint_tree import BASE
from predictor.model.kinematics import tool_pose
from telemetry.files.settings import FileError

TURNS = "speed_max_deg = 10.0\nacceleration_max_deg = 5.0\njerk_max_deg = 20.0"
LINK = "mass = 2.0\ncom = [0.0, 0.0, 0.1]\ninertia = [[0.1, 0, 0], [0, 0.1, 0], [0, 0, 0.1]]"
TEXT = f"""
name = "lift"
home_deg = [0.0, 10.0]
home_m = [0.2]

[[joint]]
name = "lift"
kind = "prismatic"
translation = [0.0, 0.0, 1.0]
axis = [0.0, 0.0, 1.0]
q_min_m = 0.0
q_max_m = 0.5
speed_max_m = 0.1
acceleration_max_m = 0.1
jerk_max_m = 0.4

[[joint]]
name = "wheel"
kind = "continuous"
rotation = [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]
axis = [0.0, 0.0, 1.0]
pivot = [0.3, 0.0, 0.0]
{TURNS}

[[joint]]
name = "second arm"
parent = "lift"
theta_offset_deg = 90.0
d = 0.2
a = 0.5
alpha_deg = 0.0
q_min_deg = -90.0
q_max_deg = 90.0
{TURNS}

[[tool]]
name = "gripper"
translation = [0.0, 0.0, 0.0]
rotation = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]

[[tool]]
name = "wheel rim"
frame = 2
translation = [0.1, 0.0, 0.0]
rotation = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]

[[capsule]]
name = "mast"
frame = 1
p0 = [0.0, 0.0, 0.0]
p1 = [0.0, 0.0, 0.5]
radius = 0.05

[[capsule]]
name = "arm"
frame = 3
p0 = [-0.5, 0.0, 0.0]
p1 = [0.0, 0.0, 0.0]
radius = 0.05

[[capsule]]
name = "wheel"
frame = 2
p0 = [0.3, 0.0, 0.0]
p1 = [0.0, 0.0, 0.0]
radius = 0.05

[[link]]
name = "mast"
frame = 1
{LINK}

[[link]]
name = "wheel"
frame = 2
{LINK}

[[link]]
name = "arm"
frame = 3
{LINK}
"""


def written(folder: Path, old: str = "", new: str = "") -> Path:
    """Write the file with the first `old` replaced."""
    assert old in TEXT
    path = folder / "arm.toml"
    path.write_text(TEXT.replace(old, new, 1))
    return path


def test_a_tree_of_placed_sliding_and_dh_joints_is_read(tmp_path: Path) -> None:
    robot = read_robot(written(tmp_path))
    assert [joint.parent for joint in robot.joints] == [BASE, 0, 0]
    assert [joint.kind for joint in robot.joints] == ["prismatic", "revolute", "revolute"]
    assert robot.limits.q_max == (0.5, math.inf, pytest.approx(math.pi / 2))
    assert robot.home_q == (0.2, 0.0, pytest.approx(math.radians(10.0)))
    assert robot.platform is None


def test_every_tool_of_a_file_is_where_it_says(tmp_path: Path) -> None:
    robot = read_robot(written(tmp_path))
    q = np.array([0.3, math.pi / 2, 0.0])
    np.testing.assert_allclose(tool_pose(robot, q)[:3, 3], [0.0, 0.5, 1.5], atol=1e-15)
    # the wheel's frame is turned by 90 degrees; a quarter turn about its pivot (0.3, 0, 0)
    rim = tool_pose(robot.with_tool("wheel rim"), q)[:3, 3]
    np.testing.assert_allclose(rim, [0.2, 0.3, 1.3], atol=1e-15)


DAMAGES = [
    ('parent = "lift"', 'parent = "lifd"', "joint[2].parent", "did you mean 'lift'"),
    ('parent = "lift"', 'parent = "second arm"', "joint[2].parent", "before this one"),
    ("axis = [0.0, 0.0, 1.0]", "axis = [0.0, 0.0, 0.0]", "joint[0].axis", "unit vector"),
    ("axis = [0.0, 0.0, 1.0]\n", "", "joint[0]", "missing required field `axis`"),
    ("d = 0.2", "d = 0.2\naxis = [0, 0, 1]", "joint[2]", "is a DH row and has axis"),
    ("d = 0.2\n", "", "joint[2]", "missing required field `d`"),
    ('kind = "continuous"', 'kind = "continous"', "joint[1].kind", "did you mean 'continuous'"),
    ('kind = "continuous"', "q_max_deg = 0.0", "joint[1]", "missing required field `q_min_deg`"),
    ("pivot =", "q_min_deg = 0.0\npivot =", "joint[1].q_min_deg", "turns without an end"),
    ("q_max_m = 0.5", "q_max_deg = 0.5", "joint[0].q_max_deg", "slides [m]"),
    ("q_max_m = 0.5", "q_max_m = -0.5", "joint[0].q_min_m", "less than q_max_m (-0.5)"),
    ("q_max_m = 0.5", "q_max_m = 0.5\npivot = [0, 0, 1]", "joint[0].pivot", "no meaning"),
    ("home_m = [0.2]", "home_m = [0.7]", "home_m[0]", "0 .. 0.5"),
    ("home_m = [0.2]", "", "home_m", "1 values"),
    ('name = "wheel rim"', 'name = "gripper"', "tool[1].name", "twice"),
    ("frame = 2\ntranslation", "frame = 4\ntranslation", "tool[1].frame", "0 .. 3"),
    ("rotation = [[0.0, -1.0", "rotation = [[0.0, 1.0", "joint[1].rotation", "right-handed"),
]


@pytest.mark.parametrize(("old", "new", "where", "problem"), DAMAGES)
def test_damaged_joints_and_tools_are_refused(
    tmp_path: Path, old: str, new: str, where: str, problem: str
) -> None:
    with pytest.raises(FileError) as caught:
        read_robot(written(tmp_path, old, new))
    assert (caught.value.where, problem in caught.value.problem) == (where, True), caught.value


UNKNOWN = [
    ("jerk_max_deg = 20.0", 'jerk_max_deg = "?"', "wheel.jerk_max_deg"),
    ("q_min_m = 0.0", 'q_min_m = "?"', "lift.q_min_m"),
    ("mass = 2.0", 'mass = "?"', "mast.mass"),
    ("home_deg = [0.0, 10.0]", 'home_deg = "?"', "home_deg"),
]


@pytest.mark.parametrize(("old", "new", "key"), UNKNOWN)
def test_what_is_not_known_yet_is_named_and_never_flown(tmp_path: Path, old: str, new: str, key: str) -> None:
    path = written(tmp_path, old, new)
    assert describe_robot(path).missing == (key,)
    with pytest.raises(FileError, match=key.rpartition(".")[2] + '.*; fill in every "?"'):
        read_robot(path)


def test_what_stands_in_for_unknown_limits_contains_the_known_one(tmp_path: Path) -> None:
    path = written(tmp_path, "q_max_deg = 90.0", 'q_max_deg = "?"')
    limits = describe_robot(path).robot.limits
    assert limits.q_min[2] == pytest.approx(-math.pi / 2)
    assert limits.q_max[2] > limits.q_min[2]
