"""The arm at the instant in which it came nearest to anything: from above and from the side."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.figure import Figure
from numpy.typing import NDArray

from ground.report.figures.shadows import body_points, hull
from ground.report.page.page_data import WorstInstant

Array = NDArray[np.float64]
SIZE_IN = (6.4, 3.2)
ARM, AROUND, NEAR, WAY = "#2a9d8f", "#8a93a3", "#b03a48", "#1f6f8b"
MARGIN_M = 0.15


def worst_figure(found: WorstInstant) -> Figure:
    """Draw the worst instant."""
    figure = Figure(figsize=SIZE_IN, layout="constrained")
    above, side = figure.subplots(1, 2)
    arm = np.concatenate([body_points(body) for body in found.arm])
    level = int(np.argmax(np.ptp(arm[:, :2], axis=0)))  # seen from the other side, it would be end-on
    _view(above, found, sides=(0, 1))
    _view(side, found, sides=(level, 2))
    above.set_title("from above", fontsize=8)
    side.set_title("from the side", fontsize=8)
    return figure


def _view(axes: Axes, found: WorstInstant, *, sides: tuple[int, int]) -> None:
    i, j = sides
    for bodies, colour in ((found.around, AROUND), (found.arm, ARM)):
        for body in bodies:
            is_near = body.name in found.pair
            face = NEAR if is_near else colour
            outline = hull(body_points(body)[:, [i, j]])
            axes.add_collection(PolyCollection([outline], facecolor=face, alpha=0.4, edgecolor=face, lw=0.8))
    way = np.array(found.tool_m).reshape(-1, 3)
    axes.plot(way[:, i], way[:, j], color=WAY, lw=0.8, ls=":")
    near = np.array(found.points_m).reshape(-1, 3)
    axes.plot(near[:, i], near[:, j], "o-", color=NEAR, ms=2.5, lw=1.2)
    seen = np.concatenate([*(body_points(body) for body in found.arm), way, near])[:, [i, j]]
    low, high = seen.min(axis=0) - MARGIN_M, seen.max(axis=0) + MARGIN_M
    axes.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]), aspect="equal")
    axes.set(xlabel=f"{'xyz'[i]} [m]", ylabel=f"{'xyz'[j]} [m]")
    axes.tick_params(labelsize=7)
