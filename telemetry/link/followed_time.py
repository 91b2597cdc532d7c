"""A time that is measured again and again: where it stands, how it drifts, how sure both are, and its steps.

    samples --> the newest few --> blocks of a window --> straight line    value + drift * t, by least squares
                     |
                     '-- their median far off the line: a step, and the line begins again with them

A stray sample is in no median, and what is far off the line does not come to it.  Drift is known beforehand
to be small (`plausibility.DRIFT`), which matters as long as there are few samples: of a normal distribution
with that deviation, so the slope is that of a ridge regression (Hoerl and Kennard, 1970).  The noise of a
sample is estimated from what is left, with one sample's worth of what is stated of it beforehand.

Uncertainty is four standard deviations of the estimate, and as much as the newest samples are off the line: a
step that is too small to be one is at least in there.  Blocks are joined by the moments of their parts
(Chan, Golub and LeVeque, 1979), so that no large numbers are subtracted from one another.
"""

import math
from collections import deque
from collections.abc import Iterable
from statistics import median
from typing import NamedTuple, Self

from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.link import FollowedTime

COVERAGE = 4.0  # standard deviations
DRIFT_S = 1e-4  # deviation of what a clock or a way may drift [s/s]
STEP_DEVIATIONS = 6.0  # of the median, that are no chance
STRAY_DEVIATIONS = 6.0  # of one sample
BLOCKS = 30  # of a window
MEDIAN_SPREAD = 1.25  # of a median beside that of a mean


class Moments(NamedTuple):
    """Samples of a line as count, means, and sums of squares about these."""

    n: int = 0
    x: float = 0.0
    y: float = 0.0
    xx: float = 0.0
    xy: float = 0.0
    yy: float = 0.0

    def joined(self, other: "Moments") -> "Moments":
        """Return those of both."""
        n = self.n + other.n
        if not self.n or not other.n:
            return self if self.n else other
        dx, dy, share = other.x - self.x, other.y - self.y, other.n / n
        weight = self.n * share
        return Moments(
            n,
            self.x + dx * share,
            self.y + dy * share,
            self.xx + other.xx + dx * dx * weight,
            self.xy + other.xy + dx * dy * weight,
            self.yy + other.yy + dy * dy * weight,
        )


class Line(NamedTuple):
    """The line through samples, and what is known of its errors."""

    n: int
    x: float  # mean of the samples
    y: float
    slope: float
    noise: float  # deviation of one sample
    slope_error: float

    @classmethod
    def through(cls, all_of: Moments, noise_before: float) -> Self:
        """Return the line through some samples, at least one."""
        left = max(0.0, all_of.yy - (all_of.xy**2 / all_of.xx if all_of.xx > 0.0 else 0.0))
        noise = math.sqrt((noise_before**2 + left) / max(1, all_of.n - 1))
        stiff = all_of.xx + (noise / DRIFT_S) ** 2
        return cls(all_of.n, all_of.x, all_of.y, all_of.xy / stiff, noise, noise / math.sqrt(stiff))

    def at(self, x: float) -> float:
        """Return its value."""
        return self.y + self.slope * (x - self.x)

    def error(self, x: float) -> float:
        """Return the deviation of its value."""
        return math.hypot(self.noise / math.sqrt(self.n), self.slope_error * (x - self.x))


