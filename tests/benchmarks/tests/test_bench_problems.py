"""The problems of the bench are of the stated sizes, the same every time, and can be flown."""

from itertools import pairwise

import numpy as np
import pytest

from predictor.collision.method import build_world
from predictor.geometry.hull import convex_hull
from predictor.geometry.surfaces import is_closed, volume_of
from predictor.motion.motion import violation
from tests.benchmarks.problems.arms import THIRTEEN, arms
from tests.benchmarks.problems.motions import (
    DURATION_S,
    RATE_HZ,
    random_configurations,
    rays,
    tool_poses,
    wave,
)
from tests.benchmarks.problems.problems import DENSE, MESH, MESH_10K, REFERENCE, STATION, problem

NAMES = sorted(arms())


def test_the_arm_has_eight_capsules_and_five_spheres_of_which_forty_pairs_are_kept_apart():
    robot = arms()[THIRTEEN]
    is_sphere = (robot.capsules.p0 == robot.capsules.p1).all(axis=1)
    assert (robot.n, (~is_sphere).sum(), is_sphere.sum(), len(robot.self_pairs)) == (6, 8, 5, 40)


@pytest.mark.parametrize(("name", "pairs"), [(STATION, 196), (DENSE, 2440)])
def test_scenes_have_the_stated_number_of_pairs(name, pairs):
    found = problem(name)
    assert len(build_world("capsules", found.robot, found.scene).pair_names) == pairs


@pytest.mark.parametrize(("name", "faces"), [(MESH, 2_000), (MESH_10K, 10_000)])
def test_modules_are_convex_and_of_the_stated_number_of_triangles(name, faces):
    for shape in problem(name).scene.meshes:
        assert len(shape.mesh.faces) == faces
        assert is_closed(shape.mesh)
        assert volume_of(shape.mesh) == pytest.approx(volume_of(convex_hull(shape.mesh.vertices)), rel=1e-9)


@pytest.mark.parametrize("name", NAMES)
def test_a_trajectory_keeps_every_limit(name):
    robot = arms()[name]
    q = wave(robot).trajectory()
    assert q.shape == (round(DURATION_S * RATE_HZ), robot.n)
    assert (q >= robot.limits.q_min).all()
    assert (q <= robot.limits.q_max).all()
    for limit in (robot.limits.qd_max, robot.limits.qdd_max, robot.limits.qddd_max):
        q = np.diff(q, axis=0) * RATE_HZ
        assert (np.abs(q).max(axis=0) <= limit).all()


@pytest.mark.parametrize(("scene", "arm"), [(REFERENCE, ""), *((STATION, name) for name in NAMES)])
def test_a_trajectory_keeps_clear_of_its_scene(scene, arm):
    found = problem(scene, arm) if arm else problem(scene)
    world = build_world("capsules", found.robot, found.scene)
    assert world.batch(found.trajectory[::10]).distance.min() > 0.0


def test_what_is_drawn_is_the_same_every_time_and_of_unit_directions():
    robot = arms()[THIRTEEN]
    assert np.array_equal(random_configurations(robot, 5, seed=3), random_configurations(robot, 5, seed=3))
    assert not np.array_equal(random_configurations(robot, 5), random_configurations(robot, 5, seed=2))
    assert tool_poses(robot, 2).shape == (2, 4, 4)
    assert np.linalg.norm(rays(robot, 50).directions, axis=1) == pytest.approx(1.0)


@pytest.mark.parametrize("name", NAMES)
def test_set_points_of_a_trajectory_break_no_limit_between_them(name):
    robot = arms()[name]
    points = wave(robot).set_points(0.25)
    assert points[0].at_rest
    assert points[-1].at_rest
    for begin, end in list(pairwise(points))[::8]:
        assert violation(begin, end, robot.limits, period_s=0.25) is None
