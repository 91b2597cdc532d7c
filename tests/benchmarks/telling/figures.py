"""Figures of what was measured: how time grows, and ours beside others."""

from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

WIDTH_IN, ROW_IN, PANEL_IN = 9.0, 0.3, 3.6
OURS, AIM, MISSED, TEXT = "#1f6f8b", "#c46210", "#b03a48", "#333333"
MARKS = "osD^v"


def growth_figure(growth: Sequence[dict[str, Any]]) -> Figure:
    """Draw time over size for each kind of size, two beside each other, the legend of each above it."""
    kinds = list(dict.fromkeys(curve["what"] for curve in growth))
    rows = -(-len(kinds) // 2)
    figure = Figure(figsize=(WIDTH_IN, PANEL_IN * rows), layout="constrained")
    panels = figure.subplots(rows, min(2, len(kinds)), squeeze=False)
    for axes in panels.flat[len(kinds) :]:
        axes.set_axis_off()
    for axes, kind in zip(panels.flat, kinds, strict=False):
        _growth_panel(axes, kind, [curve for curve in growth if curve["what"] == kind])
    for axes in panels[:, 0]:
        axes.set_ylabel("time of an answer [µs]")
    return figure


def _growth_panel(axes: Axes, kind: str, curves: Sequence[dict[str, Any]]) -> None:
    """Draw one kind of size; sizes of less than a decade tell no power."""
    sizes = curves[0]["sizes"]
    tells_power = sizes[-1] >= 10 * sizes[0]
    for number, (curve, mark) in enumerate(zip(curves, MARKS, strict=False)):
        label = f"{curve['ask']}, power {curve['exponent']:.2f}" if tells_power else curve["ask"]
        axes.plot(sizes, curve["us"], marker=mark, ms=4, color=f"C{number}", label=label)
    each = [us for curve in curves for us in curve["us"]]
    axes.set_yscale("log")
    axes.set_ylim(0.5 * min(each), 2.0 * max(each))
    if tells_power:
        first = max(curve["us"][0] for curve in curves)
        linear = [first * size / sizes[0] for size in sizes]
        axes.plot(sizes, linear, "--", color="0.6", lw=1, label="in proportion")
        axes.set_xscale("log")
    else:
        axes.set_xticks(sizes)
    axes.set_xlabel(kind)
    axes.grid(visible=True, which="major", color="0.9")
    axes.legend(fontsize=8, loc="lower left", bbox_to_anchor=(-0.02, 1.0), frameon=False)


def peers_figure(rows: Sequence[dict[str, Any]]) -> Figure:
    """Draw how many times as fast as each peer ours is, from 1 on, and how many times it is to be."""
    shown = [row for row in rows if row["ratio"] is not None][::-1]
    figure = Figure(figsize=(WIDTH_IN, 1.0 + ROW_IN * len(shown)), layout="constrained")
    axes = figure.subplots()
    for place, row in enumerate(shown):
        ratio, colour = row["ratio"], MISSED if row["ok"] is False else OURS
        axes.barh(place, ratio - 1.0, left=1.0, color=colour, height=0.6)
        side = {"ha": "left", "x": ratio * 1.08} if ratio >= 1.0 else {"ha": "right", "x": ratio / 1.08}
        axes.text(y=place, s=f"{ratio:.3g}x", va="center", fontsize=8, color=TEXT, **side)
        if row["target"]["ratio"] is not None:
            axes.plot([row["target"]["ratio"]] * 2, [place - 0.42, place + 0.42], color=AIM, lw=2.5)
    axes.set_xscale("log")
    axes.axvline(1.0, color="0.4", lw=1)
    axes.set_yticks(
        range(len(shown)), [f"{row['id']}  {row['case']}\n{row['peer']}" for row in shown], fontsize=7
    )
    axes.set_ylim(-0.7, len(shown) - 0.3)
    axes.margins(x=0.15)
    axes.set_xlabel("times as fast as the peer; a line: what is aimed at; red: missed, or the answers differ")
    axes.grid(visible=True, axis="x", color="0.9")
    axes.set_axisbelow(True)
    return figure
