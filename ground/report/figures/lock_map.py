"""The map of locks: over joint and locked angle, how much of a motion of the tool is missed."""

import math
from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from telemetry.plan.planned import Advice, JointAdvice

WIDTH_IN, ROW_IN = 9.0, 1.15
PLACE, TURN, USED, MAY_LOCK = "#1f6f8b", "#c46210", "#b5b5b5", "#d5ebe0"
MM_PER_M = 1000.0
EXACT = 1e-6  # [mm or deg]


def lock_map(found: Advice) -> Figure:
    """Draw a row for each joint: place and attitude missed over the angle at which it locks."""
    joints = found.joints
    figure = Figure(figsize=(WIDTH_IN, 1.0 + ROW_IN * len(joints)), layout="constrained")
    rows = figure.subplots(len(joints), 1, squeeze=False)[:, 0]
    for axes, joint in zip(rows, joints, strict=True):
        _row(axes, joint)
    rows[-1].set_xlabel("locked at [deg]" if joints[-1].unit == "rad" else "locked at [m]")
    figure.suptitle(
        f"{found.kind} of {found.robot} with one joint locked: missed at most, place [mm] blue, "
        "attitude [deg] orange\ngreen: where it may lock; grey: what the line takes the joint through",
        fontsize=9,
    )
    return figure


def _row(axes: Axes, joint: JointAdvice) -> None:
    """Draw one joint."""
    scale = 180.0 / math.pi if joint.unit == "rad" else 1.0
    values = [scale * tried.value for tried in joint.tried]
    axes.set_xlim(scale * joint.low, scale * joint.high)
    for low, high in joint.may_lock:
        axes.axvspan(scale * low, scale * high, color=MAY_LOCK, lw=0)
    axes.axvspan(scale * joint.least, scale * joint.most, color=USED, lw=1)
    beside = axes.twinx()
    place = [_scaled(tried.place_m, MM_PER_M) for tried in joint.tried]
    turn = [_scaled(tried.turn_rad, 180.0 / math.pi) for tried in joint.tried]
    _curve(axes, values, place, colour=PLACE)
    _curve(beside, values, turn, colour=TURN)
    axes.tick_params(labelsize=7, axis="x")
    label = f"{joint.name}\ngives {joint.gives or 'nothing'}"
    axes.set_ylabel(label, fontsize=7, rotation=0, ha="right", va="center")


def _curve(axes: Axes, values: Sequence[float], missed: Sequence[float], *, colour: str) -> None:
    """Draw what is missed; of what is exact everywhere, nothing."""
    if all(math.isnan(each) or each < EXACT for each in missed):
        axes.set_yticks([])
        return
    axes.plot(values, missed, "o-", ms=2.5, lw=1, color=colour)
    axes.set_ylim(bottom=0.0)
    axes.tick_params(labelsize=7, colors=colour, axis="y")


def _scaled(figure: float | None, scale: float) -> float:
    return math.nan if figure is None else scale * figure
