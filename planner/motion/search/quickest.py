"""Of several ways around the one that is flown quickest: a short one may bend sharply, and is slow there.

    time = integral of ds / v,   v(s) from rest to rest the greatest rate at which no joint is faster than its
                                 speed, nor what bend or change of rate asks of it more than its acceleration

No jerk is in it: it compares ways, and no motion is timed by it.
"""

from collections.abc import Sequence

import numpy as np

from planner.motion.paths.rounded import RoundedPath
from predictor.stop import JointLimits

PARTS = np.linspace(0.0, 1.0, 501)


def quickest(paths: Sequence[RoundedPath], limits: JointLimits) -> RoundedPath:
    """Return the one of paths that takes least time."""
    return min(paths, key=lambda path: _time(path, limits))


def _time(path: RoundedPath, limits: JointLimits) -> float:
    """Return about how long a path takes [s]."""
    points, step = [path.at(s) for s in PARTS], PARTS[1]
    speed, bend = np.abs([point.q_s for point in points]), np.abs([point.q_ss for point in points])
    squared = 1.0 / np.maximum((speed / limits.qd_max).max(axis=1) ** 2, (bend / limits.qdd_max).max(axis=1))
    gain = 2.0 * step / (speed / limits.qdd_max).max(axis=1)
    squared[0] = squared[-1] = 0.0
    for one in range(1, len(PARTS)):
        squared[one] = min(squared[one], squared[one - 1] + gain[one])
    for one in range(len(PARTS) - 2, -1, -1):
        squared[one] = min(squared[one], squared[one + 1] + gain[one])
    rate = np.sqrt(squared)
    return float((2.0 * step / (rate[1:] + rate[:-1])).sum())
