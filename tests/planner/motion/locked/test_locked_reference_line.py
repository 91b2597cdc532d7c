"""The reference line with joint 2 locked, row by row, of the shared data beside the repository."""

import csv
from pathlib import Path

import numpy as np

from planner.motion.locked.locked_course import locked_course
from planner.motion.locked.locked_path import LockedPath
from planner.motion.locked_joints import locked_joints
from predictor.model.files.robot_file import read_robot
from predictor.model.kinematics import tool_pose
from predictor.model.spatial import pose_difference, quaternion_from_rotation, rotation_from_euler_zyx
from telemetry.messages.plan import LineMove
from tests.shared_data import shared_file

ARM = read_robot(Path(__file__).parents[4] / "scenarios/robots/shiyan7_like.toml")
QUAT = tuple(quaternion_from_rotation(rotation_from_euler_zyx(np.pi, 0.0, 0.0)).tolist())
ONE_MICRON = 1e-6


def test_every_row_of_the_locked_course_is_reproduced() -> None:
    with shared_file("data/robots/shiyan7_like/reference_line.csv").open(newline="") as table:
        rows = [{key: float(value) for key, value in row.items()} for row in csv.DictReader(table)]
    begin, end = ((row["x"], row["y"], row["z_nominal"]) for row in (rows[0], rows[-1]))
    start = np.radians([rows[0][f"q{i}_locked"] for i in range(1, 7)])
    move = LineMove(p_base_tool=end, quat_base_tool=QUAT, begins=(begin, QUAT), gives="z")
    path = locked_course(ARM, start, move, locked=locked_joints(ARM, ["joint_2"]))
    assert isinstance(path, LockedPath)
    for row in rows:
        q = path.at(row["s"]).q
        T, wanted = tool_pose(ARM, q), path.freedom.task.course.pose(row["s"])
        assert abs(np.degrees(q[1]) - row["q2_locked"]) < 1e-9
        assert np.abs(np.delete(pose_difference(wanted, T), 2)).max() < ONE_MICRON
        assert abs(T[2, 3] - row["z_locked"]) < ONE_MICRON
