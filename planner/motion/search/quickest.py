"""Of several ways around the one that is flown quickest: a short one may bend sharply, and is slow there.

ways --about how long--> a few of them, flown for a trial --set-points--> the one of fewest periods

about   integral of ds / v,   v(s) from rest to rest the greatest rate at which no joint is faster than
                              its speed, nor what bend or change of rate asks of it more than its
                              acceleration; no jerk is in it, and nothing is timed by it
"""

import math
from collections.abc import Sequence

import numpy as np

from planner.motion.paths.rounded import RoundedPath
from planner.motion.timing.limits import Refusal
from planner.motion.trajectory import fly
from predictor.model.robot import Robot
from predictor.motion.stop import JointLimits

PARTS = 16  # of each line and of each bend, however narrow
TRIALS = 4


def quickest(robot: Robot, paths: Sequence[RoundedPath], period_s: float) -> RoundedPath:
    """Return the one of paths that an arm flies in the fewest periods."""
    different = {path.places.tobytes(): path for path in paths}.values()
    likely = sorted(different, key=lambda path: _about(path, robot.limits))[:TRIALS]
    return min(likely, key=lambda path: _periods(robot, path, period_s))


def _periods(robot: Robot, path: RoundedPath, period_s: float) -> float:
    """Return in how many periods a path is flown; infinite: it cannot be."""
    flown = fly(robot, path, asked_s=None, period_s=period_s)
    return math.inf if isinstance(flown, Refusal) else len(flown[0])


def _about(path: RoundedPath, limits: JointLimits) -> float:
    """Return about how long a path takes [s]; infinite: it has a corner with no bend."""
    if not path.halves[1:-1].all():
        return math.inf
    number = len(path.begins) - 1
    parts = np.interp(np.linspace(0, number, number * PARTS + 1), range(number + 1), path.begins)
    places = np.unique(parts / path.begins[-1])
    points, step = [path.at(s) for s in places], np.diff(places)
    speed, bend = np.abs([point.q_s for point in points]), np.abs([point.q_ss for point in points])
    squared = 1.0 / np.maximum((speed / limits.qd_max).max(axis=1) ** 2, (bend / limits.qdd_max).max(axis=1))
    slope = 2.0 / (speed / limits.qdd_max).max(axis=1)
    squared[0] = squared[-1] = 0.0
    for one in range(1, len(places)):
        squared[one] = min(squared[one], squared[one - 1] + slope[one] * step[one - 1])
    for one in range(len(places) - 2, -1, -1):
        squared[one] = min(squared[one], squared[one + 1] + slope[one] * step[one])
    rate = np.sqrt(squared)
    return float((2.0 * step / (rate[1:] + rate[:-1])).sum())
