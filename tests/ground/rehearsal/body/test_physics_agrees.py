"""Two worlds that share no code agree: the predictor's distances and those of the physics engine."""

from pathlib import Path

import numpy as np
import pytest

from ground.rehearsal.body.physics import Physics
from predictor.collision.method import build_world
from predictor.geometry.scenes.scene_file import read_scene
from predictor.model.files.robot_file import read_robot
from predictor.model.kinematics import tool_pose

DATA = Path(__file__).parents[4] / "scenarios"
ROBOT = read_robot(DATA / "robots/shiyan7_like.toml")
SCENE = read_scene(DATA / "scenes/adjacent_target.toml")
WORLD = build_world("capsules", ROBOT, SCENE)
TEN_MICRONS = 1e-5  # the physics engine's own iterative distance stops there


def random_poses(count):
    rng = np.random.default_rng(11)
    return rng.uniform(ROBOT.limits.q_min, ROBOT.limits.q_max, (count, ROBOT.n))


def test_the_least_distance_is_the_same_wherever_nothing_penetrates():
    compared = 0
    for q in random_poses(150):
        predicted = WORLD.clearance(q)
        if predicted.distance > 0.0:
            physical = Physics(ROBOT, SCENE, tuple(q)).clearance()
            assert physical.distance == pytest.approx(predicted.distance, abs=TEN_MICRONS)
            compared += 1
    assert compared > 30


def test_what_touches_in_one_world_touches_in_the_other():
    for q in random_poses(100):
        predicted = WORLD.clearance(q).distance
        if abs(predicted) > 1e-3:
            assert (Physics(ROBOT, SCENE, tuple(q)).clearance().distance < 0.0) == (predicted < 0.0)


def test_the_hand_is_where_the_kinematics_say():
    for q in random_poses(20):
        physics = Physics(ROBOT, SCENE, tuple(q))
        hand = physics.data.geom("hand").xpos - physics.data.qpos[:3]
        axis = tool_pose(ROBOT, q)[:3, :3] @ [0.0, 0.0, 1.0]
        middle = tool_pose(ROBOT, q)[:3, 3] + 0.126 * axis
        np.testing.assert_allclose(hand, middle, atol=1e-9)
