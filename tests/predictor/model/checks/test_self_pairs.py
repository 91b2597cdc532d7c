"""Allowed pairs found by sampling are those that people wrote down, with the same figures."""

import tomllib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from predictor.model.checks.self_pairs import sampled_pairs
from predictor.model.files.robot_file import read_robot
from predictor.model.robot import Capsules
from tests.trees import Y, Z, arm, at, joint

FILE = Path(__file__).parents[4] / "scenarios/robots/shiyan7_like.toml"


def test_the_pairs_that_were_written_by_hand_are_found_with_their_reasons():
    found = {frozenset(pair.names): pair for pair in sampled_pairs(read_robot(FILE)) if pair.is_allowed}
    written = {frozenset(row["pair"]) for row in tomllib.loads(FILE.read_text())["allowed"]}
    assert found.keys() == written
    assert found[frozenset(("forearm_wrist", "hand"))].reason.startswith(
        "overlap by 35 to 44 mm in 500 poses"
    )
    assert "never 50 mm apart" in found[frozenset(("base", "upper_arm"))].reason
    assert found[frozenset(("wrist", "hand"))].reason.startswith(
        "neighbours, which meet in 'joint_6'; overlap"
    )


def test_the_same_seed_finds_the_same():
    robot = read_robot(FILE)
    assert sampled_pairs(robot, poses=20, seed=3) == sampled_pairs(robot, poses=20, seed=3)


def folding(offset):
    """An upper arm of two capsules and a forearm, which can fold back upon it."""
    robot = arm(joint("a"), joint("b", 0, axis=Y, T=at(0.0, 0.0, 1.0)), turn_max=3.1)
    capsules = Capsules(
        names=("far", "near", "forearm"),
        frame=np.array([1, 1, 2]),
        p0=np.array([(offset, 0.0, 0.0), (0.0, 0.0, 0.5), (0.0, 0.0, 0.0)]),
        p1=np.array([(offset, 0.0, 0.5), (0.0, 0.0, 1.0), (0.0, 0.0, 0.8)]),
        radius=np.full(3, 0.05),
    )
    return replace(robot, capsules=capsules, self_pairs=np.empty((0, 2), dtype=np.int64))


def test_of_neighbours_what_meets_only_when_the_arm_folds_stays_tested():
    pairs = {pair.names: pair for pair in sampled_pairs(folding(0.0), poses=200)}
    assert pairs["near", "forearm"].is_allowed
    assert not pairs["far", "forearm"].is_allowed
    assert pairs["far", "forearm"].least_m < 0.0
    assert ("far", "near") not in pairs  # one link


def test_what_never_comes_near_is_told_and_stays_tested():
    pairs = {pair.names: pair for pair in sampled_pairs(folding(2.0), poses=200)}
    pair = pairs["far", "forearm"]
    assert (pair.is_allowed, pair.least_m) == (False, pytest.approx(1.15, abs=0.1))
    assert pair.reason.endswith("mm apart in 200 poses")


def test_a_joint_without_stops_is_sampled_over_one_turn():
    robot = arm(joint("roll", axis=Z), turn_max=np.inf)
    assert sampled_pairs(robot, poses=5)[0].is_allowed
