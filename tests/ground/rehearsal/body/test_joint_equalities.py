"""Joints that follow others, in both bodies: bound to their drivers by their laws, loads and all."""

from dataclasses import replace

import mujoco
import numpy as np
import pytest

from ground.rehearsal.body.as_built import perturbed
from ground.rehearsal.body.kinematic import Kinematic
from ground.rehearsal.body.mujoco_model import heaviest_load
from ground.rehearsal.body.physics import Physics
from predictor.geometry.shapes import Scene
from predictor.model.joint_law import polynomial_law
from predictor.model.kinematics import joint_values, link_poses
from predictor.motion.stop import rest
from telemetry.messages.joint_state import JointState
from tests.trees import X, arm, joint, linked, some_q

EMPTY = Scene(name="empty", boxes=(), capsules=(), bodies=())
ONE_MILLIRADIAN = 1e-3  # or a millimetre, of a joint that slides
ROBOT = replace(linked(), self_pairs=linked().self_pairs[:0])  # its parts overlap


def joints_of(body):
    """The values of all joints in MuJoCo."""
    return body.positions()[7:]


@pytest.mark.parametrize("body", [Physics, Kinematic])
def test_a_body_begins_with_every_joint_where_its_law_has_it(body):
    for q in some_q(ROBOT, 1, 5):
        plant = body(ROBOT, EMPTY, tuple(q))
        assert joints_of(plant) == pytest.approx(joint_values(ROBOT, q), abs=1e-12)
        assert plant.measured().q == pytest.approx(q, abs=1e-12)


def test_mujoco_has_every_frame_where_the_kinematics_have_it():
    plant = Kinematic(ROBOT, EMPTY, (0.0, 0.0, 0.0))
    for q in some_q(ROBOT, 2, 5):
        plant.step(rest(tuple(q)))
        data = mujoco.MjData(plant.model)
        data.qpos[:] = plant.positions()
        mujoco.mj_kinematics(plant.model, data)
        for frame, T in enumerate(link_poses(ROBOT, q)):
            np.testing.assert_allclose(data.body(f"frame_{frame}").xpos, T[:3, 3], atol=1e-9)


def test_what_follows_stays_on_its_law_while_physics_moves_the_arm():
    plant, worst = Physics(ROBOT, EMPTY, (-1.0, 0.5, 0.2)), 0.0
    for k in range(200):
        t = 0.01 * k
        plant.step(JointState((-1.0 + 0.2 * t, 0.5 - 0.3 * t, 0.2 + 0.2 * t), (0.2, -0.3, 0.2), (0.0,) * 3))
        worst = max(worst, np.abs(joints_of(plant) - joint_values(ROBOT, plant.measured().q)).max())
    assert plant.measured().q == pytest.approx((-0.6, -0.1, 0.6), abs=0.02)
    assert worst < ONE_MILLIRADIAN


def test_only_commanded_joints_have_servos_and_currents():
    plant = Physics(ROBOT, EMPTY, (0.0, 0.0, 0.0))
    assert plant.model.nu == len(plant.measured().currents) == ROBOT.n


def test_a_servo_is_strong_enough_for_what_follows_its_joint():
    alone = arm(joint("a"), joint("b", axis=X, kind="prismatic"))
    law = polynomial_law("a", (0.0, 3.0), (-2.0, 2.0))
    geared = arm(joint("a"), joint("b", axis=X, kind="prismatic", law=law))
    roots = np.sqrt(heaviest_load(alone, 0)) + 3.0 * np.sqrt(heaviest_load(alone, 1))
    assert heaviest_load(geared, 0) == pytest.approx(roots**2)


def test_an_arm_as_built_keeps_its_laws():
    built = perturbed(ROBOT, np.random.default_rng(1), link_offset_m=0.01, payload_kg=1.0)
    q = some_q(ROBOT, 3, 1)[0]
    assert joint_values(built, q) == pytest.approx(joint_values(ROBOT, q))
    assert not np.allclose(link_poses(built, q), link_poses(ROBOT, q))
