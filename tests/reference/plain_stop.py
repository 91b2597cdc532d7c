"""Plain reference: the stop law, joint by joint, with the level found by bisection.

A joint brakes in the fewest whole periods N; its accelerations are one level, clipped to what start and end
allow: a_k = clip(level, low_k, high_k).  Imports nothing of the project.
"""

HALVINGS = 60


def stop_samples(q, v, a, a_max, j_max, period):
    """(q, qd, qdd) at every period end of one joint's stop, the last one at rest."""
    if v == 0.0 and a == 0.0:
        return []
    accelerations, samples = _accelerations(v, a, a_max, j_max * period, period), []
    for then in accelerations:
        q += period * v + period * period * (2.0 * a + then) / 6.0
        v += 0.5 * period * (a + then)
        a = then
        samples.append((q, v, a))
    return [*samples[:-1], (q, 0.0, 0.0)]


def arm_stop(q, qd, qdd, a_max, j_max, period):
    """Rows (q, qd, qdd) of all joints at every period end; who is done waits."""
    joints = [
        stop_samples(*state, period) or [(state[0], 0.0, 0.0)]
        for state in zip(q, qd, qdd, a_max, j_max, strict=True)
    ]
    moves = any(qd) or any(qdd)
    longest = max(map(len, joints)) if moves else 0
    padded = [samples + [samples[-1]] * (longest - len(samples)) for samples in joints]
    return [tuple(zip(*at_end, strict=True)) for at_end in zip(*padded, strict=True)]


def _accelerations(v, a, a_max, step, period):
    wanted = -v / period - 0.5 * a
    slack = 1e-12 * (abs(wanted) + a_max)
    for n in range(1, 1000):
        if abs(a) > n * step + slack:
            continue  # not even zero is in reach
        low = [max(-a_max, a - k * step, -(n - k) * step) for k in range(1, n)]
        high = [min(a_max, a + k * step, (n - k) * step) for k in range(1, n)]
        if sum(low) - slack <= wanted <= sum(high) + slack:
            return [*_levelled(wanted, low, high), 0.0]
    raise ValueError("no stop within 1000 periods")


def _levelled(wanted, low, high):
    under, over = min(low, default=0.0), max(high, default=0.0)
    for _ in range(HALVINGS):
        level = 0.5 * (under + over)
        if sum(_clipped(level, low, high)) < wanted:
            under = level
        else:
            over = level
    return _clipped(0.5 * (under + over), low, high)


def _clipped(level, low, high):
    return [min(max(level, least), most) for least, most in zip(low, high, strict=True)]
