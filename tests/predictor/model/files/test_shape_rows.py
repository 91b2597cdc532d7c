"""What stands in the frames of a robot file: bodies, where their files may lie, and the range sensor."""

import os
from pathlib import Path

import numpy as np
import pytest

from predictor.model.files.robot_file import describe_robot, read_robot
from predictor.run_model import read_model, read_new_model
from telemetry.files.settings import FileError
from tests.nominal_run import SCENE

FILE = Path(__file__).parents[4] / "scenarios/robots/shiyan7_like.toml"
SENSOR_FILE = Path(__file__).parents[4] / "scenarios/robots/underwater_trainer.toml"
SENSOR_TEXT = SENSOR_FILE.read_text()
TETRAHEDRON = "v 0 0 0\nv 1000 0 0\nv 0 1000 0\nv 0 0 1000\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
PLACED = """
[[mesh]]
name = "cover"
frame = 2
file = "meshes/cover.obj"
scale = [0.001, 0.001, 0.002]
translation = [0.1, 0.2, 0.3]
rotation = [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]
"""
SOLIDS = """
[[mesh]]
name = "box"
frame = 1
use = "touched"
box = [0.1, 0.2, 0.3]
[[mesh]]
name = "ball"
frame = 1
use = "seen"
sphere = 0.1
[[mesh]]
name = "rod"
frame = 1
cylinder = { radius = 0.1, length = 0.5 }
"""
DAMAGES = [
    ('"meshes/cover.obj"', '"/etc/cover.obj"', "mesh[0].file", "must be a file of this folder"),
    ('"meshes/cover.obj"', '"../cover.obj"', "mesh[0].file", "leads out of this folder"),
    ('"meshes/cover.obj"', '"https://a.b/cover.obj"', "mesh[0].file", "must be a file of this folder"),
    ('"meshes/cover.obj"', '"meshes/link.obj"', "mesh[0].file", "leads out of this folder"),
    ("frame = 2", "frame = 7", "mesh[0].frame", "0 .. 6"),
    ("scale = [0.001", "scale = [-0.001", "mesh[0].scale[0]", "> 0"),
    ("scale = [0.001", "box = [1.0, 1.0, 1.0]\nscale = [0.001", "mesh[0]", "it has file and box"),
    ('file = "meshes/cover.obj"', "", "mesh[0]", "it has none of them"),
    ("[[0.0, -1.0", "[[0.0, -1.1", "mesh[0].rotation", "orthonormal"),
]


def written(folder: Path, rows: str) -> Path:
    """Write the arm with some bodies, and the mesh beside it."""
    (folder / "meshes").mkdir(exist_ok=True)
    (folder / "meshes/cover.obj").write_text(TETRAHEDRON)
    (folder / "arm.toml").write_text(FILE.read_text() + rows)
    return folder / "arm.toml"


def test_a_mesh_is_scaled_turned_and_moved_to_its_place(tmp_path):
    (part,) = describe_robot(written(tmp_path, PLACED)).robot.parts
    assert (part.name, part.frame, part.is_seen) == ("cover", 2, True)
    corners = [[0.1, 0.2, 0.3], [0.1, 1.2, 0.3], [-0.9, 0.2, 0.3], [0.1, 0.2, 2.3]]
    for mesh in (part.mesh, *part.pieces):
        np.testing.assert_allclose(sorted(mesh.vertices.tolist()), sorted(corners), atol=1e-12)


def test_solids_need_no_file_and_only_what_is_touched_has_pieces(tmp_path):
    box, ball, rod = describe_robot(written(tmp_path, SOLIDS)).robot.parts
    assert [len(part.pieces) for part in (box, ball, rod)] == [1, 0, 1]
    assert [part.is_seen for part in (box, ball, rod)] == [False, True, True]
    np.testing.assert_allclose(box.mesh.vertices.max(axis=0), [0.05, 0.1, 0.15])


