"""Rays against an arm and what stands around it."""

from dataclasses import replace

import numpy as np
import pytest

from ground.scenario.scenario import load
from predictor.geometry.scenes.scene_file import read_scene
from predictor.geometry.shapes import SPACE, SceneBody
from predictor.model.files.robot_file import read_robot
from predictor.model.kinematics import link_poses
from predictor.model.spatial import pose
from predictor.rays.caster import Caster
from predictor.rays.scene_shapes import frame_poses, seen_shapes, solid_shapes

MICRON = 1e-6
UP = np.array((0.0, 0.0, 1.0))
SCENARIO = load("observation_pass")
ROBOT, SCENE = read_robot(SCENARIO.robot), read_scene(SCENARIO.scene)
SOLID = Caster(solid_shapes(ROBOT, SCENE))


@pytest.mark.parametrize("turn", [0.0, 0.7, -1.2])
def test_each_part_of_an_arm_is_met_where_the_joints_have_taken_it(turn):
    q = np.array(ROBOT.home_q) + turn
    T, arm = frame_poses(ROBOT, q), ROBOT.capsules
    for k, name in enumerate(arm.names):
        middle = link_poses(ROBOT, q)[arm.frame[k]] @ [*(0.5 * (arm.p0[k] + arm.p1[k])), 1.0]
        hits = SOLID.segment(middle[:3] + UP * 20.0, middle[:3], T=T)
        around = [hit for hit in hits if SOLID.names[hit.shape] == name]
        assert len(around) == 1
        assert around[0].normal[2] > 0.0


def test_the_hand_is_out_of_sight_behind_the_target_and_in_sight_before_it():
    T = frame_poses(ROBOT, ROBOT.home_q)
    target = next(box for box in SCENE.boxes if box.body == "target").T_base_box[:3, 3]
    hand = T[ROBOT.tool.frame][:3, 3]
    beyond = target + 0.9 * (target - hand)
    assert SOLID.are_blocked(beyond, [hand - beyond], T=T, farthest=1.0)[0]
    free = SOLID.first_hits(hand, [UP], T=T).distance[0]
    assert not SOLID.are_blocked(hand + UP * (free + 50.0), [UP], T=T)[0]


def test_what_floats_in_space_stays_while_the_base_moves():
    bodies = tuple(replace(body, carrier=SPACE) for body in SCENE.bodies) or (
        SceneBody(name="target", mass=1.0, com=np.zeros(3), inertia=np.eye(3), carrier=SPACE),
    )
    scene = replace(SCENE, bodies=bodies)
    caster = Caster(seen_shapes(ROBOT, scene))
    box = next(box for box in scene.boxes if box.body == bodies[0].name)
    shift = np.array((0.0, 0.0, 0.25))
    o, d = box.T_base_box[:3, 3] - (0.0, 0.0, 30.0), [UP]
    there, moved = (
        caster.first_hits(o, d, T=frame_poses(ROBOT, ROBOT.home_q, pose(np.eye(3), by)))
        for by in (np.zeros(3), shift)
    )
    assert moved.shape[0] == there.shape[0]
    assert moved.distance[0] == pytest.approx(there.distance[0] - 0.25, abs=MICRON)
