"""The time line of a recording: the lanes of the delay over all of it, or a part of it.

commanded      ==1 joint move==|==2 line==      click or drag: go there; a stop draws a click to itself
...                    [  loop   ]
00:00     00:30     01:00     01:30             wheel, + and -: nearer and farther; Shift and wheel, or
                                                the right button: to another part; 0: all of it
"""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPen, QWheelEvent

from ground.console.lanes.lane_bars import LaneMoment, lane_bars
from ground.console.lanes.lane_painting import LANE_PX
from ground.console.lanes.lane_view import LaneView
from ground.console.lanes.lanes_widget import LanesWidget
from ground.console.lanes.shown_lanes import ShownLanes
from ground.console.texts import formats, theme
from ground.console.widgets.action_button import add_key
from ground.console.widgets.painting import tint
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.lanes import Lanes, LossSpan

NEAR_PX = 7  # of a stop
NEAR_S = 0.05  # of a stop: who stands there goes on to the next one
NEARER = 0.8  # what a step of the wheel leaves of what is seen
WHEEL_STEP = 120  # eighths of a degree
PANNED_SHARE = 0.1  # of what is seen, by a step of the wheel
BRACKET_PX = 5

Go = Callable[[float], None]


class TimelineState(NamedTuple):
    """What the time line shows; places in seconds from the start of the recording."""

    lanes: Lanes
    duration_s: float
    moment: LaneMoment  # at the place
    sought_s: float | None = None  # where it is on its way to
    loop_s: tuple[float, float] | None = None


