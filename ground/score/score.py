"""The score: each measure costs points by its own scale, and what was not measured has no part in it.

    mark  = 1 / (1 + cost / half)           1: it cost nothing; a half of it: cost = half
    score = 100 * sum(weight * mark) / sum(weight)         over all that was measured

Scales and weights are chosen, not derived: one contact costs more than any haste wins.  They are told with
each score; scores compare where the task is the same, and the same was measured.  Whether the task was done
is the verdict's to say.
"""

from collections.abc import Callable
from typing import NamedTuple

import msgspec

FORMULA = (
    "score = 100 × sum of weight × mark / sum of weight, over what was measured;"
    " mark = 1 / (1 + cost / half): half of the points at a cost of `half`"
)
LEAST_ARC = 1.41  # spectral arc length of one smooth movement: as for a Gaussian speed
NO_HAND, NO_MOTION = "no hand led the arm and moved", "no motion was commanded"
DIGITS = 4


class FlightMeasures(NamedTuple):
    """What was measured of a flight; None: it was not."""

    clearance_m: float | None  # least
    required_m: float
    contacts: int | None
    refusals: int
    corrections: int | None
    smoothness: float | None  # spectral arc length
    clutching: int | None
    force_n: float | None  # greatest that the hand felt
    idle_s: float | None
    time_s: float | None


class ScoreRow(msgspec.Struct, frozen=True, kw_only=True):
    """One measure, and what it is worth."""

    name: str
    what: str  # is measured, and what it costs
    value: float | None
    unit: str
    cost: float | None
    half: float
    weight: float
    mark: float | None  # 0 to 1; None: not measured
    missing: str  # why not; empty: it is


class FlightScore(msgspec.Struct, frozen=True, kw_only=True):
    """The score of a flight."""

    score: float | None  # 0 to 100; None: there is nothing to score
    missing: str  # why not; empty: it is there
    formula: str
    rows: list[ScoreRow]


class _Measure(NamedTuple):
    name: str
    unit: str
    weight: float
    half: float  # cost that takes half of its points
    value: Callable[[FlightMeasures], float | None]
    cost: Callable[[float, FlightMeasures], float]
    what: str
    missing: str


def _itself(value: float, measures: FlightMeasures) -> float:
    return value


def _closeness(clearance_m: float, measures: FlightMeasures) -> float:
    """Return the share of the required clearance that was missing."""
    return max(0.0, 1.0 - clearance_m / measures.required_m) if measures.required_m > 0.0 else 0.0


def _roughness(arc_length: float, measures: FlightMeasures) -> float:
    return max(0.0, -arc_length - LEAST_ARC)


MEASURES = (
    _Measure(
        "clearance", "m", 4.0, 0.25, lambda flight: flight.clearance_m, _closeness,
        "the least; costs the share of the required one that was missing", "no clearance was received",
    ),
    _Measure(
        "contacts", "", 4.0, 0.25, lambda flight: flight.contacts, _itself,
        "by the spacecraft's body", "nothing measured contacts",
    ),
    _Measure(
        "refusals", "", 2.0, 3.0, lambda flight: flight.refusals, _itself,
        "by planner and gate, of what waiting does not cure", "",
    ),
    _Measure(
        "corrections", "", 1.0, 10.0, lambda flight: flight.corrections, _itself,
        "the hand stood (below 10 % of its greatest speed) and went on within a grip", NO_HAND,
    ),
    _Measure(
        "smoothness", "", 1.0, 1.0, lambda flight: flight.smoothness, _roughness,
        "spectral arc length of the speed in each movement; costs what is beyond that of a smooth one, -1.41",
        NO_HAND,
    ),
    _Measure(
        "idle", "s", 1.0, 60.0, lambda flight: flight.idle_s, _itself,
        "between the first commanded motion and the last, in which none was", NO_MOTION,
    ),
    _Measure(
        "clutching", "", 1.0, 5.0, lambda flight: flight.clutching, _itself,
        "the hand took hold anew", "no hand led the arm",
    ),
    _Measure(
        "force", "N", 1.0, 5.0, lambda flight: flight.force_n, _itself,
        "the greatest that the hand felt", "no hand was bilateral",
    ),
    _Measure(
        "time", "s", 1.0, 120.0, lambda flight: flight.time_s, _itself,
        "from the first commanded motion to the last", NO_MOTION,
    ),
)  # fmt: skip


def score_of(measures: FlightMeasures) -> FlightScore:
    """Return the score of a flight."""
    rows = [_row(measure, measures) for measure in MEASURES]
    marked = [(row.weight, row.mark) for row in rows if row.mark is not None]
    if measures.time_s is None:
        return FlightScore(score=None, missing=NO_MOTION, formula=FORMULA, rows=rows)
    score = 100.0 * sum(weight * mark for weight, mark in marked) / sum(weight for weight, _ in marked)
    return FlightScore(score=round(score, 1), missing="", formula=FORMULA, rows=rows)


def _row(measure: _Measure, measures: FlightMeasures) -> ScoreRow:
    value = measure.value(measures)
    cost = None if value is None else measure.cost(value, measures)
    return ScoreRow(
        name=measure.name,
        what=measure.what,
        value=None if value is None else round(value, DIGITS),
        unit=measure.unit,
        cost=None if cost is None else round(cost, DIGITS),
        half=measure.half,
        weight=measure.weight,
        mark=None if cost is None else round(1.0 / (1.0 + cost / measure.half), DIGITS),
        missing=measure.missing if value is None else "",
    )
