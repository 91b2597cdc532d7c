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

This module knows neither limits of position nor clearance: `predictor.motion.motion` and
`predictor.verdict.judge` do.  Gate, bridge and spacecraft run it as it stands here; kernels call the
same functions, compiled.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from telemetry.messages.joint_state import JointState

Quintic = tuple[float, float, float, float, float, float]

LONGEST_STOP = 4096  # periods; a longer one means limits that no arm has
# Slack of a sum of accelerations, in a_max.  It is absolute: what the sum lacks of one that is possible is
# the same from every sample of a stop, so all of them decide alike; rounding is a hundred times less.
ROUNDING = 1e-12
NO_STATE, BEYOND_LIMIT, TOO_LONG, NO_LIMIT = -1, -2, -3, -4  # in place of periods: why there is no stop


@dataclass(frozen=True, slots=True, kw_only=True)
class JointLimits:
    """The limits of the joints; every row is (n,) and required, there are no defaults."""

    q_min: tuple[float, ...]  # [rad]
    q_max: tuple[float, ...]  # [rad]
    qd_max: tuple[float, ...]  # [rad/s]
    qdd_max: tuple[float, ...]  # [rad/s^2]
    qddd_max: tuple[float, ...]  # [rad/s^3]


class Brake(NamedTuple):
    """How one joint stops: a_1 ... a_N as three straight runs (`acceleration`)."""

    periods: int  # N; 0: it stands; NO_STATE, BEYOND_LIMIT, TOO_LONG or NO_LIMIT
    rise: int  # periods from a_0 towards the level; all others of no meaning without a stop
    fall: int  # periods from the level down, before the last, whose end is zero
    start: float  # a_0, in units
    level: float  # not negative, in units
    unit: float  # j_max T, with the sign of the level
    period_s: float


class WritableRow(Protocol):
    """Places of one quantity, one per period: a list, or in kernels an array."""

    def __len__(self) -> int:
        """Return how many there are."""
        ...

    def __setitem__(self, index: int, value: float, /) -> None:
        """Write one."""
        ...


def rest(q: Sequence[float]) -> JointState:
    """Return the state of standing still at q (n,) [rad]."""
    still = (0.0,) * len(q)
    return JointState(tuple(q), still, still)


def quintic(begin: tuple[float, float, float], end: tuple[float, float, float], period_s: float) -> Quintic:
    """Return c0 ... c5 of one joint's move from (q, qd, qdd) to (q, qd, qdd) in `period_s`.

    The begin fixes c0, c1, c2; the end's three conditions are solved for the others.
    """
    q0, v0, a0 = begin
    q1, v1, a1 = end
    T = period_s
    dq = q1 - q0 - v0 * T - 0.5 * a0 * T * T  # = c3 T^3 + c4 T^4 + c5 T^5
    dv = (v1 - v0 - a0 * T) * T  # = 3 c3 T^3 + 4 c4 T^4 + 5 c5 T^5
    da = (a1 - a0) * T * T  # = 6 c3 T^3 + 12 c4 T^4 + 20 c5 T^5
    c3 = (10.0 * dq - 4.0 * dv + 0.5 * da) / T**3
    c4 = (-15.0 * dq + 7.0 * dv - da) / T**4
    c5 = (6.0 * dq - 3.0 * dv + 0.5 * da) / T**5
    return (q0, v0, 0.5 * a0, c3, c4, c5)


def moves(begin: JointState, end: JointState, period_s: float) -> tuple[Quintic, ...]:
    """Return every joint's quintic from one set-point to the next, (n,) of coefficients."""
    rows = zip(zip(*begin, strict=True), zip(*end, strict=True), strict=True)
    return tuple(quintic(b, e, period_s) for b, e in rows)


