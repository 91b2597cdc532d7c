"""Figures of plans: joints, speeds, the tool's way and the clearance; another plan beside it dashed.

    joint angles   | speeds as shares of their limits
    tool x, y, z   | the tool's way in space, among the plan's fixtures
    least clearance over time, with what is required       | marks: where each move ends

Nominal and with a locked joint beside one another, as figures 8 and 9 of the published system show them.
"""

import math
from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from telemetry.plan.judged import PlanLines

SIZE_IN = (11.0, 10.5)
STYLES = ("-", "--")
REQUIRED_COLOUR, MARK_COLOUR, FIXTURE_COLOUR = "#b03a48", "0.75", "#2a9d8f"
HEADROOM = 1.1  # above the greatest clearance
AXES = ("x", "y", "z")
LEAST_M = 0.2  # of the space that is shown: a tool that stays does not look as if it moved
COLOURS = (
    "#1f6f8b",
    "#c46210",
    "#3a7d44",
    "#7b4f9d",
    "#8c564b",
    "#b8860b",
    "#4c566a",
    "#b03a48",
    "#5aa9c9",
    "#e0a36b",
    "#8fbf8f",
)


def plan_figure(shown: Sequence[PlanLines]) -> Figure:
    """Draw one plan, or two: the first solid, the second dashed."""
    figure = Figure(figsize=SIZE_IN, layout="constrained")
    grid = figure.add_gridspec(3, 2, height_ratios=(1.0, 1.0, 0.8))
    joints, speeds = figure.add_subplot(grid[0, 0]), figure.add_subplot(grid[0, 1])
    tool, space = figure.add_subplot(grid[1, 0]), figure.add_subplot(grid[1, 1], projection="3d")
    near = figure.add_subplot(grid[2, :])
    for plan, style in zip(shown, STYLES, strict=False):
        _joints(joints, plan, style)
        _speeds(speeds, plan, style)
        _tool(tool, plan, style)
        _space(space, plan, style)
        _near(near, plan, style)
    _fixtures(space, shown[0])
    _widen(space)
    for axes in (joints, speeds, tool, near):
        _marks(axes, shown[0])
    highest = max(max(plan.clearance_m) for plan in shown)
    near.set_ylim(1e3 * min(0.0, *shown[0].clearance_m), 1e3 * HEADROOM * highest)
    near.axhline(1e3 * shown[0].required_m, color=REQUIRED_COLOUR, lw=1, ls=":", label="required")
    near.legend(fontsize=8, frameon=False, loc="best")
    figure.suptitle(_title(shown), fontsize=11)
    return figure


def _joints(axes: Axes, plan: PlanLines, style: str) -> None:
    for number, (name, turns) in enumerate(zip(plan.joints, plan.turns, strict=True)):
        values = [math.degrees(row[number]) if turns else 1e3 * row[number] for row in plan.q]
        axes.plot(plan.t_s, values, style, color=_colour(number), lw=1.3, label=_once(name, style))
    units = [
        unit for unit, is_there in (("deg", True in plan.turns), ("mm", False in plan.turns)) if is_there
    ]
    axes.set_ylabel(f"joints [{', '.join(units)}]")
    axes.legend(fontsize=7, frameon=False, ncols=2, loc="best")


def _speeds(axes: Axes, plan: PlanLines, style: str) -> None:
    for number in range(len(plan.joints)):
        shares = [100.0 * row[number] for row in plan.speed]
        axes.plot(plan.t_s, shares, style, color=_colour(number), lw=1.1)
    axes.set_ylabel("speed [% of its limit]")
    axes.set_ylim(-105.0, 105.0)


def _tool(axes: Axes, plan: PlanLines, style: str) -> None:
    for number, name in enumerate(AXES):
        values = [row[number] for row in plan.p_base_tool]
        axes.plot(plan.t_s, values, style, color=_colour(number), lw=1.3, label=_once(name, style))
    axes.set_ylabel("tool in the base frame [m]")
    axes.set_xlabel("time of motion [s]")
    axes.legend(fontsize=8, frameon=False, ncols=3, loc="best")


def _space(axes: Any, plan: PlanLines, style: str) -> None:
    x, y, z = (list(column) for column in zip(*plan.p_base_tool, strict=True))
    colour = _colour(0 if style == STYLES[0] else 1)
    axes.plot(x, y, z, style, color=colour, lw=1.6, label=_named(plan))
    axes.plot(x[:1], y[:1], z[:1], "o", color=colour, ms=4)
    axes.set_xlabel("x [m]", fontsize=8)
    axes.set_ylabel("y [m]", fontsize=8)
    axes.set_zlabel("z [m]", fontsize=8)
    axes.tick_params(labelsize=7)
    axes.legend(fontsize=8, frameon=False, loc="upper left")


def _fixtures(axes: Any, plan: PlanLines) -> None:
    """Draw tubes by their axes, translucent, and where the others are."""
    for fixture in plan.fixtures:
        if not fixture.ok:
            continue
        points, style = (fixture.axis_m, "-") if fixture.axis_m else (fixture.points_m, "s")
        axes.plot(*zip(*points, strict=True), style, color=FIXTURE_COLOUR, ms=7, lw=7, alpha=0.35, zorder=0)
        axes.text(*points[-1], f"  {fixture.name}", fontsize=7, color=FIXTURE_COLOUR)


def _widen(axes: Any) -> None:
    for name in AXES:
        low, high = getattr(axes, f"get_{name}lim")()
        more = 0.5 * max(0.0, LEAST_M - (high - low))
        getattr(axes, f"set_{name}lim")(low - more, high + more)


def _near(axes: Axes, plan: PlanLines, style: str) -> None:
    values = [1e3 * metres for metres in plan.clearance_m]
    colour = _colour(0 if style == STYLES[0] else 1)
    axes.plot(plan.t_s, values, style, color=colour, lw=1.4, label=_named(plan))
    axes.set_ylabel("least clearance [mm]")
    axes.set_xlabel("time of motion [s]")


def _marks(axes: Axes, plan: PlanLines) -> None:
    """Mark where each move ends."""
    above = axes.get_xaxis_transform()
    for mark in plan.marks:
        axes.axvline(mark.t_s, color=MARK_COLOUR, lw=0.8, zorder=0)
        text, place = f"{mark.step} {mark.kind} ", (mark.t_s, 1.0)
        axes.annotate(text, place, xycoords=above, fontsize=7, color="0.4", ha="right", va="bottom")
    axes.set_xlim(plan.t_s[0], plan.t_s[-1])
    axes.grid(visible=True, color="0.94")
    axes.set_axisbelow(True)


def _title(shown: Sequence[PlanLines]) -> str:
    text = f"{shown[0].name}: {shown[0].robot}"
    return f"{text}; solid: {_named(shown[0])}, dashed: {_named(shown[1])}" if len(shown) > 1 else text


def _named(plan: PlanLines) -> str:
    return f"{', '.join(plan.locked)} locked" if plan.locked else "as planned"


def _once(name: str, style: str) -> str:
    """Return a name for the legend: of the solid lines alone."""
    return name if style == STYLES[0] else f"_{name}"


def _colour(number: int) -> str:
    return COLOURS[number % len(COLOURS)]
