"""Three shadows never call free what touches, and a pair that they leave out is never the nearest."""

from pathlib import Path

import numpy as np
import pytest

from predictor.collision.capsules.scs_projection import false_alarm_rate, shadow_gaps
from predictor.collision.method import build_world
from predictor.geometry.shapes import Box, Capsule, Scene
from predictor.model.files.robot_file import read_robot
from tests.all_pairs import all_distances
from tests.trees import at

ROBOT = read_robot(Path(__file__).parents[4] / "scenarios" / "robots" / "shiyan7_like.toml")
ROUNDING = 1e-12  # [m]


def inclined(seed, count):
    """A scene of so many boxes and capsules in any direction, some of them thin, some capsules spheres."""
    rng, boxes, bars = np.random.default_rng([127, seed]), [], []
    for number in range(count):
        place, size = rng.uniform(-0.8, 0.8, 3), rng.uniform(0.001, 0.3, 3)
        T = at(*place)
        T[:3, :3] = np.linalg.qr(rng.normal(size=(3, 3)))[0]
        T[:3, 0] *= np.linalg.det(T[:3, :3])
        boxes.append(Box(name=f"box_{number}", body="base", T_base_box=T, half=size))
        run = rng.uniform(-0.5, 0.5, 3) * rng.integers(0, 2, 3)
        bar = Capsule(name=f"bar_{number}", body="base", p0=place, p1=place + run, radius=size[0])
        bars.append(bar)
    return Scene(name="inclined", boxes=tuple(boxes), capsules=tuple(bars), bodies=())


def random_poses(seed, count):
    rng = np.random.default_rng([131, seed])
    return rng.uniform(ROBOT.limits.q_min, ROBOT.limits.q_max, (count, ROBOT.n))


def check_shadows(*, shapes, poses):
    world = build_world("scs_projection", ROBOT, inclined(shapes, shapes))
    gap, distance = shadow_gaps(world.method, random_poses(shapes, poses))
    assert (gap <= distance + ROUNDING).all()
    assert not ((gap > ROUNDING) & (distance <= 0.0)).any()
    assert 0.01 < (distance <= 0.0).mean() < 0.5  # some touch
    return gap.size


def test_shadows_of_ten_thousand_pairs_are_never_farther_apart_than_these():
    assert check_shadows(shapes=20, poses=40) > 10_000


@pytest.mark.sweep
def test_shadows_of_a_million_pairs_are_never_farther_apart_than_these():
    assert check_shadows(shapes=100, poses=800) > 1_000_000


def test_shadows_overlap_of_pairs_that_are_apart_and_the_rate_says_how_often():
    world, poses = build_world("scs_projection", ROBOT, inclined(3, 20)), random_poses(3, 50)
    gap, distance = shadow_gaps(world.method, poses)
    alarms = gap <= 0.0
    assert false_alarm_rate(world.method, poses) == pytest.approx((distance[alarms] > 0.0).mean())
    assert 0.02 < false_alarm_rate(world.method, poses) < 0.9


def test_where_no_shadows_overlap_there_is_no_rate():
    far = Box(name="far", body="base", T_base_box=at(50.0, 0.0, 0.0), half=np.ones(3))
    world = build_world("scs_projection", ROBOT, Scene(name="far", boxes=(far,), capsules=(), bodies=()))
    assert np.isnan(false_alarm_rate(world.method, random_poses(4, 3)))


def test_a_box_along_the_axes_has_the_shadow_of_its_faces_and_a_sphere_that_of_a_circle():
    far = Box(name="box", body="base", T_base_box=at(30.0, 0.0, 0.0), half=np.array([2.0, 50.0, 50.0]))
    ball = Capsule(name="ball", body="base", p0=np.full(3, -20.0), p1=np.full(3, -20.0), radius=1.0)
    world = build_world("scs_projection", ROBOT, Scene(name="two", boxes=(far,), capsules=(ball,), bodies=()))
    gap, distance = shadow_gaps(world.method, random_poses(5, 20))
    by_kind = world.method.tables.obstacles[:, 1].argsort()  # the box, then the ball
    np.testing.assert_allclose(gap[:, :, by_kind[0]], distance[:, :, by_kind[0]], rtol=0.0, atol=1e-9)
    ratio = (distance[:, :, by_kind[1]] + 1.0) / (gap[:, :, by_kind[1]] + 1.0)
    assert (ratio > 1.1).all() and (ratio < 1.4).all()  # the diagonals of a cube and of its face


def test_an_axis_that_stands_on_a_plane_casts_a_circle_there():
    bars = [np.eye(3)[axis] for axis in range(3)]
    capsules = tuple(
        Capsule(name=f"bar_{axis}", body="base", p0=np.ones(3), p1=np.ones(3) + bar, radius=0.1)
        for axis, bar in enumerate(bars)
    )
    scene = Scene(name="bars", boxes=(), capsules=capsules, bodies=())
    world = build_world("scs_projection", ROBOT, scene)
    gap, distance = shadow_gaps(world.method, random_poses(6, 200))
    assert np.isfinite(gap).all() and (gap <= distance + ROUNDING).all()


def test_what_shadows_leave_out_is_never_the_nearest():
    world = build_world("scs_projection", ROBOT, inclined(7, 15))
    for q in random_poses(7, 60):
        least = all_distances(world, q).min()
        assert world.clearance(q).distance == least
        assert world.is_hit(q, within_m=least) and not world.is_hit(q, within_m=least - ROUNDING)