def state_within(move: Sequence[Quintic], t_s: float) -> JointState:
    """Return the state of all joints `t_s` seconds into a move."""
    q, qd, qdd = [], [], []
    for c0, c1, c2, c3, c4, c5 in move:
        q.append(c0 + t_s * (c1 + t_s * (c2 + t_s * (c3 + t_s * (c4 + t_s * c5)))))
        qd.append(c1 + t_s * (2 * c2 + t_s * (3 * c3 + t_s * (4 * c4 + t_s * 5 * c5))))
        qdd.append(2 * c2 + t_s * (6 * c3 + t_s * (12 * c4 + t_s * 20 * c5)))
    return JointState(tuple(q), tuple(qd), tuple(qdd))


def q_within(move: Sequence[Quintic], t_s: float) -> tuple[float, ...]:
    """Return the places of all joints `t_s` seconds into a move, as `state_within` does."""
    return tuple(
        [c0 + t_s * (c1 + t_s * (c2 + t_s * (c3 + t_s * (c4 + t_s * c5)))) for c0, c1, c2, c3, c4, c5 in move]
    )


def stop(state: JointState, limits: JointLimits, period_s: float) -> list[JointState]:
    """Return the samples of the stop that begins at `state`: one per period, the last one at rest.

    Each joint brakes by itself in the fewest whole periods; one that is done waits for the others.
    An arm at rest needs no stop: the list is empty.

    Raises:
        ValueError: a joint's acceleration is beyond its limit or no number, so that no stop law applies.
    """
    rows = list(zip(*state, limits.qdd_max, limits.qddd_max, strict=True))
    brakes = [_brake(v, a, a_max=a_max, step=j * period_s, period_s=period_s) for _, v, a, a_max, j in rows]
    longest = max((brake.periods for brake in brakes), default=0)
    q, qd, qdd = ([[0.0] * longest for _ in rows] for _ in range(3))
    for joint, ((q0, v0, a0, *_), brake) in enumerate(zip(rows, brakes, strict=True)):
        write_stop((q0, v0, a0), brake, (q[joint], qd[joint], qdd[joint]))
    samples = zip(*(zip(*row, strict=True) for row in (q, qd, qdd)), strict=True)
    return [JointState(*sample) for sample in samples]


def stop_accelerations(v: float, a: float, *, a_max: float, step: float, period_s: float) -> list[float]:
    """Return a_1 ... a_N of the shortest stop from speed v and acceleration a; `step` is j_max T."""
    brake = _brake(v, a, a_max=a_max, step=step, period_s=period_s)
    return [acceleration(brake, k) for k in range(1, brake.periods + 1)]


def _brake(v: float, a: float, *, a_max: float, step: float, period_s: float) -> Brake:
    """Return how a joint stops; raise a ValueError that says why it cannot."""
    brake = braking((v, a), (a_max, step), period_s)
    if brake.periods < 0:
        raise ValueError(why_no_stop(brake.periods, (v, a), a_max))
    return brake


def why_no_stop(periods: int, state: tuple[float, float], a_max: float) -> str:
    """Say why a joint has no stop from (speed, acceleration), by what stands for its number of periods."""
    v, a = state
    if periods == NO_STATE:
        return f"speed {v} with acceleration {a} is no state: no stop begins there"
    if periods == BEYOND_LIMIT:
        return f"acceleration {a:.6g} is beyond its limit {a_max:.6g}: no stop begins there"
    if periods == NO_LIMIT:
        return "acceleration, jerk or period is no number above 0: no stop begins there"
    return f"no stop within {LONGEST_STOP} periods"


# What follows runs in kernels too: it raises nothing, and writes into places that its caller has.


def write_stop(
    begin: tuple[float, float, float], brake: Brake, out: tuple[WritableRow, WritableRow, WritableRow]
) -> None:
    """Integrate one joint's stop from (q, qd, qdd), into a row of each at every period end.

    In places after its last period the joint waits for the others.
    """
    (q, v, a), (out_q, out_qd, out_qdd) = begin, out
    T = brake.period_s
    for k in range(brake.periods):
        a_next = acceleration(brake, k + 1)
        q += T * (v + T * (a + a + a_next) / 6.0)  # the jerk is constant: v T + a T^2 / 2 + j T^3 / 6
        v += 0.5 * T * (a + a_next)
        a = a_next
        out_q[k], out_qd[k], out_qdd[k] = q, v, a
    for k in range(max(0, brake.periods - 1), len(out_q)):
        out_q[k], out_qd[k], out_qdd[k] = q, 0.0, 0.0  # rounding of the sums must not leave a creep


