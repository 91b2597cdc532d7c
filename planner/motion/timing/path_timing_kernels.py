"""How fast a path can be flown from rest to rest under speed, acceleration and jerk: the optimisation.

The path is given by its rates of normalised time x of a first law from rest to rest, q', q'' and q''' at m
equal steps.  What is sought is how fast x itself may run, b = (dx/dt)^2 at each step: b = 1/T^2 everywhere is
the first law flown in T.  As that law comes to rest like s ~ x^3, b is positive and smooth at both ends too.
By the chain rule (Verscheure et al., Time-Optimal Path Tracking for Robots: A Convex Optimization Approach,
2009; for jerk, Constantinescu and Croft, Smooth and time-optimal trajectory planning for industrial
manipulators along specified paths, 2000)

    speed^2         q'^2 b                               <=  v^2
    acceleration    | q' b'/2 + q'' b |                  <=  a
    jerk            | q' b''/2 + 3/2 q'' b' + q''' b |   <=  j / sqrt(b)

and the duration is the integral of b^(-1/2), convex in b.  With differences in place of b' and b'' the left
sides are linear in b.  Each is a **row** of three coefficients for b before, at and after a step, divided so
that its limit is 1, or b^(-1/2) for jerk.  That right side is convex: its tangent lies below it, so that the
rows with the tangent are a convex set inside the true one, and each improvement of the program with tangents
is one of the true program (Debrouwere et al., Time-Optimal Path Following for Robots With Convex-Concave
Constraints Using Sequential Convex Programming, 2013).

Tangents and barrier are renewed together, in each step of a primal-dual interior point method (Nocedal and
Wright, Numerical Optimization, 2006, chapter 19): every row has two sides with a slack g > 0 and a price
z > 0, and Newton's method follows g z = mu as mu falls.  A row touches three neighbours, so the system is
symmetric, positive definite and five diagonals wide.  The sum of all g z bounds how much the duration could
still fall within the present tangents; as soon as that, and what the last step gained, are less than a
hundred-thousandth of it, the search ends.
"""

import math

import numpy as np
from numpy.typing import NDArray

from predictor.compiler.jit import kernel, part

Array = NDArray[np.float64]

SPEED, ACCELERATION, JERK = range(3)  # the kinds of rows
BEFORE, AT, AFTER = range(3)  # the coefficients of a row

ITERATIONS = 200
GAP = 1e-5  # sum of g z that ends the search, by the duration
FIRST_GAP, LAST_GAP = 0.1, 0.2  # [1], [GAP]
NEARER, CAREFUL = 0.1, 0.7  # how far mu falls after a long step, and after a short one
LEAST_KEPT = 0.005  # of each slack and price in one step
SHORTER, SHORTEST = 0.8, 1e-6  # shares of a step that are tried


@part
def _write_slacks(rows: Array, b: Array, last: Array, out_slacks: Array) -> bool:
    """Slacks (3, m, n, 2) of rows (3, m, n, 3) at b (m,); True if of each enough of the last is kept."""
    steps, is_within = b.shape[0], True
    for kind in range(3):
        for i in range(steps):
            before, after = b[max(i - 1, 0)], b[min(i + 1, steps - 1)]
            most = 1.0 / math.sqrt(b[i]) if kind == JERK else 1.0
            for joint in range(rows.shape[2]):
                value = rows[kind, i, joint, BEFORE] * before + rows[kind, i, joint, AT] * b[i]
                value += rows[kind, i, joint, AFTER] * after
                for side in range(2):
                    slack = most + value if side else most - value
                    out_slacks[kind, i, joint, side] = slack
                    is_within = is_within and slack > LEAST_KEPT * last[kind, i, joint, side]
    return is_within


@part
def _write_system(
    rows: Array, b: Array, slacks: Array, prices: Array, mu: float, out_band: Array, out_step: Array
) -> None:
    """Newton's system: its diagonals (3, m), and the right side (m,)."""
    steps = b.shape[0]
    for i in range(steps):
        weight = (1.0 if 0 < i < steps - 1 else 0.5) / (steps - 1.0)
        out_step[i] = 0.5 * weight / (b[i] * math.sqrt(b[i]))  # what the duration falls by: b^(-3/2) / 2
        # its second derivative: 3/4 b^(-5/2)
        out_band[0, i], out_band[1, i], out_band[2, i] = 1.5 * out_step[i] / b[i], 0.0, 0.0
    for kind in range(3):
        for i in range(steps):
            before, after = max(i - 1, 0), min(i + 1, steps - 1)
            bend = -0.5 / (b[i] * math.sqrt(b[i])) if kind == JERK else 0.0  # slope of the right side
            for joint in range(rows.shape[2]):
                low, high = slacks[kind, i, joint, 0], slacks[kind, i, joint, 1]
                down, up = prices[kind, i, joint, 0] / low, prices[kind, i, joint, 1] / high
                # the sides' gradients are bend - r and bend + r: z / g times their outer products
                both, odd = down + up, (up - down) * bend
                push, lift = mu / high - mu / low, (mu / high + mu / low) * bend
                x, y = rows[kind, i, joint, BEFORE], rows[kind, i, joint, AT]
                z = rows[kind, i, joint, AFTER]
                out_band[0, before] += both * x * x
                out_band[0, i] += both * (y * y + bend * bend) + 2.0 * odd * y
                out_band[0, after] += both * z * z
                out_band[1, before] += (both * y + odd) * x
                out_band[1, i] += (both * y + odd) * z
                out_band[2, before] += both * x * z
                out_step[before] += push * x
                out_step[i] += push * y + lift
                out_step[after] += push * z


