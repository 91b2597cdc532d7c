"""Figures of a page of several runs: how the score and each of its measures go from run to run."""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from ground.report.page.page_data import RunReport

SIZE_IN = (3.2, 1.9)
LINE = "#14594f"


class Trend(NamedTuple):
    """One figure of all runs, in order."""

    name: str
    unit: str
    values: list[float | None]


def trends(runs: Sequence[RunReport]) -> Iterator[Trend]:
    """Yield the score and each measure that two runs have at least."""
    found = [Trend("score", "", [run.score.score for run in runs])]
    for rows in zip(*(run.score.rows for run in runs), strict=True):
        found.append(Trend(rows[0].name, rows[0].unit, [row.value for row in rows]))
    yield from (trend for trend in found if sum(value is not None for value in trend.values) > 1)


def trend_figure(trend: Trend) -> Figure:
    """Draw it; a run without the figure leaves a gap."""
    figure = Figure(figsize=SIZE_IN, layout="constrained")
    axes = figure.subplots()
    scale, unit = (1e3, "mm") if trend.unit == "m" else (1.0, trend.unit)
    shown = [math.nan if value is None else float(value) * scale for value in trend.values]
    axes.plot(range(1, len(shown) + 1), shown, "o-", color=LINE, lw=1.2, ms=3.5)
    axes.set(xlabel="run", ylabel=f"{trend.name} [{unit}]" if unit else trend.name)
    axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
    known = [value for value in shown if not math.isnan(value)]
    if min(known) >= 0.0:
        axes.set_ylim(0.0, 1.15 * max(known) or 1.0)
    axes.yaxis.set_major_locator(MaxNLocator(5, integer=all(value.is_integer() for value in known)))
    axes.grid(visible=True, color="0.9")
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    return figure
