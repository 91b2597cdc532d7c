"""Scene files: what the shipped one says, and what every wrong one is told."""

from pathlib import Path

import numpy as np
import pytest

from predictor.geometry.scenes.scene_file import read_scene
from telemetry.files.settings import FileError

SHIPPED = Path(__file__).parents[4] / "scenarios" / "scenes" / "adjacent_target.toml"


@pytest.fixture
def altered(tmp_path):
    """Return a reader of the shipped scene with one piece of text replaced."""

    def read(old, new):
        text = SHIPPED.read_text()
        assert old in text
        path = tmp_path / "scene.toml"
        path.write_text(text.replace(old, new, 1))
        return read_scene(path)

    return read


def test_the_target_stands_on_the_adjacent_face_of_the_platform():
    platform, target = read_scene(SHIPPED).boxes
    face = platform.T_base_box[0, 3] + platform.half[0]
    assert target.T_base_box[0, 3] - target.half[0] == pytest.approx(face)
    assert platform.T_base_box[2, 3] + platform.half[2] == 0.0


def test_a_box_is_halved_and_a_body_keeps_its_mass():
    scene = read_scene(SHIPPED)
    assert scene.boxes[0].half == pytest.approx([0.6, 0.6, 0.5])
    assert [(body.name, body.mass) for body in scene.bodies] == [("target", 80.0)]


def test_arrays_of_a_scene_are_read_only():
    box = read_scene(SHIPPED).boxes[0]
    with pytest.raises(ValueError, match="read-only"):
        box.half[0] = 1.0


def test_the_inertia_of_the_target_is_that_of_its_box():
    scene = read_scene(SHIPPED)
    squares, body = (2 * scene.boxes[1].half) ** 2, scene.bodies[0]
    assert body.mass / 12 * (squares.sum() - squares) == pytest.approx(np.diag(body.inertia))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("radius", "radios", "did you mean 'radius'"),
        ('body = "target"', 'body = "tarket"', "did you mean 'target'"),
        ("radius = 0.03", "radius = -0.03", "capsule"),
        ("size = [1.2, 1.2, 1.0]", "size = [1.2, 0.0, 1.0]", "box"),
        ("size = [1.2, 1.2, 1.0]", "size = [1.2, nan, 1.0]", "box"),
        ("centre = [0.0, 0.0, -0.5]", "centre = [0.0, nan, -0.5]", "box"),
        ("p0 = [1.046, 0.0, -0.115]", "p0 = [1.046, 0.0, nan]", "capsule"),
        ("mass = 80.0", "mass = nan", "body"),
        ('name = "target_bus"', 'name = "platform"', "'platform' is there twice"),
        ('name = "target_antenna"', 'name = "platform"', "'platform' is there twice"),
        ('shape = "platform"', 'shape = "platfrom"', "did you mean 'platform'"),
        ("inertia = [[7.8, 0.0", "inertia = [[7.8, 1.0", "symmetric"),
        ("[0.0, 0.0, 10.8]", "[0.0, 0.0, 20.0]", "no body has it"),
        ("[0.0, 0.0, 10.8]", "[0.0, 0.0, -10.8]", "must be positive definite"),
        (
            "size = [1.2, 1.2, 1.0]",
            "size = [1.2, 1.2, 1.0]\nrotation = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.1, 1.0]]",
            "must be a rotation",
        ),
    ],
)
def test_a_wrong_scene_is_told_what_would_be_right(altered, old, new, told):
    with pytest.raises(FileError, match=told):
        altered(old, new)


def test_a_turned_box_keeps_its_rotation(altered):
    turned = "size = [1.2, 1.2, 1.0]\nrotation = [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]"
    box = altered("size = [1.2, 1.2, 1.0]", turned).boxes[0]
    assert box.T_base_box[:3, 0] == pytest.approx([0.0, 1.0, 0.0])
