"""Robot files as read, the reader that a name's ending chooses, and what is said about damaged ones."""

import math
from pathlib import Path

import numpy as np
import pytest

from predictor.model.files.robot_file import READERS, describe_robot, read_robot
from telemetry.files.settings import FileError
from tests.trees import rows_of

FILE = Path(__file__).parents[4] / "scenarios/robots/shiyan7_like.toml"
TEXT = FILE.read_text()
CYLINDER = "inertia = [[0.065325, 0.0, 0.0], [0.0, 0.040612, 0.0], [0.0, 0.0, 0.065325]]"
DAMAGES = [
    ("q_min_deg = -170.0", "q_min_deg = 170.0", "joint[0].q_min_deg", "less than q_max_deg (170)"),
    ("speed_max_deg = 8.0", "speed_max_deg = 0.0", "joint[0].speed_max_deg", ">= 0.001"),
    ("speed_max_deg = 8.0", "speed_max_deg = 1e-9", "joint[0].speed_max_deg", ">= 0.001"),
    ("jerk_max_deg = 16.0", "jerk_max_deg = 0.002", "joint[0]", "stop from full speed would take"),
    ('name = "joint_1"', 'name = "joint\\u00001"', "joint[0].name", "printable"),
    ("speed_max_deg = 8.0", "speed_max_deg = nan", "joint[0].speed_max_deg", ">= 0.001"),
    ("speed_max_deg = 8.0", "speed_max_deg = inf", "joint[0].speed_max_deg", "<= 10000"),
    ("speed_max_deg = 8.0", "", "joint[0]", "missing required field `speed_max_deg`"),
    ("speed_max_deg = 8.0", "speed_mx_deg = 8.0", "joint[0].speed_mx_deg", "did you mean 'speed_max_deg'"),
    ("jerk_max_deg = 16.0", "jerk_max_deg = -16.0", "joint[0].jerk_max_deg", ">= 0.001"),
    ("d = 0.3", "d = nan", "joint[0].d", ">= -100"),
    ('name = "joint_2"', 'name = "joint_1"', "joint[1].name", "twice"),
    ("home_deg = [0.0,", "home_deg = [0.0, 0.0,", "home_deg", "6 values"),
    ("home_deg = [0.0, -90.0", "home_deg = [0.0, 21.0", "home_deg[1]", "-200 .. 20"),
    ('["wrist", "hand"]', '["wrist", "hnd"]', "allowed[5].pair", "did you mean 'hand'"),
    ('["wrist", "hand"]', '["hand", "hand"]', "allowed[5].pair", "two different"),
    ("rotation = [[-1.0", "rotation = [[1.0", "tool.rotation", "right-handed"),
    ("rotation = [[-1.0", "rotation = [[-1.001", "tool.rotation", "orthonormal"),
    ("radius = 0.11", "radius = 0.0", "capsule[0].radius", "> 0"),
    ("radius = 0.11", "radius = nan", "capsule[0].radius", "> 0"),
    ('name = "hand"\nframe = 6', 'name = "hand"\nframe = 7', "capsule[6].frame", "0 .. 6"),
    ('name = "base"', 'name = "hand"', "capsule[6].name", "twice"),
    ("mass = 500.0", "mass = -500.0", "platform.mass", "> 0"),
    ("[0.0, 0.0, 120.0]]", "[0.0, 1.0, 120.0]]", "platform.inertia", "symmetric"),
    ("[0.0, 0.0, 120.0]]", "[0.0, 0.0, 1200.0]]", "platform.inertia", "sum of the other two"),
    (CYLINDER, CYLINDER.replace("0.040612", "-0.04"), "link[0].inertia", "positive definite"),
    (
        'name = "shoulder"\nframe = 1\nmass',
        'name = "shoulder"\nframe = 2\nmass',
        "link[0].frame",
        "must be 1",
    ),
    ("[platform]", "[plattform]", "plattform", "did you mean 'platform'"),
    ("[platform]", "[platform", "", "not TOML"),
]


