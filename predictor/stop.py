"""The one motion law and the one stop law (plain floats, one joint at a time).

Between two set-points a joint follows the quintic through both states (q, qd, qdd) over one period:

    q(t) = c0 + c1 t + c2 t^2 + c3 t^3 + c4 t^4 + c5 t^5,        0 <= t <= T

A stop is made of whole periods with constant jerk in each.  Its samples at the period ends, joined by the
motion law, are then *exactly* the stop itself (a quintic through the ends of a cubic is that cubic), so the
gate that releases samples, the spacecraft that stops by itself and the predictor that sweeps the stop
describe one and the same motion, inside its acceleration and jerk limits everywhere.

    acceleration at the period ends
      a_0 given, a_N = 0,  |a_k| <= a_max,  |a_k - a_(k-1)| <= j_max T
      rest:  v_0 + T (a_0 / 2 + a_1 + ... + a_(N-1)) = 0

Bounds of every a_k form two sequences, lowest and highest, which are feasible themselves; the wanted sum
lies between their sums for the smallest possible N, and their convex combination reaches it.

This module knows neither limits of position nor clearance: `predictor.motion` and `predictor.lookahead` do.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

Quintic = tuple[float, float, float, float, float, float]

LONGEST_STOP = 4096  # periods; a longer one means limits that no arm has
ROUNDING = 1e-12  # relative slack of a sum of accelerations


class JointState(NamedTuple):
    """State of all joints at one instant: q [rad], qd [rad/s], qdd [rad/s^2], each (n,)."""

    q: tuple[float, ...]
    qd: tuple[float, ...]
    qdd: tuple[float, ...]

    @property
    def at_rest(self) -> bool:
        """True if no joint moves or accelerates."""
        return not any(self.qd) and not any(self.qdd)


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
    joints = [_joint_stop(q, v, a, a_max, j_max * period_s, period_s) for q, v, a, a_max, j_max in rows]
    longest = max((len(samples) for samples in joints), default=0)
    padded = [
        samples + [_still(samples, q)] * (longest - len(samples))
        for samples, q in zip(joints, state.q, strict=True)
    ]
    return [
        JointState(*(tuple(row) for row in zip(*column, strict=True))) for column in zip(*padded, strict=True)
    ]


def _still(samples: list[tuple[float, float, float]], q: float) -> tuple[float, float, float]:
    return samples[-1] if samples else (q, 0.0, 0.0)


def _joint_stop(
    q: float, v: float, a: float, a_max: float, step: float, period_s: float
) -> list[tuple[float, float, float]]:
    """Integrate one joint's stop: (q, qd, qdd) at every period end."""
    samples = []
    accelerations = stop_accelerations(v, a, a_max, step, period_s)
    for a_next in accelerations:
        q += period_s * (v + period_s * (2.0 * a + a_next) / 6.0)
        v += 0.5 * period_s * (a + a_next)
        a = a_next
        samples.append((q, v, a))
    if samples:
        samples[-1] = (q, 0.0, 0.0)  # rounding of the sums must not leave a creep
    return samples


def stop_accelerations(v: float, a: float, a_max: float, step: float, period_s: float) -> list[float]:
    """Return a_1 ... a_N of the shortest stop from speed v and acceleration a; `step` is j_max T."""
    if v == 0.0 and a == 0.0:
        return []
    if not math.isfinite(v) or not math.isfinite(a):
        raise ValueError(f"speed {v} with acceleration {a} is no state: no stop begins there")
    if abs(a) > a_max * (1.0 + 1e-9):
        raise ValueError(f"acceleration {a:.6g} is beyond its limit {a_max:.6g}: no stop begins there")
    wanted = -v / period_s - 0.5 * a
    fewest = 1 + int(max(abs(a) / step, 1.0 + abs(wanted) / a_max) - 1e-9)
    for n in range(fewest, LONGEST_STOP):
        low = [max(-a_max, a - k * step, -(n - k) * step) for k in range(1, n)]
        high = [min(a_max, a + k * step, (n - k) * step) for k in range(1, n)]
        least, most = sum(low), sum(high)
        slack = ROUNDING * (abs(wanted) + a_max)
        if least - slack <= wanted <= most + slack:
            share = (wanted - least) / (most - least) if most > least else 0.0
            share = min(1.0, max(0.0, share))
            return [lo + share * (hi - lo) for lo, hi in zip(low, high, strict=True)] + [0.0]
    raise ValueError(f"no stop from speed {v:.6g} within {LONGEST_STOP} periods")
