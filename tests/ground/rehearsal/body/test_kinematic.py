"""The kinematic spacecraft: it follows its command through the drives' lag, and knows what it touches."""

from importlib.resources import files
from typing import get_args

import numpy as np
import pytest

from ground.pictures.default_cameras import default_cameras
from ground.rehearsal.body.kinematic import Kinematic
from ground.rehearsal.body.physics import Physics
from ground.rehearsal.body.plant import PlantError
from ground.rehearsal.pictures.onboard_cameras import Cameras
from ground.rehearsal.spacecraft.space_segment import PLANTS
from ground.scenario.scenario import load
from ground.scenario.scenario_table import PlantName
from predictor.geometry.scenes.scene_file import read_scene
from predictor.model.files.robot_file import read_robot
from predictor.motion.stop import rest
from telemetry.messages.joint_state import JointState

ROBOT = read_robot(str(files("scenarios") / "robots" / "shiyan7_like.toml"))
SCENE = read_scene(str(files("scenarios") / "scenes" / "adjacent_target.toml"))
START = tuple(np.radians((0.0, -120.210281, -109.35832, 0.0, -40.431398, 0.0)).tolist())
IN_THE_TARGET = (START[0], START[1] - 0.25, *START[2:])
RATE = 0.05  # of joint 1 [rad/s]
CONTROL_S = 0.01
TEN_MICRONS, ONE_MICRORADIAN = 1e-5, 1e-6


def ramp(t_s):
    """Return a state of joint 1 that turns at a constant rate."""
    return JointState((START[0] + RATE * t_s, *START[1:]), (RATE, *[0.0] * 5), (0.0,) * 6)


def follow(plant, until_s):
    """Follow the ramp; return how far joint 1 is behind its command [rad]."""
    for k in range(1, round(until_s / CONTROL_S) + 1):
        plant.step(ramp(k * CONTROL_S))
    return ramp(until_s).q[0] - plant.measured().q[0]


def test_every_body_that_a_scenario_may_name_is_there():
    assert set(PLANTS) == set(get_args(PlantName))
    assert load("observation_pass").truth.plant == "physics"


def test_without_lag_it_is_where_it_is_told_to_be():
    plant = Kinematic(ROBOT, SCENE, START)
    assert follow(plant, 0.5) == 0.0
    assert plant.measured().qd[0] == RATE


def test_it_comes_to_a_stand_that_nothing_changes_any_more():
    plant, there = Kinematic(ROBOT, SCENE, START, drive_lag_s=0.02), rest(START)
    follow(plant, 0.5)
    for _ in range(100):
        plant.step(there)
    stands = plant.measured()
    for _ in range(100):
        plant.step(there)
    assert np.abs(stands.qd).max() < 1e-9
    assert [stands.q.tobytes(), stands.qd.tobytes()] == [
        plant.measured().q.tobytes(), plant.measured().qd.tobytes()
    ]  # fmt: skip


def test_its_drives_lag_as_those_of_physics_do():
    lag_s = 0.1
    led, forced = (kind(ROBOT, SCENE, START, drive_lag_s=lag_s) for kind in (Kinematic, Physics))
    assert follow(led, 2.0) == pytest.approx(RATE * lag_s, rel=0.1)
    assert follow(led, 2.0) == pytest.approx(follow(forced, 2.0), rel=0.2)
    assert led.measured().qd[0] == pytest.approx(RATE, abs=ONE_MICRORADIAN)


def test_its_base_stays_and_its_motors_draw_nothing():
    plant = Kinematic(ROBOT, SCENE, START)
    follow(plant, 1.0)
    measured = plant.measured()
    assert plant.base_turn() == 0.0
    assert tuple(measured.quat_world_base) == (1.0, 0.0, 0.0, 0.0)
    assert not measured.rate_base.any()
    assert not measured.currents.any()


def test_a_planted_contact_is_seen_and_stops_nothing():
    plant = Kinematic(ROBOT, SCENE, START)
    assert plant.contacts() == []
    plant.step(rest(IN_THE_TARGET))
    touches = plant.contacts()
    assert ("hand", "target_bus") in [touch.pair for touch in touches]
    assert plant.clearance().distance == pytest.approx(-touches[0].depth, abs=TEN_MICRONS)
    assert tuple(plant.measured().q) == IN_THE_TARGET


def test_its_clearance_is_that_of_physics_in_the_same_pose():
    rng = np.random.default_rng(5)
    for q in rng.uniform(ROBOT.limits.q_min, ROBOT.limits.q_max, (30, ROBOT.n)):
        led, forced = (kind(ROBOT, SCENE, tuple(q)) for kind in (Kinematic, Physics))
        assert led.clearance() == forced.clearance()
        assert led.contacts() == forced.contacts()


def test_a_command_that_is_not_finite_surfaces():
    plant = Kinematic(ROBOT, SCENE, START)
    with pytest.raises(PlantError, match="not finite"):
        plant.step(rest((float("nan"), *START[1:])))


def test_cameras_take_the_same_picture_of_either_body():
    tables = default_cameras(ROBOT, SCENE)[:1]
    pictures = []
    for kind in (Kinematic, Physics):
        rig = Cameras(kind(ROBOT, SCENE, START), ROBOT, SCENE, tables=tables, rng=np.random.default_rng(1))
        [work] = [work for control in range(1, 26) for work in rig.due_works(control, 0)]
        pictures.append(work.function(*work.arguments).pixels)
    assert pictures[0] == pictures[1]


def counted(plant, name, monkeypatch):
    """Return the calls of a method of a body, as they come."""
    calls, method = [], getattr(plant, name)
    monkeypatch.setattr(plant, name, lambda: calls.append(name) or method())
    return calls


def test_a_body_that_stands_by_its_command_is_not_measured_again_until_another_comes(monkeypatch):
    plant, command = Kinematic(ROBOT, SCENE, START, drive_lag_s=0.02), rest((0.1, *START[1:]))
    for _ in range(200):
        plant.step(command)
    stands, calls = plant.clearance(), counted(plant, "_find_contacts", monkeypatch)
    plant.step(command)
    assert (calls, plant.clearance()) == ([], stands)
    for _ in range(2):
        plant.step(rest(IN_THE_TARGET))
    assert len(calls) == 2 and plant.clearance().distance < stands.distance


def test_a_joint_that_locks_while_its_body_stands_is_there_with_the_next_step():
    plant, command = Kinematic(ROBOT, SCENE, START), rest(START)
    for _ in range(5):
        plant.step(command)
    plant.lock(0, 0.25)
    plant.step(command)
    assert plant.measured().q[0] == 0.25
