"""The queue of set-points, period by period, as figures 10 and 11 of the published system show it.

one column a period, one cell a place:   number of the set-point that waits there, the oldest below
below them                               what left in that period: a set-point, or a sample of the stop
a grey column                            the period of a roll-back

What leaves stands in the middle of its period; a queue by the published rule has one place more.
"""

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from ground.report.flown_course import FlownCourse, Number
from telemetry.files.settings import FileError

PERIODS, BEFORE = 14, 6  # in a figure; of them before a roll-back
SIZE_IN = (10.0, 4.4)
LEAVING = -1.4  # place of what leaves


def queue_figure(course: FlownCourse) -> Figure:
    """Draw the queue's flow: its first periods in which it was full."""
    full = [at_s for at_s, kind, _ in course.left if kind == "motion"]
    return _drawn(course, full[0] if full else course.left[0][0], "the queue's flow")


def filled_queue_figure(course: FlownCourse) -> Figure:
    """Draw the queue around the first roll-back.

    Raises:
        FileError: nothing was rolled back.
    """
    if not course.rolled_back_s:
        raise FileError(course.title, "", "holds no roll-back: its queue was never filled anew")
    before_s = [at_s for at_s, _, _ in course.left if at_s <= course.rolled_back_s[0]]
    tick_s = before_s[-1] if before_s else course.rolled_back_s[0]
    return _drawn(course, tick_s - BEFORE * course.period_s, "the queue around a predicted collision")


def _drawn(course: FlownCourse, begin_s: float, what: str) -> Figure:
    """Draw the periods from a tick on."""
    figure = Figure(figsize=SIZE_IN, layout="constrained")
    axes = figure.subplots()
    ticks_s = [begin_s + column * course.period_s for column in range(PERIODS)]
    places = max(course.depth, *(len(_waiting(course, tick_s)) for tick_s in ticks_s))
    for column, tick_s in enumerate(ticks_s):
        _column(axes, course, tick_s, column=column, places=places)
    axes.set_xlim(-0.6, PERIODS - 0.4)
    axes.set_ylim(LEAVING - 0.7, places - 0.2)
    axes.set_xticks(range(PERIODS), [f"{tick_s:.2f}" for tick_s in ticks_s])
    names = ["leaves", "oldest", *[""] * (places - 2), "newest"]
    axes.set_yticks([LEAVING, *range(places)], names)
    axes.set_xlabel("time of the tick [s]")
    axes.set_ylabel("place in the queue")
    axes.spines[:].set_visible(False)
    axes.set_title(
        f"{course.title}: {what}; c: set-point that waits or leaves, stop: sample of the verified stop",
        fontsize=9,
        loc="left",
    )
    return figure


def _waiting(course: FlownCourse, tick_s: float) -> list[Number]:
    """Return what waits when the period of a tick is half over."""
    return course.waiting(tick_s + 0.49 * course.period_s)


def _column(axes: Axes, course: FlownCourse, tick_s: float, *, column: int, places: int) -> None:
    """Draw the period of a tick: what left at it, and what waits then."""
    half_s = 0.5 * course.period_s
    if any(-half_s <= at_s - tick_s < half_s for at_s in course.rolled_back_s):
        axes.axvspan(column - 0.48, column + 0.48, color="0.88", zorder=0)
        axes.text(column, places - 0.42, "roll-back", ha="center", fontsize=8)
    waiting = _waiting(course, tick_s)
    for place in range(places):
        text = f"c{waiting[place][1]}" if place < len(waiting) else ""
        _cell(axes, column, place, text=text, is_dark=False)
    for _, kind, number in [each for each in course.left if -half_s <= each[0] - tick_s < half_s]:
        text = f"c{number[1]}" if kind == "motion" else "stop"
        _cell(axes, column, LEAVING, text=text, is_dark=kind != "motion")


def _cell(axes: Axes, column: int, place: float, *, text: str, is_dark: bool) -> None:
    face = "0.45" if is_dark else "1.0" if text else "none"
    line = "-" if text else ":"
    axes.add_patch(
        Rectangle((column - 0.42, place - 0.42), 0.84, 0.84, facecolor=face, edgecolor="0.3", ls=line)
    )
    axes.text(column, place, text, ha="center", va="center", fontsize=8, color="1.0" if is_dark else "0.0")
