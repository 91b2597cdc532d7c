"""What holds in a box of joint values: never more than is true there, and nearer to it the more is looked."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from predictor.collision.method import METHODS
from predictor.geometry.shapes import Capsule, Scene
from predictor.queries.workcell import open_workcell
from tests.trees import X, Z, arm, joint

SCENARIOS = Path(__file__).parents[3] / "scenarios"
ROBOT, SCENE = SCENARIOS / "robots" / "shiyan7_like.toml", SCENARIOS / "scenes" / "adjacent_target.toml"
NEAR = np.radians([0.0, -125.0, -110.0, 0.0, -40.0, 0.0])
ROUNDING = 1e-12  # [m]
BOUND = np.array([0.02, 0.01, 0.03, 0.05, 0.02, 0.05])


@pytest.mark.parametrize("method", METHODS)
def test_nothing_in_the_box_is_nearer_than_what_surely_holds(method):
    cell, rng = open_workcell(ROBOT, SCENE, method=method), np.random.default_rng(3)
    for q in NEAR + 0.3 * rng.normal(size=(5, 6)):
        inside = cell.batch(q + rng.uniform(-BOUND, BOUND, (300, 6))).distance.min()
        corners = cell.batch(q + BOUND * rng.choice((-1.0, 1.0), (64, 6))).distance.min()
        for looks in (1, 200):
            assert cell.surely(q, BOUND, looks=looks).distance <= min(inside, corners) + ROUNDING


def test_one_look_takes_off_what_the_levers_allow():
    cell = open_workcell(ROBOT, SCENE)
    found = cell.surely(NEAR, BOUND)
    assert found.met == cell.clearance(NEAR).distance
    assert found.distance == pytest.approx(found.met - cell.world.levers @ BOUND, abs=1e-15)


def test_more_looks_prove_more_and_never_too_much():
    cell = open_workcell(ROBOT, SCENE)
    found = [cell.surely(NEAR, BOUND, looks=looks) for looks in (1, 10, 100, 1000, 4000)]
    assert np.all(np.diff([each.distance for each in found]) > 0.0)
    assert np.all(np.diff([each.met for each in found]) <= 0.0)
    assert all(each.distance <= found[-1].met for each in found)


def test_the_levers_of_the_nearest_pair_alone_would_promise_too_much():
    robot = arm(joint("slide", axis=X, kind="prismatic"), joint("turn", 0, axis=Z), tip=(1.0, 0.0, 0.0))
    robot = replace(robot, self_pairs=np.empty((0, 2), np.int64))
    posts = [
        Capsule(name=name, body="base", p0=np.array(p), p1=np.array(p), radius=0.1)
        for name, p in (("near", (0.5, 0.0, -0.35)), ("fast", (0.95, 0.4, 0.0)))
    ]
    mounts = (("part_0", "near"), ("part_2", "near"), ("part_0", "fast"), ("part_1", "fast"))
    cell = open_workcell(
        robot,
        Scene(
            name="two",
            boxes=(),
            capsules=tuple(posts),
            bodies=(),
            mounts=mounts,
            reasons=dict.fromkeys(mounts, "a test"),
        ),
    )
    q, dq = np.zeros(2), np.array([0.0, 0.3])
    assert cell.witness(q).pair == ("part_1", "near")  # which the turn does not move at all
    assert cell.clearance([0.0, 0.3]).distance < cell.clearance(q).distance - 0.05
    assert cell.surely(q, dq, looks=500).distance <= cell.clearance([0.0, 0.3]).distance + ROUNDING


def test_a_box_of_no_size_is_its_pose():
    cell = open_workcell(ROBOT, SCENE)
    assert cell.surely(NEAR, np.zeros(6), looks=100) == (cell.clearance(NEAR).distance,) * 2
