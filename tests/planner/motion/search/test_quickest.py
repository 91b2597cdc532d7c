"""Of several ways the quickest, not the shortest."""

import numpy as np

from ground.bench.arms import arms
from planner.motion.paths.rounded import rounded
from planner.motion.search.quickest import quickest

LIMITS = arms()["shiyan7_like"].limits


def way(corner, half):
    """Return a way by a corner (6,) with a bend of that half width."""
    places = np.array([np.zeros(6), corner, np.array([1.0, 1.0, 0.0, 0.0, 0.0, 0.0])])
    return rounded(places, np.array([0.0, half, 0.0]), weight=1.0 / np.array(LIMITS.qd_max))


def test_a_wide_bend_is_quicker_than_a_sharp_one_at_the_same_corner():
    corner = np.array([1.0, 0.0, 0.0, 0.0, 0.0, 0.0])
    sharp, wide = way(corner, 0.05), way(corner, 1.0)
    assert quickest([sharp, wide], LIMITS) is wide


def test_of_two_ways_with_hardly_a_bend_the_shorter_is_quicker():
    near, far = np.full(6, 0.0), np.full(6, 0.0)
    near[:2], far[:2] = (0.5, 0.45), (0.9, -0.9)
    shorter, longer = way(near, 1.0), way(far, 1.0)
    assert quickest([longer, shorter], LIMITS) is shorter
