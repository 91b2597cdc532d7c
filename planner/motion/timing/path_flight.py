"""A path as it is flown: set-points exactly on the path at the ends of whole periods, from rest to rest.

They carry the path's exact speeds and accelerations, so that the motion law between them follows the path.
That law has no jerk that jumps within a period, as the fastest law of a path does: where it jumps, the
quintic overshoots the jerk by up to a third.  So there is a row of laws, each the fastest within a lesser
**share of the jerk** limit, which are smoother and take a little longer.  The smoothest law that fits into
the periods is stretched to them and flown; if a limit is broken between set-points all the same, one period
more leaves room for a smoother one.

The fastest law from rest to rest says when a path is where, as a smooth function of time:

    t(x) = integral of b^(-1/2)          b(x) = (dx/dt)^2 as `path_timing_kernels` finds it
    x_t = sqrt(b),  x_tt = b' / 2        log b is a cubic between any two of its steps, with the slopes of the
                                         differences there: b is positive, and b' goes on without a jump

A law that is flown in a longer time than its own is stretched: all its rates fall.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from planner.motion.paths.path import JointPath, Path
from planner.motion.timing.joint_flight import joint_flight
from planner.motion.timing.path_timing_kernels import (
    ACCELERATION,
    AFTER,
    AT,
    BEFORE,
    JERK,
    SPEED,
    find_fastest,
)
from planner.motion.timing.quintic_law import Figures, Rates, peaks_of, rates, shortest_duration, timing
from planner.motion.timing.rest_to_rest import rate_limits
from predictor.motion.stop import JointLimits, rest
from telemetry.messages.joint_state import JointState

Array = NDArray[np.float64]


LIMIT_SHARE = 0.999  # of the limits is used at the steps: between them a rate is a little greater
FIRST_B, FIRST_SLOWER = 0.9, 1.02  # the search begins within all limits, from a first law that is slower
TIME_PARTS = 16  # of each step, for time
DURATION_ROUNDING = 1e-9  # of a duration, relative
JERK_SHARES = (1.0, 0.85, 0.7, 0.55, 0.4, 0.3, 0.2)


class PathLaw(NamedTuple):
    """Normalised time of the first law, by time."""

    duration_s: float  # its shortest
    b: Array  # (m,) at equal steps [1/s^2]


class Instants(NamedTuple):
    """Normalised time and its derivatives at some times; each (k,)."""

    x: Array
    x_t: Array  # [1/s]
    x_tt: Array  # [1/s^2]


def fastest_law(rates: Rates, limits: Array, first_s: float) -> PathLaw:
    """Return the fastest law of a path within limits (3, n) of speed, acceleration and jerk.

    Args:
        rates: of its first law.
        limits: (3, n).
        first_s: duration in which the first law keeps them [s].
    """
    slower_s = FIRST_SLOWER * first_s
    rows = limit_rows(rates, LIMIT_SHARE * limits * slower_s ** np.arange(1.0, 4.0)[:, None])
    _, steps, n, _ = rows.shape
    b, sides = np.full(steps, FIRST_B), (3, steps, n, 2)
    share = find_fastest(rows, np.empty((5, steps)), np.empty(sides), np.zeros((2, *sides)), b)
    return PathLaw(share * slower_s, b / slower_s**2)


def limit_rows(rates: Rates, limits: Array) -> Array:
    """Return the rows (3, m, n, 3) that keep limits (3, n) of a path with these rates at m steps."""
    q_x, q_xx, q_xxx = rates
    step, rows = 1.0 / (len(q_x) - 1), np.zeros((3, *q_x.shape, 3))
    rows[SPEED, :, :, AT] = (q_x / limits[SPEED]) ** 2
    # acceleration half-way to the next step, where b is their mean and b' their difference
    mean_x, mean_xx = (0.5 * (rate[1:] + rate[:-1]) / limits[ACCELERATION] for rate in (q_x, q_xx))
    rows[ACCELERATION, :-1, :, AT] = 0.5 * mean_xx - 0.5 * mean_x / step
    rows[ACCELERATION, :-1, :, AFTER] = 0.5 * mean_xx + 0.5 * mean_x / step
    # jerk at the steps; q' = q'' = 0 at both ends
    bend, slope = 0.5 * q_x / limits[JERK] / step**2, 0.75 * q_xx / limits[JERK] / step
    rows[JERK, :, :, BEFORE], rows[JERK, :, :, AFTER] = bend - slope, bend + slope
    rows[JERK, :, :, AT] = q_xxx / limits[JERK] - 2.0 * bend
    return rows


def instants(law: PathLaw, count: int, duration_s: float) -> Instants:
    """Return a law that is stretched to a duration, at the ends of `count` equal times but the last."""
    x = np.linspace(0.0, 1.0, TIME_PARTS * (len(law.b) - 1) + 1)
    slowness, half = (1.0 / np.sqrt(_between(law.b, at)[0]) for at in (x, 0.5 * (x[1:] + x[:-1])))
    t = np.append(0.0, np.cumsum((slowness[1:] + slowness[:-1] + 4.0 * half) * (x[1] / 6.0)))  # Simpson
    times = t[-1] * np.arange(1, count) / count
    part = np.searchsorted(t, times, side="right") - 1
    whole = t[part + 1] - t[part]
    share = (times - t[part]) / whole
    found = x[part] + _cubic(share, (x[1], whole / slowness[part], whole / slowness[part + 1]))[0]
    b, b_x = _between(law.b, found)
    stretch = duration_s / t[-1]
    return Instants(found, np.sqrt(b) / stretch, 0.5 * b_x / stretch**2)


def _between(b: Array, x: Array) -> tuple[Array, Array]:
    """Return b of its equal steps (m,) and its derivative at places x (k,) in [0, 1]."""
    steps, level = len(b) - 1, np.log(b)
    slopes = np.gradient(level, edge_order=2)
    part = np.minimum((x * steps).astype(np.int64), steps - 1)
    value, slope = _cubic(x * steps - part, (level[part + 1] - level[part], slopes[part], slopes[part + 1]))
    here = np.exp(level[part] + value)
    return here, here * slope * steps


def _cubic(share: Array, over: tuple[Array | float, Array, Array]) -> tuple[Array, Array]:
    """Return the cubic from zero to a rise with slopes at both ends, and its slope, at shares of it."""
    rise, first, last = over
    square, cube = 3.0 * rise - 2.0 * first - last, first + last - 2.0 * rise
    value: Array = share * (first + share * (square + share * cube))
    slope: Array = first + share * (2.0 * square + 3.0 * share * cube)
    return value, slope


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
        return max(1, math.ceil(self.figures.shortest_s / self.period_s * (1.0 - DURATION_ROUNDING)))

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
