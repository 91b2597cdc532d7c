"""The one motion law and the one stop law (plain floats, one joint at a time).

Between two set-points a joint follows the quintic through both states (q, qd, qdd) over one period:

    q(t) = c0 + c1 t + c2 t^2 + c3 t^3 + c4 t^4 + c5 t^5,        0 <= t <= T

A stop is made of whole periods with constant jerk in each.  Its samples at the period ends, joined by the
motion law, are then *exactly* the stop itself (a quintic through the ends of a cubic is that cubic), so the
gate that releases samples, the spacecraft that stops by itself and the predictor that sweeps the stop
describe one and the same motion, inside its acceleration and jerk limits everywhere.

          a_0 o                                 a_0 given, a_N = 0
               `o                         N     |a_k| <= a_max,  |a_k - a_(k-1)| <= j_max T
    0 ----------`----------------------.-o-     rest:  a_1 + ... + a_(N-1) = -v_0 / T - a_0 / 2
                 `o                  .o
    level          `o---o---o---o---o'

Among the stops of the fewest periods the law is the one with the least sum of a_k^2.  Start and end alone
allow a_k a range: low_k = max(-a_max, a_0 - k j_max T, -(N - k) j_max T), high_k likewise from above.  Within
these ranges and for a given sum, the least squares are one level for all, clipped to the ranges,

    a_k = clip(level, low_k, high_k),

and as both bounds change by at most j_max T from one k to the next, so does what lies between them: the jerk
needs no more care.  So the law is **consistent in time**: from any of its own samples it gives the rest of
itself.  A shorter rest, or one of as many periods with a lesser sum, would make the whole shorter or lesser;
and as squares are strictly convex there is no second best to choose from.

This module knows neither limits of position nor clearance: `predictor.motion` and `predictor.lookahead` do.
"""

import math
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from telemetry.joint_state import JointState

Quintic = tuple[float, float, float, float, float, float]

LONGEST_STOP = 4096  # periods; a longer one means limits that no arm has
# Slack of a sum of accelerations, in a_max.  It is absolute: what the sum lacks of one that is possible is
# the same from every sample of a stop, so all of them decide alike; rounding is a hundred times less.
ROUNDING = 1e-12


@dataclass(frozen=True, slots=True, kw_only=True)
class JointLimits:
    """What the joints may do; every row is (n,) and required, there are no defaults."""

    q_min: tuple[float, ...]  # [rad]
    q_max: tuple[float, ...]  # [rad]
    qd_max: tuple[float, ...]  # [rad/s]
    qdd_max: tuple[float, ...]  # [rad/s^2]
    qddd_max: tuple[float, ...]  # [rad/s^3]


def rest(q: Sequence[float]) -> JointState:
    """Return the state of standing still at q (n,) [rad]."""
    still = (0.0,) * len(q)
    return JointState(tuple(q), still, still)


def quintic(begin: tuple[float, float, float], end: tuple[float, float, float], period_s: float) -> Quintic:
    """Return c0 ... c5 of one joint's move from (q, qd, qdd) to (q, qd, qdd) in `period_s`."""
    q0, v0, a0 = begin
    q1, v1, a1 = end
    T = period_s
    dq = q1 - q0 - v0 * T - 0.5 * a0 * T * T
    dv = (v1 - v0 - a0 * T) * T
    da = (a1 - a0) * T * T
    c3 = (10.0 * dq - 4.0 * dv + 0.5 * da) / T**3
    c4 = (-15.0 * dq + 7.0 * dv - da) / T**4
    c5 = (6.0 * dq - 3.0 * dv + 0.5 * da) / T**5
    return (q0, v0, 0.5 * a0, c3, c4, c5)


def moves(begin: JointState, end: JointState, period_s: float) -> tuple[Quintic, ...]:
    """Return every joint's quintic from one set-point to the next, (n,) of coefficients."""
    rows = zip(zip(*begin, strict=True), zip(*end, strict=True), strict=True)
    return tuple(quintic(b, e, period_s) for b, e in rows)


def at(move: Sequence[Quintic], t_s: float) -> JointState:
    """Return the state of all joints `t_s` seconds into a move."""
    q, qd, qdd = [], [], []
    for c0, c1, c2, c3, c4, c5 in move:
        q.append(c0 + t_s * (c1 + t_s * (c2 + t_s * (c3 + t_s * (c4 + t_s * c5)))))
        qd.append(c1 + t_s * (2 * c2 + t_s * (3 * c3 + t_s * (4 * c4 + t_s * 5 * c5))))
        qdd.append(2 * c2 + t_s * (6 * c3 + t_s * (12 * c4 + t_s * 20 * c5)))
    return JointState(tuple(q), tuple(qd), tuple(qdd))


