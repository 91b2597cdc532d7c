"""Describe and judge joint motion: exact extremes of a move, the first limit it breaks, a whole track.

A move is one period of `predictor.stop`'s motion law.  Its extremes are exact: each derivative turns where
the next one crosses zero, so the stationary points are found from the highest derivative downwards, each
root bracketed by those before it.  Plain floats, so that the gate and the spacecraft use the very same check.

It says nothing about what stands in the way: that is `predictor.lookahead`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from predictor.stop import JointLimits, Quintic, at, moves, rest
from telemetry.joint_state import JointState

LIMIT_SLACK = 1e-9  # relative: rounding of coefficients, not a licence
BISECTIONS = 60


class Violation(NamedTuple):
    """The first limit that a move breaks."""

    joint: int  # counted from 0
    quantity: str  # position, speed, acceleration or jerk
    value: float  # [rad, rad/s, rad/s^2 or rad/s^3]
    limit: float


def _value(polynomial: Sequence[float], t: float) -> float:
    total = 0.0
    for coefficient in reversed(polynomial):
        total = total * t + coefficient
    return total


def _derivative(polynomial: Sequence[float]) -> list[float]:
    return [k * c for k, c in enumerate(polynomial)][1:]


def _root(polynomial: Sequence[float], low: float, high: float) -> float:
    """Bisect a sign change of a polynomial between two times."""
    rising = _value(polynomial, high) > 0.0
    for _ in range(BISECTIONS):
        middle = 0.5 * (low + high)
        if (_value(polynomial, middle) > 0.0) == rising:
            high = middle
        else:
            low = middle
    return 0.5 * (low + high)


def _extremes_of_all_derivatives(move: Quintic, period_s: float) -> list[tuple[float, float]]:
    """Return (least, greatest) of position, speed, acceleration and jerk over one period."""
    chain: list[Sequence[float]] = [move]
    for _ in range(4):
        chain.append(_derivative(chain[-1]))
    ranges = []
    turning = [0.0, period_s]
    snap = chain.pop()
    turning = _with_roots(snap, turning)
    for polynomial in reversed(chain):
        values = [_value(polynomial, t) for t in turning]
        ranges.append((min(values), max(values)))
        turning = _with_roots(polynomial, turning)
    return ranges[::-1]


def _with_roots(polynomial: Sequence[float], times: list[float]) -> list[float]:
    """Add to sorted times the roots of a polynomial that is monotonic between any two of them."""
    found = [0.0, times[-1]]
    for low, high in pairwise(times):
        if _value(polynomial, low) * _value(polynomial, high) < 0.0:
            found.append(_root(polynomial, low, high))
    return sorted(found)


def violation(
    begin: JointState, end: JointState, limits: JointLimits, *, period_s: float
) -> Violation | None:
    """Return the first limit broken anywhere on the move between two set-points, or None.

    A value that is not a number breaks the limit too.
    """
    for joint, move in enumerate(moves(begin, end, period_s)):
        position, *rates = _extremes_of_all_derivatives(move, period_s)
        for value in position:
            if not limits.q_min[joint] - LIMIT_SLACK <= value <= limits.q_max[joint] + LIMIT_SLACK:
                limit = limits.q_min[joint] if value < limits.q_min[joint] else limits.q_max[joint]
                return Violation(joint, "position", value, limit)
        bounds = (limits.qd_max[joint], limits.qdd_max[joint], limits.qddd_max[joint])
        for quantity, (least, greatest), bound in zip(
            ("speed", "acceleration", "jerk"), rates, bounds, strict=True
        ):
            peak = max(-least, greatest)
            if not peak <= bound * (1.0 + LIMIT_SLACK):
                return Violation(joint, quantity, peak, bound)
    return None


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
        move = moves(self.states[index], self.states[index + 1], self.period_ns * 1e-9)
        return at(move, rest_ns * 1e-9)
