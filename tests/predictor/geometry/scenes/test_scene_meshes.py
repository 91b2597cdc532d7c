"""Meshes in scene files: where they stand, what covers them, and which files a scene may name."""

import subprocess
import sys

import msgspec
import numpy as np
import pytest

from predictor.collision.method import build_world
from predictor.geometry.scenes.scene_file import read_scene
from predictor.model.files.robot_file import read_robot
from predictor.run_model import read_model, read_new_model
from telemetry.files.settings import FileError, read_file
from tests.mesh_scene import STATION, write_scene
from tests.nominal_run import ROBOT, nominal_run
from tests.shared_data import shared_file

ONE_NANOMETRE = 1e-9
TURNED = "rotation = [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]\nscale = [0.5, 0.5, 0.5]\n"


def are_covered(mesh, boxes):
    """Whether each vertex of each piece lies in the box of the same number."""
    for piece, box in zip(mesh.pieces, boxes, strict=True):
        local = (piece.vertices - box.T_base_box[:3, 3]) @ box.T_base_box[:3, :3]
        if (np.abs(local) > box.half).any():
            return False
    return True


def test_a_mesh_is_scaled_then_turned_then_moved(tmp_path):
    (mesh,) = read_scene(write_scene(tmp_path, STATION + TURNED)).meshes
    np.testing.assert_allclose(mesh.mesh.vertices.min(axis=0), [0.85, 0.9, 0.35], atol=ONE_NANOMETRE)
    np.testing.assert_allclose(mesh.mesh.vertices.max(axis=0), [0.95, 1.4, 0.95], atol=ONE_NANOMETRE)


@pytest.mark.parametrize("more", [STATION, STATION + TURNED])
def test_every_piece_of_a_mesh_has_a_box_of_its_number_around_it(tmp_path, more):
    scene = read_scene(write_scene(tmp_path, more))
    (mesh,) = scene.meshes
    boxes = [box for box in scene.boxes if box.cover_of == "station"]
    assert [box.name for box in boxes] == [f"station/{number}" for number in range(len(mesh.pieces))]
    assert are_covered(mesh, boxes)


def test_an_arm_keeps_clear_of_a_mesh_by_what_covers_it(tmp_path):
    world = build_world("capsules", read_robot(ROBOT), read_scene(write_scene(tmp_path)))
    assert ("hand", "station/0") in world.pair_names


@pytest.mark.real_time
def test_a_scene_that_was_read_before_needs_no_library_for_its_meshes(tmp_path):
    scene = write_scene(tmp_path)
    read_scene(scene)
    code = f"""if True:
        import sys
        from predictor.geometry.scenes.scene_file import read_scene
        read_scene({str(scene)!r})
        sys.exit(any(name in sys.modules for name in ("scipy", "trimesh", "numba", "coacd")))"""
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("damage", [0.5, 0.0, -1.0])
def test_boxes_from_the_disk_are_made_again_where_a_piece_is_not_in_them(tmp_path, monkeypatch, damage):
    def kept_damaged(parts, make, is_sound):
        made = make()
        smaller = {name: array * damage if name == "half" else array for name, array in made.items()}
        return smaller if is_sound(smaller) else made

    monkeypatch.setattr("predictor.geometry.pieces.decompose.cached_arrays", kept_damaged)
    scene = read_scene(write_scene(tmp_path))
    assert are_covered(scene.meshes[0], [box for box in scene.boxes if box.cover_of])


def test_a_mesh_file_that_is_named_twice_is_read_once(tmp_path):
    names = []

    def read(path, **limits):
        names.append(path)
        return read_file(path, **limits)

    again = STATION.replace('"station"', '"mast"')
    scene = read_scene(write_scene(tmp_path, STATION + again), read)
    assert names == [tmp_path / "scene.toml", tmp_path / "meshes/l.obj"]
    assert [mesh.name for mesh in scene.meshes] == ["station", "mast"]


