"""Figures over time of a page: clearance, residual, delay, and the lanes of the delay."""

import math
from collections.abc import Callable, Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Polygon

from ground.report.page.page_data import (
    LaneBar,
    PlottedCourse,
    RunClearance,
    RunLanes,
    RunLink,
    RunPrediction,
)

WIDE_IN, HIGH_IN, LANES_IN = 6.4, 2.5, 2.6
COLOURS = ("#1c2430", "#2a9d8f", "#8a5fa8", "#8a93a3")
LIMIT, GRID = "#b03a48", "0.9"
LOOKS = {
    "sure": "#2a9d8f",
    "estimated": "#9ad1ca",
    "to come": "#d8e6e4",
    "not flown": "#d9a0a8",
    "unknown": "#b9c0ca",
}
LABEL_CHARACTERS_S = 0.012  # of the whole time that a character of a label takes
Scale = Callable[[float], float]


def clearance_figure(found: RunClearance) -> Figure:
    """Draw how near anything came, with what is required and the worst instant."""
    figure, axes = _begun(HIGH_IN + 0.4)
    _courses(axes, found.courses, _millimetres)
    axes.axhline(_millimetres(found.required_m), color=LIMIT, ls="--", lw=1, label="required")
    if found.worst:
        place = found.worst.at_s, _millimetres(found.worst.distance_m)
        axes.plot(*place, "v", color=LIMIT, ms=6, mec="white", label="worst instant")
    return _finished(figure, axes, "clearance [mm]", from_zero=True)


def residual_figure(found: RunPrediction) -> Figure:
    """Draw how far telemetry was from the model, with the band that a resting arm keeps."""
    figure, axes = _begun(HIGH_IN)
    _courses(axes, [found.course] if found.course else [], math.degrees)
    axes.axhline(math.degrees(found.band_rad), color=LIMIT, ls="--", lw=1, label="band at rest")
    return _finished(figure, axes, "residual [deg]", from_zero=True)


def delay_figure(found: RunLink, set_s: float) -> Figure:
    """Draw the delay as measured, with the one that was set."""
    figure, axes = _begun(HIGH_IN)
    _courses(axes, found.courses, float)
    axes.axhline(set_s, color="0.5", ls=":", lw=1, label="set")
    low, high = axes.get_ylim()
    axes.set_ylim(min(low, set_s - 0.1), max(high, set_s + 0.1))
    return _finished(figure, axes, "delay [s]", from_zero=False)


def lanes_figure(found: RunLanes) -> Figure:
    """Draw what was commanded, on its way, executed and seen, one lane below the other."""
    figure, axes = _begun(LANES_IN)
    for loss in found.losses:
        axes.axvspan(loss.from_s, loss.until_s, color="0.93", lw=0)
    ends = [bar.until_s + bar.slant_s for bar in found.bars]
    begins = [bar.from_s for bar in found.bars]
    span_s = max(ends, default=1.0) - min(begins, default=0.0)
    labelled = dict[int, float]()  # lane -> where its last label ends
    for bar in found.bars:
        _bar(axes, bar, span_s)
        labelled[bar.lane] = _label(axes, bar, span_s, taken_s=labelled.get(bar.lane, -math.inf))
    for stop in found.stops:
        axes.axvline(stop.at_s, color=LIMIT, lw=1)
    axes.set_xlim(min(begins, default=0.0) - 0.02 * span_s, max(ends, default=1.0) + 0.02 * span_s)
    axes.set_ylim(len(found.names) - 0.4, -0.6)
    axes.set_yticks(range(len(found.names)), found.names)
    axes.set_xlabel("time [s]")
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(axis="y", length=0)
    return figure


def _bar(axes: Axes, bar: LaneBar, span_s: float) -> None:
    top, low = bar.lane - 0.34, bar.lane + 0.34
    until_s = max(bar.until_s, bar.from_s + 0.003 * span_s)
    corners = [
        (bar.from_s, top),
        (until_s, top),
        (until_s + bar.slant_s, low),
        (bar.from_s + bar.slant_s, low),
    ]
    axes.add_patch(Polygon(corners, facecolor=LOOKS.get(bar.look, "0.8"), edgecolor="white", lw=0.5))


def _label(axes: Axes, bar: LaneBar, span_s: float, *, taken_s: float) -> float:
    """Write what a bar is, where it has room beside the label before it; return where the last one ends."""
    middle, half_s = 0.5 * (bar.from_s + bar.until_s), 0.5 * LABEL_CHARACTERS_S * span_s * len(bar.label)
    if bar.slant_s or bar.until_s - bar.from_s <= 2.0 * half_s or middle - half_s < taken_s:
        return taken_s
    axes.text(middle, bar.lane, bar.label, ha="center", va="center", fontsize=7, clip_on=True)
    return middle + half_s


def _begun(high_in: float) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(WIDE_IN, high_in), layout="constrained")
    return figure, figure.subplots()


def _courses(axes: Axes, courses: Sequence[PlottedCourse], scale: Scale) -> None:
    for course, colour in zip(courses, COLOURS, strict=False):
        shown = [math.nan if value is None else scale(value) for value in course.value]
        axes.plot(course.at_s, shown, color=colour, lw=1.2, label=course.name)


def _millimetres(metres: float) -> float:
    return 1e3 * metres


def _finished(figure: Figure, axes: Axes, label: str, *, from_zero: bool) -> Figure:
    axes.set_ylabel(label)
    axes.set_xlabel("time [s]")
    axes.grid(visible=True, color=GRID)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    axes.margins(x=0.01)
    if from_zero:
        axes.set_ylim(bottom=min(0.0, axes.get_ylim()[0]))
    figure.legend(loc="outside upper left", ncols=5, frameon=False, fontsize=8)
    return figure
