"""The gate's own momentum, against the exact motion of the base."""

from dataclasses import replace

import numpy as np
import pytest

from planner.gate.own_look.plain_base import BASE_ERROR_M, PlainBase, plain_pose
from planner.gate.own_look.plain_frames import UNMOVED, plain_joints
from predictor.geometry.shapes import BASE, SPACE, SceneBody
from predictor.model.base.floating_base import base_poses, floating_base
from predictor.model.reach import reach
from predictor.model.spatial import inverse_pose, quaternion_from_rotation, rotation_vector
from tests.free_floating import CRAFT, ROBOT, smooth
from tests.planner.gate.own_look.test_keep_out import turned

ROUND_TRIP_S, PERIOD_S = 8.0, 0.25


def displacement(robot, T):
    """How far a motion of the base carries the farthest point of the arm at most [m]."""
    return np.linalg.norm(T[:3, 3]) + reach(robot) * np.linalg.norm(rotation_vector(T[:3, :3]))


def whole(T):
    return np.array((*T, (0.0, 0.0, 0.0, 1.0)))


def there_and_on(rng, n):
    """Moves (k, n, 6) of a round trip: one way, and then another."""
    a, b, c = np.cumsum(rng.uniform(-0.5, 0.5, (3, n)) * [[3.0], [1.0], [1.0]], axis=0)
    half = {"duration_s": ROUND_TRIP_S / 2, "period_s": PERIOD_S}
    return np.concatenate([smooth(a, b, **half), smooth(b, c, **half)])


@pytest.mark.parametrize("name", CRAFT)
def test_the_base_goes_where_momentum_takes_it_nearer_than_is_allowed_for(name):
    robot, rng = CRAFT[name](), np.random.default_rng(1)
    own = PlainBase(robot, plain_joints(robot))
    for _ in range(5):
        motion = there_and_on(rng, robot.n)
        exact = base_poses(floating_base(robot), motion, np.eye(4), period_s=PERIOD_S)
        way = [tuple(q) for q in motion[:, :, 0].tolist()]
        off = displacement(robot, inverse_pose(exact[-2]) @ whole(own.along(UNMOVED, way)))
        assert off < BASE_ERROR_M / 2 and off < displacement(robot, exact[-2]) / 100


def test_the_way_matters_not_only_its_end():
    own, home = PlainBase(ROBOT, plain_joints(ROBOT)), ROBOT.home_q
    one, other = (tuple(np.add(home, step)) for step in np.eye(6)[:2])
    both = tuple(np.add(one, other) - home)
    ways = [whole(own.along(UNMOVED, (home, corner, both))) for corner in (one, other)]
    assert displacement(ROBOT, inverse_pose(ways[0]) @ ways[1]) > 0.05


def test_a_base_whose_arm_rests_stays_where_it_is_reported():
    own, R = PlainBase(ROBOT, plain_joints(ROBOT)), turned(np.random.default_rng(3))
    T = plain_pose((0.1, 0.2, 0.3), tuple(quaternion_from_rotation(R).tolist()))
    np.testing.assert_allclose(whole(T)[:3, :3], R, atol=1e-15)
    np.testing.assert_allclose(whole(own.along(T, (ROBOT.home_q, ROBOT.home_q))), whole(T), atol=1e-15)


def body(carrier, mass):
    """A body as heavy as the platform or without any mass, as a scene tells it."""
    like = ROBOT.platform
    return SceneBody(name=carrier, mass=mass, com=like.com, inertia=like.inertia, carrier=carrier)


def carried_by_a_bend(robot, bodies=()):
    """Where the base is after a bend of the arm."""
    own = PlainBase(robot, plain_joints(robot), bodies)
    return np.array(own.along(UNMOVED, (ROBOT.home_q, tuple(np.add(ROBOT.home_q, 0.5)))))


def test_what_rides_on_the_platform_weighs_as_if_it_were_of_it():
    platform = ROBOT.platform
    twice = replace(platform, mass=2.0 * platform.mass, inertia=2.0 * platform.inertia)
    heavier = carried_by_a_bend(replace(ROBOT, platform=twice))
    riding = carried_by_a_bend(ROBOT, [body(BASE, platform.mass)])
    np.testing.assert_allclose(riding, heavier, atol=1e-12)
    assert np.abs(riding - carried_by_a_bend(ROBOT)).max() > 0.01


@pytest.mark.parametrize(("carrier", "mass"), [(SPACE, 100.0), (BASE, 0.0)])
def test_what_floats_apart_or_has_no_known_mass_changes_nothing(carrier, mass):
    assert (carried_by_a_bend(ROBOT, [body(carrier, mass)]) == carried_by_a_bend(ROBOT)).all()


def test_a_link_without_mass_changes_nothing():
    light = replace(ROBOT.links[0], mass=0.0)
    lighter = replace(ROBOT, links=(*ROBOT.links, light))
    assert (carried_by_a_bend(lighter) == carried_by_a_bend(ROBOT)).all()


def test_a_joint_that_moves_alone_is_followed_in_steps_as_small_as_if_all_moved():
    own, home = PlainBase(ROBOT, plain_joints(ROBOT)), np.array(ROBOT.home_q)
    way = [tuple(home + np.eye(6)[1] * far) for far in np.linspace(0.0, 1.5, 101)]
    fine, coarse = whole(own.along(UNMOVED, way)), whole(own.along(UNMOVED, (way[0], way[-1])))
    assert displacement(ROBOT, inverse_pose(fine) @ coarse) < BASE_ERROR_M
