"""The limits of a move between two states in plain figures, by finite differences of its samples.

The move is the quintic through both states over one period, written as a sum of Hermite polynomials.  Shares
nothing with the gate or the predictor.
"""

import math
from collections.abc import Sequence
from itertools import pairwise

STEPS = 16  # samples of a move
SAME_ANGLE = 1e-6  # beyond a range of angles [rad]
WITHIN = 1.0 + 1e-6  # share of a limit

Row = Sequence[float]
Triple = tuple[float, float, float]


def broken_limits(
    begin: Sequence[Row], end: Sequence[Row], limits: Sequence[Row], *, period: float
) -> list[str]:
    """Return which limits (q_min, q_max, qd_max, qdd_max, qddd_max) the move between two states breaks."""
    broken = []
    for joint, (*states, low, high, speed, acceleration, jerk) in enumerate(
        zip(*begin, *end, *limits, strict=True), 1
    ):
        (q0, v0, a0, q1, v1, a1) = states
        track = quintic_samples((q0, v0, a0), (q1, v1, a1), period)
        if not all(low - SAME_ANGLE <= q <= high + SAME_ANGLE for q in track):
            broken.append(f"joint {joint} leaves its range")
        for name, limit in (("speed", speed), ("acceleration", acceleration), ("jerk", jerk)):
            track = [(b - a) / (period / STEPS) for a, b in pairwise(track)]
            if not max(map(abs, track)) <= limit * WITHIN + 1e-9:
                broken.append(f"{name} of joint {joint} is beyond its limit")
    return broken


def quintic_samples(begin: Triple, end: Triple, period: float) -> list[float]:
    """Return positions at STEPS + 1 instants of the quintic from (q, v, a) to (q, v, a)."""
    q0, v0, a0 = begin
    q1, v1, a1 = end
    track = []
    for step in range(STEPS + 1):
        s = step / STEPS
        h_q = 10 * s**3 - 15 * s**4 + 6 * s**5
        h_v0, h_v1 = s - 6 * s**3 + 8 * s**4 - 3 * s**5, -4 * s**3 + 7 * s**4 - 3 * s**5
        h_a0 = 0.5 * s**2 - 1.5 * s**3 + 1.5 * s**4 - 0.5 * s**5
        h_a1 = 0.5 * s**3 - s**4 + 0.5 * s**5
        position = (1 - h_q) * q0 + h_q * q1
        position += (h_v0 * v0 + h_v1 * v1) * period + (h_a0 * a0 + h_a1 * a1) * period**2
        track.append(position if math.isfinite(position) else math.inf)
    return track
