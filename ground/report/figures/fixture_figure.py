"""A picture of a tube: from above, from the side and in space among what is in the way, and its clearance.

from above (x, y)   | from the side on which it is longer (x or y, z)
in space            | clearance of the hand along the axis, with what is needed
"""

import itertools
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.figure import Figure
from matplotlib.patches import Circle
from numpy.typing import NDArray

from ground.report.figures.shadows import body_points, hull
from telemetry.plan.judged import BoxOutline, MadeTube

Array = NDArray[np.float64]

SIZE_IN = (11.0, 9.0)
BODY, TUBE, AXIS, NEEDED_COLOUR = "#8a93a3", "#2a9d8f", "#14594f", "#b03a48"
AROUND_M = 0.35  # of the tube that is shown


def fixture_figure(found: MadeTube) -> Figure:
    """Draw a tube, the result of `farhand fixture`."""
    figure = Figure(figsize=SIZE_IN, layout="constrained")
    grid = figure.add_gridspec(2, 2, height_ratios=(1.2, 1.0))
    axis = np.array(found.axis_m)
    level = int(np.argmax(np.ptp(axis[:, :2], axis=0)))  # seen from the other side, it would be end-on
    for column, (i, j) in enumerate(((0, 1), (level, 2))):
        _flat(figure.add_subplot(grid[0, column]), found, axis, sides=(i, j))
    _space(figure.add_subplot(grid[1, 0], projection="3d"), found, axis)
    _clearance(figure.add_subplot(grid[1, 1]), found, axis)
    kind = "cylinder" if len(found.points_m) == 2 else "tube"
    length, radius = found.length_m, 1e3 * found.radius_m
    figure.suptitle(f"{kind} of {length:.2f} m, radius {radius:.0f} mm: {found.robot} in {found.scene}")
    return figure


def _flat(axes: Axes, found: MadeTube, axis: Array, *, sides: tuple[int, int]) -> None:
    """Draw the shadows of tube and bodies on two axes."""
    i, j = sides
    for body in found.obstacles:
        outline = hull(body_points(body)[:, [i, j]])
        axes.add_collection(PolyCollection([outline], facecolor=BODY, alpha=0.35, edgecolor=BODY))
    for p in axis:
        axes.add_patch(Circle((p[i], p[j]), found.radius_m, color=TUBE, alpha=0.05, lw=0))
    axes.plot(axis[:, i], axis[:, j], color=AXIS, lw=1.2)
    keys = np.array(found.points_m)
    axes.plot(keys[:, i], keys[:, j], "o", color=AXIS, ms=3)
    for name, p in (("A", keys[0]), ("B", keys[-1])):
        axes.annotate(name, (p[i], p[j]), xytext=(5, 5), textcoords="offset points", fontweight="bold")
    low, high = axis.min(axis=0) - AROUND_M, axis.max(axis=0) + AROUND_M
    axes.set(xlim=(low[i], high[i]), ylim=(low[j], high[j]), aspect="equal")
    axes.set(xlabel=f"{'xyz'[i]} [m]", ylabel=f"{'xyz'[j]} [m]")
    axes.set_title("from above" if j == 1 else "from the side", fontsize=10)


def _space(axes: Any, found: MadeTube, axis: Array) -> None:
    low, high = axis.min(axis=0) - AROUND_M, axis.max(axis=0) + AROUND_M
    for body in found.obstacles:
        points = np.clip(body_points(body), low, high)
        if isinstance(body, BoxOutline):
            for a, b in itertools.combinations(range(8), 2):
                if (a ^ b).bit_count() == 1:
                    axes.plot(*points[[a, b]].T, color=BODY, lw=0.8)
        else:
            axes.plot(*np.clip(np.array(body.ends_m), low, high).T, color=BODY, lw=4, alpha=0.6)
    axes.plot(*axis.T, color=TUBE, lw=6, alpha=0.35)
    axes.plot(*axis.T, color=AXIS, lw=1.2)
    axes.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]), zlim=(low[2], high[2]))
    axes.set(xlabel="x", ylabel="y", zlabel="z", box_aspect=tuple(high - low))


def _clearance(axes: Axes, found: MadeTube, axis: Array) -> None:
    along = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(axis, axis=0), axis=1))])
    near = [np.nan if d is None else 1e3 * d for d in found.hand_clearance_m]
    axes.plot(along, near, color=AXIS, label="of the hand on the axis")
    needed = 1e3 * (found.radius_m + found.required_m)
    axes.axhline(needed, color=NEEDED_COLOUR, ls=":", label="needed: radius and what is required")
    axes.set(xlabel="along the axis [m]", ylabel="clearance [mm]", xlim=(0.0, along[-1]))
    axes.set_ylim(bottom=min(0.0, *[d for d in near if np.isfinite(d)], 0.0))
    axes.legend(fontsize=8, frameon=False)
