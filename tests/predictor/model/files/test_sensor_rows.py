"""The range sensor of a robot file as read, and what is said about a bad one."""

from pathlib import Path

import numpy as np
import pytest

from predictor.model.files.robot_file import read_robot
from telemetry.files.settings import FileError

FILE = Path(__file__).parents[4] / "scenarios/robots/underwater_trainer.toml"
TEXT = FILE.read_text()


def test_a_sensor_is_read_with_a_unit_direction_and_its_beam_in_radians(tmp_path):
    path = tmp_path / "arm.toml"
    path.write_text(TEXT.replace("direction = [-1.0, 0.0, 0.0]", "direction = [-3.0, 0.0, 4.0]"))
    sensor = read_robot(path).range_sensor
    assert (sensor.frame, sensor.range_m, sensor.noise_m) == (7, 2.0, 0.001)
    assert sensor.direction == pytest.approx([-0.6, 0.0, 0.8])
    assert sensor.beam == pytest.approx(np.radians(2.0))
    assert not sensor.p.flags.writeable


def test_an_arm_without_the_table_has_no_sensor():
    assert read_robot(FILE.with_name("shiyan7_like.toml")).range_sensor is None


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
    assert old in TEXT
    path = tmp_path / "arm.toml"
    path.write_text(TEXT.replace(old, new))
    with pytest.raises(FileError) as refused:
        read_robot(path)
    assert key in str(refused.value) and said in str(refused.value)
    assert "\n" not in str(refused.value)