def test_a_mesh_is_among_the_files_that_a_run_is_bound_to(tmp_path):
    seen = PLACED + 'use = "seen"\n'
    path = written(tmp_path, seen + seen.replace('"cover"', '"again"'))
    model = read_new_model(path, SCENE)
    assert [file.path.name for file in model.files] == ["arm.toml", "cover.obj", "adjacent_target.toml"]

    class Run:
        robot_file, scene_file, model_digests, model_age_s = str(path), SCENE, model.digests, 0.0

    assert read_model(Run).digests == model.digests
    (tmp_path / "meshes/cover.obj").write_text(TETRAHEDRON.replace("1000", "1001"))
    with pytest.raises(FileError, match=r"cover\.obj: is not what this run began with"):
        read_model(Run)


def test_a_mesh_without_convex_pieces_is_told_in_one_line(tmp_path, monkeypatch):
    def convex_pieces(mesh, *, method):
        raise ValueError("too few points")

    monkeypatch.setattr("predictor.geometry.formats.mesh_files.convex_pieces", convex_pieces)
    with pytest.raises(FileError, match=r"arm\.toml: mesh\[0\]: cannot be taken apart .*: too few points"):
        describe_robot(written(tmp_path, PLACED))


@pytest.mark.parametrize(("old", "new", "where", "problem"), DAMAGES)
def test_a_body_that_cannot_be_is_refused(tmp_path, old, new, where, problem):
    assert old in PLACED
    path = written(tmp_path, PLACED.replace(old, new, 1))
    os.symlink("/etc/hostname", tmp_path / "meshes/link.obj")
    with pytest.raises(FileError) as caught:
        read_robot(path)
    assert (caught.value.where, problem in caught.value.problem) == (where, True), caught.value


def test_a_sensor_is_read_with_a_unit_direction_and_its_beam_in_radians(tmp_path):
    path = tmp_path / "arm.toml"
    path.write_text(SENSOR_TEXT.replace("direction = [-1.0, 0.0, 0.0]", "direction = [-3.0, 0.0, 4.0]"))
    sensor = read_robot(path).range_sensor
    assert (sensor.frame, sensor.range_m, sensor.noise_m) == (7, 2.0, 0.001)
    assert sensor.direction == pytest.approx([-0.6, 0.0, 0.8])
    assert sensor.beam == pytest.approx(np.radians(2.0))
    assert not sensor.p.flags.writeable


def test_an_arm_without_the_table_has_no_sensor():
    assert read_robot(SENSOR_FILE.with_name("shiyan7_like.toml")).range_sensor is None


@pytest.mark.parametrize(
    ("old", "new", "key", "said"),
    [
        ("frame = 7\nposition", "frame = 8\nposition", "range_sensor.frame", "within 0 .. 7"),
        (
            "direction = [-1.0, 0.0, 0.0]",
            "direction = [0.0, 0.0, 0.0]",
            "range_sensor.direction",
            "no length",
        ),
        ("range_m = 2.0", "range_m = 0.0", "range_sensor.range_m", "> 0.0"),
        ("beam_deg = 2.0", "beam_deg = 46.0", "range_sensor.beam_deg", "<= 45.0"),
        ("noise_m = 0.001", "noise_m = nan", "range_sensor.noise_m", ">= 0.0"),
        ("noise_m = 0.001", "noise_mm = 1.0", "range_sensor.noise_mm", "'noise_m'"),
    ],
)
def test_a_bad_sensor_is_one_line_with_file_key_and_what_would_be_right(tmp_path, old, new, key, said):
    assert old in SENSOR_TEXT
    path = tmp_path / "arm.toml"
    path.write_text(SENSOR_TEXT.replace(old, new))
    with pytest.raises(FileError) as refused:
        read_robot(path)
    assert key in str(refused.value) and said in str(refused.value)
    assert "\n" not in str(refused.value)
