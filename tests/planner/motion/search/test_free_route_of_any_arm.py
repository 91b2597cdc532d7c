"""A way around by other methods of collision, from a base that floats, for a second tool; an unsafe goal."""

import math
from itertools import pairwise

import numpy as np
import pytest

from ground.scenario.scenario import load, run_settings
from planner.motion.search.detour import may_move, safe_goal
from planner.motion.search.free_route import SPACING_M, RouteRequest, find_route
from predictor.collision.method import build_world
from predictor.model.spatial import pose, rotation_from_vector
from predictor.run_model import read_model
from telemetry.messages.plan import JointMove

CLEARANCE_M = 0.03
FINE = np.linspace(0.0, 1.0, 1001)
MOST_TURN = 3.0  # [rad]


def world_of(scenario, method="capsules"):
    model = read_model(run_settings(load(scenario), seed=1, run_id="way"))
    return build_world(method, model.robot, model.scene)


def blocked(world, mask, T=None, *, seed=0):
    """Return what to ask for: free ends, the straight line between which is not free."""
    limits, home = world.robot.limits, np.array(world.robot.home_q)
    bounds = np.clip([limits.q_min, limits.q_max], -MOST_TURN, MOST_TURN)
    poses = np.where(mask, np.random.default_rng(seed).uniform(*bounds, (400, world.robot.n)), home)
    free = poses[world.batch(poses, T).distance > 2.0 * CLEARANCE_M]
    for start, goal in pairwise(free):
        if world.batch(start + FINE[:, None] * (goal - start), T).distance.min() < 0.0:
            return RouteRequest(start, goal, mask, CLEARANCE_M)
    raise AssertionError("no line is blocked")


def assert_leads_around(world, asked, T=None):
    found = find_route(world, asked, T)
    poses = np.array([found.path.at(s).q for s in FINE])
    assert np.array_equal(poses[[0, -1]], asked[:2])
    assert world.batch(poses, T).distance.min() >= asked.clearance_m - 0.5 * SPACING_M
    assert np.ptp(poses[:, ~asked.may_move], axis=0) == pytest.approx(0.0, abs=1e-9)


def everything(world):
    return np.ones(world.robot.n, dtype=bool)


@pytest.mark.sweep
@pytest.mark.parametrize("method", ["convex", "mesh"])
def test_a_way_leads_around_convex_bodies_and_meshes(method):
    world = world_of("roller_cell", method)
    left, right = (np.radians([side, 20.0, -40.0, 0.0, 60.0, 0.0]) for side in (60.0, -60.0))
    asked = RouteRequest(left, right, everything(world), CLEARANCE_M)
    assert world.batch(left + FINE[:, None] * (right - left)).distance.min() < 0.0
    assert_leads_around(world, asked)


def test_a_way_leads_around_what_stands_in_space_from_where_the_base_floats():
    world = world_of("free_target")
    T = pose(rotation_from_vector(np.array([0.0, 0.1, 0.2])), np.array([0.0, 0.0, -0.6]))
    asked = blocked(world, everything(world), T)
    assert find_route(world, asked).is_straight
    assert_leads_around(world, asked, T)


def test_a_way_for_one_tool_leaves_the_other_arm_where_it_is():
    world = world_of("two_arms")
    for tool in world.robot.tool_names:
        mask = may_move(world.robot, JointMove(tool=tool, q=()))
        assert 0 < mask.sum() < world.robot.n
        assert_leads_around(world, blocked(world, mask))


@pytest.mark.parametrize("scenario", ["roller_cell", "two_arms", "free_target"])
def test_near_an_unsafe_goal_a_safe_one_is_found_that_moves_no_joint_but_these(scenario):
    world, T = world_of(scenario), np.eye(4)
    mask, rng = np.arange(world.robot.n) > 0, np.random.default_rng(7)
    limits, found = np.clip([world.robot.limits.q_min, world.robot.limits.q_max], -MOST_TURN, MOST_TURN), []
    near = [
        q for q in rng.uniform(*limits, (300, world.robot.n)) if 0.0 < world.clearance(q, T).distance < 0.02
    ]
    for goal in near:
        q = safe_goal(world, goal, mask, required_m=CLEARANCE_M, T_world_base=T)
        if q is not None:
            assert world.clearance(q, T).distance >= CLEARANCE_M
            assert np.array_equal(q[~mask], goal[~mask])
            found.append(math.dist(q, goal))
    assert len(found) > 0.5 * len(near) > 0
    assert max(found) < 1.0
