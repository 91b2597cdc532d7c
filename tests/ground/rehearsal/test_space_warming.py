"""What of the space segment is compiled before a run starts."""

import pytest

from ground.rehearsal import cameras, warming
from ground.rehearsal.physics import Physics
from ground.scenario import load, run_settings, space_settings
from predictor.geometry.scenes.scene_file import read_scene
from predictor.model.files.robot_file import read_robot

SCENARIO = load("short_link")


@pytest.fixture
def compiled(monkeypatch):
    """How many times the rays were compiled, or loaded."""
    times = []
    for module in (warming, cameras):
        monkeypatch.setattr(module, "warm", lambda: times.append(1))
    return times


@pytest.mark.parametrize(("tables", "times"), [(None, 1), ((), 0)])
def test_rays_are_compiled_for_cameras_alone(compiled, tables, times):
    warming.rays(space_settings(SCENARIO, run_settings(SCENARIO, seed=1, run_id=""), cameras=tables))
    assert len(compiled) == times


def test_a_far_end_of_another_kind_has_no_rays(compiled):
    warming.rays(object())
    assert compiled == []


def test_a_spacecraft_without_cameras_casts_no_rays(compiled):
    robot, scene = read_robot(SCENARIO.robot), read_scene(SCENARIO.scene)
    cameras.Cameras(Physics(robot, scene, robot.home_q), robot, scene, tables=(), rng=None)
    assert compiled == []
