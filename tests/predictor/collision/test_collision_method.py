"""Every method in the list answers the same questions, and many poses at once as each of them alone."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from predictor.collision.method import METHODS, MethodError, build_world
from predictor.geometry.scenes.scene_file import read_scene
from predictor.model.files.robot_file import read_robot
from telemetry.agreed.run_settings import COLLISION_METHOD
from tests.balls import ROW, build_any
from tests.free_floating import smooth

SCENARIOS = Path(__file__).parents[3] / "scenarios"
ROBOT = read_robot(SCENARIOS / "robots" / "shiyan7_like.toml")
SCENE = read_scene(SCENARIOS / "scenes" / "adjacent_target.toml")
PERIOD = 0.25
FAR_LESS = 0.05  # [m] nothing comes so much nearer between two of these poses


def random_poses(seed, count):
    rng = np.random.default_rng([71, seed])
    return rng.uniform(ROBOT.limits.q_min, ROBOT.limits.q_max, (count, ROBOT.n))


@pytest.fixture(params=[*METHODS, *ROW])
def world(request):
    return build_any(request.param, ROBOT, SCENE, version=7)


def test_a_world_says_which_arm_and_which_version_it_is_of(world):
    assert (world.robot, world.version) == (ROBOT, 7)
    assert world.pair_names


def test_many_poses_at_once_are_answered_as_each_of_them_alone(world):
    poses = random_poses(1, 500)
    distance, pair = world.batch(poses)
    alone = [world.clearance(q) for q in poses]
    np.testing.assert_allclose(distance, [found.distance for found in alone], atol=1e-12)
    assert [world.pair_names[index] for index in pair] == [found.pair for found in alone]
    assert len({*pair.tolist()}) > 3


def test_the_less_of_scene_and_arm_itself_is_the_clearance(world):
    arm = set(ROBOT.capsules.names)
    sides = set()
    for q in random_poses(5, 200):
        scene, itself = found = world.clearances(q)
        assert found.least == world.clearance(q) == min(scene, itself, key=lambda side: side.distance)
        assert {*itself.pair} <= arm and not {*scene.pair} <= arm
        sides.add(found.least is scene)
    assert sides == {True, False}


def test_a_motion_tells_scene_and_arm_itself_as_its_poses_do(world):
    for q in random_poses(6, 20):
        still = np.zeros((1, ROBOT.n, 6))
        still[0, :, 0] = q
        assert world.sweep(still, required_m=-10.0, period_s=PERIOD).each == world.clearances(q)


def test_the_nearest_points_of_a_pose_are_as_far_apart_as_it_says(world):
    for q in random_poses(7, 200):
        distance, pair, points, normal = world.witness(q)
        assert (distance, pair) == world.clearance(q)
        np.testing.assert_allclose(points[0] - points[1], distance * normal, atol=1e-12)
        assert np.linalg.norm(normal) == pytest.approx(1.0)


def test_the_gradient_is_what_finite_differences_tell(world):
    step, compared = 1e-7, 0
    for q in random_poses(8, 100):
        distance, dq = world.gradient(q)
        around = [world.clearance(q + way) for way in (*(step * np.eye(ROBOT.n)), *(-step * np.eye(ROBOT.n)))]
        if {found.pair for found in around} == {world.clearance(q).pair}:
            ahead, behind = np.reshape([found.distance for found in around], (2, -1))
            compared += np.allclose((ahead - behind) / (2.0 * step), dq, atol=1e-5)
        assert distance == world.clearance(q).distance
    assert compared > 90  # the others stand where the nearest feature changes


def test_a_pose_hits_when_its_clearance_is_no_more_than_asked_for(world):
    poses = random_poses(9, 300)
    distance = world.batch(poses).distance
    for within in (-0.05, 0.0, 0.1, float(np.median(distance))):
        assert world.hits(poses, within_m=within).tolist() == (distance <= within).tolist()
        assert [world.is_hit(q, within_m=within) for q in poses] == (distance <= within).tolist()
    assert 20 < (distance <= 0.0).sum() < 280


def test_every_second_pose_is_answered_as_if_it_lay_alone_in_memory(world):
    poses = random_poses(2, 40)
    assert world.batch(poses[::2]).distance.tolist() == world.batch(poses).distance[::2].tolist()


def test_no_pose_has_no_answer(world):
    distance, pair = world.batch(np.empty((0, ROBOT.n)))
    assert (distance.shape, pair.shape) == ((0,), (0,))


@pytest.mark.parametrize("shape", [(6,), (2, 5), (1, 2, 6)])
def test_poses_of_another_arm_are_an_error(world, shape):
    with pytest.raises(ValueError, match="needs"):
        world.batch(np.zeros(shape))


def test_a_motion_at_rest_comes_as_near_as_its_pose(world):
    for q in random_poses(4, 20):
        still = np.zeros((1, ROBOT.n, 6))
        still[0, :, 0] = q
        swept = world.sweep(still, required_m=-10.0, period_s=PERIOD)
        assert (swept.clearance, swept.pair) == world.clearance(q)
        assert swept.below_s is None


def test_a_motion_is_clear_of_what_its_poses_are_clear_of_and_of_no_more(world):
    powers = np.linspace(0.0, PERIOD, 40)[:, None] ** np.arange(6)
    for begin, end in random_poses(12, 10).reshape(5, 2, -1):
        motion = smooth(begin, begin + 0.1 * (end - begin), duration_s=2 * PERIOD, period_s=PERIOD)
        least = world.batch(np.concatenate([powers @ move.T for move in motion])).distance.min()
        required = (least + 1e-6, least - FAR_LESS)
        below_s = [world.sweep(motion, required_m=each, period_s=PERIOD).below_s for each in required]
        assert below_s[0] is not None and below_s[1] is None


@pytest.mark.real_time
def test_a_name_is_checked_without_compiling_anything():
    code = "import sys, ground.scenario.scenario as s; s.load('short_link'); sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=SCENARIOS.parent, check=False).returncode == 0


def test_the_default_is_in_the_list():
    assert COLLISION_METHOD in METHODS


def test_an_unknown_method_is_told_the_nearest_name():
    with pytest.raises(MethodError, match="no such collision method 'capsuls'; did you mean 'capsules'"):
        build_world("capsuls", ROBOT, SCENE)
