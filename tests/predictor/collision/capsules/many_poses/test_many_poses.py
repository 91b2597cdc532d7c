"""Many configurations at once say what one after the other says, of any arm in any scene."""

import math
from dataclasses import replace

import numpy as np
import pytest

from predictor.collision.capsules.many_poses.batch import order_of, search_poses
from predictor.collision.capsules.many_poses.placing_kernels import LANES
from predictor.collision.measured_kernels import FOUND
from predictor.collision.method import build_world
from predictor.geometry.shapes import Box, Capsule, Scene
from predictor.model.kinematics import link_poses
from predictor.model.robot import Capsules
from predictor.model.spatial import pose, rotation_from_vector
from tests.all_pairs import all_distances
from tests.arms import ten_joints, two_arms
from tests.benchmarks.problems.arms import arms
from tests.reference.arm_clearance import arm_clearance

ROUNDING = 1e-12  # [m]
NEARLY_PARALLEL = 1e-6  # [m] of axes that cross at hardly any angle


def crowd(seed, *, boxes=12, bars=12, size=0.3, about=1.5):
    """Return a scene of random shapes, among them points, needles, plates and nested ones."""
    rng = np.random.default_rng([63, seed])
    solids, rods = [], []
    for i in range(boxes):
        T = pose(rotation_from_vector(rng.normal(size=3) * (i % 3)), rng.normal(size=3) * about)
        half = rng.uniform(0.01, size, 3) * np.where(rng.uniform(size=3) < 0.2, 1e-3, 1.0)
        solids.append(Box(name=f"box {i}", body="base", T_base_box=T, half=half))
    for i in range(bars):
        p0 = rng.normal(size=3) * about
        run = rng.normal(size=3) * size * (i % 4 > 0)  # every fourth is a sphere
        radius = float(rng.uniform(1e-3, size))
        rods.append(Capsule(name=f"bar {i}", body="base", p0=p0, p1=p0 + run, radius=radius))
    return Scene(name="crowd", boxes=tuple(solids), capsules=tuple(rods), bodies=())


def poses_of(robot, count, *, seed=0):
    limits = np.clip([robot.limits.q_min, robot.limits.q_max], -7.0, 7.0)
    return np.random.default_rng([64, seed]).uniform(*limits, (count, robot.n))


def alone(world, poses):
    found = [world.clearance(q) for q in poses]
    return np.array([each.distance for each in found]), [each.pair for each in found]


@pytest.mark.parametrize("name", arms())
def test_any_arm_among_random_shapes_is_as_far_as_each_pose_alone(name):
    robot = arms()[name]
    world = build_world("capsules", robot, crowd(1))
    poses = poses_of(robot, 3 * LANES)
    distance, pair = world.batch(poses)
    expected, names = alone(world, poses)
    assert np.abs(distance - expected).max() < ROUNDING
    others = [k for k, place in enumerate(pair) if world.pair_names[place] != names[k]]
    assert len(others) < len(poses) / 10  # two links are equally near where they meet
    for k in others:
        assert abs(all_distances(world, poses[k])[pair[k]] - expected[k]) < ROUNDING


@pytest.mark.parametrize("seed", range(4))
def test_the_distances_are_those_of_the_plain_reference(seed):
    robot, scene = arms()["shiyan7_like"], crowd(seed, boxes=4, bars=4, about=1.0)
    poses = poses_of(robot, LANES, seed=seed)
    found = build_world("capsules", robot, scene).batch(poses).distance
    assert np.abs(found - arm_clearance(robot, scene, poses)).max() < 1e-6


@pytest.mark.parametrize("count", [0, 1, 15, 16, LANES - 1, LANES, LANES + 1])
def test_any_number_of_poses_is_answered(count):
    robot = arms()["thirteen_leaves"]
    world, poses = build_world("capsules", robot, crowd(2)), poses_of(robot, count)
    distance, _ = world.batch(poses)
    assert distance.shape == (count,)
    assert np.abs(distance - alone(world, poses)[0]).max(initial=0.0) < ROUNDING


def test_neither_the_order_of_poses_nor_the_number_of_cores_changes_an_answer():
    robot = arms()["thirteen_leaves"]
    world, poses = build_world("capsules", robot, crowd(3)), poses_of(robot, 5 * LANES)
    order = np.random.default_rng(65).permutation(len(poses))
    distance, pair = world.batch(poses)
    for again in (world.batch(poses[order]), world.batch(poses, cores=2)):
        rows = order if again.distance[0] != distance[0] else slice(None)
        assert again.distance.tolist() == distance[rows].tolist()
        assert again.pair.tolist() == pair[rows].tolist()


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_a_pose_that_is_no_number_spoils_no_other_in_its_block(bad):
    robot = arms()["thirteen_leaves"]
    world, poses = build_world("capsules", robot, crowd(4)), poses_of(robot, LANES)
    clean = world.batch(poses).distance
    poses[7, 2] = bad
    found = np.empty((len(poses), FOUND))
    search_poses(world.method.lanes, poses, within=math.inf, cores=1, out_found=found)
    distance = found[:, 0]
    assert np.isnan(distance[7])
    assert np.delete(distance, 7).tolist() == np.delete(clean, 7).tolist()


