"""The clearance of one pose: against a plain reference, under motions of the whole scene, and its levers."""

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from predictor.collision.method import WorldError, build_world
from predictor.geometry.scenes.scene_file import read_scene
from predictor.geometry.shapes import Scene
from predictor.model.files.robot_file import read_robot
from tests.all_pairs import all_distances, all_levers
from tests.reference.arm_clearance import arm_clearance

SCENARIOS = Path(__file__).parents[3] / "scenarios"
ROBOT = read_robot(SCENARIOS / "robots" / "shiyan7_like.toml")
SCENE = read_scene(SCENARIOS / "scenes" / "adjacent_target.toml")
WORLD = build_world("capsules", ROBOT, SCENE)
LINE_START = np.radians([0.0, -120.210281213, -109.358320348, 0.0, -40.431398439, 0.0])
LINE_END = np.radians([29.839175850, -127.321949241, -96.489028574, 0.0, -46.189022185, 29.839175850])
ONE_MICRON = 1e-6


def random_poses(rng, count):
    return rng.uniform(ROBOT.limits.q_min, ROBOT.limits.q_max, (count, ROBOT.n))


def test_clearance_is_that_of_the_plain_reference():
    poses = random_poses(np.random.default_rng(41), 300)
    found = np.array([WORLD.clearance(q).distance for q in poses])
    assert np.abs(found - arm_clearance(ROBOT, SCENE, poses)).max() < ONE_MICRON
    assert 30 < (found < 0.0).sum() < 270  # both clear and touching poses were met


def test_the_observation_line_is_clear_by_a_fifth_of_a_metre_of_the_handrail():
    for share in np.linspace(0.0, 1.0, 31):
        q = LINE_START + share * (LINE_END - LINE_START)
        found = WORLD.clearance(q)
        assert found.pair == ("hand", "target_handrail")
        assert 0.15 < found.distance < 0.22


def test_home_and_the_way_to_the_line_are_clear():
    for share in np.linspace(0.0, 1.0, 101):
        assert WORLD.clearance(ROBOT.home_q + share * (LINE_START - ROBOT.home_q)).distance > 0.1


def test_the_shoulder_may_be_mounted_since_its_distance_never_changes():
    world = build_world("capsules", ROBOT, replace(SCENE, mounts=()))
    pair = world.pair_names.index(("shoulder", "platform"))
    distances = [all_distances(world, q)[pair] for q in random_poses(np.random.default_rng(42), 100)]
    assert distances == pytest.approx([0.055] * 100)


def test_mounted_and_adjacent_pairs_are_not_tested():
    assert not {("base", "platform"), ("shoulder", "platform"), ("upper_arm", "shoulder")} & {
        *WORLD.pair_names
    }
    assert ("base", "platform") in build_world("capsules", ROBOT, replace(SCENE, mounts=())).pair_names


def test_turning_the_scene_and_the_first_joint_changes_nothing():
    angle = 0.7
    R = np.array([[math.cos(angle), -math.sin(angle), 0], [math.sin(angle), math.cos(angle), 0], [0, 0, 1]])
    T = np.eye(4)
    T[:3, :3] = R
    boxes = tuple(replace(box, T_base_box=T @ box.T_base_box) for box in SCENE.boxes)
    bars = tuple(replace(bar, p0=R @ bar.p0, p1=R @ bar.p1) for bar in SCENE.capsules)
    turned = build_world("capsules", ROBOT, replace(SCENE, boxes=boxes, capsules=bars))
    for q in random_poses(np.random.default_rng(43), 50):
        moved = q + np.array([angle, 0, 0, 0, 0, 0])
        assert all_distances(turned, moved) == pytest.approx(all_distances(WORLD, q), abs=1e-9)


def test_no_distance_changes_faster_than_its_levers_allow():
    rng, dt, tightest = np.random.default_rng(44), 1e-6, 0.0
    for q in random_poses(rng, 300):
        qd = rng.uniform(-1.0, 1.0, ROBOT.n) * rng.integers(0, 2, ROBOT.n)
        rate = np.abs(all_distances(WORLD, q + dt * qd) - all_distances(WORLD, q)) / dt
        bound = all_levers(WORLD) @ np.abs(qd)
        assert (rate <= bound + 1e-6).all()
        tightest = max(tightest, float((rate / np.maximum(bound, 1e-3)).max()))
    assert tightest > 0.8  # a bound that is never nearly reached would prove nothing


def test_an_arm_pair_is_moved_only_by_the_joints_between_its_capsules():
    lever = all_levers(WORLD)[WORLD.pair_names.index(("hand", "upper_arm"))]
    assert (lever[:2] == 0.0).all()
    assert (lever[2:5] > 0.0).all()


def test_a_mount_of_an_unknown_capsule_is_told_the_nearest_name():
    with pytest.raises(WorldError, match="did you mean 'shoulder'"):
        build_world("capsules", ROBOT, replace(SCENE, mounts=(("sholder", "platform"),)))


def test_an_arm_without_anything_around_keeps_clear_of_itself():
    empty = Scene(name="empty", boxes=(), capsules=(), bodies=())
    assert build_world("capsules", ROBOT, empty).clearance(ROBOT.home_q).distance > 0.1


def test_a_world_with_nothing_to_keep_clear_of_is_an_error():
    empty = Scene(name="empty", boxes=(), capsules=(), bodies=())
    with pytest.raises(WorldError, match="nothing to keep clear of"):
        build_world("capsules", replace(ROBOT, self_pairs=np.empty((0, 2), np.int64)), empty)
