"""The reference line, row by row, of the shared data beside the repository."""

import csv
from pathlib import Path

import numpy as np
import pytest

from planner.motion.ik.inverse import nearest_branch, numeric
from predictor.model.files.robot_file import read_robot
from predictor.model.kinematics import tool_pose
from predictor.model.spatial import pose, pose_difference, rotation_from_euler_zyx
from tests.shared_data import shared_file

REPOSITORY = Path(__file__).parents[4]
TABLE = "data/robots/shiyan7_like/reference_line.csv"
ROBOT = read_robot(REPOSITORY / "scenarios/robots/shiyan7_like.toml")
ATTITUDE = rotation_from_euler_zyx(np.pi, 0.0, 0.0)
PRINTED = np.radians(2e-9)  # the table has nine decimals of a degree
LINE_ERROR = 1e-9  # [m and rad]


@pytest.fixture(scope="module")
def rows() -> list[dict[str, float]]:
    with shared_file(TABLE).open(newline="") as table:
        return [{key: float(value) for key, value in row.items()} for row in csv.DictReader(table)]


def joints(row: dict[str, float], suffix: str) -> np.ndarray:
    """Joint angles of a row [rad]."""
    return np.radians([row[f"q{i}{suffix}"] for i in range(1, 7)])


def test_table_has_61_rows(rows) -> None:
    assert len(rows) == 61


def test_every_row_is_reproduced_by_the_closed_form(rows) -> None:
    q = joints(rows[0], "")
    for row in rows:
        T = pose(ATTITUDE, np.array((row["x"], row["y"], row["z_nominal"])))
        q = nearest_branch(ROBOT, T, q).q
        assert np.abs(pose_difference(T, tool_pose(ROBOT, q))).max() < LINE_ERROR
        np.testing.assert_allclose(q, joints(row, ""), atol=PRINTED)


def test_every_locked_row_is_reproduced_with_joint_2_locked(rows) -> None:
    q = joints(rows[0], "_locked")
    for row in rows:
        T = pose(ATTITUDE, np.array((row["x"], row["y"], row["z_locked"])))
        solution = numeric(ROBOT, T, q, locked=np.arange(6) == 1)
        error = np.abs(pose_difference(T, tool_pose(ROBOT, solution.q))).max()
        assert error < 3e-9  # printed z: nine decimals
        np.testing.assert_allclose(solution.q, joints(row, "_locked"), atol=3.0 * PRINTED)
        q = solution.q
