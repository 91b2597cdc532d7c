"""Distances of the arm's range sensor beside those that the model computes for the same instants.

    Telemetry    joints, base --sampled_ns--> model --> echo in the beam, least distance to the scene
    RangeSample               --sampled_ns-->           echo

    agreement    measured less computed echo
    signals      the first instant at which people are to be warned: by the least distance computed, and by
                 the distance measured; a cycle is the time between two reports

What was lost on its way is not compared.
"""

from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from ground.report.facts.words import count_text, millimetres, rounded
from predictor.run_model import Model, read_model
from telemetry.agreed.run_settings import RunSettings
from telemetry.messages.spacecraft import RangeSample, Telemetry

DIGITS = 6
KEPT_MAX = 300  # newest reports, and samples without one: they come by one link at nearly one time
WAITING_MAX = 1024  # pairs that are not computed before anyone asks


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

    samples: int = 0
    off_max_m: float | None = None  # greatest difference of measured and computed echo; None: never both
    least_measured_m: float | None = None
    least_computed_m: float | None = None
    computed: RangeRow | None = None  # first below the warning distance, as computed
    measured: RangeRow | None = None  # the same as measured
    cycles_apart: int | None = None  # of these two, positive: measured later; None: one of them is missing

    def figures(self) -> RangeFigures:
        """Return it for the summary."""
        return RangeFigures(
            samples=self.samples,
            off_max_m=rounded(self.off_max_m, DIGITS),
            least_measured_m=rounded(self.least_measured_m, DIGITS),
            least_computed_m=rounded(self.least_computed_m, DIGITS),
            computed_at_s=self.computed and round(self.computed.at_s, 3),
            measured_at_s=self.measured and round(self.measured.at_s, 3),
            cycles_apart=self.cycles_apart,
        )


class Ranges:
    """The samples of a run, each beside the report of its instant; once compared only the result stays."""

    def __init__(self, run: RunSettings) -> None:
        """Begin without samples."""
        self._run = run
        self._model: Model | None = None  # as the run began with, read with the first sample
        self._reports: dict[int, tuple[float, Telemetry]] = {}  # the newest, by their instant
        self._alone = deque[RangeSample](maxlen=KEPT_MAX)  # samples whose report has not come
        self._pairs: list[tuple[RangeSample, float, Telemetry]] = []  # to be compared
        self._known = RangeAccount()

    def on_range_sample(self, sample: RangeSample) -> None:
        """Take a sample."""
        self._model = self._model or read_model(self._run)
        if sample.sampled_ns in self._reports:
            self._add(sample)
        else:
            self._alone.append(sample)

    def on_report(self, at_s: float, report: Telemetry) -> None:
        """Take a report, and when it arrived [s]."""
        self._reports[report.sampled_ns] = at_s, report
        if len(self._reports) > KEPT_MAX:
            del self._reports[next(iter(self._reports))]
        for sample in [each for each in self._alone if each.sampled_ns == report.sampled_ns]:
            self._alone.remove(sample)
            self._add(sample)

    def account(self) -> RangeAccount | None:
        """Compare what is not compared yet; None: nothing was measured."""
        if self._model is None:
            return None
        if self._pairs:
            from ground.report.facts.range_model import computed  # kernels, and most runs have no sensor

            pairs, self._pairs = self._pairs, []
            found = computed(self._model, self._run.collision_method, [report for *_, report in pairs])
            rows = [
                RangeRow(at_s, sample.sampled_ns, sample.distance, known.echo, known.nearest)
                for (sample, at_s, _), known in zip(pairs, found, strict=True)
            ]
            self._known = account_of(rows, self._run, before=self._known)
        return self._known

    def _add(self, sample: RangeSample) -> None:
        self._pairs.append((sample, *self._reports[sample.sampled_ns]))
        if len(self._pairs) == WAITING_MAX:
            self.account()


def account_of(
    rows: Sequence[RangeRow], run: RunSettings, *, before: RangeAccount | None = None
) -> RangeAccount:
    """Return the result of rows in order of time, after what was known before them."""
    known, warns_m = before or RangeAccount(), run.margins.warns_m
    off_m = [
        abs(row.measured - row.echo) for row in rows if row.measured is not None and row.echo is not None
    ]
    computed = known.computed or next((row for row in rows if _is_below(row.nearest, warns_m)), None)
    measured = known.measured or next((row for row in rows if _is_below(row.measured, warns_m)), None)
    apart = None
    if computed is not None and measured is not None:
        apart = round((measured.sampled_ns - computed.sampled_ns) / run.link.telemetry_period_ns)
    return RangeAccount(
        samples=known.samples + len(rows),
        off_max_m=max(_known(known.off_max_m, *off_m), default=None),
        least_measured_m=min(_known(known.least_measured_m, *(row.measured for row in rows)), default=None),
        least_computed_m=min(_known(known.least_computed_m, *(row.nearest for row in rows)), default=None),
        computed=computed,
        measured=measured,
        cycles_apart=apart,
    )


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


def _is_below(distance_m: float | None, limit_m: float) -> bool:
    return distance_m is not None and distance_m < limit_m


def _known(*values: float | None) -> list[float]:
    return [value for value in values if value is not None]
