"""The gate's own momentum, against the exact motion of the base."""

import numpy as np
import pytest

from planner.gate.plain_base import WRONG_M, PlainBase, plain_pose
from planner.gate.plain_frames import UNMOVED, plain_joints
from predictor.model.base.floating_base import base_poses, floating_base
from predictor.model.reach import reach
from predictor.model.spatial import inverse_pose, quaternion_from_rotation, rotation_vector
from tests.free_floating import CRAFT, ROBOT, smooth
from tests.planner.gate.test_keep_out import turned

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
        assert off < WRONG_M / 2 and off < displacement(robot, exact[-2]) / 100


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