@part
def _solve_band(band: Array, out_step: Array) -> None:
    """Solve a symmetric system of diagonals (3, m) in place, as L D L^T."""
    steps = out_step.shape[0]
    for i in range(steps):
        for k in range(1, min(3, steps - i)):
            share = band[k, i] / band[0, i]
            for further in range(k, min(3, steps - i)):
                band[further - k, i + k] -= share * band[further, i]
            out_step[i + k] -= share * out_step[i]
    for i in range(steps - 1, -1, -1):
        for k in range(1, min(3, steps - i)):
            out_step[i] -= band[k, i] * out_step[i + k]
        out_step[i] /= band[0, i]


@part
def _change_prices(rows: Array, b: Array, slacks: Array, step: Array, mu: float, out_prices: Array) -> float:
    """Newton's step of all prices, as long a share of it as leaves each positive; returns the share."""
    steps, share = b.shape[0], 1.0
    for is_taken in range(2):
        for kind in range(3):
            for i in range(steps):
                before, after = step[max(i - 1, 0)], step[min(i + 1, steps - 1)]
                lift = -0.5 / (b[i] * math.sqrt(b[i])) * step[i] if kind == JERK else 0.0
                for joint in range(rows.shape[2]):
                    value = rows[kind, i, joint, BEFORE] * before + rows[kind, i, joint, AT] * step[i]
                    value += rows[kind, i, joint, AFTER] * after
                    for side in range(2):
                        slack, price = slacks[kind, i, joint, side], out_prices[kind, i, joint, side]
                        # g z + g dz + z dg = mu
                        change = (mu - price * (lift + value if side else lift - value)) / slack - price
                        if is_taken:
                            out_prices[kind, i, joint, side] += share * change
                        elif share * change < -(1.0 - LEAST_KEPT) * price:
                            share = -(1.0 - LEAST_KEPT) * price / change
    return share


@kernel
def find_fastest(rows: Array, scratch: Array, prices: Array, slacks: Array, out_b: Array) -> float:
    """Raise b (m,), which keeps all rows to begin with, to where the duration is least; returns the duration.

    Args:
        rows: (3, m, n, 3).
        scratch: (5, m) for the system and a trial.
        prices: (3, m, n, 2), of any value.
        slacks: (2, 3, m, n, 2), of b and of a trial; zero.
        out_b: (m,).
    """
    steps, sides, now = out_b.shape[0], float(prices.size), 0
    band, step, trial = scratch[:3], scratch[3], scratch[4]
    mu, duration = FIRST_GAP / sides, math.inf
    if not _write_slacks(rows, out_b, slacks[1], slacks[0]):
        return math.nan
    for kind in range(3):
        for i in range(steps):
            for joint in range(rows.shape[2]):
                for side in range(2):
                    prices[kind, i, joint, side] = mu / slacks[0, kind, i, joint, side]
    for _ in range(ITERATIONS):
        _write_system(rows, out_b, slacks[now], prices, mu, band, step)
        _solve_band(band, step)
        share, is_within = 1.0, False
        while not is_within and share > SHORTEST:
            for i in range(steps):
                trial[i] = out_b[i] + share * step[i]
            is_within = _write_slacks(rows, trial, slacks[now], slacks[1 - now])
            share = share if is_within else SHORTER * share
        if not is_within:
            break
        price_share = _change_prices(rows, out_b, slacks[now], step, mu, prices)
        now, gap, last, duration = 1 - now, 0.0, duration, 0.0
        for i in range(steps):
            out_b[i] = trial[i]
            duration += (1.0 if 0 < i < steps - 1 else 0.5) / ((steps - 1.0) * math.sqrt(trial[i]))
        for kind in range(3):
            for i in range(steps):
                for joint in range(rows.shape[2]):
                    for side in range(2):
                        gap += prices[kind, i, joint, side] * slacks[now, kind, i, joint, side]
        if max(gap, abs(last - duration)) <= GAP * duration:
            break
        nearer = NEARER if min(share, price_share) > 0.5 else CAREFUL
        mu = max(nearer * gap, LAST_GAP * GAP * duration) / sides
    return duration
