"""Of several ways the quickest, not the shortest."""

import numpy as np

from planner.motion.moves.trajectory import fly
from planner.motion.paths.path import rounded
from planner.motion.search.detour import TRIALS, quickest
from tests.benchmarks.problems.arms import arms

ROBOT = arms()["shiyan7_like"]
PERIOD_S = 0.25
CORNER = np.array([1.0, 0.0, 0.0, 0.0, 0.0, 0.0])


def way(corner, half):
    """Return a way by a corner (6,) with a bend of that half width."""
    places = np.array([np.zeros(6), corner, np.array([1.0, 1.0, 0.0, 0.0, 0.0, 0.0])])
    return rounded(places, np.array([0.0, half, 0.0]), weight=1.0 / np.array(ROBOT.limits.qd_max))


def periods(path):
    return len(fly(ROBOT, path, asked_s=None, period_s=PERIOD_S)[0])


def test_a_wide_bend_is_quicker_than_a_sharp_one_at_the_same_corner():
    sharp, wide = way(CORNER, 0.05), way(1.001 * CORNER, 1.0)
    assert quickest(ROBOT, [sharp, wide], PERIOD_S) is wide


def test_corners_with_no_bend_leave_the_trials_to_a_way_that_can_be_flown():
    sharp, wide = [way((1.0 - 0.01 * k) * CORNER, 0.0) for k in range(TRIALS)], way(1.2 * CORNER, 1.0)
    assert quickest(ROBOT, [*sharp, wide], PERIOD_S) is wide


def test_of_two_ways_with_hardly_a_bend_the_shorter_is_quicker():
    near, far = np.full(6, 0.0), np.full(6, 0.0)
    near[:2], far[:2] = (0.5, 0.45), (0.9, -0.9)
    shorter, longer = way(near, 1.0), way(far, 1.0)
    assert quickest(ROBOT, [longer, shorter], PERIOD_S) is shorter


def test_of_a_few_likely_ways_none_is_flown_in_fewer_periods():
    likely = [way(corner * CORNER, half) for corner in (1.0, 1.02) for half in (0.3, 0.1)]
    assert periods(quickest(ROBOT, likely, PERIOD_S)) == min(map(periods, likely))
