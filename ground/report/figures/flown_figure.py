"""Figures of a recorded flight, as those of the published system: the arm over time, and its spring-back.

tool path     tool x, y, z: sent and received                        figure 8
joints        all joints: sent and received                          figure 9
spring-back   around a roll-back: shown, sent and received           figure 12
"""

import math
from collections.abc import Callable

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from ground.report.flown_course import ArmCourse, FlownCourse
from predictor.model.joint_text import joint_label, shown_unit, shown_value
from telemetry.files.settings import FileError

Array = NDArray[np.float64]
Rows = Callable[[ArmCourse], Array]

SIZE_IN = (9.0, 6.4)
LEAST_M, LEAST_JOINT = 0.02, 1.0  # of a scale: what hardly moves does not look as if it did
BEFORE_S, AFTER_S = 4.0, 14.0  # of a roll-back
STYLES = {"shown on the screen": ("0.45", ":"), "sent": ("0.0", "-"), "received": ("0.25", "--")}
AXES = "xyz"


def tool_path_figure(course: FlownCourse) -> Figure:
    """Draw the tool along each axis, as it was sent and received."""
    figure = Figure(figsize=SIZE_IN, layout="constrained")
    for number, axes in enumerate(np.atleast_1d(figure.subplots(3, 1, sharex=True))):
        _lines(axes, course, _tool(course, number), names=("sent", "received"))
        axes.set_ylabel(f"tool {AXES[number]} [m]")
        _widen(axes, LEAST_M)
    return _finished(figure, course, "the tool in the base frame")


def joints_figure(course: FlownCourse) -> Figure:
    """Draw each joint, as it was sent and received."""
    robot = course.model.robot
    rows = math.ceil(len(robot.commanded) / 2)
    figure = Figure(figsize=SIZE_IN, layout="constrained")
    plots = np.atleast_1d(figure.subplots(rows, 2, sharex=True, squeeze=False)).ravel()
    for number, axes in enumerate(plots):
        if number < len(robot.commanded):
            _lines(axes, course, _joint(course, number), names=("sent", "received"))
            axes.set_ylabel(_label(course, number), fontsize=8)
            _widen(axes, LEAST_JOINT)
        else:
            axes.set_visible(False)
    return _finished(figure, course, "the joints")


def spring_back_figure(course: FlownCourse) -> Figure:
    """Draw how screen and arm go back from a refused set-point: the tool and the joint that moved most.

    Raises:
        FileError: nothing was rolled back.
    """
    if not course.rolled_back_s:
        raise FileError(course.title, "", "holds no roll-back: nothing springs back in it")
    at_s = course.rolled_back_s[0]
    window = (at_s - BEFORE_S, at_s + AFTER_S)
    figure = Figure(figsize=SIZE_IN, layout="constrained")
    tool, joint = figure.subplots(2, 1, sharex=True)
    along, which = (
        _most_moved(course, window, rows) for rows in (lambda arm: arm.tool(course.model), _angles)
    )
    _lines(tool, course, _tool(course, along), names=tuple(STYLES))
    tool.set_ylabel(f"tool {AXES[along]} [m]")
    _lines(joint, course, _joint(course, which), names=tuple(STYLES))
    joint.set_ylabel(_label(course, which))
    for axes in (tool, joint):
        axes.set_xlim(window)
        axes.axvline(at_s, color="0.6", lw=0.8)
        _fit(axes, window)
    tool.annotate("roll-back", (at_s, 1.0), xycoords=("data", "axes fraction"), fontsize=8, va="bottom")
    return _finished(figure, course, "the spring-back")


def _lines(axes: Axes, course: FlownCourse, rows: Rows, *, names: tuple[str, ...]) -> None:
    arms = {"shown on the screen": course.shown, "sent": course.sent, "received": course.received}
    for name in names:
        if arms[name].at_s:
            colour, style = STYLES[name]
            axes.plot(arms[name].at_s, rows(arms[name]), style, color=colour, lw=1.3, label=name)
    axes.grid(visible=True, color="0.92")


def _widen(axes: Axes, least: float) -> None:
    low, high = axes.get_ylim()
    more = 0.5 * max(0.0, least - (high - low))
    axes.set_ylim(low - more, high + more)


def _tool(course: FlownCourse, axis: int) -> Rows:
    return lambda arm: arm.tool(course.model)[:, axis]


def _joint(course: FlownCourse, number: int) -> Rows:
    joint = course.model.robot.commanded[number]
    return lambda arm: np.array([shown_value(joint, q[number]) for q in arm.q])


def _label(course: FlownCourse, number: int) -> str:
    joints = course.model.robot.commanded
    return f"{joint_label(joints, number)} [{shown_unit(joints[number])}]"


def _angles(arm: ArmCourse) -> Array:
    return np.array(arm.q)


def _most_moved(course: FlownCourse, window: tuple[float, float], rows: Rows) -> int:
    t = np.array(course.sent.at_s)
    inside = (t >= window[0]) & (t <= window[1])
    return int(np.ptp(rows(course.sent)[inside], axis=0).argmax()) if inside.any() else 0


def _fit(axes: Axes, window: tuple[float, float]) -> None:
    """Let the scale be that of what is in the window."""
    shown = [
        value
        for line in axes.get_lines()
        for at_s, value in zip(*map(np.atleast_1d, line.get_data()), strict=False)
        if line.get_label() in STYLES and window[0] <= at_s <= window[1]
    ]
    margin = 0.08 * (max(shown) - min(shown)) or 1.0
    axes.set_ylim(min(shown) - margin, max(shown) + margin)


def _finished(figure: Figure, course: FlownCourse, what: str) -> Figure:
    """Return it with a title, one legend and the axis of time."""
    plots = [axes for axes in figure.axes if axes.get_visible()]
    for axes in plots[-2:] if len(plots) > 3 else plots[-1:]:
        axes.set_xlabel("time [s]")
    handles, names = plots[0].get_legend_handles_labels()
    figure.legend(handles, names, loc="outside lower center", ncols=len(names), frameon=False, fontsize=9)
    figure.suptitle(f"{course.title}: {what}", fontsize=10)
    return figure
