"""Describe and judge joint motion: extremes of a move, the first limit it breaks, a whole track.

A move is one period of `predictor.motion.stop`'s motion law.  Bounds by Bernstein coefficients, rigorous,
quick and a little wide, settle nearly all of them.  A polynomial of degree 5 at most lies, on [0, T], between
the least and the greatest of its coefficients

    b_j = sum over i <= j of  C(j, i) / C(5, i)  c_i T^i,        j = 0 ... 5

(Farouki, The Bernstein polynomial basis, 2012).  Derivatives are of lower degree; that their last
coefficients are zero makes their bounds a little tighter.

What those leave in doubt is decided by the exact extremes.  A derivative turns where the next one crosses
zero, so the times are found from the highest derivative downwards, each bracketed by those before it:

    snap          0 ------------- . ------------- T        one crossing
    jerk          0 ------ . ---- . ------- . --- T        one between any two of these; where there is none,
    acceleration  0 --- . ------- . ---- . ---- . T        the later one stands for it
      ...

Plain floats, so that the gate and the spacecraft use the very same check; kernels call it compiled.

It says nothing about what stands in the way: that is `predictor.verdict.judge`.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from predictor.motion.stop import JointLimits, Quintic, moves, q_within, rest, state_within
from telemetry.messages.joint_state import JointState


def bounds(move: Sequence[float], order: int, period_s: float) -> tuple[float, float]:
    """Return bounds (low, high) of the order-th derivative (0 ... 3) of a quintic (6,) over one period.

    NaN in any of its coefficients comes out as NaN in both.
    """
    # First the derivative's own power coefficients c_i,
    a, b, c, d, e, f = move[0], move[1], move[2], move[3], move[4], move[5]
    if order == 1:
        a, b, c, d, e, f = b, 2.0 * c, 3.0 * d, 4.0 * e, 5.0 * f, 0.0
    elif order == 2:
        a, b, c, d, e, f = 2.0 * c, 6.0 * d, 12.0 * e, 20.0 * f, 0.0, 0.0
    elif order == 3:
        a, b, c, d, e, f = 6.0 * d, 24.0 * e, 60.0 * f, 0.0, 0.0, 0.0
    # then c_i T^i, and the sums b_j with C(j, i) / C(5, i): b_0 = a, b_5 = end.
    T = period_s
    b, c, d, e, f = T * b, T * T * c, T * T * T * d, T * T * T * T * e, T * T * T * T * T * f
    end = a + b + c + d + e + f
    if not math.isfinite(end):
        return math.nan, math.nan
    two, three = a + 0.4 * b + 0.1 * c, a + 0.6 * b + 0.3 * c + 0.1 * d
    four = a + 0.8 * b + 0.6 * c + 0.4 * d + 0.2 * e
    low, high = min(a, end), max(a, end)
    for value in (a + 0.2 * b, two, three, four):
        low, high = min(low, value), max(high, value)
    return low, high


Range = tuple[float, float]
Times = tuple[float, float, float, float, float, float]
LimitsOfJoint = tuple[
    float, float, float, float, float
]  # of one joint: q_min, q_max, qd_max, qdd_max, qddd_max

LIMIT_SLACK = 1e-9  # relative, and [rad] for positions: rounding of coefficients, not a licence
BISECTIONS = 60
QUANTITIES = ("position", "speed", "acceleration", "jerk")
NO_LIMIT_BROKEN = -1  # in place of a quantity: no limit is broken


class Violation(NamedTuple):
    """The first limit that a move breaks."""

    joint: int  # counted from 0
    quantity: str  # position, speed, acceleration or jerk
    value: float  # [rad, rad/s, rad/s^2 or rad/s^3]
    limit: float


class BrokenLimit(NamedTuple):
    """The first limit of one joint that its move breaks, as kernels return it."""

    quantity: int  # index in QUANTITIES, which is the order of the derivative; or NOTHING
    value: float
    limit: float


def violation(
    begin: JointState, end: JointState, limits: JointLimits, *, period_s: float
) -> Violation | None:
    """Return the first limit broken anywhere on the move between two set-points, or None.

    A value that is not a number breaks the limit too.
    """
    rows = zip(limits.q_min, limits.q_max, limits.qd_max, limits.qdd_max, limits.qddd_max, strict=True)
    for joint, (move, within) in enumerate(zip(moves(begin, end, period_s), rows, strict=True)):
        found = broken_limit(move, within, period_s)
        if found.quantity != NO_LIMIT_BROKEN:
            return Violation(joint, QUANTITIES[found.quantity], found.value, found.limit)
    return None


# From here to the track: what runs in kernels too, and raises nothing.


def broken_limit(move: Quintic, within: LimitsOfJoint, period_s: float) -> BrokenLimit:
    """Return the first limit that one joint breaks anywhere on its move; NaN breaks it."""
    if surely_within(move, within, period_s):
        return BrokenLimit(NO_LIMIT_BROKEN, 0.0, 0.0)
    ranges = _extremes(move, period_s)
    for value in ranges[0]:
        if not within[0] - LIMIT_SLACK <= value <= within[1] + LIMIT_SLACK:
            return BrokenLimit(0, value, within[0] if value < within[0] else within[1])
    for order in range(1, 4):
        low, high = ranges[order]
        peak = max(-low, high)
        if not peak <= within[order + 1] * (1.0 + LIMIT_SLACK):
            return BrokenLimit(order, peak, within[order + 1])
    return BrokenLimit(NO_LIMIT_BROKEN, 0.0, 0.0)


def surely_within(move: Quintic, within: LimitsOfJoint, period_s: float) -> bool:
    """True if a joint surely keeps its limits on the whole move; False is a doubt, and so is NaN."""
    low, high = bounds(move, 0, period_s)
    if not (low >= within[0] - LIMIT_SLACK and high <= within[1] + LIMIT_SLACK):
        return False
    for order in range(1, 4):
        low, high = bounds(move, order, period_s)
        if not max(-low, high) <= within[order + 1] * (1.0 + LIMIT_SLACK):
            return False
    return True


def _extremes(move: Quintic, period_s: float) -> tuple[Range, Range, Range, Range]:
    """Return (least, greatest) of position, speed, acceleration and jerk over one period."""
    T = period_s
    a = _crossing(move, 4, (0.0, T))
    b, c = _crossing(move, 3, (0.0, a)), _crossing(move, 3, (a, T))
    d, e, f = _crossing(move, 2, (0.0, b)), _crossing(move, 2, (b, c)), _crossing(move, 2, (c, T))
    g, h = _crossing(move, 1, (0.0, d)), _crossing(move, 1, (d, e))
    i, j = _crossing(move, 1, (e, f)), _crossing(move, 1, (f, T))
    return (
        _range(move, 0, (0.0, g, h, i, j, T)),
        _range(move, 1, (0.0, d, e, f, T, T)),
        _range(move, 2, (0.0, b, c, T, T, T)),
        _range(move, 3, (0.0, a, T, T, T, T)),
    )


def _crossing(move: Quintic, order: int, between: Range) -> float:
    """Bisect the zero of a derivative that is monotonic between two times; the later one if there is none."""
    low, high = between
    rising = _rate(move, order, high) > 0.0
    if not _rate(move, order, low) * _rate(move, order, high) < 0.0:
        return high
    for _ in range(BISECTIONS):
        middle = 0.5 * (low + high)
        if (_rate(move, order, middle) > 0.0) == rising:
            high = middle
        else:
            low = middle
    return 0.5 * (low + high)


def _range(move: Quintic, order: int, times: Times) -> Range:
    """Return the least and the greatest of a derivative at some times."""
    low = high = _rate(move, order, times[0])
    for t in times[1:]:
        value = _rate(move, order, t)
        low, high = min(low, value), max(high, value)
    return low, high


def _rate(move: Quintic, order: int, t: float) -> float:
    """Return the order-th derivative (0 ... 4) of a quintic at a time."""
    c0, c1, c2, c3, c4, c5 = move
    if order == 0:
        return c0 + t * (c1 + t * (c2 + t * (c3 + t * (c4 + t * c5))))
    if order == 1:
        return c1 + t * (2.0 * c2 + t * (3.0 * c3 + t * (4.0 * c4 + t * (5.0 * c5))))
    if order == 2:
        return 2.0 * c2 + t * (6.0 * c3 + t * (12.0 * c4 + t * (20.0 * c5)))
    if order == 3:
        return 6.0 * c3 + t * (24.0 * c4 + t * (60.0 * c5))
    return 24.0 * c4 + t * (120.0 * c5)


_moves = lru_cache(4)(moves)  # a track is asked a hundred times a second


@dataclass(frozen=True, slots=True, kw_only=True)
class Track:
    """A motion as set-points one period apart; before it the arm stands, after it the arm stays."""

    start_ns: int  # the instant of the first state
    period_ns: int
    states: tuple[JointState, ...]  # at least one

    def state_at(self, now_ns: int) -> JointState:
        """Return the joint state at an instant, from the motion law."""
        elapsed = now_ns - self.start_ns
        index, rest_ns = divmod(elapsed, self.period_ns)
        if elapsed <= 0:
            return self.states[0]
        if index >= len(self.states) - 1:
            return rest(self.states[-1].q) if index >= len(self.states) else self.states[-1]
        return state_within(self._move(index), rest_ns * 1e-9)

    def q_at(self, now_ns: int) -> tuple[float, ...]:
        """Return the places of the joints at an instant, as `state_at` does."""
        index, rest_ns = divmod(now_ns - self.start_ns, self.period_ns)
        if 0 <= index < len(self.states) - 1 and now_ns > self.start_ns:
            return q_within(self._move(index), rest_ns * 1e-9)
        return self.state_at(now_ns).q

    def _move(self, index: int) -> tuple[Quintic, ...]:
        return _moves(self.states[index], self.states[index + 1], self.period_ns * 1e-9)
