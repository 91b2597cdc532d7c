"""What helps a hand through delay: seeded flights under each condition, their medians, how sure those are.

    rows[{delay_s, condition, runs, reached, time_s, path_m, refusals, clearance_m: {value, low, high},
          saved_s: {value, low, high} or null}]

Values are medians, of refusals the mean; low and high bound the middle 95 % of what resampled runs give
(percentile bootstrap: B. Efron and R. Tibshirani, An introduction to the bootstrap, 1993, ch. 13), from a
seed of their own.  `saved_s` is the median of what a run takes less than the plain one of its seed and delay.
A run that never reaches its goal counts with all the time that it was given.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ground.bench.hand_flight import CONDITIONS, Outcome, flown

Array = NDArray[np.float64]

PLAIN = "plain"
RESAMPLED, LOW, HIGH = 2000, 2.5, 97.5  # times; percentiles
MEDIANS = ("time_s", "path_m", "clearance_m")
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
    columns = {name: np.array([getattr(run, name) for run in cell.outcomes]) for name in MEDIANS}
    refusals = np.array([run.refusals for run in cell.outcomes], dtype=float)
    saved = None
    if plain is not None and plain is not cell:
        saved = interval(np.array([run.time_s for run in plain.outcomes]) - columns["time_s"], np.median)
    return {
        "delay_s": cell.delay_s,
        "condition": cell.condition,
        "runs": len(cell.outcomes),
        "reached": sum(run.is_reached for run in cell.outcomes),
        **{name: interval(values, np.median) for name, values in columns.items()},
        "refusals": interval(refusals, np.mean),
        "saved_s": saved,
    }


def interval(values: Array, middle: Callable[..., Any]) -> dict[str, float]:
    """Return the middle of values (n,), and between what it lies with a confidence of 95 %."""
    rng = np.random.default_rng(len(values))
    resampled = middle(values[rng.integers(len(values), size=(RESAMPLED, len(values)))], axis=1)
    low, high = np.percentile(resampled, (LOW, HIGH))
    told = {"value": middle(values), "low": low, "high": high}
    return {name: round(float(value), DIGITS) for name, value in told.items()}
