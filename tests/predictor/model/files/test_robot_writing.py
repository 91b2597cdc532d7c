"""Robot files that are written: they say again what was read."""

from pathlib import Path

import numpy as np
import pytest

from predictor.geometry import primitive_meshes
from predictor.geometry.formats.mesh_files import read_mesh
from predictor.geometry.formats.obj import obj_text
from predictor.model.files.robot_file import describe_robot
from predictor.model.files.robot_table import RobotTable
from predictor.model.files.robot_writing import text_of
from telemetry.files.settings import parse_toml
from tests.predictor.model.files.test_joint_rows import FOUR_BAR
from tests.predictor.model.files.test_joint_rows import written as following
from tests.predictor.model.files.urdf_texts import ARM, TWO_ARMS
from tests.predictor.model.test_placed_joints import TEXT

SHIPPED = Path(__file__).parents[4] / "scenarios/robots/shiyan7_like.toml"
TRAINER = SHIPPED.with_name("underwater_trainer.toml")  # with a range sensor
FILES = {
    "shipped.toml": SHIPPED.read_text(),
    "trainer.toml": TRAINER.read_text(),
    "placed.toml": TEXT,
    "arm.urdf": ARM,
    "pair.urdf": TWO_ARMS,
}


@pytest.mark.parametrize("name", FILES)
def test_what_is_written_is_read_again_as_the_same(name):
    table = describe_robot(name, lambda path, **_: FILES[name].encode()).table
    text = text_of(table, ["a remark"])
    again = parse_toml(text.encode(), RobotTable, name)
    assert (again.tools, again.joint, again.link) == (table.tools, table.joint, table.link)
    assert again.range_sensor == table.range_sensor
    assert (again.capsule, again.mesh, again.allowed) == (table.capsule, table.mesh, table.allowed)
    assert text_of(again, ["a remark"]) == text


def test_a_law_is_written_in_its_row(tmp_path):
    table = describe_robot(following(tmp_path, FOUR_BAR)).table
    assert parse_toml(text_of(table, []).encode(), RobotTable, "").joint == table.joint


def test_what_is_to_be_filled_in_stands_with_its_unit():
    table = describe_robot("arm.urdf", lambda path, **_: ARM.encode()).table
    lines = text_of(table, []).splitlines()
    assert 'jerk_max_m = "?"  # [m/s^3]' in lines
    assert 'jerk_max_deg = "?"  # [deg/s^3]' in lines
    assert any(line.startswith('home_deg = "?"  # [deg] a safe pose') for line in lines)


def test_a_mesh_is_written_with_all_its_digits():
    ball = primitive_meshes.ball(0.1)
    again = read_mesh("ball.obj", obj_text(ball))
    corners = again.vertices[again.faces]
    np.testing.assert_array_equal(corners, ball.vertices[ball.faces])
