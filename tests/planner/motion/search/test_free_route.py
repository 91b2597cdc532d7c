"""A way from a pose to another: free, the same each time, within limits, or none."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from planner.motion.search.free_route import MOST_LOOKS, SPACING_M, RouteRequest, find_route
from predictor.collision.method import build_world
from predictor.geometry.scenes.scene_file import read_scene
from predictor.model.files.robot_file import read_robot

DATA = Path(__file__).parents[4] / "scenarios"
ROBOT = read_robot(DATA / "robots/roller_arm.toml")
SCENE = read_scene(DATA / "scenes/roller_cell.toml")
WORLD = build_world("capsules", ROBOT, SCENE)
LEFT, RIGHT = (np.radians([side, 20.0, -40.0, 0.0, 60.0, 0.0]) for side in (60.0, -60.0))
CLEARANCE_M = 0.035
ALL = np.ones(6, dtype=bool)
FINE = np.linspace(0.0, 1.0, 4001)
ROUNDING = 1e-9
ONE_MILLIMETRE = 1e-3


def asked(start_q=LEFT, goal_q=RIGHT, may_move=ALL, clearance_m=CLEARANCE_M):
    return RouteRequest(start_q, goal_q, may_move, clearance_m)


def poses(found):
    return np.array([found.path.at(s).q for s in FINE])


@pytest.fixture(scope="module")
def around():
    return find_route(WORLD, asked())


def test_the_direct_way_through_the_roller_is_not_free():
    direct = LEFT + FINE[:, None] * (RIGHT - LEFT)
    assert WORLD.batch(direct).distance.min() < 0.0


def test_the_way_around_keeps_the_clearance_but_for_half_the_spacing_of_looks(around):
    assert not around.is_straight
    assert WORLD.batch(poses(around)).distance.min() >= CLEARANCE_M - 0.5 * SPACING_M


def test_it_joins_start_and_goal(around):
    assert np.array_equal(around.path.at(0.0).q, LEFT)
    assert np.array_equal(around.path.at(1.0).q, RIGHT)


def test_it_keeps_the_ranges_of_the_joints(around):
    limits, q = ROBOT.limits, poses(around)
    assert (q >= np.array(limits.q_min) - ROUNDING).all()
    assert (q <= np.array(limits.q_max) + ROUNDING).all()


def test_other_trees_lead_to_another_way_that_is_as_free(around):
    other = find_route(WORLD, asked()._replace(grown=1))
    assert not np.array_equal(other.path.places, around.path.places)
    assert WORLD.batch(poses(other)).distance.min() >= CLEARANCE_M - 0.5 * SPACING_M


def test_the_same_task_finds_the_same_way(around):
    again = find_route(WORLD, asked())
    assert np.array_equal(again.path.places, around.path.places)
    assert again.looks == around.looks


def test_joints_that_may_not_move_stay():
    may_move = np.array([True, True, True, False, True, False])
    found = find_route(WORLD, asked(may_move=may_move))
    assert np.ptp(poses(found)[:, ~may_move], axis=0) == pytest.approx(0.0, abs=ROUNDING)


def test_no_way_is_told_after_so_many_looks():
    found = find_route(WORLD, asked(may_move=np.arange(6) == 0))
    assert found.path is None
    assert found.looks < 1.1 * MOST_LOOKS


def test_a_free_line_is_left_as_it_is():
    up = np.radians([60.0, 0.0, 0.0, 0.0, 0.0, 0.0])
    found = find_route(WORLD, asked(goal_q=up))
    assert found.is_straight
    assert np.array_equal(found.path.places, [LEFT, up])


def test_a_line_is_taken_if_and_only_if_it_is_free_everywhere():
    rng = np.random.default_rng(5)
    limits, kinds = ROBOT.limits, set()
    near = [rng.uniform(limits.q_min, limits.q_max) for _ in range(200)]
    free = [q for q in near if WORLD.clearance(q).distance > CLEARANCE_M + ONE_MILLIMETRE][:16]
    for start_q, goal_q in pairwise(free):
        line = start_q + FINE[:, None] * (goal_q - start_q)
        least = WORLD.batch(line).distance.min()
        if abs(least - CLEARANCE_M) > ONE_MILLIMETRE:
            is_straight = find_route(WORLD, asked(start_q, goal_q)).is_straight
            assert is_straight == (least > CLEARANCE_M)
            kinds.add(is_straight)
    assert kinds == {True, False}
