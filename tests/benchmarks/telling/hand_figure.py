"""A figure of what helps a hand: time on task of each condition, a panel for each delay, one scale."""

from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

WIDTH_IN, PANEL_IN, ROW_IN = 9.0, 0.7, 0.3
BAR, BOUNDS, TEXT = "#1f6f8b", "#c46210", "#333333"
ROOM = 1.25  # times the longest, for figures


def hand_figure(found: dict[str, Any]) -> Figure:
    """Draw the rows of a study of the hand: bar, mean; line, bounds of 95 % confidence."""
    rows = found["rows"]
    delays = list(dict.fromkeys(row["delay_s"] for row in rows))
    each = [[row for row in rows if row["delay_s"] == delay] for delay in delays]
    heights = [PANEL_IN + ROW_IN * len(shown) for shown in each]
    figure = Figure(figsize=(WIDTH_IN, 0.4 + sum(heights)), layout="constrained")
    panels = figure.subplots(len(delays), 1, squeeze=False, sharex=True, height_ratios=heights).ravel()
    for axes, delay, shown in zip(panels, delays, each, strict=True):
        _panel(axes, f"link of {delay:g} s", shown[::-1])
    panels[0].set_xlim(0.0, ROOM * max(row["time_s"]["high"] for row in rows))
    figure.supxlabel("time on task [s]: bar, mean; line, 95 % confidence", fontsize=9)
    return figure


def _panel(axes: Axes, title: str, shown: list[dict[str, Any]]) -> None:
    axes.barh(range(len(shown)), [row["time_s"]["value"] for row in shown], color=BAR, height=0.6)
    for place, row in enumerate(shown):
        time = row["time_s"]
        axes.plot([time["low"], time["high"]], [place, place], color=BOUNDS, lw=2)
        axes.text(time["high"], place, _told(row), va="center", fontsize=7, color=TEXT)
    axes.set_yticks(range(len(shown)), [row["condition"] for row in shown], fontsize=8)
    axes.tick_params(axis="x", labelsize=8)
    axes.set_title(title, fontsize=9, loc="left")
    axes.grid(visible=True, axis="x", color="0.9")
    axes.set_axisbelow(True)


def _told(row: dict[str, Any]) -> str:
    missed = row["runs"] - row["reached"]
    return f"  {row['time_s']['value']:.1f}" + (f", {missed} of {row['runs']} not reached" if missed else "")
