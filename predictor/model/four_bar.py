"""A four-bar linkage as a law: how the output link turns with the input link.

                 coupler
            A -------------- B            A = input (cos x, sin x)
    input  /                  \\  output   B = (ground, 0) + output (cos y, sin y)
          / x               y  \\          |A - B| = coupler
         o ---- ground -------- o

The diagonal from the output's pivot to A, of length d at the angle of A - (ground, 0), makes one triangle
with output and coupler on each side of it, one for each assembly:

    y = angle -+ acos((output^2 + d^2 - coupler^2) / (2 output d))

Source: Freudenstein, Approximate synthesis of four-bar linkages, Trans. ASME 77, 1955.
"""

import math
from itertools import pairwise
from typing import Literal, NamedTuple

import numpy as np

from predictor.inputs.arrays import Array, read_only
from predictor.model.joint_law import Law, LawError, LawValue
from predictor.motion.stop import quintic

SPLINE_ERROR = 1e-10  # of the output's angle [rad]
FEWEST_PIECES, MOST_PIECES = 16, 4096
DEAD_POINT_SHARE = 1e-9  # how near the diagonal may come to a dead point, of the sum of coupler and output
ERROR_SHARES = (0.25, 0.5, 0.75)  # where in a piece its error is measured


class FourBar(NamedTuple):
    """The lengths of a linkage, and how its angles x and y count from the joints' values."""

    ground: float  # [m]
    input: float
    coupler: float
    output: float
    assembly: Literal["open", "crossed"]  # -acos or +acos; open: while 0 < x < pi no link crosses another
    input_zero: float = 0.0  # x where the commanded joint is at 0 [rad]
    output_zero: float = 0.0  # y where the joint that follows is at 0


def four_bar(driver: str, bars: FourBar, limits: tuple[float, float]) -> Law:
    """Return the law of a linkage for a commanded joint within limits [rad].

    Values are within half a turn of zero in the middle of the range, and continuous from there.

    Raises:
        LawError: no such linkage, or it does not close, or hardly moves freely, somewhere in that range.
    """
    _check(bars, driver, limits)
    count = FEWEST_PIECES
    while count <= MOST_PIECES:
        knots = np.linspace(*limits, count + 1)
        pieces = _through(bars, knots)
        if _error(bars, knots, pieces) <= SPLINE_ERROR:
            return Law(driver=driver, knots=read_only(knots), pieces=read_only(pieces))
        count *= 2
    raise LawError(
        f"the linkage comes too near a dead point within {limits[0]:.6g} .. {limits[1]:.6g} of {driver!r}"
    )


def output_at(bars: FourBar, value: float) -> LawValue:
    """Return the output's value, slope and bend, in closed form, within half a turn of zero."""
    x = value + bars.input_zero
    ground, a, _, c = bars[:4]
    p, q = a * math.cos(x) - ground, a * math.sin(x)
    y = math.atan2(q, p) + _side(bars) * math.acos(_cosine(bars, math.hypot(p, q)))
    slope_x = ground * math.sin(x) + c * math.sin(x - y)  # of |A - B|^2 / (2 input)
    slope_y = -(ground * c / a) * math.sin(y) - c * math.sin(x - y)
    slope = -slope_x / slope_y
    both = c * math.cos(x - y)
    curved = ground * math.cos(x) + both - 2.0 * both * slope
    curved += (both - (ground * c / a) * math.cos(y)) * slope**2
    return LawValue(math.remainder(y - bars.output_zero, 2.0 * math.pi), slope, -curved / slope_y)


def _side(bars: FourBar) -> float:
    return -1.0 if bars.assembly == "open" else 1.0


def _cosine(bars: FourBar, diagonal: float) -> float:
    return (bars.output**2 + diagonal**2 - bars.coupler**2) / (2.0 * bars.output * diagonal)


def _check(bars: FourBar, driver: str, limits: tuple[float, float]) -> None:
    """Raise a LawError if the linkage does not close, without a dead point, everywhere within limits."""
    low, high = limits
    if not all(0.0 < length < math.inf for length in bars[:4]):
        raise LawError("the lengths of a linkage must be finite and greater than 0")
    if not math.isfinite(high - low):
        raise LawError(f"a linkage needs finite limits of {driver!r}")
    first, last = (low + bars.input_zero) / math.pi, (high + bars.input_zero) / math.pi
    ends = [k * math.pi - bars.input_zero for k in range(math.ceil(first), math.floor(last) + 1)]
    for value in (low, high, *ends):  # where the diagonal is shortest and longest
        x = value + bars.input_zero
        diagonal = math.hypot(bars.input * math.cos(x) - bars.ground, bars.input * math.sin(x))
        longest = (1.0 - DEAD_POINT_SHARE) * (bars.coupler + bars.output)
        shortest = abs(bars.coupler - bars.output) + DEAD_POINT_SHARE * longest
        if not shortest < diagonal < longest:
            raise LawError(
                f"the linkage does not close where {driver!r} is at {value:.6g}, within its limits "
                f"{low:.6g} .. {high:.6g}; other lengths, or closer limits, are needed"
            )


def _through(bars: FourBar, knots: Array) -> Array:
    """Return the pieces (k, 6) of the quintic spline through value, slope and bend at the knots."""
    found = [output_at(bars, x) for x in knots.tolist()]
    values = np.unwrap([each.value for each in found])
    middle = len(values) // 2
    values += found[middle].value - values[middle]
    rows = [(value, each.slope, each.bend) for value, each in zip(values.tolist(), found, strict=True)]
    h = float(knots[1] - knots[0])
    return np.array([quintic(begin, end, h) for begin, end in pairwise(rows)])


def _error(bars: FourBar, knots: Array, pieces: Array) -> float:
    h, powers, worst = float(knots[1] - knots[0]), np.arange(6), 0.0
    for knot, piece in zip(knots.tolist(), pieces, strict=False):
        for look in ERROR_SHARES:
            true = output_at(bars, knot + look * h).value
            wrong = float(piece @ (look * h) ** powers) - true
            worst = max(worst, abs(math.remainder(wrong, 2.0 * math.pi)))
    return worst
