"""Collision of any tree of joints: distances, levers and sweeps of branches, slides and skew axes."""

import numpy as np
import pytest

from predictor.collision.method import build_world
from predictor.geometry.shapes import Box, Capsule, Scene
from predictor.motion.stop import moves
from telemetry.messages.joint_state import JointState
from tests.all_pairs import all_distances, all_levers
from tests.reference.arm_clearance import arm_clearance
from tests.trees import at, branched, some_q

PERIOD = 0.25
CLOSE = 1e-9  # [m]
BOX = Box(name="box", body="base", T_base_box=at(0.9, 0.4, 0.2), half=np.array([0.2, 0.1, 0.3]))
BAR = Capsule(
    name="bar", body="base", p0=np.array([-1.0, 0.5, 0.0]), p1=np.array([-0.8, 0.5, 0.9]), radius=0.1
)
SCENE = Scene(name="some", boxes=(BOX,), capsules=(BAR,), bodies=())
SEEDS = range(4)


def world_of(seed):
    return build_world("capsules", branched(seed), SCENE)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_clearance_of_a_tree_is_that_of_the_plain_reference(seed):
    world = world_of(seed)
    poses = some_q(world.robot, seed, 50)
    found = world.batch(poses).distance
    np.testing.assert_allclose(found, arm_clearance(world.robot, SCENE, poses), rtol=0.0, atol=CLOSE)


@pytest.mark.parametrize("seed", SEEDS)
def test_no_pair_of_a_tree_moves_faster_than_its_levers_allow(seed):
    world, step = world_of(seed), 1e-6
    rng = np.random.default_rng(seed)
    for q in some_q(world.robot, seed, 40):
        qd = rng.uniform(-1.0, 1.0, world.robot.n)
        near, far = (all_distances(world, pose) for pose in (q, q + step * qd))
        assert (np.abs(far - near) / step <= all_levers(world) @ np.abs(qd) + 1e-6).all()


def test_shapes_of_two_branches_are_moved_by_the_joints_that_carry_one_of_them_alone():
    world = world_of(1)
    lever = all_levers(world)[world.pair_names.index(("part_5", "part_4"))]
    assert lever[0] == 0.0  # the trunk carries both
    assert (lever[1:5] > 0.0).all()
    assert lever[5:].tolist() == [0.0, 0.0]
    assert (lever[2], lever[4]) == (1.0, 1.0)  # what slides moves all it carries alike


def test_a_slide_into_a_box_is_found_by_the_sweep():
    world = world_of(1)
    rest = np.zeros(world.robot.n)
    begin, end = rest.copy(), rest.copy()
    begin[2], end[2] = -0.5, 0.5
    motion = np.array([moves(*(JointState(tuple(q), (0.0,) * 7, (0.0,) * 7) for q in (begin, end)), PERIOD)])
    along = begin + np.linspace(0.0, 1.0, 400)[:, None] * (end - begin)
    least = float(world.batch(along).distance.min())
    assert world.sweep(motion, required_m=least + 1e-4, period_s=PERIOD).below_s is not None
    assert world.sweep(motion, required_m=least - 0.02, period_s=PERIOD).below_s is None
