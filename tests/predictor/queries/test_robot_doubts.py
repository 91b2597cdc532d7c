"""What is doubted of an arm: lengths, masses, limits and tools that nobody is likely to mean."""

import pytest

from predictor.model.files.robot_file import describe_robot
from predictor.queries.robot_doubts import robot_doubts
from tests.predictor.geometry.fit.arm_with_solids import ARM


def whys(text, tmp_path):
    path = tmp_path / "arm.toml"
    path.write_text(text)
    return [f"{doubt.what} {doubt.why}" for doubt in robot_doubts(describe_robot(path))]


def test_a_plausible_arm_is_not_doubted(tmp_path):
    assert whys(ARM, tmp_path) == []


@pytest.mark.parametrize(
    ("told", "instead", "why"),
    [
        ("a = 0.8", "a = 80.0", "two reaches 81 m: millimetres?"),
        ("speed_max_deg = 8.0", "speed_max_deg = 5000.0", "moves at 87.27 rad/s"),
        ("speed_max_deg = 8.0", "speed_max_deg = 0.05", "takes 60 minutes"),
        ("mass = 5.0", "mass = 0.005", "its radius of gyration is 4.47 m"),
        (
            "[0.1, 0.0, 0.0], [0.0, 0.1, 0.0], [0.0, 0.0, 0.1]",
            "[1e-5, 0, 0], [0, 1e-5, 0], [0, 0, 1e-5]",
            "gyration",
        ),
        (
            "inertia = [[0.1, 0.0, 0.0], [0.0, 0.1, 0.0], [0.0, 0.0, 0.1]]",
            'inertia = "?"',
            "a mass and no inertia",
        ),
        ("[tool]\ntranslation = [0.0", "[tool]\ntranslation = [9.0", "tool tool stands 9 m away"),
    ],
)
def test_what_is_hardly_meant_is_doubted(told, instead, why, tmp_path):
    assert told in ARM
    text = ARM.replace(told, instead).replace("acceleration_max_deg = 4.0", "acceleration_max_deg = 4000.0")
    assert any(
        why in doubt for doubt in whys(text.replace("jerk_max_deg = 16.0", "jerk_max_deg = 9000.0"), tmp_path)
    )