class Timeline(LanesWidget):
    """Shows a place, and hears where a person wants to go."""

    def __init__(self, go: Go, scrub: Callable[[bool], None]) -> None:
        """Call `go` with each wanted place [s]; `scrub` when a hand takes it, and when it lets go."""
        super().__init__()
        self._go, self._scrub = go, scrub
        self._state: TimelineState | None = None
        self._view: LaneView | None = None  # None: all of it
        self._panned_x: float | None = None  # where the hand holds it to see another part
        self.is_held = False
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        for key, zoom in {"+": NEARER, "=": NEARER, "-": 1.0 / NEARER}.items():
            add_key(key, partial(self._zoom_here, zoom), self, repeats=True)
        add_key("0", self._show_all, self)

    def show_state(self, state: TimelineState) -> None:
        """Show a place."""
        before = self._state
        self._state = state
        if self._view is not None and (before is None or before.moment.now_ns != state.moment.now_ns):
            self._view = self._view.following(state.moment.now_ns, self._whole)
        self._show()
        self.update()

    def _show(self) -> None:
        """Show the lanes, which are made anew only for another recording."""
        state = self._state
        if state is None:
            return
        if self.shown is not None and self.shown.lanes is state.lanes:
            bars, losses = self.shown.bars, self.shown.losses
        else:
            ended = state.moment._replace(now_ns=self._whole.until_ns, is_known=True)
            bars, losses = tuple(lane_bars(state.lanes, ended)), self._losses(state.lanes)
        view = self._view or self._whole
        self.show_lanes(ShownLanes(state.lanes, bars, state.moment, view, losses))

    def _losses(self, lanes: Lanes) -> tuple[LossSpan, ...]:
        """Return the times without a window, which last no longer than the recording."""
        end_ns = self._whole.until_ns
        return tuple(
            LossSpan(from_ns=loss.from_ns, until_ns=end_ns if loss.until_ns is None else loss.until_ns)
            for loss in lanes.losses
        )

    @property
    def _whole(self) -> LaneView:
        return LaneView(0, round((self._state.duration_s if self._state else 0.0) * NS_PER_S))

    def x_of(self, at_s: float) -> float:
        """Return where a place stands [px]."""
        return self.places.x(at_s * NS_PER_S)

    def place_of(self, x: float) -> float:
        """Return the place at a point [s]; a stop near it draws it to itself."""
        marks = self.shown.lanes.stops if self.shown else ()
        nearest = min(marks, key=lambda mark: abs(self.places.x(mark.at_ns) - x), default=None)
        if nearest and not self.is_held and abs(self.places.x(nearest.at_ns) - x) <= NEAR_PX:
            return nearest.at_ns / NS_PER_S
        whole = self._whole
        return min(max(self.places.at_ns(x), whole.from_ns), whole.until_ns) / NS_PER_S

    def text_at(self, at: QPointF) -> str:
        """Return what is to be said of a point: its time, and what happened there."""
        return f"{place_text(self.place_of(at.x()))}   {super().text_at(at)}".rstrip()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go there, and be held; by the right button show another part."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._go(self.place_of(event.position().x()))
            self.is_held = True
            self._scrub(True)
        elif event.button() == Qt.MouseButton.RightButton:
            self._panned_x = event.position().x()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Go where it is dragged."""
        super().mouseMoveEvent(event)
        x = event.position().x()
        if self.is_held:
            self._go(self.place_of(x))
        elif self._panned_x is not None:
            self._pan(self.places.at_ns(self._panned_x) - self.places.at_ns(x))
            self._panned_x = x

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Be let go."""
        self._panned_x = None
        if self.is_held:
            self.is_held = False
            self._scrub(False)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Show less or more around the mouse; with Shift another part."""
        turned = event.angleDelta()
        steps = (turned.y() or turned.x()) / WHEEL_STEP
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier or not turned.y():
            self._pan(-round(steps * PANNED_SHARE * self.places.view.span_ns))
        else:
            self._zoom(self.places.at_ns(event.position().x()), NEARER**steps)
        event.accept()

    def _zoom_here(self, factor: float) -> None:
        if self._state is not None:
            self._zoom(self._state.moment.now_ns, factor)

    def _zoom(self, about_ns: int, factor: float) -> None:
        zoomed = self.places.view.zoomed(about_ns, factor, self._whole)
        self._view = None if zoomed == self._whole else zoomed
        self._show()

    def _pan(self, by_ns: int) -> None:
        if self._view is not None:
            self._view = self._view.moved(by_ns, self._whole)
            self._show()

    def _show_all(self) -> None:
        self._view = None
        self._show()

    def paint_over(self, painter: QPainter) -> None:
        """Draw the loop, and dashed where it is on its way to."""
        state, room = self._state, self.places.room
        if state is None:
            return
        painter.setClipRect(room)
        if state.sought_s is not None:
            painter.setPen(QPen(QColor(theme.NOW), 2.0, Qt.PenStyle.DashLine))
            x = self.x_of(state.sought_s)
            painter.drawLine(QPointF(x, room.top()), QPointF(x, room.bottom()))
        if state.loop_s is not None:
            left, right = map(self.x_of, state.loop_s)
            painter.setPen(QPen(QColor(theme.TEXT), 2.0))
            for x, inwards in ((left, BRACKET_PX), (right, -BRACKET_PX)):
                painter.drawLine(QPointF(x, room.top()), QPointF(x, room.bottom()))
                for y in (room.top() + 1.0, room.bottom() - 1.0):
                    painter.drawLine(QPointF(x, y), QPointF(x + inwards, y))
            shade = QRectF(left, LANE_PX, right - left, room.height() - 2.0 * LANE_PX)
            painter.fillRect(shade, tint(theme.TEXT, 0.08))
        painter.setClipping(False)


def place_text(at_s: float) -> str:
    """Return a place as the screens write it: T+00:51.0."""
    return formats.mission_time(round(at_s * 1e9))


def marked_places(lanes: Lanes, duration_s: float) -> tuple[float, ...]:
    """Return the places of a recording worth looking at, in order [s]: stops, losses of signal, the end."""
    losses = (at_ns for loss in lanes.losses for at_ns in (loss.from_ns, loss.until_ns) if at_ns is not None)
    stops = (mark.at_ns for mark in lanes.stops)
    return tuple(sorted({duration_s, *(at_ns / NS_PER_S for at_ns in (*losses, *stops))}))


def place_beside(places: tuple[float, ...], at_s: float, *, step: int) -> float | None:
    """Return the next of some places after one, or before it if `step` is negative; None: none."""
    if step > 0:
        return next((place for place in places if place > at_s + NEAR_S), None)
    return next((place for place in reversed(places) if place < at_s - NEAR_S), None)
