"""How long a path takes: two figures, the published one and the least.

    minimum       by the quintic law from rest to rest (`planner.motion.timing.profile`): what published plans
                  are compared with; nothing is flown by it, and no asked duration refused for it
    shortest_s    time-optimal from rest to rest under speed, acceleration and jerk; of a joint move by each
                  joint for itself, all in the time of the slowest

What is flown takes whole periods, and hardly more of them than the shortest.
"""

from typing import NamedTuple

from planner.motion.timing.limits import Shortest


class Figures(NamedTuple):
    """Least durations of a path within limits."""

    minimum: Shortest  # by the quintic law, and what decides it
    shortest_s: float  # time-optimal [s]
