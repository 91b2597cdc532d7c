"""The time line of a recording: what is worth looking at in it, and a knob that can be dragged.

      ↶   ■        ⊖                        symbols: click jumps there, their words as a tip
======|===|========######==================
      [  loop   ]        ^ place            click or drag: go there
00:00     00:30     01:00     01:30
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from ground.console.texts import formats, theme
from ground.console.widgets.painting import tint
from telemetry.messages.replay import ReplayMarker

EDGE_PX = 26  # left and right of the line
SYMBOL_PX = 16  # height of the symbols above it
LINE_PX = 8
KNOB_PX = 6
HEIGHT_PX = 54
NEAR_PX = 7  # of a symbol
LABEL_PX = 90  # least distance of two times below the line
NEAR_S = 0.05  # of a marker: who stands there goes on to the next one
STEPS_S = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600)
CENTRED = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
MARKER_LOOKS = {
    "roll_back": theme.look("rolled back"),
    "hold": theme.look("stopped"),
    "los": theme.look("no contact"),
}

Go = Callable[[float], None]


class TimelineState(NamedTuple):
    """What the time line shows; places in seconds from the start of the recording."""

    duration_s: float = 0.0
    at_s: float = 0.0
    sought_s: float | None = None  # where it is on its way to
    loop_s: tuple[float, float] | None = None
    markers: tuple[ReplayMarker, ...] = ()


class Timeline(QWidget):
    """Shows a place, and hears where a person wants to go."""

    def __init__(self, go: Go, scrub: Callable[[bool], None]) -> None:
        """Call `go` with each wanted place [s]; `scrub` when a hand takes it, and when it lets go."""
        super().__init__()
        self._go, self._scrub = go, scrub
        self._state = TimelineState()
        self.is_held = False
        self.setMouseTracking(True)
        self.setMinimumHeight(HEIGHT_PX)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def sizeHint(self) -> QSize:
        """Return the size that is wished."""
        return QSize(600, HEIGHT_PX)

    def show_state(self, ruled: TimelineState) -> None:
        """Show a place."""
        if ruled != self._state:
            self._state = ruled
            self.update()

    def x_of(self, at_s: float) -> float:
        """Return where a place stands [px]."""
        share = at_s / self._state.duration_s if self._state.duration_s else 0.0
        return EDGE_PX + min(max(share, 0.0), 1.0) * (self.width() - 2 * EDGE_PX)

    def place_of(self, x: float) -> float:
        """Return the place at a point [s]; a symbol near it draws it to itself."""
        near = self._near(x)
        if near is not None and not self.is_held:
            return near.at
        share = (x - EDGE_PX) / max(self.width() - 2 * EDGE_PX, 1)
        return min(max(share, 0.0), 1.0) * self._state.duration_s

    def text_at(self, x: float) -> str:
        """Return what is to be told of a point: its time, and what happened there."""
        at_s = self.place_of(x)
        texts = [marker.text for marker in self._state.markers if self._covers(marker, x)]
        return "\n".join([place_text(at_s), *dict.fromkeys(texts)])

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go there, and be held."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._go(self.place_of(event.position().x()))
            self.is_held = True
            self._scrub(True)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Go where it is dragged."""
        if self.is_held:
            self._go(self.place_of(event.position().x()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Be let go."""
        if self.is_held:
            self.is_held = False
            self._scrub(False)

    def event(self, event: QEvent) -> bool:
        """Tell what is under the mouse."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), self.text_at(event.pos().x()), self)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw everything."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_line(painter)
        self._paint_times(painter)
        self._paint_markers(painter)
        self._paint_loop(painter)
        self._paint_hand(painter)
        painter.end()

    def _near(self, x: float) -> ReplayMarker | None:
        """Return the nearest marker that has a symbol at a point."""
        shown = [marker for marker in self._state.markers if marker.kind in MARKER_LOOKS]
        nearest = min(shown, key=lambda marker: abs(self.x_of(marker.at) - x), default=None)
        return nearest if nearest and abs(self.x_of(nearest.at) - x) <= NEAR_PX else None

    def _covers(self, marker: ReplayMarker, x: float) -> bool:
        return self.x_of(marker.at) - NEAR_PX <= x <= self.x_of(marker.until) + NEAR_PX

    def _bar(self, from_s: float, until_s: float) -> QRectF:
        """Return the part of the line between two places."""
        left = self.x_of(from_s)
        return QRectF(left, SYMBOL_PX + 2, max(self.x_of(until_s) - left, 1.0), LINE_PX)

    def _paint_line(self, painter: QPainter) -> None:
        whole = self._bar(0.0, self._state.duration_s)
        painter.setPen(QColor(theme.LINE))
        painter.setBrush(QColor(theme.BACKGROUND))
        painter.drawRoundedRect(whole, 3, 3)
        painter.fillRect(self._bar(0.0, self._state.at_s), QColor(theme.MODE_LOOKS["replay"].colour))

    def _paint_times(self, painter: QPainter) -> None:
        painter.setPen(QColor(theme.DIM))
        top = SYMBOL_PX + LINE_PX + 4
        for at_s in self._times():
            x = self.x_of(at_s)
            painter.drawLine(QPointF(x, top), QPointF(x, top + 3))
            room = QRectF(x - LABEL_PX / 2, top + 4, LABEL_PX, self.height() - top - 4)
            painter.drawText(room, CENTRED, formats.clock(at_s))

    def _times(self) -> Iterator[float]:
        """Yield the round times below the line."""
        duration_s, room = self._state.duration_s, max(self.width() - 2 * EDGE_PX, 1)
        fits = (step for step in STEPS_S if duration_s and step / duration_s * room >= LABEL_PX)
        step_s = next(fits, STEPS_S[-1])
        yield from (float(at) for at in range(0, int(duration_s) + 1, step_s))

    def _paint_markers(self, painter: QPainter) -> None:
        font = QFont(self.font())
        font.setPixelSize(SYMBOL_PX)
        painter.setFont(font)
        for marker in self._state.markers:
            look = MARKER_LOOKS.get(marker.kind)
            if look is None:
                continue
            x, bar = self.x_of(marker.at), self._bar(marker.at, marker.until)
            painter.fillRect(bar, tint(look.colour, 0.55))
            painter.setPen(QPen(QColor(look.colour), 2))
            painter.drawLine(QPointF(x, bar.top() - 1), QPointF(x, bar.bottom() + 1))
            room = QRectF(x - SYMBOL_PX, -1, 2 * SYMBOL_PX, SYMBOL_PX + 2)
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, look.symbol)

    def _paint_loop(self, painter: QPainter) -> None:
        if self._state.loop_s is None:
            return
        bar = self._bar(*self._state.loop_s).adjusted(0, -3, 0, 3)
        painter.setPen(QPen(QColor(theme.TEXT), 2))
        for x, inwards in ((bar.left(), 5), (bar.right(), -5)):
            painter.drawLine(QPointF(x, bar.top()), QPointF(x, bar.bottom()))
            for y in (bar.top(), bar.bottom()):
                painter.drawLine(QPointF(x, y), QPointF(x + inwards, y))
        painter.fillRect(bar.adjusted(0, 3, 0, -3), tint(theme.TEXT, 0.18))

    def _paint_hand(self, painter: QPainter) -> None:
        """Draw the place, and hollow where it is on its way to."""
        painter.setPen(QPen(QColor(theme.TEXT), 2))
        painter.setBrush(QColor(theme.MODE_LOOKS["replay"].colour))
        painter.drawEllipse(self._bar(self._state.at_s, 0.0).center(), KNOB_PX, KNOB_PX)
        if self._state.sought_s is not None:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(self._bar(self._state.sought_s, 0.0).center(), KNOB_PX, KNOB_PX)


def place_text(at_s: float) -> str:
    """Return a place as the screens write it: T+00:51.0."""
    return formats.mission_time(round(at_s * 1e9))


def marker_beside(markers: tuple[ReplayMarker, ...], at_s: float, *, step: int) -> float | None:
    """Return the place of the next marker after a place, or before it if `step` is negative; None: none."""
    places = sorted({place for marker in markers for place in (marker.at, marker.until)})
    if step > 0:
        return next((place for place in places if place > at_s + NEAR_S), None)
    return next((place for place in reversed(places) if place < at_s - NEAR_S), None)
