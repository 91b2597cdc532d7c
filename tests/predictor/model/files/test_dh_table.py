"""Plain tables of Denavit-Hartenberg rows: what they say, what they lack, and what they claim."""

from pathlib import Path

import numpy as np
import pytest

from predictor.model.files.robot_file import describe_robot, read_robot
from predictor.model.kinematics import tool_pose
from telemetry.files.settings import FileError
from tests.shared_data import shared_file

TEXT = """
name = "two"
convention = "classical_dh"
angle_unit = "deg"

[[joint]]
name = "shoulder"
theta_offset = 90.0
d = 0.4
a = 0.3
alpha = 0.0
q_min = -90.0
q_max = 90.0
mass = 3.0
com = [-0.1, 0.0, 0.0]
inertia_diag = [0.1, 0.2, 0.2]

[[joint]]
name = "elbow"
theta_offset = 0.0
d = 0.0
a = 0.2
alpha = 0.0

[[check]]
q = [0.0, -90.0]
position = [0.2, 0.3, 0.4]
"""


def written(folder: Path, old: str = "", new: str = "") -> Path:
    """Write the table with the first `old` replaced."""
    assert old in TEXT
    path = folder / "arm.toml"
    path.write_text(TEXT.replace(old, new, 1))
    return path


def test_a_table_of_rows_is_described_with_what_it_lacks(tmp_path: Path) -> None:
    description = describe_robot(written(tmp_path))
    assert description.robot.limits.q_max[0] == pytest.approx(np.pi / 2)
    assert description.missing[:4] == (
        "home_deg",
        "shoulder.speed_max_deg",
        "shoulder.acceleration_max_deg",
        "shoulder.jerk_max_deg",
    )
    assert "elbow.q_min_deg" in description.missing
    assert "shoulder.mass" not in description.missing
    with pytest.raises(FileError, match="does not say home_deg"):
        read_robot(written(tmp_path))


@pytest.mark.parametrize(
    ("old", "new", "where", "problem"),
    [
        ("[0.2, 0.3, 0.4]", "[0.2, 0.3, 0.41]", "check[0]", "position 0.200000, 0.300000, 0.400000"),
        ("q = [0.0, -90.0]", "q = [0.0]", "check[0].q", "2 values"),
        ('"classical_dh"', '"modified_dh"', "convention", "valid are classical_dh"),
        ("theta_offset = 0.0\n", "", "joint[1]", "missing required field `theta_offset`"),
    ],
)
def test_a_table_that_contradicts_itself_is_refused(
    tmp_path: Path, old: str, new: str, where: str, problem: str
) -> None:
    with pytest.raises(FileError) as caught:
        describe_robot(written(tmp_path, old, new))
    assert (caught.value.where, problem in caught.value.problem) == (where, True), caught.value


def test_an_inertia_that_no_body_has_is_doubted_and_not_known(tmp_path: Path) -> None:
    description = describe_robot(written(tmp_path, "[0.1, 0.2, 0.2]", "[0.1, 0.2, 0.4]"))
    assert "shoulder.inertia" in description.missing
    assert len(description.doubts) == 1
    assert description.doubts[0].what == "shoulder"
    assert "inertia: no body has it" in description.doubts[0].why


@pytest.mark.parametrize("name", ["puma560", "motoman_mh6", "shiyan7_like"])
def test_tables_of_known_arms_give_the_poses_that_they_print(name: str) -> None:
    description = describe_robot(shared_file(f"data/robots/{name}/dh.toml"))
    assert description.robot.n == 6
    assert "home_deg" in description.missing


def test_the_reference_arm_is_the_same_in_both_forms() -> None:
    robot = describe_robot(shared_file("data/robots/shiyan7_like/dh.toml")).robot
    shipped = read_robot(Path(__file__).parents[4] / "scenarios/robots/shiyan7_like.toml")
    q = np.array([0.3, -1.0, 0.5, -0.7, 1.1, 2.0])
    np.testing.assert_allclose(tool_pose(robot, q), tool_pose(shipped, q), atol=1e-15)
    assert [link.mass for link in robot.links] == [link.mass for link in shipped.links]