def acceleration(brake: Brake, k: int) -> float:
    """Return a_k of a stop, k from 1: from the start to the level, along it, and down to zero."""
    if k <= brake.rise:
        return brake.unit * (brake.start + k if brake.level > brake.start else brake.start - k)
    if k < brake.periods - brake.fall:
        return brake.unit * brake.level
    return brake.unit * (brake.periods - k)


def braking(state: tuple[float, float], most: tuple[float, float], period_s: float) -> Brake:
    """Return the shortest stop from (speed, acceleration) by `most`, (a_max, j_max T), or why none begins."""
    (v, a), (a_max, step) = state, most
    if v == 0.0 and a == 0.0:
        return _none(0)
    if not math.isfinite(v) or not math.isfinite(a):
        return _none(NO_STATE)
    if not (a_max > 0.0 and 0.0 < step < math.inf and period_s > 0.0):
        return _none(NO_LIMIT)
    if abs(a) > a_max * (1.0 + 1e-9):
        return _none(BEYOND_LIMIT)
    start, cap, unit = a / step, a_max / step, step
    wanted = -(v / period_s + 0.5 * a) / step  # the sum of a_1 ... a_(N-1), in units
    if wanted < _sum(0.0, start, 1):  # what the ramp from a_0 to zero sheds by itself
        start, wanted, unit = -start, -wanted, -step
    n = _fewest(wanted, start, cap)
    if n == TOO_LONG:
        return _none(TOO_LONG)
    level = _level(wanted, (start, cap), n)
    rise = min(int(abs(level - start)), n - 1)  # one unit a period
    return Brake(n, rise, min(int(level), n - 1 - rise), start, level, unit, period_s)


def _none(why: int) -> Brake:
    return Brake(why, 0, 0, 0.0, 0.0, 0.0, 0.0)


# Below, accelerations are counted in steps of j_max T and signed so that the level is not negative.


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
    """Return the fewest periods whose accelerations can have the wanted sum, or TOO_LONG."""
    slack = ROUNDING * cap
    n = math.ceil(min(max(1.0, abs(start) - slack, 1.0 + (wanted - slack) / cap), LONGEST_STOP))
    while n < LONGEST_STOP:
        lacking = wanted - slack - _sum(_top(start, cap, n), start, n)
        if lacking <= 0.0:
            return n
        n += math.ceil(lacking / cap)  # one period more adds one a_max at most
    return TOO_LONG


def _level(wanted: float, bounds: tuple[float, float], n: int) -> float:
    """Return the level at which n accelerations have the wanted sum, between bounds (start, cap).

    The sum is linear between levels that whole steps divide from zero or from the start: there is one such
    bend within each whole step.
    """
    start, cap = bounds
    if n == 1:
        return 0.0
    mean = wanted / (n - 1)
    if 0.0 <= mean <= 1.0 and abs(mean - start) <= 1.0:  # neither ramp takes a period of its own
        return min(mean, cap)
    top = _top(start, cap, n)
    whole, beyond = 0, math.ceil(top) - 1
    while whole < beyond:
        middle = (whole + beyond) // 2
        if _sum(middle + 1.0, start, n) < wanted:
            whole = middle + 1
        else:
            beyond = middle
    low, bend, high = float(whole), whole + start % 1.0, min(whole + 1.0, top)
    if bend < high:
        low, high = (low, bend) if wanted <= _sum(bend, start, n) else (bend, high)
    least, most = _sum(low, start, n), _sum(high, start, n)
    return low + (high - low) * (wanted - least) / (most - least) if wanted < most else high
