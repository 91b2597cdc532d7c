"""A hand that steers in the picture of a camera that the scenario names, from file to motion."""

import msgspec
import numpy as np
import pytest

from ground.operator.script.script import ScriptAct
from ground.pictures.camera import camera_axes
from ground.scenario.scenario import load, run_settings
from predictor.model.quaternions import rotation_from_quaternion
from telemetry.files.settings import FileError
from tests.ground.scenario.test_scenario import GOOD, folder, write

__all__ = ["folder"]

CAMERAS = """
[[camera]]
name = "hand_eye_a"
mount = "tool"
position_m = [0.1, 0.0, -0.1]
look_at_m = [0.0, 0.0, 0.2]
up = [0.0, 1.0, 0.0]
fov_deg = 60.0

[[camera]]
name = "global"
mount = "platform"
position_m = [3.0, -1.0, 2.0]
look_at_m = [1.0, 0.0, 0.6]
up = [0.0, 0.0, 1.0]
fov_deg = 52.0
"""
STROKE = """
[[act]]
[act.teleop]
frame = "camera {}"
[[act.teleop.stroke]]
direction = [0.0, 0.0, 1.0]
displacement_m = 0.03
until = "time"
for_s = 4.0
"""
EXACT = 1e-12


def with_hand(frame):
    return f'{GOOD}\n[hand]\nframe = "camera {frame}"\n{CAMERAS}'


@pytest.mark.parametrize(("name", "frame"), [("hand_eye_a", "camera"), ("global", "view")])
def test_the_hand_steers_in_the_axes_of_the_camera_that_is_named(folder, name, frame):
    scenario = load(write(folder, with_hand(name)))
    steering = run_settings(scenario, seed=1, run_id="run").hand.steering
    camera = next(each for each in scenario.cameras if each.name == name)
    assert steering.frame == frame
    R_mount_picture = rotation_from_quaternion(np.array(steering.quat_axes))
    assert R_mount_picture == pytest.approx(camera.T_mount_camera[:3, :3], abs=EXACT)


def test_strokes_too_are_steered_in_the_axes_of_a_named_camera(folder):
    scenario = load(write(folder, GOOD + STROKE.format("global") + CAMERAS))
    run = run_settings(scenario, seed=1, run_id="run")
    act = msgspec.convert(msgspec.to_builtins(scenario.acts[1]), ScriptAct)  # as the operator receives it
    steering = act.teleop.steering(run.hand.steering, camera_axes(run.cameras))
    assert (steering.frame, steering.quat_axes) == camera_axes(run.cameras)["global"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (
            with_hand("hand_eye_b"),
            "hand.frame: no camera 'hand_eye_b' is named by the scenario or station; there",
        ),
        (with_hand("eye"), "there are hand_eye_a, global"),
        (GOOD + STROKE.format("globe") + CAMERAS, "act[1].teleop.frame: no camera 'globe' is named"),
        (GOOD + STROKE.format("global"), "no camera 'global' is named by the scenario or station"),
    ],
)
def test_an_unknown_camera_is_told_in_one_line_with_those_that_there_are(folder, text, line):
    with pytest.raises(FileError) as refused:
        load(write(folder, text))
    assert line in str(refused.value)
    assert "\n" not in str(refused.value)
