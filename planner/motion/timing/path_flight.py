"""A path as it is flown: set-points exactly on the path at the ends of whole periods, from rest to rest.

They carry the path's exact speeds and accelerations, so that the motion law between them follows the path.
That law has no jerk that jumps within a period, as the fastest law of a path does: where it jumps, the
quintic overshoots the jerk by up to a third.  So there is a row of laws, each the fastest within a lesser
**share of the jerk** limit, which are smoother and take a little longer.  The smoothest law that fits into
the periods is stretched to them and flown; if a limit is broken between set-points all the same, one period
more leaves room for a smoother one.
"""

import math

import numpy as np
from numpy.typing import NDArray

from planner.motion.paths.path import JointPath, Path
from planner.motion.timing.figures import Figures
from planner.motion.timing.joint_flight import joint_flight
from planner.motion.timing.limits import shortest_duration
from planner.motion.timing.path_law import PathLaw, fastest_law, instants
from planner.motion.timing.profile import peaks_of, rates, timing
from planner.motion.timing.rest_to_rest import rate_limits
from predictor.motion.stop import JointLimits, rest
from telemetry.messages.joint_state import JointState

Array = NDArray[np.float64]

ROUNDING = 1e-9  # of a duration, relative
JERK_SHARES = (1.0, 0.85, 0.7, 0.55, 0.4, 0.3, 0.2)


class PathFlight:
    """A path that can be flown in any number of periods from the fewest on."""

    def __init__(self, path: Path, limits: JointLimits, period_s: float) -> None:
        """Find the path's fastest law within limits; set-points are one period apart.

        Raises:
            PathLost: the joints cannot follow it.
        """
        self.period_s = period_s
        self._path, self._rates, self._limits = path, rates(path), rate_limits(limits)
        minimum = shortest_duration(peaks_of(self._rates), limits)
        self._first_s = minimum.duration_s
        self._laws: list[PathLaw] = []  # by their share of the jerk
        shortest_s = self._law(0).duration_s if self._first_s > 0.0 else self._first_s
        self.figures = Figures(minimum, shortest_s)

    @property
    def fewest(self) -> int:
        """The whole periods of the fastest law; one, where there is nowhere to go."""
        return max(1, math.ceil(self.figures.shortest_s / self.period_s * (1.0 - ROUNDING)))

    @property
    def start_q(self) -> tuple[float, ...]:
        """Where it begins (n,) [rad or m]."""
        return tuple(self._path.at(0.0).q.tolist())

    def states(self, periods: int) -> list[JointState]:
        """Return the set-points of so many periods; the last one is at rest."""
        end = rest(tuple(self._path.at(1.0).q.tolist()))
        if periods == 1 or not self._first_s > 0.0:
            return [end] * periods
        duration_s = periods * self.period_s
        found = instants(self._smoothest(duration_s), periods, duration_s)
        return [*(self._state(*row) for row in zip(*map(np.ndarray.tolist, found), strict=True)), end]

    def _state(self, x: float, x_t: float, x_tt: float) -> JointState:
        """Return the joints where the first law has come to x."""
        law = timing(x)
        q, q_s, q_ss = self._path.at(law.s)
        s_t, s_tt = law.s_x * x_t, law.s_x * x_tt + law.s_xx * x_t**2
        rows = (q, q_s * s_t, q_ss * s_t**2 + q_s * s_tt)
        return JointState(*(tuple(row.tolist()) for row in rows))

    def _smoothest(self, duration_s: float) -> PathLaw:
        """Return the law of the least jerk that takes no longer."""
        found = self._law(0)
        for index in range(1, len(JERK_SHARES)):
            smoother = self._law(index)
            if not smoother.duration_s <= duration_s:
                break
            found = smoother
        return found

    def _law(self, index: int) -> PathLaw:
        """Return the fastest law within one of the shares of jerk."""
        for share in JERK_SHARES[len(self._laws) : index + 1]:
            limits = self._limits * np.array([1.0, 1.0, share])[:, None]
            self._laws.append(fastest_law(self._rates, limits, self._first_s / math.cbrt(share)))
        return self._laws[index]


def warm() -> None:
    """Compile every kernel that times motions, so that the first plan is not late."""
    limits = JointLimits(**dict.fromkeys(JointLimits.__dataclass_fields__, (1.0,)))
    path = JointPath(start_q=np.zeros(1), goal_q=np.ones(1))
    joint_flight(path, limits, 1.0)
    PathFlight(path, limits, 1.0)