def test_a_run_is_bound_to_the_content_of_its_meshes(tmp_path):
    scene = write_scene(tmp_path)
    model = read_new_model(ROBOT, scene)
    run = msgspec.structs.replace(nominal_run(), scene_file=str(scene), model_digests=model.digests)
    assert read_model(run).world_version == model.world_version
    mesh = tmp_path / "meshes/l.obj"
    mesh.write_text(mesh.read_text() + "# another word\n")
    with pytest.raises(FileError, match=r"l\.obj: is not what this run began with"):
        read_model(run)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("meshes/l.obj", "meshes/k.obj", "k.obj: cannot be read"),
        ("meshes/l.obj", "../l.obj", r"mesh\[0\].file: '../l.obj' leads out of this folder"),
        ("meshes/l.obj", "/tmp/l.obj", r"mesh\[0\].file: .* must be a file of this folder"),
        ("meshes/l.obj", "https://a.b/l.obj", r"mesh\[0\].file: .* must be a file of this folder"),
        ("meshes/l.obj", "scene.toml", "scene.toml: .toml is no mesh format"),
        ("meshes/l.obj", "meshes", "is no mesh format|a folder"),
        ('body = "base"\nfile', 'body = "bse"\nfile', "did you mean 'base'"),
        ('"station"', '"platform"', "'platform' is there twice"),
        ("[0.9, 0.9, 0.4]", "[0.9, nan, 0.4]", "mesh"),
        ("[0.9, 0.9, 0.4]", "[0.9, 1e300, 0.4]", "mesh"),
        ("[0.9, 0.9, 0.4]", "[0.9, 0.9, 0.4]\nscale = [1.0, 1.0, 0.0]", "mesh"),
        ("[0.9, 0.9, 0.4]", "[0.9, 0.9, 0.4]\nscale = [-1.0, 1.0, 1.0]", "mesh"),
        ("[0.9, 0.9, 0.4]", '[0.9, 0.9, 0.4]\npieces = "surfaces"', "did you mean 'surface'"),
        ("translation", "tranlation", "did you mean 'translation'"),
    ],
)
def test_a_mesh_that_cannot_be_had_is_told_in_one_line(tmp_path, old, new, told):
    assert old in STATION
    with pytest.raises(FileError, match=told) as refused:
        read_scene(write_scene(tmp_path, STATION.replace(old, new)))
    assert "\n" not in str(refused.value)


def test_a_mesh_without_convex_pieces_is_told_in_one_line(tmp_path, monkeypatch):
    def close_to(mesh, *, method):
        raise ValueError("too few points")

    monkeypatch.setattr("predictor.geometry.formats.mesh_files.close_to", close_to)
    with pytest.raises(FileError, match=r"mesh\[0\]: cannot be taken apart .*: too few points"):
        read_scene(write_scene(tmp_path))


def test_a_link_that_leads_out_of_the_folder_is_not_followed(tmp_path):
    scene = write_scene(tmp_path / "scenes")
    (tmp_path / "secret.obj").write_bytes((tmp_path / "scenes/meshes/l.obj").read_bytes())
    (tmp_path / "scenes/meshes/l.obj").unlink()
    (tmp_path / "scenes/meshes/l.obj").symlink_to(tmp_path / "secret.obj")
    with pytest.raises(FileError, match="leads out of this folder"):
        read_scene(scene)


def test_a_shape_cannot_bear_the_name_of_what_covers_a_mesh(tmp_path):
    box = '\n[[box]]\nname = "station/0"\nbody = "base"\ncentre = [5.0, 0.0, 0.0]\nsize = [1.0, 1.0, 1.0]\n'
    with pytest.raises(FileError, match="'station/0' is there twice"):
        read_scene(write_scene(tmp_path, STATION + box))


def test_a_mount_on_a_mesh_is_one_on_all_that_covers_it(tmp_path):
    mount = '\n[[mount]]\ncapsule = "base"\nshape = "station"\nreason = "bolted to it"\n'
    scene = read_scene(write_scene(tmp_path, STATION + mount))
    covers = [box.name for box in scene.boxes if box.cover_of]
    assert [shape for capsule, shape in scene.mounts if capsule == "base"] == ["platform", *covers]


def test_two_fixed_bodies_that_overlap_are_never_tested(tmp_path):
    crate = (
        '\n[[box]]\nname = "crate"\nbody = "target"\ncentre = [1.05, 0.3, -0.42]\nsize = [0.5, 0.5, 0.5]\n'
    )
    robot = read_robot(ROBOT)
    world = build_world("capsules", robot, read_scene(write_scene(tmp_path, STATION + crate)))
    assert all(first in robot.capsules.names for first, _ in world.pair_names)
    assert world.clearance(robot.home_q).distance > 0.0


def test_a_sphere_is_a_capsule_whose_ends_coincide(tmp_path):
    sphere = '\n[[sphere]]\nname = "ball"\nbody = "target"\ncentre = [2.0, 0.0, 1.0]\nradius = 0.25\n'
    ball = read_scene(write_scene(tmp_path, sphere)).capsules[-1]
    assert (ball.name, ball.radius, ball.p0.tolist(), ball.p1.tolist()) == (
        "ball",
        0.25,
        [2, 0, 1],
        [2, 0, 1],
    )


@pytest.mark.sweep
def test_a_room_is_its_walls_and_not_what_they_enclose(tmp_path):
    name = "data/scenes/iss_columbus_interior/eu_lab.dae"
    (tmp_path / "room.dae").write_bytes(shared_file(name).read_bytes())
    (tmp_path / "scene.toml").write_text(
        'name = "room"\n\n[[mesh]]\nname = "room"\nbody = "base"\nfile = "room.dae"\n'
    )
    scene = read_scene(tmp_path / "scene.toml")
    middle = np.random.default_rng(1).uniform((-0.5, 2.0, -0.8), (0.5, 4.5, 0.9), (500, 3))
    for box in scene.boxes:
        inside = np.abs((middle - box.T_base_box[:3, 3]) @ box.T_base_box[:3, :3]) <= box.half
        assert not inside.all(axis=1).any()
