"""A joint that follows another one: its value as a smooth function of one commanded joint's.

      value |        .-'      piece k:  c0 + c1 t + c2 t^2 + ...,   t = x - knots[k]
            |    .-''|        outside of its range a law goes on straight: it is nowhere steeper than within
            |-''|    |
            +---+----+--- x, the commanded joint's value

A polynomial is one piece and a table the natural cubic spline through its points; a linkage is a spline fine
enough (`predictor.model.four_bar`).  So kernels, gate and physics know one kind of law.  A law is numbers
alone: nothing is ever evaluated from text.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from predictor.inputs.arrays import Array, read_only

LINE_COEFFICIENTS = 2  # coefficients of a straight line
BOUND_SLACK = 1e-12  # of the largest coefficient: how far a bound may be from what is reached


class LawError(ValueError):
    """Numbers that make no law."""


class LawValue(NamedTuple):
    """Where a law puts its joint."""

    value: float
    slope: float  # first derivative by the commanded joint's value
    bend: float  # second derivative


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Law:
    """What one joint follows, and how; k pieces of order d."""

    driver: str  # name of the commanded joint
    knots: Array  # (k + 1,) where the pieces meet, rising [rad or m of the driver]
    pieces: Array  # (k, d + 1) coefficients, the constant first

    @property
    def is_straight(self) -> bool:
        """True if it is one straight line, which has no end."""
        return self.pieces.shape == (1, LINE_COEFFICIENTS)

    @property
    def steepest(self) -> float:
        """Bound the size of its slope, everywhere."""
        order = np.arange(1, self.pieces.shape[1])
        slopes = _bernstein(self.pieces[:, 1:] * order, np.diff(self.knots))
        return max(_greatest(slopes), _greatest(-slopes))

    def at(self, x: float) -> LawValue:
        """Return value, slope and bend where the commanded joint is at x."""
        inside = min(max(x, float(self.knots[0])), float(self.knots[-1]))
        piece = min(int(np.searchsorted(self.knots, inside, "right")), len(self.pieces)) - 1
        t, value, slope, bend = inside - float(self.knots[piece]), 0.0, 0.0, 0.0
        for c in reversed(self.pieces[piece].tolist()):
            value, slope, bend = value * t + c, slope * t + value, bend * t + 2.0 * slope
        return LawValue(value + slope * (x - inside), slope, bend if inside == x else 0.0)

    def span(self, low: float, high: float) -> tuple[float, float]:
        """Return the least and the greatest value while the commanded joint is within low .. high."""
        if self.is_straight:
            ends = sorted((self.at(low).value, self.at(high).value))
            return ends[0], ends[1]
        cuts = [low, *(knot for knot in self.knots[1:-1].tolist() if low < knot < high), high]
        values = _bernstein(np.array([self._around(x) for x in cuts[:-1]]), np.diff(cuts))
        return -_greatest(-values), _greatest(values)

    def _around(self, x: float) -> Array:
        """Return the coefficients of its piece in powers of the distance from x."""
        piece = min(int(np.searchsorted(self.knots, x, "right")), len(self.pieces)) - 1
        return _shifted(self.pieces[max(piece, 0)], x - float(self.knots[max(piece, 0)]))


def polynomial_law(driver: str, coefficients: Sequence[float], limits: tuple[float, float]) -> Law:
    """Return the law c0 + c1 x + c2 x^2 + ..., for a commanded joint within limits.

    Raises:
        LawError: it never moves, or is curved and has no end.
    """
    c = np.trim_zeros(np.array(coefficients, dtype=np.float64), "b")
    if len(c) < LINE_COEFFICIENTS:
        raise LawError("the joint would never move; give a coefficient that is not zero beyond the first")
    if len(c) == LINE_COEFFICIENTS:
        return Law(driver=driver, knots=read_only((0.0, 1.0)), pieces=read_only([c]))
    if not all(map(math.isfinite, limits)):
        raise LawError(f"a curved law needs finite limits of {driver!r}")
    return Law(driver=driver, knots=read_only(limits), pieces=read_only([_shifted(c, limits[0])]))


def table_law(driver: str, points: Sequence[Sequence[float]]) -> Law:
    """Return the natural cubic spline through points (x, value); it is known between the first and the last.

    Source: de Boor, A Practical Guide to Splines, 1978, chapter IV.

    Raises:
        LawError: fewer than two points, or they do not rise in x.
    """
    x, y = np.array(points, dtype=np.float64).reshape(-1, 2).T
    h = np.diff(x)
    if len(x) < 2 or not (h > 0.0).all():
        raise LawError("a table needs two points or more, each with a greater value of the driver")
    A, b = np.eye(len(x)), np.zeros(len(x))
    for k in range(1, len(x) - 1):
        A[k, k - 1 : k + 2] = h[k - 1], 2.0 * (h[k - 1] + h[k]), h[k]
        b[k] = 6.0 * ((y[k + 1] - y[k]) / h[k] - (y[k] - y[k - 1]) / h[k - 1])
    bend = np.linalg.solve(A, b)
    c1 = np.diff(y) / h - h * (2.0 * bend[:-1] + bend[1:]) / 6.0
    c3 = np.diff(bend) / (6.0 * h)
    return Law(
        driver=driver,
        knots=read_only(x),
        pieces=read_only(np.column_stack([y[:-1], c1, bend[:-1] / 2.0, c3])),
    )


def _shifted(coefficients: Array, by: float) -> Array:
    """Return the coefficients of p(t + by)."""
    shifted = np.zeros(len(coefficients))
    for c in reversed(coefficients.tolist()):
        shifted[1:] = shifted[1:] * by + shifted[:-1]
        shifted[0] = shifted[0] * by + c
    return shifted


def _bernstein(pieces: Array, lengths: Array) -> Array:
    """Return each piece (k, d + 1) over 0 .. its length by Bernstein coefficients, between which it stays."""
    d = pieces.shape[1] - 1
    scaled = pieces * lengths[:, None] ** np.arange(d + 1)
    rows = [[math.comb(i, j) / math.comb(d, j) for j in range(d + 1)] for i in range(d + 1)]
    return np.asarray(scaled @ np.array(rows).T)


def _greatest(b: Array) -> float:
    """Bound what pieces in Bernstein form (k, d + 1) reach, from above: halved until the bound is tight."""
    slack = BOUND_SLACK * float(np.abs(b).max())
    reached = float(b[:, [0, -1]].max())
    while len(b):
        b = b[b.max(axis=1) > reached + slack]
        left, right = [b[:, :1]], [b[:, -1:]]
        for _ in range(b.shape[1] - 1):  # de Casteljau's, at the middle
            b = (b[:, :-1] + b[:, 1:]) / 2.0
            left.append(b[:, :1])
            right.insert(0, b[:, -1:])
        b = np.vstack([np.hstack(left), np.hstack(right)])
        reached = max(reached, float(b[:, [0, -1]].max(initial=reached)))
    return reached + slack
