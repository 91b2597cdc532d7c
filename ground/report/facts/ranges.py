"""Distances of the arm's range sensor beside those that the model computes for the same instants.

    Telemetry    joints, base --sampled_ns--> model --> echo in the beam, least distance to the scene
    RangeSample               --sampled_ns-->           echo

    agreement    measured less computed echo
    signals      the first instant at which people are to be warned: by the least distance computed, and by
                 the distance measured; a cycle is the time between two reports

What was lost on its way is not compared.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from ground.report.facts.words import count_text, millimetres, rounded
from predictor.run_model import Model, read_model
from telemetry.agreed.run_settings import RunSettings
from telemetry.messages.spacecraft import RangeSample, Telemetry

DIGITS = 6


class RangeRow(NamedTuple):
    """One instant; distances [m], None: no echo, or no pair."""

    at_s: float  # when its report arrived
    sampled_ns: int  # spacecraft clock
    measured: float | None
    echo: float | None
    nearest: float | None


class RangeFigures(msgspec.Struct, frozen=True, kw_only=True):
    """The same for the summary; None: there was no such distance or instant."""

    samples: int
    off_max_m: float | None
    least_measured_m: float | None
    least_computed_m: float | None
    computed_at_s: float | None  # first below the distance at which people are warned
    measured_at_s: float | None
    cycles_apart: int | None


class RangeAccount(NamedTuple):
    """The result of the comparison."""

    rows: tuple[RangeRow, ...]
    off_max_m: float | None  # greatest difference of measured and computed echo; None: never both
    computed: RangeRow | None  # first below the warning distance, as computed
    measured: RangeRow | None  # the same as measured
    cycles_apart: int | None  # of these two, positive: measured later; None: one of them is missing

    def figures(self) -> RangeFigures:
        """Return it for the summary."""
        return RangeFigures(
            samples=len(self.rows),
            off_max_m=rounded(self.off_max_m, DIGITS),
            least_measured_m=rounded(_least(row.measured for row in self.rows), DIGITS),
            least_computed_m=rounded(_least(row.nearest for row in self.rows), DIGITS),
            computed_at_s=self.computed and round(self.computed.at_s, 3),
            measured_at_s=self.measured and round(self.measured.at_s, 3),
            cycles_apart=self.cycles_apart,
        )


class Ranges:
    """The samples of a run."""

    def __init__(self, run: RunSettings) -> None:
        """Begin without samples."""
        self._run = run
        self._model: Model | None = None  # as the run began with, read with the first sample
        self._samples: list[RangeSample] = []
        self._known: RangeAccount | None = None

    def on_range_sample(self, sample: RangeSample) -> None:
        """Keep a sample."""
        self._model = self._model or read_model(self._run)
        self._samples.append(sample)
        self._known = None

    def account(self, seen: Sequence[tuple[float, Telemetry]]) -> RangeAccount | None:
        """Compare with reports and when they arrived [s]; None: nothing was measured."""
        if self._model is None or self._known is not None:
            return self._known
        reports = {report.sampled_ns: (at_s, report) for at_s, report in seen}
        pairs = [
            (sample, *reports[sample.sampled_ns]) for sample in self._samples if sample.sampled_ns in reports
        ]
        from ground.report.facts.range_model import computed  # it has kernels, and most runs have no sensor

        found = computed(self._model, self._run.collision_method, [report for *_, report in pairs])
        rows = [
            RangeRow(at_s, sample.sampled_ns, sample.distance, known.echo, known.nearest)
            for (sample, at_s, _), known in zip(pairs, found, strict=True)
        ]
        self._known = account_of(rows, self._run)
        return self._known


def account_of(rows: Sequence[RangeRow], run: RunSettings) -> RangeAccount:
    """Return the result of rows in order of time."""
    warns_m = run.margins.warns_m
    both = [abs(row.measured - row.echo) for row in rows if row.measured is not None and row.echo is not None]
    computed = next((row for row in rows if row.nearest is not None and row.nearest < warns_m), None)
    measured = next((row for row in rows if row.measured is not None and row.measured < warns_m), None)
    apart = None
    if computed is not None and measured is not None:
        apart = round((measured.sampled_ns - computed.sampled_ns) / run.link.telemetry_period_ns)
    return RangeAccount(tuple(rows), max(both, default=None), computed, measured, apart)


def as_lines(found: RangeFigures | None) -> list[str]:
    """Return one line about the range sensor, or none."""
    if found is None:
        return []
    apart = found.cycles_apart
    signals = "" if apart is None else f", signals {count_text(abs(apart), 'cycle')} apart"
    return [
        f"range      {millimetres(found.least_measured_m)} measured at the nearest,"
        f" {millimetres(found.least_computed_m)} computed; {millimetres(found.off_max_m)} off at most"
        f" in {count_text(found.samples, 'sample')}{signals}"
    ]


def _least(values: Iterable[float | None]) -> float | None:
    return min((value for value in values if value is not None), default=None)