def stop(state: JointState, limits: JointLimits, period_s: float) -> list[JointState]:
    """Return the samples of the stop that begins at `state`: one per period, the last one at rest.

    Each joint brakes by itself in the fewest whole periods; one that is done waits for the others.
    An arm at rest needs no stop: the list is empty.

    Raises:
        ValueError: a joint's acceleration is beyond its limit or no number, so that no stop law applies.
    """
    rows = zip(*state, limits.qdd_max, limits.qddd_max, strict=True)
    joints = [
        _joint_stop(q, v, a, a_max=a_max, step=j_max * period_s, period_s=period_s)
        for q, v, a, a_max, j_max in rows
    ]
    longest = max(map(len, joints), default=0)
    for samples, q in zip(joints, state.q, strict=True):
        samples += [samples[-1] if samples else (q, 0.0, 0.0)] * (longest - len(samples))
    return [JointState(*zip(*sample, strict=True)) for sample in zip(*joints, strict=True)]


def _joint_stop(
    q: float, v: float, a: float, *, a_max: float, step: float, period_s: float
) -> list[tuple[float, float, float]]:
    """Integrate one joint's stop: (q, qd, qdd) at every period end."""
    samples = []
    for a_next in stop_accelerations(v, a, a_max=a_max, step=step, period_s=period_s):
        q += period_s * (v + period_s * (a + a + a_next) / 6.0)
        v += 0.5 * period_s * (a + a_next)
        a = a_next
        samples.append((q, v, a))
    if samples:
        samples[-1] = (q, 0.0, 0.0)  # rounding of the sums must not leave a creep
    return samples


def stop_accelerations(v: float, a: float, *, a_max: float, step: float, period_s: float) -> list[float]:
    """Return a_1 ... a_N of the shortest stop from speed v and acceleration a; `step` is j_max T."""
    if v == 0.0 and a == 0.0:
        return []
    if not math.isfinite(v) or not math.isfinite(a):
        raise ValueError(f"speed {v} with acceleration {a} is no state: no stop begins there")
    if abs(a) > a_max * (1.0 + 1e-9):
        raise ValueError(f"acceleration {a:.6g} is beyond its limit {a_max:.6g}: no stop begins there")
    start, cap, unit = a / step, a_max / step, step
    wanted = -(v / period_s + 0.5 * a) / step
    if wanted < _sum(0.0, start, 1):  # what the ramp from a_0 to zero sheds by itself
        start, wanted, unit = -start, -wanted, -step
    n = _fewest(wanted, start, cap)
    level = _level(wanted, start, cap=cap, n=n)
    return [unit * acceleration for acceleration in _clipped(level, start, n)]


# Below, accelerations are counted in steps of j_max T and signed so that the level is not negative.


def _clipped(level: float, start: float, n: int) -> list[float]:
    """Return a_1 ... a_n: from the start to the level, along it, and down to zero."""
    first = min(int(abs(level - start)), n - 1)
    last = min(int(level), n - 1 - first)
    way = 1 if level > start else -1
    rise = [start + way * k for k in range(1, first + 1)]
    return rise + [level] * (n - 1 - first - last) + [float(k) for k in range(last, -1, -1)]


def _missing(height: float) -> float:
    """Return (height - 1) + (height - 2) + ... down to zero: what a ramp up to a level lacks of it."""
    whole = int(height)
    return whole * (height - 0.5 * (whole + 1))


def _sum(level: float, start: float, n: int) -> float:
    """Return a_1 + ... + a_(n-1) for a level between zero and the top."""
    ramp = _missing(abs(level - start))
    return (n - 1) * level - _missing(level) + (ramp if level < start else -ramp)


def _top(start: float, cap: float, n: int) -> float:
    """Return the highest level of n periods: the limit, or where both ramps meet."""
    return min(cap, 0.5 * (start + n))


def _fewest(wanted: float, start: float, cap: float) -> int:
    """Return the fewest periods whose accelerations can have the wanted sum."""
    slack = ROUNDING * cap
    n = math.ceil(min(max(1.0, abs(start) - slack, 1.0 + (wanted - slack) / cap), LONGEST_STOP))
    while n < LONGEST_STOP:
        lacking = wanted - slack - _sum(_top(start, cap, n), start, n)
        if lacking <= 0.0:
            return n
        n += math.ceil(lacking / cap)  # one period more adds one a_max at most
    raise ValueError(f"no stop within {LONGEST_STOP} periods")


def _level(wanted: float, start: float, *, cap: float, n: int) -> float:
    """Return the level at which the accelerations have the wanted sum.

    The sum is linear between levels that whole steps divide from zero or from the start: there is one such
    bend within each whole step.
    """
    if n == 1:
        return 0.0
    mean = wanted / (n - 1)
    if 0.0 <= mean <= 1.0 and abs(mean - start) <= 1.0:  # neither ramp takes a period of its own
        return min(mean, cap)
    top = _top(start, cap, n)
    whole = bisect_left(range(1, math.ceil(top)), wanted, key=lambda level: _sum(level, start, n))
    low, bend, high = float(whole), whole + start % 1.0, min(whole + 1.0, top)
    if bend < high:
        low, high = (low, bend) if wanted <= _sum(bend, start, n) else (bend, high)
    least, most = _sum(low, start, n), _sum(high, start, n)
    return low + (high - low) * (wanted - least) / (most - least) if wanted < most else high
