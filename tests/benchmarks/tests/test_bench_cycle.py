"""The cycle of collision detection: its hand line, rivals that are right, rows that tell what is missed."""

import numpy as np
import pytest

from predictor.collision.method import build_world
from predictor.model.kinematics import tool_pose
from tests.benchmarks.peers.rival_bodies import packed
from tests.benchmarks.questions.cycle import (
    BOXES,
    RIVALS,
    TOGETHER,
    WITHIN_M,
    Cycle,
    hand_line,
    problems,
    rows,
    ways,
)

MICROMETRE = 1e-6


def test_the_hand_goes_straight_down_level_and_never_faster_than_a_tenth_of_a_metre_a_second():
    robot = problems(10.0)[0].robot
    poses = [tool_pose(robot, q) for q in hand_line(robot, 10.0)]
    way = np.array([T[:3, 3] for T in poses])
    assert np.abs(way[:, :2] - way[0, :2]).max() < MICROMETRE
    assert np.abs(poses[-1][:3, :3] - poses[0][:3, :3]).max() < MICROMETRE
    speed = np.linalg.norm(np.diff(way, axis=0), axis=1) * 10.0
    assert 0.098 < speed.max() <= 0.1


def test_thirteen_leaves_meet_seven_obstacles_in_trees_that_hold_each_once():
    near, _ = problems(1.0)
    bodies = packed(near.robot, near.scene)
    assert bodies.is_kept.shape == (13, 7) and bodies.is_kept.sum() == 90  # one is mounted
    for nodes, count in ((bodies.arm, 13), (bodies.scene, 7)):
        assert sorted(nodes[nodes[:, 0] == 0, 2]) == list(range(count))
        assert len(nodes) == 2 * count - 1


def cycle(name, median, hits=5):
    return Cycle("near", name, median, 2.0 * median, 9.0 * median, hits)


def told(ours, rival_us, **hits):
    found = [cycle(name, ours) for name in ("capsule_tree", "capsules")]
    found += [cycle(name, rival_us, hits.get(name.replace(" ", "_"), 5)) for name in RIVALS]
    return {row["peer"]: row for row in rows(found) if row["ours"] == "capsules"}


def test_a_row_is_met_by_45_percent_less_time_and_says_how_much_it_is():
    assert told(1.0, 1.9)["box pairs"]["ok"] and not told(1.0, 1.7)["box pairs"]["ok"]
    assert "50% less time" in told(1.0, 2.0)["box pairs"]["note"]


def test_an_answer_that_differs_is_never_met_but_larger_boxes_may_find_more():
    found = told(1.0, 9.0, box_pairs=8, box_tree=4, capsule_pairs=6)
    assert {name: row["ok"] for name, row in found.items()} == {
        "box pairs": True,
        "capsule pairs": False,
        "box tree": False,
        "capsule tree": None,
    }


@pytest.mark.sweep
@pytest.mark.parametrize("together", [1, TOGETHER])
def test_every_rival_finds_what_the_methods_find_at_random_and_boxes_never_less(together):
    near, _ = problems(1.0)
    low, high = np.array(near.robot.limits.q_min), np.array(near.robot.limits.q_max)
    poses = np.random.default_rng(1).uniform(low, high, (TOGETHER * 250, near.robot.n))
    queries = [*poses] if together == 1 else [*poses.reshape(-1, together, near.robot.n)]
    truth = build_world("capsules", near.robot, near.scene).batch(poses).distance <= WITHIN_M
    assert 0.02 < truth.mean() < 0.98
    for name, ask in ways(near, together).items():
        found = np.concatenate([np.atleast_1d(ask(q)) for q in queries])
        if RIVALS.get(name, 0) & BOXES:
            assert not (truth & ~found).any()
        else:
            np.testing.assert_array_equal(found, truth)
