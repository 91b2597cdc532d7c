"""How long a path takes: two figures, the published one and the least.

    minimum       by the quintic law from rest to rest (`planner.motion.timing.profile`): what published plans
                  are compared with, and what an asked duration is warned of
    shortest_s    time-optimal from rest to rest under speed, acceleration and jerk; of a joint move by each
                  joint for itself, all in the time of the slowest

What is flown takes whole periods, and hardly more of them than the shortest.
"""

from typing import NamedTuple

from planner.motion.paths.path import JointPath, Path
from planner.motion.timing.limits import Shortest, shortest_duration
from planner.motion.timing.profile import peaks
from planner.motion.timing.rest_to_rest import rate_limits, rest_to_rest
from predictor.stop import JointLimits


class Figures(NamedTuple):
    """Least durations of a path within limits."""

    minimum: Shortest  # by the quintic law, and what decides it
    shortest_s: float  # time-optimal [s]


def figures(path: Path, limits: JointLimits) -> Figures:
    """Return how long a path takes at least.

    Raises:
        PathLost: the joints cannot follow it.
    """
    minimum = shortest_duration(peaks(path), limits)
    if isinstance(path, JointPath):
        ideal = rest_to_rest(path.goal_q - path.start_q, rate_limits(limits))
        return Figures(minimum, ideal.duration_s)
    return Figures(minimum, minimum.duration_s)
