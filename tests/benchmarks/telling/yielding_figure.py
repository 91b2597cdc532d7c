"""What is felt of a force over how steeply it falls as the hand lets it go: a line for each case."""

from typing import Any

from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

WIDTH_IN, HEIGHT_IN = 7.0, 4.6
COLOURS = ("#1f6f8b", "#c46210", "#5b7f3a")
WANTED_SHARE, WANTED_FALL_N = 0.7, 1.0
ALL = 0.99  # of the force: whatever holds so much lies in one place


def yielding_figure(found: dict[str, Any]) -> Figure:
    """Draw the rows of hands that yield; grey, what is wanted; crosses, what can be had."""
    figure = Figure(figsize=(WIDTH_IN, HEIGHT_IN), layout="constrained")
    axes = figure.subplots()
    axes.add_patch(Rectangle((0.0, WANTED_SHARE), WANTED_FALL_N, 1.1 - WANTED_SHARE, color="0.9"))
    cases = dict.fromkeys(row["case"] for row in found["rows"])
    for case, colour in zip(cases, COLOURS, strict=False):
        rows = [row for row in found["rows"] if row["case"] == case]
        falls, shares = [row["fall_n"] for row in rows], [row["share"] for row in rows]
        axes.plot(falls, shares, color=colour, marker=".", label=case)
        own = next(row for row in rows if row["is_own"])
        axes.plot(own["fall_n"], own["share"], color=colour, marker="o", ms=9, mfc="none")
        axes.plot(WANTED_FALL_N, own["best_share"], color=colour, marker="x", ms=8, mew=2)
        for row in (row for row in rows if row["share"] < ALL):
            axes.annotate(f" {row['softness']:g}", (row["fall_n"], row["share"]), fontsize=6, color="0.4")
    axes.set_xlim(left=0.0)
    axes.set_ylim(0.0, 1.1)
    axes.set_xlabel("greatest fall within 0.1 s as the hand yields [N]")
    axes.set_ylabel("share of the force felt before")
    axes.set_title("softness of the store [N/m]; ring: as built, cross: any law, grey: wanted", fontsize=9)
    axes.grid(visible=True, color="0.93")
    axes.legend(fontsize=8, frameon=False, loc="lower right")
    return figure
