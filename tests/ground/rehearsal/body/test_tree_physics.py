"""MuJoCo has any tree of joints: where its bodies are, which servo moves what, and an arm as built."""

from dataclasses import replace

import mujoco
import numpy as np
import pytest

from ground.rehearsal.body.as_built import perturbed
from ground.rehearsal.body.kinematic import Kinematic
from ground.rehearsal.body.mujoco_model import build_model, heaviest_load, joint_rows
from ground.rehearsal.body.physics import Physics
from ground.rehearsal.body.solids import touching_pairs
from ground.rehearsal.body.watched_pairs import FAR
from predictor.collision.method import build_world
from predictor.geometry.shapes import Scene
from predictor.model.kinematics import link_poses
from predictor.model.reach import distance_from_axis
from predictor.motion.stop import rest
from tests.trees import X, Y, arm, at, branched, joint, some_q

ROUNDING = 1e-12
EMPTY = Scene(name="empty", boxes=(), capsules=(), bodies=())
RAIL = arm(
    joint("rail", axis=X, kind="prismatic"), joint("crank", 0, axis=Y, pivot=(0.2, 0.0, 0.1)), tip=(0, 0, 1)
)


@pytest.mark.parametrize("seed", range(4))
def test_mujoco_has_every_frame_of_a_tree_where_the_kinematics_have_it(seed):
    robot = branched(seed)
    model = build_model(robot, EMPTY, timestep_s=0.002)
    data = mujoco.MjData(model)
    for q in some_q(robot, seed, 5):
        data.qpos[joint_rows(model).q] = q
        mujoco.mj_kinematics(model, data)
        for frame, T in enumerate(link_poses(robot, q)):
            body = data.body(f"frame_{frame}")
            np.testing.assert_allclose(body.xpos, T[:3, 3], atol=ROUNDING)
            np.testing.assert_allclose(body.xmat.reshape(3, 3), T[:3, :3], atol=ROUNDING)


def test_physics_measures_the_clearance_of_a_tree_that_the_predictor_measures():
    robot = branched(2)
    world = build_world("capsules", robot, EMPTY)
    apart = [q for q in some_q(robot, 3, 400) if world.clearance(q).distance > 0.0][:5]
    for q in apart:
        assert Physics(robot, EMPTY, tuple(q)).clearance().distance == pytest.approx(
            world.clearance(q).distance, abs=1e-6
        )
    assert apart


@pytest.mark.parametrize("seed", range(4))
def test_of_a_moving_tree_the_nearest_pair_is_found_though_most_are_not_measured(seed):
    robot = branched(seed)
    body = Kinematic(robot, EMPTY, (0.0,) * robot.n)
    watched = touching_pairs(robot, EMPTY)
    geoms = [(body.model.geom(a).id, body.model.geom(b).id) for a, b in watched]
    for q in np.linspace(*some_q(robot, seed, 2), 40):
        body.step(rest(tuple(q)))
        data = mujoco.MjData(body.model)
        data.qpos[:] = body.positions()
        mujoco.mj_kinematics(body.model, data)
        every = [mujoco.mj_geomDistance(body.model, data, a, b, FAR, None) for a, b in geoms]
        assert body.clearance() == (min(every), watched[int(np.argmin(every))])


def test_each_servo_moves_its_own_joint_of_a_tree():
    physics = Physics(replace(RAIL, self_pairs=RAIL.self_pairs[:0]), EMPTY, (0.0, 0.0))  # its parts overlap
    wanted = (0.05, -0.1)
    for _ in range(200):
        physics.step(rest(wanted))
    assert physics.measured().q == pytest.approx(wanted, abs=1e-3)


def test_a_servo_that_slides_carries_mass_and_one_that_turns_inertia():
    assert heaviest_load(RAIL, 0) == 4.0
    across = np.hypot(0.2, 0.9)  # of the tip from the crank's axis
    assert heaviest_load(RAIL, 1) == pytest.approx(2.0 * across**2 + 0.09 / 2.0)


def test_a_frame_as_built_is_off_its_axis_which_stays_where_it_was():
    robot = arm(joint("crank", axis=(1.0, 2.0, 3.0), pivot=(0.1, 0.0, 0.2), T=at(0.3, 0.0, 0.0)))
    built = perturbed(robot, np.random.default_rng(1), link_offset_m=0.01, payload_kg=0.0)
    old, new = robot.joints[0], built.joints[0]
    error = new.T_parent_joint[:3, 3] - old.T_parent_joint[:3, 3]
    assert 0.001 < np.linalg.norm(error) < 0.015
    on_axis = old.T_parent_joint[:3, 3] + old.pivot  # of the parent; nothing is turned
    assert distance_from_axis(new, on_axis - new.T_parent_joint[:3, 3]) < ROUNDING
