"""Figures of a campaign's page: how figures are spread, and what the procedure tolerates."""

from collections.abc import Sequence

import matplotlib
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from ground.report.campaign_result import Bin, CampaignResult, SpreadFigure
from ground.report.confidence import Distribution
from ground.report.page.campaign_data import FailedFlight, Histogram, ToleranceGrid

SIZE_IN, GRID_IN = (3.2, 2.1), (3.2, 2.6)
BAR, MIDDLE, FAILED = "#2a9d8f", "#1c2430", "#b03a48"
FROM_NONE_TO_ALL = ("#d9a0a8", "#f3e3b3", "#9ad1ca")
LEAST_COUNTS = 5  # that have room beside one another
COUNT_BACK = {"fc": "white", "alpha": 0.6, "lw": 0, "pad": 0.5}  # legible above the crosses
NAMED = 12  # failed flights that have room for their seeds


def success_figure(result: CampaignResult) -> Figure:
    """Draw how many seeds were a success, how many were none, and how many did not run."""
    drawn, axes = _begun(SIZE_IN)
    won, flown = result.success.count, result.flown
    counts = {"success": won, "no success": flown - won, "did not run": result.runs - flown}
    bars = axes.bar([*counts], [*counts.values()], 0.7, color=[BAR, FAILED, "0.7"])
    axes.bar_label(bars, fontsize=8)
    axes.margins(y=0.12)
    axes.set_ylabel("seeds")
    return drawn


def spread_figure(figure: SpreadFigure, found: Histogram, spread: Distribution) -> Figure:
    """Draw how a figure is spread over the flights, with its median."""
    drawn, axes = _begun(SIZE_IN)
    edges = np.array(found.edges) * figure.scale
    axes.bar(edges[:-1], found.counts, np.diff(edges), align="edge", color=BAR, edgecolor="white", lw=0.6)
    middle = spread.quantiles[2]
    axes.axvline(middle.value * figure.scale, color=MIDDLE, lw=1.2, label="median")
    if middle.low is not None and middle.high is not None:
        low, high = middle.low * figure.scale, middle.high * figure.scale
        axes.axvspan(low, high, color=MIDDLE, alpha=0.12, lw=0, label="95 % confidence")
    axes.set(xlabel=figure.label, ylabel="flights")
    if not figure.unit:  # a count: its bars stand at whole numbers
        axes.set_xlim(edges[0], max(edges[-1], edges[0] + LEAST_COUNTS))
    axes.xaxis.set_major_locator(MaxNLocator(6, integer=not figure.unit))
    axes.yaxis.set_major_locator(MaxNLocator("auto", integer=True))
    drawn.legend(loc="outside upper left", ncols=2, frameon=False, fontsize=7)
    return drawn


def tolerance_figure(bins: Sequence[Bin]) -> Figure:
    """Draw the share of success in each part of a varied range, with its interval."""
    drawn, axes = _begun(SIZE_IN)
    for part in (each for each in bins if each.success.share is not None):
        found, middle = part.success, 0.5 * (part.least + part.most)
        share = 100.0 * (found.share or 0.0)
        axes.bar(
            part.least, share, part.most - part.least, align="edge", color=BAR, edgecolor="white", lw=0.6
        )
        axes.plot([middle, middle], [100.0 * found.low, 100.0 * found.high], color=MIDDLE, lw=1.2)
        label = f"{found.count}/{found.of}"
        axes.text(middle, 104.0, label, ha="center", va="bottom", fontsize=7)
    axes.set(xlim=(bins[0].least, bins[-1].most), ylim=(0.0, 118.0), yticks=[0, 50, 100])
    axes.set(xlabel=key_label(bins[0].key), ylabel="success [%]")
    return drawn


def grid_figure(grid: ToleranceGrid, failed: Sequence[FailedFlight]) -> Figure:
    """Draw the share of success over two varied ranges, and the flights without it where they were."""
    drawn, axes = _begun(GRID_IN)
    flights, success = np.array(grid.flights), np.array(grid.success)
    shares = np.ma.masked_array(success / np.maximum(flights, 1), flights == 0)
    colours = matplotlib.colors.LinearSegmentedColormap.from_list("success", FROM_NONE_TO_ALL)
    axes.pcolormesh(
        grid.across_edges, grid.upward_edges, shares, cmap=colours, vmin=0.0, vmax=1.0, ec="white", lw=1.0
    )
    _counts(axes, grid)
    place = [(flight.values[grid.across], flight.values[grid.upward]) for flight in failed]
    across, upward = zip(*place, strict=True) if place else ((), ())
    axes.plot(across, upward, "x", color=FAILED, ms=4, mew=1.2, clip_on=False)
    for flight, at in zip(failed, place, strict=True) if len(failed) <= NAMED else ():
        axes.annotate(str(flight.seed), at, (3, 2), textcoords="offset points", fontsize=7, color=FAILED)
    axes.set(xlabel=key_label(grid.across), ylabel=key_label(grid.upward))
    return drawn


def _counts(axes: Axes, grid: ToleranceGrid) -> None:
    """Write in each field how many of its flights were a success."""
    for row, (flights, success) in enumerate(zip(grid.flights, grid.success, strict=True)):
        for column, (of, count) in enumerate(zip(flights, success, strict=True)):
            if of:
                corner = grid.across_edges[column], grid.upward_edges[row]
                axes.annotate(
                    f"{count}/{of}",
                    corner,
                    (2, 2),
                    textcoords="offset points",
                    fontsize=6.5,
                    bbox=COUNT_BACK,
                    zorder=5,
                )


def key_label(key: str) -> str:
    """Return what a varied range is called; most keys end in their unit."""
    return "round trip [s]" if key == "delay" else key


def _begun(size_in: tuple[float, float]) -> tuple[Figure, Axes]:
    figure = Figure(figsize=size_in, layout="constrained")
    axes = figure.subplots()
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes
