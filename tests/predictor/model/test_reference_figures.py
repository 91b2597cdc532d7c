"""The reference arm keeps its figures: what its tree gives is plain arithmetic with its DH rows."""

from pathlib import Path

import numpy as np

from predictor.collision.method import build_world
from predictor.geometry.scenes.scene_file import read_scene
from predictor.model.files.robot_file import read_robot
from predictor.model.kinematics import link_poses, tool_jacobian, tool_pose
from tests.all_pairs import all_levers, placed_leaves
from tests.reference.arm_clearance import arm_clearance
from tests.reference.plain_chain import chain, jacobian, lever

SCENARIOS = Path(__file__).parents[3] / "scenarios"
ROBOT = read_robot(SCENARIOS / "robots/shiyan7_like.toml")
WORLD = build_world("capsules", ROBOT, read_scene(SCENARIOS / "scenes/adjacent_target.toml"))
SAME = 1e-12
POSES = np.random.default_rng(7).uniform(ROBOT.limits.q_min, ROBOT.limits.q_max, (200, 6))


def test_frames_and_tool_are_those_of_the_rows():
    for q in POSES:
        *frames, tool = chain(q.tolist())
        np.testing.assert_allclose(link_poses(ROBOT, q), frames, rtol=0.0, atol=SAME)
        np.testing.assert_allclose(tool_pose(ROBOT, q), tool, rtol=0.0, atol=SAME)


def test_the_jacobian_is_that_of_the_rows():
    for q in POSES:
        np.testing.assert_allclose(tool_jacobian(ROBOT, q), jacobian(q.tolist()), rtol=0.0, atol=SAME)


def test_the_ends_of_all_capsules_are_those_of_the_rows():
    shape = ROBOT.capsules
    for q in POSES:
        frames, placed = np.array(chain(q.tolist())), placed_leaves(WORLD, q)[: len(shape.names)]
        begin, run = (placed[:, column : column + 3] for column in (0, 3))
        for found, points in ((begin, shape.p0), (begin + run, shape.p1)):
            T = frames[shape.frame]
            expected = np.einsum("mij,mj->mi", T[:, :3, :3], points) + T[:, :3, 3]
            np.testing.assert_allclose(found, expected, rtol=0.0, atol=SAME)


def test_levers_are_those_of_the_rows():
    shape = ROBOT.capsules
    for row, (name, _) in zip(all_levers(WORLD), WORLD.pair_names, strict=True):
        part = shape.names.index(name)
        ends = (shape.p0[part], shape.p1[part])
        expected = np.max([lever(int(shape.frame[part]), end.tolist()) for end in ends], axis=0)
        moved = row > 0.0
        np.testing.assert_allclose(row[moved], expected[moved], rtol=0.0, atol=SAME)


def test_clearances_are_those_of_the_plain_reference():
    scene = read_scene(SCENARIOS / "scenes/adjacent_target.toml")
    found = WORLD.batch(POSES).distance
    np.testing.assert_allclose(found, arm_clearance(ROBOT, scene, POSES), rtol=0.0, atol=1e-9)
