"""A few poses at once are free exactly where each of them is, of any arm in any scene."""

import numpy as np
import pytest

from ground.scenario.scenario import load, run_settings
from predictor.collision.capsules.few_poses.capsule_query_kernels import is_clear
from predictor.collision.capsules.few_poses.placing_kernels import MOST_ERROR, sines
from predictor.collision.method import build_world
from predictor.compiler.jit import lane_kernel
from predictor.model.spatial import pose, rotation_from_vector
from predictor.proximity.proximity_layout import AT_ONCE
from predictor.run_model import read_model
from tests.arms import ten_joints, two_arms
from tests.benchmarks.problems.arms import arms
from tests.predictor.collision.capsules.many_poses.test_many_poses import crowd, poses_of

TEN_MICRONS = 1e-5  # single precision, over the reach of an arm
PIECES = 60


@lane_kernel
def sines_of(values, out_both):
    """Let Python call the part."""
    sines(values, 1.0, 0.0, out_both)


def pieces(robot, *, seed=0):
    """Return poses that are evenly spread over lines of many lengths (k, AT_ONCE, n)."""
    ends = poses_of(robot, 2 * PIECES, seed=seed).reshape(PIECES, 2, 1, robot.n)
    lengths = np.geomspace(1e-3, 0.5, PIECES)[:, None, None] * np.linspace(0.0, 1.0, AT_ONCE)[:, None]
    return ends[:, 0] + lengths * (ends[:, 1] - ends[:, 0])


def agrees(world, rows, required_m, T=None):
    """Whether poses at once are free where their exact distances say so; None: too close to tell."""
    least = world.batch(rows, T).distance.min()
    if abs(least - required_m) < TEN_MICRONS * (1.0 + np.abs(world.levers).max()):
        return None
    query, poses = world.proximity_query(T), np.ascontiguousarray(rows.T)
    return is_clear(query, poses, required_m) == (least > required_m)


@pytest.mark.parametrize("robot", [*arms().values(), ten_joints(), two_arms()], ids=lambda each: each.name)
def test_any_arm_among_random_shapes_is_free_where_each_pose_is(robot):
    world = build_world("capsules", robot, crowd(1, about=2.0))
    found = [agrees(world, rows, 0.02 * k) for k in range(3) for rows in pieces(robot, seed=k)]
    assert False not in found
    assert found.count(None) < 0.05 * len(found)


def test_of_a_thousand_obstacles_none_is_missed():
    robot = arms()["thirteen_leaves"]
    world = build_world("capsules", robot, crowd(2, boxes=500, bars=500, size=0.05, about=3.0))
    assert any(world.batch(rows).distance.min() > 0.0 for rows in pieces(robot))
    assert False not in [agrees(world, rows, 0.0) for rows in pieces(robot)]


def test_what_stands_in_space_is_where_the_base_left_it():
    model = read_model(run_settings(load("free_target"), seed=1, run_id="few_poses"))
    world, rng = build_world("capsules", model.robot, model.scene), np.random.default_rng(3)
    found = []
    for rows in pieces(model.robot):
        T = pose(rotation_from_vector(rng.normal(size=3) * 0.2), rng.normal(size=3) * 0.2)
        found.append(agrees(world, rows, 0.01, T))
    assert False not in found


def test_what_is_joined_by_construction_is_no_hit():
    model = read_model(run_settings(load("service_robot"), seed=1, run_id="few_poses"))
    assert model.scene.mounts
    world = build_world("capsules", model.robot, model.scene)
    assert False not in [agrees(world, rows, 0.0) for rows in pieces(model.robot)]


def test_sine_and_cosine_are_those_of_the_library():
    angles = np.linspace(-100.0, 100.0, 16 * AT_ONCE).reshape(-1, AT_ONCE)
    both = np.empty(2 * AT_ONCE, np.float32)
    for row in angles:
        sines_of(row, both)
        assert np.abs(both - np.concatenate([np.sin(row), np.cos(row)])).max() < MOST_ERROR
