"""A bilateral hand over time: where the tool was sent and where it was received, and the force of both.

position   sent --, received ..   along each axis that moved
force      given ----, asked - -  along the same axes; K_f v T is what steady motion is felt as
"""

from typing import Any

import msgspec
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from ground.report.facts.forces import HandForces

Array = NDArray[np.float64]

WIDTH_IN, HEIGHT_IN = 9.0, 6.4
AXES, COLOURS = "xyz", ("#1f6f8b", "#c46210", "#5b7f3a")
MOVED = 0.05  # share of the greatest motion below which an axis is left out
GAP_S = 0.5  # without a force, in which lines are broken


def force_figure(found: HandForces) -> Figure:
    """Draw the result of `farhand record force`."""
    samples = {name: np.array(rows) for name, rows in msgspec.structs.asdict(found.samples).items()}
    sent = samples["sent_m"] - samples["sent_m"][0]
    received = samples["received_m"] - samples["sent_m"][0]
    figure = Figure(figsize=(WIDTH_IN, HEIGHT_IN), layout="constrained")
    place, force = figure.subplots(2, 1, sharex=True)
    t = samples["at_s"]
    for axis in _shown(sent, samples["force_n"]):
        _line(place, t, 1e3 * sent[:, axis], color=COLOURS[axis], label=f"{AXES[axis]} sent")
        _line(place, t, 1e3 * received[:, axis], color=COLOURS[axis], ls="--", label=f"{AXES[axis]} received")
        _line(force, t, samples["force_n"][:, axis], color=COLOURS[axis], label=f"{AXES[axis]} on the hand")
        _line(force, t, samples["asked_n"][:, axis], color="0.35", lw=1, ls=":", label=f"{AXES[axis]} asked")
    place.set_ylabel("tool, from where it began [mm]")
    force.set_ylabel("force [N]")
    force.set_xlabel("time [s]")
    place.set_title(_title(found), fontsize=10, loc="left")
    for axes in (place, force):
        axes.axhline(0.0, color="0.8", lw=0.8, zorder=0)
        axes.grid(visible=True, color="0.93")
        axes.set_axisbelow(True)
        axes.legend(fontsize=8, frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5))
    force.set_xlim(t[0], t[-1])
    return figure


def _shown(sent: Array, force: Array) -> list[int]:
    """Return the axes along which the tool, or the force, has changed noticeably."""
    shares = [np.ptp(rows, axis=0) / max(float(np.ptp(rows, axis=0).max()), 1e-12) for rows in (sent, force)]
    return [axis for axis in range(3) if max(share[axis] for share in shares) > MOVED]


def _line(axes: Axes, t: Array, values: Array, **style: Any) -> None:
    """Draw a line that is broken where no force was reported."""
    after = np.flatnonzero(np.diff(t) > GAP_S) + 1
    axes.plot(np.insert(t, after, t[after]), np.insert(values, after, np.nan), **style)


def _title(found: HandForces) -> str:
    force = found.force
    return (
        f"{found.scenario}: sent and received through {force.delay_s:.2f} s, felt at {force.gain_n_m:.3g} N/m"
    )
