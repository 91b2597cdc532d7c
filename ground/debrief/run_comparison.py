"""Two runs row by row: what differs between a rehearsal and its pass, or a person and a script."""

from collections.abc import Iterator, Sequence

import msgspec

from ground.report.page.comparison_data import ComparedFigure, ComparedStep, RunComparison
from ground.report.page.page_data import RunReport

DIGITS = 4
Figures = Iterator[tuple[str, str, float | None]]


def comparison_of(runs: Sequence[RunReport]) -> RunComparison | None:
    """Return how the second run differs from the first; None: there are not two."""
    if len(runs) != 2:
        return None
    first, second = runs
    digests = [run.configuration.configuration for run in runs]
    measured = [{row.name for row in run.score.rows if row.mark is not None} for run in runs]
    is_same_measure = measured[0] == measured[1]
    return RunComparison(
        is_same_model=digests[0] == digests[1] if all(digests) else None,
        is_same_measure=is_same_measure,
        figures=[
            _score(first, second, is_comparable=is_same_measure),
            *(
                _figure(name, unit, first=value, second=other)
                for (name, unit, value), (_, _, other) in zip(_figures(first), _figures(second), strict=True)
            ),
        ],
        steps=[*_steps(first, second)],
    )


def _figures(run: RunReport) -> Figures:
    """Yield the figures of a run that are set beside those of another: always the same ones."""
    for row in run.score.rows:
        yield row.name, row.unit, row.value
    yield "duration", "s", run.head.duration_s
    yield "round trip", "s", run.head.measured_s
    yield "findings", "", len(run.findings)
    yield "commands", "", sum(run.commands.ends.values())
    yield "commands confirmed", "", run.commands.ends.get("confirmed", 0)
    yield "telemetry lost", "", run.link.telemetry.lost
    yield "residual, worst", "rad", run.prediction.worst_rad


def _score(first: RunReport, second: RunReport, *, is_comparable: bool) -> ComparedFigure:
    found = _figure("score", "", first=first.score.score, second=second.score.score)
    return found if is_comparable else msgspec.structs.replace(found, difference=None)


def _figure(name: str, unit: str, *, first: float | None, second: float | None) -> ComparedFigure:
    return ComparedFigure(
        name=name, unit=unit, first=first, second=second, difference=_difference(first, second)
    )


def _steps(first: RunReport, second: RunReport) -> Iterator[ComparedStep]:
    """Yield the parts of both procedures: in the order of the first, then those of the second alone."""
    took, took_then = _durations(first), _durations(second)
    for plan, steps, what in dict.fromkeys([*took, *took_then]):
        at, then = took.get((plan, steps, what)), took_then.get((plan, steps, what))
        yield ComparedStep(
            plan=plan, steps=steps, what=what, first_s=at, second_s=then, difference_s=_difference(at, then)
        )


def _durations(run: RunReport) -> dict[tuple[str, str, str], float | None]:
    return {(step.plan, step.steps, step.what): _difference(step.begun_s, step.ended_s) for step in run.steps}


def _difference(first: float | None, second: float | None) -> float | None:
    return None if first is None or second is None else round(second - first, DIGITS)
