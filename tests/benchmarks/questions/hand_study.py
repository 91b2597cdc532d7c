"""What helps a hand through delay: seeded flights under each condition, their means, how sure those are.

    rows[{delay_s, condition, runs, reached, time_s, path_m, refusals, clearance_m: {value, low, high},
          saved_s, raised_m: {value, low, high} or null}]

Values are means: what a refusal costs is rare and long, and a median would not show it.  Low and high bound
the middle 95 % of what resampled runs give (percentile bootstrap: B. Efron and R. Tibshirani, An introduction
to the bootstrap, 1993, ch. 13), from a seed of their own.  `saved_s` is what a run takes less than the plain
one of its seed and delay, `raised_m` what clearance it keeps more.  A run that never reaches its goal counts
with all the time that it was given.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tests.benchmarks.questions.hand_flight import CONDITIONS, Outcome, flown

Array = NDArray[np.float64]

PLAIN = "plain"
RESAMPLED, LOW, HIGH = 2000, 2.5, 97.5  # times; percentiles
MEASURED = ("time_s", "path_m", "refusals", "clearance_m")
DIGITS = 4


class Asked(NamedTuple):
    """Which flights."""

    runs: int  # under each condition, at each delay
    first_seed: int
    delays_s: tuple[float, ...]
    conditions: tuple[str, ...] = tuple(CONDITIONS)


class Cell(NamedTuple):
    """All runs of one condition at one delay, in the order of their seeds."""

    delay_s: float
    condition: str
    outcomes: tuple[Outcome, ...]


def cells(asked: Asked, tell: Callable[[str], None] = lambda line: None) -> Iterator[Cell]:
    """Fly on all cores; one cell after the other."""
    seeds = range(asked.first_seed, asked.first_seed + asked.runs)
    with ProcessPoolExecutor(len(os.sched_getaffinity(0)), mp_context=get_context("spawn")) as pool:
        for delay_s in asked.delays_s:
            for condition in asked.conditions:
                flights = pool.map(flown, [condition] * len(seeds), [delay_s] * len(seeds), seeds)
                outcomes = []
                for outcome in flights:
                    outcomes.append(outcome)
                    tell(f"{delay_s:g} s, {condition}: {len(outcomes)} of {len(seeds)}")
                yield Cell(delay_s, condition, tuple(outcomes))


def rows(flown_cells: Sequence[Cell]) -> list[dict[str, Any]]:
    """Return a row for each cell."""
    plain = {cell.delay_s: cell for cell in flown_cells if cell.condition == PLAIN}
    return [_row(cell, plain.get(cell.delay_s)) for cell in flown_cells]


def _row(cell: Cell, plain: Cell | None) -> dict[str, Any]:
    own = _columns(cell)
    beside = None if plain is None or plain is cell else _columns(plain)
    return {
        "delay_s": cell.delay_s,
        "condition": cell.condition,
        "runs": len(cell.outcomes),
        "reached": sum(run.is_reached for run in cell.outcomes),
        **{name: interval(values) for name, values in own.items()},
        "saved_s": beside and interval(beside["time_s"] - own["time_s"]),
        "raised_m": beside and interval(own["clearance_m"] - beside["clearance_m"]),
    }


def _columns(cell: Cell) -> dict[str, Array]:
    return {
        name: np.array([getattr(run, name) for run in cell.outcomes], dtype=np.float64) for name in MEASURED
    }


def interval(values: Array) -> dict[str, float]:
    """Return the mean of values (n,), and between what it lies with a confidence of 95 %."""
    rng = np.random.default_rng(len(values))
    resampled = values[rng.integers(len(values), size=(RESAMPLED, len(values)))].mean(axis=1)
    low, high = np.percentile(resampled, (LOW, HIGH))
    told = {"value": values.mean(), "low": low, "high": high}
    return {name: round(float(value), DIGITS) for name, value in told.items()}