def test_an_angle_of_many_turns_is_answered_too():
    robot = arms()["thirteen_leaves"]
    world, poses = build_world("capsules", robot, crowd(5)), poses_of(robot, LANES)
    turned = poses.copy()
    turned[3, 1] += 2.0 * np.pi * 1000.0
    turned[5:40, 1] += 2.0 * np.pi * 100_000.0
    assert np.abs(world.batch(turned).distance - world.batch(poses).distance).max() < 1e-9


@pytest.mark.parametrize("within", [-0.02, 0.0, 0.1])
def test_what_is_hit_is_what_is_not_farther(within):
    robot = arms()["thirteen_leaves"]
    world, poses = build_world("capsules", robot, crowd(6, about=2.0)), poses_of(robot, 5 * LANES)
    expected = world.batch(poses).distance <= within
    assert world.hits(poses, within_m=within).tolist() == expected.tolist()
    assert 0 < expected.sum() < len(poses)


@pytest.mark.parametrize("angle", [0.0, 1e-9, 1e-7, 1e-5, 1e-4, 1e-3, 1e-2])
def test_axes_that_are_parallel_or_nearly_so_are_as_far_as_each_alone(angle):
    robot, rng = arms()["thirteen_leaves"], np.random.default_rng([66, int(1e9 * angle)])
    q = poses_of(robot, 1)[0]
    T, shapes = link_poses(robot, q)[robot.capsules.frame], robot.capsules
    for leaf in range(6):
        p0, p1 = (T[leaf, :3, :3] @ p[leaf] + T[leaf, :3, 3] for p in (shapes.p0, shapes.p1))
        aside = np.cross(p1 - p0, rng.normal(size=3)) * angle
        away = rng.normal(size=3) * 1e-3 * (leaf % 2)
        needle = Capsule(name="needle", body="base", p0=p0 - aside + away, p1=p1 + aside + away, radius=1e-3)
        scene = Scene(name="needle", boxes=(), capsules=(needle,), bodies=())
        world = build_world("capsules", replace(robot, self_pairs=robot.self_pairs[:0]), scene)
        poses = q + rng.normal(size=(LANES, robot.n)) * 1e-5
        assert np.abs(world.batch(poses).distance - alone(world, poses)[0]).max() < NEARLY_PARALLEL


@pytest.mark.parametrize("robot", [ten_joints(), two_arms()], ids=["ten_joints", "two_arms"])
def test_sliding_joints_and_branches_are_as_far_as_each_pose_alone(robot):
    last = len(robot.joints)
    volumes = Capsules(
        names=("boom", "ball"),
        frame=np.array([last - 1, last]),
        p0=np.zeros((2, 3)),
        p1=np.array([[0.0, 0.0, 0.4], [0.0, 0.0, 0.0]]),
        radius=np.array([0.05, 0.1]),
    )
    robot = replace(robot, capsules=volumes, self_pairs=np.empty((0, 2), np.int64))
    world, poses = build_world("capsules", robot, crowd(7)), poses_of(robot, LANES)
    assert np.abs(world.batch(poses).distance - alone(world, poses)[0]).max() < ROUNDING


def test_a_crowd_of_hundreds_is_searched_by_its_tree():
    robot = arms()["thirteen_leaves"]
    world, poses = (
        build_world("capsules", robot, crowd(8, boxes=300, bars=300, size=0.1)),
        poses_of(robot, 32),
    )
    assert np.abs(world.batch(poses).distance - alone(world, poses)[0]).max() < ROUNDING


POSES = np.random.default_rng(67).uniform(-3.0, 3.0, (50 * LANES, 6))


def test_every_row_is_taken_once_even_if_it_is_no_number():
    poses = POSES.copy()
    poses[5], poses[700, 1], poses[900, 2] = np.nan, np.inf, -np.inf
    assert sorted(order_of(poses).tolist()) == list(range(len(poses)))


def test_rows_of_a_block_are_nearer_one_another_than_rows_as_they_came():
    blocks = POSES[order_of(POSES)].reshape(-1, LANES, 6)
    assert np.ptp(blocks[..., :3], axis=1).mean() < 0.6 * np.ptp(POSES.reshape(-1, LANES, 6), axis=1).mean()


def test_a_motion_is_taken_as_it_comes():
    t = np.linspace(0.0, 20.0, 4000)[:, None]
    assert len(order_of(np.sin(t * np.linspace(0.2, 1.0, 6)))) == 0
    assert len(order_of(np.zeros((4000, 6)))) == 0


def test_rows_that_differ_in_one_joint_alone_are_in_its_order():
    poses = np.zeros((50 * LANES, 6))
    poses[:, 1] = POSES[:, 1]
    blocks = poses[order_of(poses)].reshape(-1, LANES, 6)[..., 1]
    assert np.ptp(blocks, axis=1).max() < 4.0