class TimeFollower:
    """Follows one time."""

    def __init__(self, *, window_ns: int, newest: int, noise_s: float) -> None:
        """Start without samples.

        Args:
            window_ns: that the line reaches back.
            newest: samples of which a median may show a step.
            noise_s: stated deviation of one sample [s].
        """
        self._block_ns = window_ns // BLOCKS
        self._noise_s, self._newest = noise_s, deque[tuple[float, float]](maxlen=newest)
        self._blocks: deque[tuple[int, Moments]] = deque()  # that are full: which, and what is in it
        self._block, self._full = (0, Moments()), Moments()  # the one that fills; all full ones together
        self._zero = (0, 0)  # instant and value from which both are counted [ns]
        self._sampled_ns: int | None = None
        self._step_s: float = 0.0
        self._stepped_ns: int | None = None

    def observe(self, value_ns: int, at_ns: int, *, may_step: bool = True) -> float:
        """Add a sample; returns by how much the time has stepped [s], 0.0 if it has not, or may not."""
        if self._sampled_ns is None:
            self._zero = (at_ns, value_ns)
        self._sampled_ns = at_ns
        if len(self._newest) == self._newest.maxlen:
            self._settle(self._newest[0])
        self._newest.append(((at_ns - self._zero[0]) / NS_PER_S, (value_ns - self._zero[1]) / NS_PER_S))
        off_s = self.off_s
        if not may_step or abs(off_s) <= self.chance_s:
            return 0.0
        self._begin_again(off_s, at_ns)
        return off_s

    @property
    def off_s(self) -> float:
        """By how much the median of the newest samples is off the line [s]."""
        line = self._line()
        return 0.0 if line is None else median(y - line.at(x) for x, y in self._newest)

    @property
    def chance_s(self) -> float:
        """By how much that median may be off the line by chance [s]."""
        line = self._line()
        if line is None:
            return math.inf
        spread = MEDIAN_SPREAD * line.noise / math.sqrt(len(self._newest))
        return STEP_DEVIATIONS * math.hypot(spread, line.error(self._newest[-1][0]))

    def go_on_after(self, step_s: float) -> None:
        """Count the newest samples as if there were no such step in them."""
        self._newest.extend([(x, y - step_s) for x, y in self._newest])

    def report(self, now_ns: int, *, also_s: float = 0.0) -> FollowedTime | None:
        """Return where it stands now; `also_s`: uncertainty that no sample shows [s]."""
        if self._sampled_ns is None:
            return None
        line = Line.through(_joined((self._settled(), *map(_one, self._newest))), self._noise_s)
        x = (now_ns - self._zero[0]) / NS_PER_S
        return FollowedTime(
            value=self._zero[1] / NS_PER_S + line.at(x),
            uncertainty=COVERAGE * line.error(x) + abs(self.off_s) + also_s,
            drift=line.slope,
            drift_uncertainty=COVERAGE * line.slope_error,
            age=(now_ns - self._sampled_ns) / NS_PER_S,
            step=self._step_s,
            stepped_ns=self._stepped_ns,
        )

    def _line(self) -> Line | None:
        """Return the line without the newest samples; None: there are too few before them."""
        settled = self._settled()
        is_long = len(self._newest) == self._newest.maxlen and settled.n >= len(self._newest)
        return Line.through(settled, self._noise_s) if is_long else None

    def _settled(self) -> Moments:
        return self._full.joined(self._block[1])

    def _settle(self, sample: tuple[float, float]) -> None:
        """Let a sample come to the line, unless it is a stray one."""
        settled = self._settled()
        if settled.n > len(self._newest):
            line = Line.through(settled, self._noise_s)
            likely = math.hypot(line.noise, line.error(sample[0]))
            if abs(sample[1] - line.at(sample[0])) > STRAY_DEVIATIONS * likely:
                return
        number, (open_number, moments) = round(sample[0] * NS_PER_S) // self._block_ns, self._block
        if number > open_number:
            self._blocks.append(self._block)
            while self._blocks and self._blocks[0][0] <= number - BLOCKS:
                self._blocks.popleft()
            self._full, moments = _joined(each for _, each in self._blocks), Moments()
        self._block = (max(number, open_number), moments.joined(_one(sample)))

    def _begin_again(self, step_s: float, at_ns: int) -> None:
        """Forget the line; of the newest samples keep those that are of the new one."""
        line = Line.through(self._settled(), self._noise_s)
        near = STRAY_DEVIATIONS * line.noise
        kept = [(x, y) for x, y in self._newest if abs(y - line.at(x) - step_s) <= near]
        self._blocks.clear()
        self._block, self._full = (0, Moments()), Moments()
        self._newest.clear()
        self._newest.extend(kept)
        self._step_s, self._stepped_ns = step_s, at_ns


def _one(sample: tuple[float, float]) -> Moments:
    return Moments(1, *sample)


def _joined(parts: Iterable[Moments]) -> Moments:
    whole = Moments()
    for part in parts:
        whole = whole.joined(part)
    return whole
