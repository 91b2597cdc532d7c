"""An arm that is bolted to the ground: its base neither moves nor turns, and is reported so."""

from dataclasses import replace

import numpy as np
import pytest

from ground.rehearsal.body.kinematic import Kinematic
from ground.rehearsal.body.mujoco_model import joint_rows
from ground.rehearsal.body.physics import Physics
from predictor.geometry.shapes import Scene
from predictor.motion.stop import rest
from tests.trees import X, Y, arm, joint

EMPTY = Scene(name="empty", boxes=(), capsules=(), bodies=())
FLOATING = arm(
    joint("shoulder", axis=Y), joint("rail", 0, axis=X, kind="prismatic"), joint("elbow", 1, axis=Y)
)
FLOATING = replace(FLOATING, self_pairs=FLOATING.self_pairs[:0])  # its capsules overlap
FIXED = replace(FLOATING, platform=None)
WANTED = (0.2, 0.1, -0.3)


def driven(robot):
    """Physics of a robot that has been told where to go for 2 s."""
    physics = Physics(robot, EMPTY, (0.0,) * robot.n)
    for _ in range(200):
        physics.step(rest(WANTED))
    return physics


def test_a_fixed_base_has_identity_attitude_and_no_rate_while_its_arm_moves():
    physics = driven(FIXED)
    measured = physics.measured()
    assert measured.quat_world_base.tolist() == [1.0, 0.0, 0.0, 0.0]
    assert measured.rate_base.tolist() == [0.0, 0.0, 0.0]
    assert physics.base_turn() == 0.0
    assert physics.data.body("frame_0").xpos.tolist() == [0.0, 0.0, 0.0]
    assert driven(FLOATING).base_turn() > 0.01


@pytest.mark.parametrize("body", [Physics, Kinematic])
def test_the_joints_of_a_fixed_arm_go_where_they_are_told(body):
    plant = body(FIXED, EMPTY, (0.0, 0.0, 0.0))
    for _ in range(200):
        plant.step(rest(WANTED))
    measured = plant.measured()
    assert measured.q == pytest.approx(WANTED, abs=2e-3)
    assert len(measured.qd) == len(measured.currents) == len(plant.positions()) == FIXED.n


def test_a_fixed_arm_hangs_on_its_servos_without_weight():
    physics = Physics(FIXED, EMPTY, (0.0, 0.0, 0.0))
    for _ in range(100):
        physics.step(rest((0.0, 0.0, 0.0)))
    assert np.abs(physics.measured().q).max() < 1e-12


def test_the_rows_of_the_joints_are_facts_of_the_model():
    for robot, first in ((FIXED, 0), (FLOATING, 7)):
        model = Physics(robot, EMPTY, (0.0, 0.0, 0.0)).model
        assert list(range(model.nq))[joint_rows(model).q] == list(range(first, model.nq))
