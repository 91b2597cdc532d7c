"""Bodies of a scene that move as stated: shown as meshes, kept clear of on their whole way."""

from pathlib import Path

import numpy as np
import pytest

from predictor.geometry.scenes.scene_file import read_scene
from predictor.geometry.shapes import SPACE
from telemetry.files.settings import FileError
from tests.nominal_run import SCENE

CART = """
[[body]]
name = "cart"
carrier = "space"
[body.motion]
about = [2.0, 0.0, 0.0]
from_s = 10.0
until_s = 20.0
speed = [0.0, 0.3, 0.0]
turn_rate_deg = [0.0, 0.0, 4.5]

[[box]]
name = "bed"
body = "cart"
centre = [2.0, 0.0, 0.0]
size = [0.4, 0.2, 0.1]

[[sphere]]
name = "lamp"
body = "cart"
centre = [2.1, 0.0, 0.1]
radius = 0.05
"""
WAY = """
[[body.motion.way_point]]
time_s = 5.0
[[body.motion.way_point]]
time_s = 9.0
translation = [0.0, 0.0, 1.0]
rotation = [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]
"""
STEADY = CART[CART.index("from_s") : CART.index("\n[[box]]")]


def scene_of(folder, text):
    path = folder / "scene.toml"
    path.write_text(Path(SCENE).read_text() + text)
    return read_scene(path)


def test_the_shapes_of_a_moving_body_are_shown_as_meshes_and_covered_on_their_way(tmp_path):
    scene = scene_of(tmp_path, CART)
    motion = scene.body_named("cart").motion
    assert [mesh.name for mesh in scene.meshes] == ["bed", "lamp"]
    assert "lamp" not in [capsule.name for capsule in scene.capsules]
    boxes = [box for box in scene.boxes if box.cover_of == "bed"]
    for t_s in np.linspace(0.0, 30.0, 61):
        T = motion.pose_at(t_s)
        for vertex in scene.meshes[0].mesh.vertices @ T[:3, :3].T + T[:3, 3]:
            local = [(vertex - box.T_base_box[:3, 3]) @ box.T_base_box[:3, :3] for box in boxes]
            assert any((np.abs(p) <= box.half).all() for p, box in zip(local, boxes, strict=True))


def test_a_body_that_moves_in_space_arrives_where_it_is_stated(tmp_path):
    body = scene_of(tmp_path, CART).body_named("cart")
    assert (body.carrier, body.mass) == (SPACE, 0.0)
    T = body.motion.pose_at(100.0)
    np.testing.assert_allclose(T @ (2.0, 0.0, 0.0, 1.0), (2.0, 3.0, 0.0, 1.0), atol=1e-12)
    assert T[0, 0] == pytest.approx(np.cos(np.radians(45.0)))


def test_way_points_tell_where_a_body_is(tmp_path):
    body = scene_of(tmp_path, CART.replace(STEADY, WAY)).body_named("cart")
    np.testing.assert_allclose(
        body.motion.pose_at(7.0) @ (2.0, 0.0, 0.0, 1.0), (2.0, 0.0, 0.5, 1.0), atol=1e-12
    )


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("until_s = 20.0", "until_s = 10.0", r"body\[1\].motion: must end later"),
        ("until_s = 20.0\n", "", r"body\[1\].motion.until_s: is missing"),
        ("until_s = 20.0", "until_s = nan", "body"),
        ("speed = [0.0, 0.3, 0.0]", "speed = [0.0, inf, 0.0]", "body"),
        ("speed = ", "sped = ", "did you mean 'speed'"),
        ("about = [2.0, 0.0, 0.0]\n", "", r"motion.about: is missing"),
        ('carrier = "space"', 'carrier = "joint_3"', "moves with it and in no other way"),
        ('carrier = "space"', 'carrier = "target"', "body 'target' cannot carry another"),
        ('carrier = "space"', 'carrier = "cart"', "body 'cart' cannot carry another"),
        (
            'carrier = "space"',
            'carrier = "space"\nmass = 3.0',
            "mass, com and inertia must be given together",
        ),
        ("until_s = 20.0", "until_s = 50000.0", "more than 8192 boxes"),
        (STEADY, "", "tells neither way_point nor speed"),
        (STEADY, STEADY + WAY, "way-points and a steady motion"),
        (STEADY, WAY.replace("9.0", "4.0"), "in the order of time"),
        (STEADY, WAY.replace("9.0", "nan"), "body"),
        (STEADY, WAY.replace("5.0", "5.0\ntranslation = [0.1, 0.0, 0.0]"), "at the start of the run"),
        (STEADY, WAY.split("[[body.motion.way_point]]\ntime_s = 9.0")[0], "fewer than two way-points"),
        (STEADY, WAY.replace("[1.0, 0.0, 0.0]", "[1.0, 0.1, 0.0]"), "must be a rotation"),
    ],
)
def test_a_motion_that_tells_no_way_is_refused_in_one_line(tmp_path, old, new, told):
    assert old in CART
    with pytest.raises(FileError, match=told) as refused:
        scene_of(tmp_path, CART.replace(old, new, 1))
    assert "\n" not in str(refused.value)
