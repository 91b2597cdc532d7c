"""A joint move as it is flown: every joint by the law of whole periods, all in the same number of them.

    one law for all    the joints keep their proportions: a straight line in joint space
    each its own       each joint monotonic from its start to its goal, in other proportions on the way

The slowest joint, alone, sets the fewest periods.  All joints by one law cost nothing where the limits of
all joints are in the same proportion, and wherever whole periods hide the difference: then the path is
straight.  Otherwise each joint flies its own farthest motion of so many periods, in proportion to its change:
the path bends, within the box of start and goal, and the judgement of the plan looks at it as it is flown.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from planner.motion.paths.path import JointPath
from planner.motion.timing.quintic_law import Figures, peaks_over, shortest_duration
from planner.motion.timing.rest_to_rest import rate_limits, rest_to_rest
from planner.motion.timing.whole_periods import MotionLimits, PeriodLaw, farthest, fewest_periods
from predictor.motion.stop import JointLimits, rest
from telemetry.messages.joint_state import JointState

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class JointFlight:
    """A joint move that can be flown in any number of periods from the fewest on."""

    path: JointPath
    change: Array  # (n,) [rad or m]
    most: tuple[MotionLimits, ...]  # of each joint that moves
    together: MotionLimits  # of the fraction of all of them along the straight line
    period_s: float
    fewest: int
    figures: Figures

    @property
    def start_q(self) -> tuple[float, ...]:
        """Where it begins (n,) [rad or m]."""
        return tuple(self.path.start_q.tolist())

    def is_straight(self, periods: int) -> bool:
        """True if in so many periods the joints keep their proportions."""
        return fewest_periods(1.0, self.together, self.period_s) <= periods

    def states(self, periods: int) -> list[JointState]:
        """Return the set-points of so many periods, not less than the fewest; the last one is at rest."""
        moving, T = np.flatnonzero(self.change), self.period_s
        if not len(moving):
            return [rest(tuple(self.path.goal_q.tolist()))] * periods
        if self.is_straight(periods):
            laws: Sequence[PeriodLaw] = [farthest(periods, self.together, T)] * len(moving)
        else:
            laws = [farthest(periods, most, T) for most in self.most]
        rows = np.zeros((3, periods, len(self.change)))
        rows[0] = self.path.start_q
        for joint, law in zip(moving, laws, strict=True):
            rows[:, :, joint] = self.change[joint] * np.array(law)
            rows[0, :, joint] += self.path.start_q[joint]
        flown = [JointState(*map(tuple, state)) for state in rows.swapaxes(0, 1)[:-1].tolist()]
        return [*flown, rest(tuple(self.path.goal_q.tolist()))]


def joint_flight(path: JointPath, limits: JointLimits, period_s: float) -> JointFlight:
    """Return how a joint move is flown within limits, by set-points one period apart."""
    change = path.goal_q - path.start_q
    moving = np.flatnonzero(change)
    rows = rate_limits(limits)[:, moving]
    size = np.abs(change[moving])
    most = tuple(MotionLimits(*row) for row in rows.T.tolist())
    fewest = [fewest_periods(d, own, period_s) for d, own in zip(size.tolist(), most, strict=True)]
    minimum = shortest_duration(peaks_over(change), limits)
    return JointFlight(
        path=path,
        change=change,
        most=most,
        together=MotionLimits(*(rows / size).min(axis=1, initial=np.inf).tolist()),
        period_s=period_s,
        fewest=max(fewest, default=1),
        figures=Figures(minimum, rest_to_rest(change, rate_limits(limits)).duration_s),
    )
