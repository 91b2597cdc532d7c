"""The range sensor of a rehearsal measures MuJoCo's truth, as MuJoCo's own ray does, never its own hand."""

from dataclasses import replace
from importlib.resources import files

import mujoco
import numpy as np
import pytest

from ground.rehearsal.body.as_built import RangeSensing
from ground.rehearsal.body.kinematic import Kinematic
from ground.rehearsal.body.mujoco_body import restore
from predictor.geometry.scenes.scene_file import read_scene
from predictor.model.files.robot_file import read_robot

DATA = files("scenarios")
ROBOT = read_robot(str(DATA / "robots" / "underwater_trainer.toml"))
SCENE = read_scene(str(DATA / "scenes" / "trainer_station.toml"))
SENSOR = replace(ROBOT.range_sensor, noise_m=0.0, beam=0.0)
MICROMETRE = 1e-6


def sensing(sensor, seed=1):
    plant = Kinematic(ROBOT, SCENE, ROBOT.home_q)
    return plant, RangeSensing(sensor, plant, np.random.default_rng(seed))


def ray_of_mujoco(plant):
    """Distance along the sensor's middle ray, by MuJoCo, without the body that carries it."""
    data = mujoco.MjData(plant.model)
    restore(plant.model, data, plant.positions())
    body = plant.model.body(f"frame_{SENSOR.frame}").id
    R, p = data.xmat[body].reshape(3, 3), data.xpos[body]
    met = np.zeros(1, dtype=np.int32)
    return mujoco.mj_ray(plant.model, data, p + R @ SENSOR.p, R @ SENSOR.direction, None, 1, body, met, None)


def test_its_middle_ray_is_mujocos_own():
    plant, sensor = sensing(SENSOR)
    assert sensor.sample(5).distance == pytest.approx(ray_of_mujoco(plant), abs=MICROMETRE)
    assert sensor.sample(5).sampled_ns == 5


def test_above_a_module_it_measures_how_high_the_hand_is():
    _, sensor = sensing(SENSOR)
    assert sensor.sample(0).distance == pytest.approx(0.5, abs=1e-4)


def test_it_measures_with_the_noise_that_its_file_states():
    _, sensor = sensing(replace(SENSOR, noise_m=0.01))
    measured = [sensor.sample(0).distance for _ in range(300)]
    assert np.std(measured) == pytest.approx(0.01, rel=0.15)
    assert np.mean(measured) == pytest.approx(0.5, abs=0.002)


def test_what_is_too_far_away_is_nothing_measured():
    _, sensor = sensing(replace(SENSOR, range_m=0.4))
    assert sensor.sample(0).distance is None
