"""A path as it is flown: set-points on the path at the ends of whole periods, from rest to rest.

They carry the path's exact speeds and accelerations, so that the motion law between them follows the path.
"""

import math
from dataclasses import dataclass

from planner.motion.paths.path import Path
from planner.motion.timing.limits import shortest_duration
from planner.motion.timing.profile import by_time, peaks, timing
from predictor.stop import JointLimits, rest
from telemetry.joint_state import JointState

ROUNDING = 1e-9  # of a duration, relative


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PathFlight:
    """A path that can be flown in any number of periods from the fewest on."""

    path: Path
    period_s: float
    fewest: int

    @property
    def start_q(self) -> tuple[float, ...]:
        """Where it begins (n,) [rad or m]."""
        return tuple(self.path.at(0.0).q.tolist())

    def states(self, periods: int) -> list[JointState]:
        """Return the set-points of so many periods; the last one is at rest."""
        duration = periods * self.period_s
        states = []
        for k in range(1, periods):
            law = timing(k / periods)
            point = self.path.at(law.s)
            q_x, q_xx = by_time(point, law)
            rows = (point.q, q_x / duration, q_xx / duration**2)
            states.append(JointState(*(tuple(map(float, row)) for row in rows)))
        return [*states, rest(tuple(map(float, self.path.at(1.0).q)))]


def path_flight(path: Path, limits: JointLimits, period_s: float) -> PathFlight:
    """Return how a path is flown within limits, by set-points one period apart.

    Raises:
        PathLost: the joints cannot follow it.
    """
    least = shortest_duration(peaks(path), limits)
    fewest = max(1, math.ceil(least.duration_s / period_s * (1.0 - ROUNDING)))
    return PathFlight(path=path, period_s=period_s, fewest=fewest)
