"""What of the space segment is compiled before a run starts."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ground.rehearsal import warming
from ground.rehearsal.body.physics import Physics
from ground.rehearsal.pictures import onboard_cameras
from ground.run.warm import WARM_PARTS
from ground.scenario.scenario import SpaceSettings, load, run_settings, space_settings
from predictor.geometry.scenes.scene_file import read_scene
from predictor.model.files.robot_file import read_robot
from telemetry.agreed.run_settings import RunSettings

SCENARIO = load("short_link")
ROOT = Path(__file__).parents[3]
COMPILE = """
from ground.rehearsal.warming import compile_first
compile_first("short_link", cameras=False, on_progress=lambda _: None)
"""
FLY = """
from ground.rehearsal.virtual_flight import Flight, fly
from ground.scenario.scenario import load
fly(load("short_link"), Flight(seed=1))
"""


@pytest.fixture
def compiled(monkeypatch):
    """How many times the rays were compiled, or loaded."""
    times = []
    for module in (warming, onboard_cameras):
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
    onboard_cameras.Cameras(Physics(robot, scene, robot.home_q), robot, scene, tables=(), rng=None)
    assert compiled == []


@pytest.mark.parametrize("is_cold", [True, False])
def test_before_a_flight_in_virtual_time_all_is_compiled_where_nothing_is_there_yet(monkeypatch, is_cold):
    compiled = []
    monkeypatch.setattr(warming, "is_cold", lambda: is_cold)
    monkeypatch.setattr(warming, "compile_parts", lambda parts, **_: compiled.extend(parts))
    warming.compile_first("short_link", cameras=False, on_progress=print)
    functions = [function for functions in WARM_PARTS.values() for function in functions]
    assert [part.arguments[0] for part in compiled] == (functions if is_cold else [])


@pytest.mark.parametrize("cameras", [True, False])
def test_each_part_of_a_flight_in_virtual_time_is_compiled_for_settings_of_its_role(monkeypatch, cameras):
    taken, parts = [], []
    monkeypatch.setattr(warming, "is_cold", lambda: True)
    monkeypatch.setattr(warming, "compile_parts", lambda each, **_: parts.extend(each))
    monkeypatch.setattr(warming, "load", lambda function: taken.append)
    warming.compile_first("short_link", cameras=cameras, on_progress=print)
    for part in parts:
        warming.compile_part(*part.arguments)
    *runs, space = taken
    assert {type(each) for each in runs} == {RunSettings}
    assert isinstance(space, SpaceSettings) and (space.cameras is None) == cameras


@pytest.mark.real_time
@pytest.mark.long
def test_a_pass_compiles_nothing_once_it_flies(tmp_path):
    def kept_after(code):
        environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
        subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, check=True)
        return {path for path in tmp_path.rglob("*") if path.is_file() and path.suffix != ".nbi"}

    compiled = kept_after(COMPILE)
    assert len(compiled) > 20
    assert kept_after(FLY) == compiled