def damaged(folder: Path, old: str, new: str) -> Path:
    """Write the robot file with the first `old` replaced, and make sure that the damage happened."""
    assert old in TEXT
    path = folder / "arm.toml"
    path.write_text(TEXT.replace(old, new, 1))
    return path


def test_reference_arm_is_read_in_radians() -> None:
    robot = read_robot(FILE)
    assert robot.n == 6
    assert robot.limits.q_min[1] == pytest.approx(math.radians(-200.0))
    assert robot.limits.qddd_max == pytest.approx([math.radians(16.0)] * 3 + [math.radians(24.0)] * 3)
    np.testing.assert_allclose(rows_of(robot)[0], (math.pi, 0.3, 0.0, -math.pi / 2))
    np.testing.assert_allclose(robot.home_q, np.radians((0.0, -90.0, -90.0, 0.0, 0.0, 0.0)))
    assert sum(link.mass for link in robot.links) == pytest.approx(41.5)


def test_arrays_of_a_robot_cannot_be_changed() -> None:
    robot = read_robot(FILE)
    arrays = [
        *robot.tree,
        robot.tool.T_frame_tool,
        robot.capsules.p0,
        robot.self_pairs,
        robot.platform.inertia,
    ]
    arrays += [part for joint in robot.joints for part in (joint.T_parent_joint, joint.axis, joint.pivot)]
    assert not any(array.flags.writeable for array in arrays)


def test_every_pair_that_is_not_allowed_to_meet_is_kept_apart() -> None:
    robot = read_robot(FILE)
    pairs = {frozenset(robot.capsules.names[i] for i in pair) for pair in robot.self_pairs}
    assert len(pairs) == len(robot.self_pairs) == 21 - 8
    assert frozenset(("elbow_forearm", "shoulder")) in pairs
    assert frozenset(("base", "hand")) in pairs
    assert frozenset(("forearm_wrist", "hand")) not in pairs


def test_pair_comes_back_when_it_is_no_longer_listed(tmp_path: Path) -> None:
    row = '  { pair = ["forearm_wrist", "hand"], reason = "overlap by 35 to 44 mm at every pose" },\n'
    path = damaged(tmp_path, row, "")
    assert len(read_robot(path).self_pairs) == len(read_robot(FILE).self_pairs) + 1


@pytest.mark.parametrize(("old", "new", "where", "problem"), DAMAGES)
def test_damaged_file_is_refused_with_key_and_remedy(
    tmp_path: Path, old: str, new: str, where: str, problem: str
) -> None:
    path = damaged(tmp_path, old, new)
    with pytest.raises(FileError) as caught:
        read_robot(path)
    assert caught.value.path == str(path)
    assert caught.value.where == where
    assert problem in caught.value.problem


def test_missing_link_body_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "arm.toml"
    path.write_text(TEXT[: TEXT.rindex("[[link]]")])
    with pytest.raises(FileError, match="link: must have 6 bodies"):
        read_robot(path)


def test_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot be read"):
        read_robot(tmp_path / "none.toml")


def test_a_file_of_an_unknown_kind_is_refused_with_the_kinds_that_can_be_read(tmp_path):
    with pytest.raises(FileError, match=r"arm\.step: .*must end in \.toml"):
        read_robot(tmp_path / "arm.step")


def test_a_new_kind_of_file_takes_a_reader_and_a_row(monkeypatch):
    monkeypatch.setitem(READERS, ".arm", read_by_name)
    assert describe_robot("six.arm", read=lambda path: b"six joints") == ("six.arm", b"six joints")


def read_by_name(path, read):
    """Stand for a reader."""
    return path, read(path)


def test_a_reader_gets_its_bytes_through_the_door():
    asked = []

    def read(path):
        asked.append(path)
        return FILE.read_bytes()

    assert read_robot(FILE, read).n == 6
    assert asked == [FILE]
