"""The stop law in plain figures, joint by joint, with the level found by bisection.

A joint brakes in the fewest whole periods N; its accelerations are one level, clipped to what start and end
allow: a_k = clip(level, low_k, high_k).  Shares nothing with the gate or the predictor.
"""

from collections.abc import Sequence

HALVINGS = 60
MOST_PERIODS = 1000

Sample = tuple[float, float, float]  # q, qd, qdd of one joint
Row = tuple[float, ...]


def stop_samples(begin: Sample, a_max: float, j_max: float, *, period: float) -> list[Sample]:
    """Return (q, qd, qdd) at every period end of one joint's stop, the last one at rest."""
    q, v, a = begin
    if v == 0.0 and a == 0.0:
        return []
    accelerations, samples = _accelerations(v, a, a_max, step=j_max * period, period=period), list[Sample]()
    for then in accelerations:
        q += period * v + period * period * (2.0 * a + then) / 6.0
        v += 0.5 * period * (a + then)
        a = then
        samples.append((q, v, a))
    return [*samples[:-1], (q, 0.0, 0.0)]


def arm_stop(
    state: tuple[Row, ...], a_max: Sequence[float], j_max: Sequence[float], *, period: float
) -> list[tuple[Row, ...]]:
    """Return rows (q, qd, qdd) of all joints at every period end; a joint that is done waits."""
    q, qd, qdd = state
    joints = [
        stop_samples((angle, rate, change), most, jerk, period=period) or [(angle, 0.0, 0.0)]
        for angle, rate, change, most, jerk in zip(q, qd, qdd, a_max, j_max, strict=True)
    ]
    moves = any(qd) or any(qdd)
    longest = max(map(len, joints)) if moves else 0
    padded = [samples + [samples[-1]] * (longest - len(samples)) for samples in joints]
    return [tuple(zip(*at_end, strict=True)) for at_end in zip(*padded, strict=True)]


def _accelerations(v: float, a: float, a_max: float, *, step: float, period: float) -> list[float]:
    wanted = -v / period - 0.5 * a
    slack = 1e-12 * (abs(wanted) + a_max)
    for n in range(1, MOST_PERIODS):
        if abs(a) > n * step + slack:
            continue  # not even zero is in reach
        low = [max(-a_max, a - k * step, -(n - k) * step) for k in range(1, n)]
        high = [min(a_max, a + k * step, (n - k) * step) for k in range(1, n)]
        if sum(low) - slack <= wanted <= sum(high) + slack:
            return [*_levelled(wanted, low, high), 0.0]
    raise ValueError(f"no stop within {MOST_PERIODS} periods")


def _levelled(wanted: float, low: list[float], high: list[float]) -> list[float]:
    under, over = min(low, default=0.0), max(high, default=0.0)
    for _ in range(HALVINGS):
        level = 0.5 * (under + over)
        if sum(_clipped(level, low, high)) < wanted:
            under = level
        else:
            over = level
    return _clipped(0.5 * (under + over), low, high)


def _clipped(level: float, low: list[float], high: list[float]) -> list[float]:
    return [min(max(level, least), most) for least, most in zip(low, high, strict=True)]
