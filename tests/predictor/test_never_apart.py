"""Pairs of capsules that no pose keeps apart."""

from dataclasses import replace

import numpy as np

from predictor.never_apart import never_apart
from tests.trees import arm, at, joint

CLEAR = 0.02  # [m]


def short_and_long():
    """Three joints: between the first two nearly nothing, before the last a metre."""
    robot = arm(joint("a"), joint("b", 0, T=at(0.0, 0.0, 0.02)), joint("c", 1, T=at(0.0, 0.0, 1.0)))
    return replace(robot, self_pairs=np.array([[1, 2], [1, 3], [0, 3]]))


def test_a_pair_that_overlaps_at_every_pose_is_found_and_one_that_gets_clear_is_not():
    (found,) = never_apart(short_and_long(), CLEAR)
    assert found.pair == ("part_1", "part_2")
    assert found.least <= found.greatest < 0.0
    assert found.reason.startswith("overlap by ")


def test_a_pair_that_comes_near_and_never_gets_clear_is_found():
    robot = short_and_long()
    thin = replace(robot, capsules=replace(robot.capsules, radius=np.full(4, 0.004)))
    assert not never_apart(thin, 0.001)
    (found,) = never_apart(thin, CLEAR)
    assert 0.0 < found.greatest < CLEAR
    assert "can never be clear" in found.reason
