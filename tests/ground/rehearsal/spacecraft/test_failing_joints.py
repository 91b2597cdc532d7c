"""A joint that locks stays where it locked; one that slips makes its share of each motion, in both bodies."""

from importlib.resources import files

import numpy as np
import pytest

from ground.faults.space_faults import JointLocked, JointSlipping
from ground.rehearsal.body.kinematic import Kinematic
from ground.rehearsal.body.physics import Physics
from ground.rehearsal.spacecraft.scripted_faults import FailingJoints
from predictor.geometry.scenes.scene_file import read_scene
from predictor.model.files.robot_file import read_robot
from telemetry.messages.joint_state import JointState

ROBOT = read_robot(str(files("scenarios") / "robots" / "shiyan7_like.toml"))
SCENE = read_scene(str(files("scenarios") / "scenes" / "adjacent_target.toml"))
START = tuple(np.radians((0.0, -110.0, -100.0, 0.0, -40.0, 0.0)).tolist())
RATE = np.radians(-4.0)  # of joints 2 and 3 [rad/s]
CONTROL_NS = 10_000_000
ELBOW = 1
TENTH_OF_A_DEGREE = np.radians(0.1)
BODIES = (Physics, Kinematic)


def ramp(t_s):
    """Return a state of joints 2 and 3 that turn at a constant rate."""
    q = (START[0], START[1] + RATE * t_s, START[2] + RATE * t_s, *START[3:])
    return JointState(q, (0.0, RATE, RATE, 0.0, 0.0, 0.0), (0.0,) * 6)


def fly(kind, fault, seconds, *, brakes_on=False):
    """Follow the ramp with a fault; return body and what was told."""
    plant, failing, told = kind(ROBOT, SCENE, START), FailingJoints((fault,), ROBOT), []
    for k in range(1, round(100 * seconds) + 1):
        commanded = ramp(k * 0.01)
        plant.step(failing.driven(commanded, brakes_on=brakes_on))
        told += failing.begin(plant, commanded, k * CONTROL_NS)
    return plant.measured(), told


@pytest.mark.parametrize("kind", BODIES)
def test_a_joint_locks_at_the_angle_that_it_passes_and_the_others_go_on(kind):
    fault = JointLocked(joint="joint_2", at_deg=-113.0)
    measured, told = fly(kind, fault, 2.0)
    assert measured.q[ELBOW] == pytest.approx(np.radians(-113.0), abs=TENTH_OF_A_DEGREE / 100)
    assert measured.qd[ELBOW] == pytest.approx(0.0, abs=1e-4)
    assert measured.q[2] == pytest.approx(ramp(2.0).q[2], abs=TENTH_OF_A_DEGREE)
    assert [(notice.kind, notice.detail) for notice in told] == [("joint_locked", "joint 2 at -113 deg")]


@pytest.mark.parametrize("kind", BODIES)
def test_a_joint_locks_where_it_is_when_its_time_has_come(kind):
    fault = JointLocked(joint="joint_2", at_s=0.5)
    measured, told = fly(kind, fault, 1.5)
    assert measured.q[ELBOW] == pytest.approx(ramp(0.5).q[ELBOW], abs=TENTH_OF_A_DEGREE)
    assert len(told) == 1


@pytest.mark.parametrize("kind", BODIES)
def test_a_slipping_joint_makes_its_share_of_each_motion(kind):
    fault = JointSlipping(joint="joint_2", at_s=0.5, follows=0.25)
    measured, _ = fly(kind, fault, 2.5)
    wanted = START[ELBOW] + RATE * (0.5 + 0.25 * 2.0)
    assert measured.q[ELBOW] == pytest.approx(wanted, abs=TENTH_OF_A_DEGREE)


def test_with_the_brakes_on_a_slipping_joint_does_not_go_where_its_command_is_put():
    failing = FailingJoints((JointSlipping(joint="joint_2", at_s=0.0, follows=0.5),), ROBOT)
    plant = Kinematic(ROBOT, SCENE, START)
    failing.begin(plant, ramp(0.0), 0)
    assert failing.driven(ramp(1.0), brakes_on=True).q[ELBOW] == START[ELBOW]
    assert failing.driven(ramp(2.0), brakes_on=False).q[ELBOW] == pytest.approx(START[ELBOW] + 0.5 * RATE)


def test_a_locked_joint_of_physics_draws_the_current_of_a_servo_that_pushes_in_vain():
    sound, _ = fly(Physics, JointLocked(joint="joint_2", at_s=100.0), 1.0)
    locked, _ = fly(Physics, JointLocked(joint="joint_2", at_s=0.2), 1.0)
    assert abs(locked.currents[ELBOW]) > 10.0 * abs(sound.currents[ELBOW])
