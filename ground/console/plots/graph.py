"""A graph over time, as the console draws it: thin lines, no menu, and nothing that catches a key."""

from collections.abc import Callable, Sequence

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent

from ground.console.texts import plot_words, theme
from ground.console.widgets.painting import Style, font, pen
from ground.series.rings import Course
from telemetry.agreed.run_settings import NS_PER_S

THIN_PX = 1.0  # of every pen: wider ones are drawn ten times as slowly
AXIS_PX, AXIS_WIDTH_PX = 11, 52  # of the figures beside the axes, of all that is left of the curves
DRAG_PX = 3
NOTCH = 120.0  # of a wheel


class TimeAxis(pg.AxisItem):  # type: ignore[misc]
    """Times of the run: 01:30."""

    def tickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:
        """Return what stands beside the marks."""
        return [plot_words.tick(each, spacing) for each in values]


class Graph(pg.PlotWidget):  # type: ignore[misc]
    """Curves over the time of the run [s]."""

    def __init__(self, *, axes: bool) -> None:
        """Start without curves; `axes`: False for a line in a row of figures."""
        super().__init__(
            background=theme.PANEL, enableMenu=False, axisItems={"bottom": TimeAxis(orientation="bottom")}
        )
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hideButtons()
        self.setMouseEnabled(x=False, y=False)
        self.disableAutoRange()
        for side in ("left", "bottom"):
            self.showAxis(side, axes)
            axis = self.getAxis(side)
            axis.setPen(theme.LINE)
            axis.setTextPen(theme.DIM)
            axis.setTickFont(font(AXIS_PX))
            axis.enableAutoSIPrefix(False)
        self.getAxis("left").setWidth(AXIS_WIDTH_PX if axes else 0)
        self.getPlotItem().setContentsMargins(0, 0, 0, 0)

    @property
    def pixels(self) -> int:
        """How many pixels wide its curves are."""
        return max(int(self.getViewBox().width()), 1)

    def share_of(self, place: QPointF) -> float:
        """Return how far across the curves a point is, 0 to 1."""
        room = self.getViewBox().sceneBoundingRect()
        return float((place.x() - room.left()) / max(room.width(), 1.0))

    def add_curve(self, colour: str, *, style: Style = "whole") -> pg.PlotCurveItem:
        """Return a curve that is added to the graph."""
        curve = pg.PlotCurveItem(pen=thin_pen(colour, style), connect="finite", antialias=False)
        self.addItem(curve)
        return curve

    def add_limit(self, at: float) -> pg.InfiniteLine:
        """Return a line at a limit."""
        return self._add_line(at, angle=0, colour=theme.MARGIN)

    def add_cursor(self, colour: str = theme.TEXT) -> pg.InfiniteLine:
        """Return a line at an instant, not shown yet."""
        line = self._add_line(0.0, angle=90, colour=colour)
        line.hide()
        return line

    def show_range(self, window_ns: tuple[int, int], values: tuple[float, float]) -> None:
        """Show a window of time, and a range of values."""
        from_ns, until_ns = window_ns
        self.setRange(xRange=(from_ns / NS_PER_S, until_ns / NS_PER_S), yRange=values, padding=0.0)

    def _add_line(self, at: float, *, angle: int, colour: str) -> pg.InfiniteLine:
        line = pg.InfiniteLine(pos=at, angle=angle, pen=thin_pen(colour, "dashed"))
        self.addItem(line, ignoreBounds=True)
        return line


class MovedGraph(Graph):
    """A graph that a mouse pans, zooms and marks."""

    def __init__(
        self,
        pan: Callable[[float], None],
        zoom: Callable[[float, float], None],
        mark: Callable[[float, bool], None],
    ) -> None:
        """Call `pan` with a share of the width, `zoom` with notches and where, `mark` with where."""
        super().__init__(axes=True)
        self._pan, self._zoom, self._mark = pan, zoom, mark
        self._at_px: float | None = None  # of the mouse that is pressed
        self._is_drag = False

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin to pan, or to mark."""
        self._at_px, self._is_drag = event.position().x(), False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pan with the mouse."""
        if self._at_px is None:
            return
        moved = event.position().x() - self._at_px
        if self._is_drag or abs(moved) > DRAG_PX:
            self._is_drag, self._at_px = True, event.position().x()
            self._pan(-moved / self.pixels)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Set a mark where it was pressed and not moved; with Shift or the other button the second one."""
        if self._at_px is not None and not self._is_drag:
            is_second = event.button() == Qt.MouseButton.RightButton
            is_second |= event.modifiers() == Qt.KeyboardModifier.ShiftModifier
            self._mark(self.share_of(event.position()), is_second)
        self._at_px = None

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom about the mouse."""
        self._zoom(event.angleDelta().y() / NOTCH, self.share_of(event.position()))
        event.accept()


def thin_pen(colour: str, style: Style = "whole") -> pg.QtGui.QPen:
    """Return the pen of a line."""
    made = pen(colour, THIN_PX, style)
    made.setCosmetic(True)
    return made


def show_course(curve: pg.PlotCurveItem, course: Course, *, scale: float = 1.0) -> None:
    """Let a curve show a course, in the unit that people read."""
    curve.setData(course.at_ns / NS_PER_S, course.value * scale)


def values_range(courses: Sequence[NDArray[np.float32]], limits: Sequence[float]) -> tuple[float, float]:
    """Return a range in which all values and limits can be seen, with some room beside them."""
    known = [float(each) for each in limits]
    for values in courses:
        finite = values[np.isfinite(values)]
        known += [float(finite.min()), float(finite.max())] if len(finite) else []
    if not known:
        return 0.0, 1.0
    low, high = min(known), max(known)
    room = 0.08 * (high - low) or max(abs(high), 1.0) * 0.1
    return low - room, high + room
