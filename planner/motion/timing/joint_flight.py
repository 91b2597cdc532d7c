"""A joint move as it is flown: every joint by the law of whole periods, all in the same number of them.

    one law for all    the joints keep their proportions: a straight line in joint space
    each its own       each joint monotonic from its start to its goal, in other proportions on the way

The slowest joint, alone, sets the fewest periods.  All joints by one law cost nothing where the limits of
all joints are in the same proportion, and wherever whole periods hide the difference: then the path is
straight.  Otherwise each joint flies its own farthest motion of so many periods, in proportion to its change:
the path bends, within the box of start and goal, and the judgement of the plan looks at it as it is flown.

A motion of whole periods goes from rest to rest over a straight distance, with constant jerk in each period.
A motion of constant jerk over each period is given by its accelerations a_k at the period ends, and joined
by the motion law its set-points *are* that motion (a quintic through the ends of a cubic is that cubic), as
those of the stop law of `predictor.motion.stop`.  Speed is greatest in the middle, acceleration at a period
end, and jerk is constant: the limits hold between the set-points because they hold at these.

    a_k |     o---o---o                            N periods, odd about the middle: a_(N-k) = -a_k, so that
        |   /           `o                         the last speed is zero, the distance
        | /                `o
        o---1---2---3---4---5---o---+---+-- k          T^2 sum over k < N/2 of (N - 2 k) a_k
        0                       m      N/2         and the greatest speed T sum of a_k (N even), or
                                                   T (sum of a_k - a_M / 4) (N odd, M = (N - 1) / 2)

Of all that do not brake before the middle, the **farthest** motion of N periods has

    a_k = min(k j T, a_max, max(0, m - k) j T)

with the greatest m <= N/2 that keeps the speed limit.  Proof: let b be another motion of the same greatest
speed, and look at the sums A_K = a_1 + ... + a_K and B_K.  On the rise and along the level no b_k can be
greater than a_k, so B_K <= A_K there.  On the fall, suppose B_K > A_K: what follows K then has a lesser sum
in b, and as no acceleration falls faster than a does, b_(K+1) < a_(K+1); from there backwards none rises
faster, so b_k < a_k on all of the fall before, and B_K <= A_K after all.  The distance is a sum of all A_K
with weights that are not negative, hence greatest for a.  (One that brakes a little before the middle can go
farther where m is no whole number, by less than a thousandth.)

A lesser distance in as many periods is flown as the farthest motion **in proportion**: limits are the same in
both directions, and a smaller share of a motion that keeps them keeps them.  So a distance takes the fewest
periods whose farthest motion reaches it, and a longer time that is asked for is flown by the same law.

One or two periods are too few for constant jerk, yet enough for the shortest distances, by the motion law
itself:

    N = 1    the quintic from rest to rest         greatest speed 15/8 d/T, acceleration 10/sqrt(3) d/T^2,
                                                   jerk 60 d/T^3
    N = 2    to d/2 at speed d/T, acceleration 0   d/T, 3/2 d/T^2, 6 d/T^3: jerk goes straight from +6 to -6

By this a motion is less than one and a half periods longer than the time-optimal one of
`planner.motion.timing.rest_to_rest` where v/a and a/j are a period or more, and less than two where they are
half of one.  Limits that are met within a small part of a period cost up to three: periods are too coarse.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from planner.motion.paths.path import JointPath
from planner.motion.timing.quintic_law import Figures, peaks_over, shortest_duration
from planner.motion.timing.rest_to_rest import rate_limits, rest_to_rest
from predictor.motion.stop import JointLimits, rest
from telemetry.messages.joint_state import JointState

Array = NDArray[np.float64]


DISTANCE_ROUNDING = 1e-12  # of a distance, relative


class MotionLimits(NamedTuple):
    """Limits of one straight motion, in the unit of its distance."""

    speed: float
    acceleration: float
    jerk: float


class PeriodLaw(NamedTuple):
    """A motion from rest to rest over a distance of one, at the ends of its N periods; each (N,)."""

    s: Array
    s_t: Array  # [1/s]
    s_tt: Array  # [1/s^2]


def fewest_periods(distance: float, most: MotionLimits, period_s: float) -> int:
    """Return the fewest whole periods from rest to rest over a distance; one, where there is none to go."""
    ideal_s = rest_to_rest(np.array([distance]), np.array([most]).T).duration_s
    periods = max(1, math.floor(ideal_s / period_s))
    while not reach(periods, most, period_s) >= abs(distance) * (1.0 - DISTANCE_ROUNDING):
        periods += 1
    return periods


def reach(periods: int, most: MotionLimits, period_s: float) -> float:
    """Return the farthest distance from rest to rest in so many periods."""
    v, a, j = most.speed * period_s, most.acceleration * period_s**2, most.jerk * period_s**3
    if periods == 1:
        return min(v / 1.875, a * math.sqrt(3.0) / 10.0, j / 60.0)
    if periods == 2:
        return min(v, a / 1.5, j / 6.0)
    rise = _rise(periods, most, period_s)
    return float((periods - 2.0 * np.arange(1, len(rise) + 1)) @ rise) * period_s**2


def farthest(periods: int, most: MotionLimits, period_s: float) -> PeriodLaw:
    """Return the law of the farthest motion in so many periods, over a distance of one."""
    T, N = period_s, periods
    if N <= 2:
        return PeriodLaw(np.arange(1, N + 1) / N, np.array([1.0 / T, 0.0])[-N:], np.zeros(N))
    rise, a = _rise(N, most, T), np.zeros(N + 1)
    a[1 : len(rise) + 1], a[N - len(rise) : N] = rise, -rise[::-1]
    v = T * np.cumsum(a - 0.5 * np.diff(a, prepend=0.0))
    q = np.cumsum(T * (v - T * (a / 3.0 + np.roll(a, 1) / 6.0)))
    a, v, q = a[1:], v[1:], q[1:]
    v[-1] = 0.0  # rounding of the sums must not leave a creep
    return PeriodLaw(q / q[-1], v / q[-1], a / q[-1])


def _rise(periods: int, most: MotionLimits, period_s: float) -> Array:
    """Return a_1 ... a_M before the middle of the farthest motion, N >= 3 (M,)."""
    step, wanted = most.jerk * period_s, most.speed / period_s
    cap, middle = most.acceleration / step, 0.5 * periods
    # no more periods than the speed limit leaves room for: at least min(1, cap) of it in each but the last
    most_periods = math.ceil(wanted / most.acceleration + 2.0 * cap) + 3
    k = np.arange(1.0, min((periods - 1) // 2, most_periods) + 1)
    share = np.ones(len(k))
    if periods % 2 and len(k) == (periods - 1) // 2:
        share[-1] = 0.75  # of the middle period, half of which lies beyond the middle
    up = np.minimum(k, cap)
    bends = np.unique(np.minimum(np.concatenate([k, k + up, [middle]]), middle))
    sums = np.clip(bends[:, None] - k, 0.0, up) @ share  # the sum is straight between these m
    m = float(np.interp(wanted / step, sums, bends)) if wanted < step * sums[-1] else middle
    rise: Array = step * np.clip(m - k, 0.0, up)
    return rise


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
