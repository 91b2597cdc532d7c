"""A slow, plain oracle of a four-bar linkage: where coupler and lengths agree, by bisection.

Imports nothing of the project.
"""

import math

HALVINGS = 60


def gap(lengths, x, y):
    """By how much the distance of both links' ends differs from the coupler's length."""
    ground, crank, coupler, rocker = lengths
    across = ground + rocker * math.cos(y) - crank * math.cos(x)
    return math.hypot(across, rocker * math.sin(y) - crank * math.sin(x)) - coupler


def rocker_angle(bars, value):
    """The output's angle at a value of the input, both counted from their zeros.

    From where the rocker lies along the diagonal, away from the crank's end, it turns towards that end, one
    way or the other: on the way the gap falls through zero once.
    """
    x = value + bars.input_zero
    p, q = bars.input * math.cos(x) - bars.ground, bars.input * math.sin(x)
    toward = math.atan2(q, p)
    turn = -math.pi if bars.assembly == "open" else math.pi
    near, far = 0.0, turn
    for _ in range(HALVINGS):
        middle = 0.5 * (near + far)
        if gap(bars[:4], x, toward + middle) > 0.0:
            far = middle
        else:
            near = middle
    return math.remainder(toward + near - bars.output_zero, 2.0 * math.pi)
