"""Figures of a recording over time: an axis for each unit, a line for each figure, broken where it is silent.

A single limit is drawn, of two each where the values come near it: a joint that moves little is seen to.
"""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ground.series.figure_course import FigureCourse
from ground.series.rings import SILENCE_NS
from telemetry.agreed.run_settings import NS_PER_S

WIDTH_IN, HEIGHT_IN, HEAD_IN = 9.0, 2.6, 0.6  # of one axis; of what stands above all
COLOURS = ("#1f6f8b", "#c46210", "#5b7f3a", "#7d4a8d", "#b03a48", "#6b6b6b", "#b8860b", "#2c3e73")
NEAR = 1.0  # spans of a figure's values within which its limit is in sight


def course_figure(title: str, courses: Sequence[FigureCourse]) -> Figure:
    """Draw figures over time."""
    units = [*dict.fromkeys(course.unit for course in courses)]
    figure = Figure(figsize=(WIDTH_IN, HEAD_IN + HEIGHT_IN * len(units)), layout="constrained")
    all_axes = figure.subplots(len(units), 1, sharex=True, squeeze=False)[:, 0]
    for unit, axes in zip(units, all_axes, strict=True):
        _draw(axes, [course for course in courses if course.unit == unit])
        axes.set_ylabel(f"[{unit}]" if unit else "count, or flag")
    all_axes[0].set_title(title, fontsize=10, loc="left")
    all_axes[-1].set_xlabel("time [s]")
    return figure


def _draw(axes: Axes, courses: Sequence[FigureCourse]) -> None:
    for place, course in enumerate(courses):
        colour = COLOURS[place % len(COLOURS)]
        after = np.flatnonzero(np.diff(course.t) * NS_PER_S > SILENCE_NS) + 1
        t, values = np.insert(course.t, after, course.t[after]), np.insert(course.values, after, np.nan)
        axes.plot(t, values, color=colour, lw=1.2, label=f"{course.name}{_limits_text(course)}")
        for limit in _in_sight(course):
            axes.axhline(limit, color=colour, lw=1.0, ls="--")
    axes.grid(visible=True, color="0.93")
    axes.set_axisbelow(True)
    axes.legend(fontsize=7, frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5))


def _in_sight(course: FigureCourse) -> Sequence[float]:
    """Return the limits of a figure that are drawn."""
    known = course.values[np.isfinite(course.values)]
    if len(course.limits) < 2 or not len(known):
        return course.limits
    low, high, reach = known.min(), known.max(), NEAR * np.ptp(known)
    return [limit for limit in course.limits if low - reach <= limit <= high + reach]


def _limits_text(course: FigureCourse) -> str:
    """Return the limits of a figure behind its name, or nothing."""
    if not course.limits:
        return ""
    return f"\nlimit{'s' * (len(course.limits) > 1)} {', '.join(f'{each:.4g}' for each in course.limits)}"
