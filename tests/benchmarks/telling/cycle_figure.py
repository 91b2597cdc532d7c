"""A figure of cycle times: a bar for each way's median, a mark at what 99 of 100 calls stay below."""

from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

WIDTH_IN, PANEL_IN, COLUMNS = 9.0, 2.4, 2
OURS, OTHERS, SLOW, TEXT = "#1f6f8b", "0.75", "#c46210", "#333333"
SHOWN = 2.5  # times the longest median; what is slower, mostly by a busy machine, is told at the edge
ROOM = 1.3  # beside that, for figures


def cycle_figure(cycles: Sequence[dict[str, Any]]) -> Figure:
    """Draw a panel for each case, with the same scale; ours are coloured."""
    cases = list(dict.fromkeys(each["case"] for each in cycles))
    lines, end = -(-len(cases) // COLUMNS), SHOWN * max(each["median"] for each in cycles)
    figure = Figure(figsize=(WIDTH_IN, 0.5 + PANEL_IN * lines), layout="constrained")
    panels = figure.subplots(lines, COLUMNS, squeeze=False, sharex=True).ravel()
    for axes, case in zip(panels, cases, strict=False):
        _panel(axes, case, [each for each in cycles if each["case"] == case], end=end)
    for axes in panels[len(cases) :]:
        axes.remove()
    panels[0].set_xlim(0.0, ROOM * end)
    figure.supxlabel("time of a cycle [µs]: bar, median; mark, 99 of 100 calls stay below", fontsize=9)
    return figure


def _panel(axes: Axes, case: str, cycles: Sequence[dict[str, Any]], *, end: float) -> None:
    shown = cycles[::-1]
    colours = [OURS if each["is_ours"] else OTHERS for each in shown]
    axes.barh(range(len(shown)), [each["median"] for each in shown], color=colours, height=0.6)
    for place, each in enumerate(shown):
        slow = min(each["slow"], end)
        if slow < end:
            axes.plot([slow, slow], [place - 0.36, place + 0.36], color=SLOW, lw=2)
        told = f"  {each['median']:.2f} / {each['slow']:.3g}"
        axes.text(slow, place, told, va="center", fontsize=7, color=TEXT)
    axes.set_yticks(range(len(shown)), [each["name"] for each in shown], fontsize=8)
    axes.tick_params(axis="x", labelsize=8)
    axes.set_title(case, fontsize=9, loc="left")
    axes.grid(visible=True, axis="x", color="0.9")
    axes.set_axisbelow(True)
