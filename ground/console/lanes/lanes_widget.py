r"""The lanes on the screen: what is done where in the delay, with the cursors *seen*, *now* and *arrives*.

    commanded         ====###############========|:::::::
    going up              \############### \     |   `..        arrives: when what leaves now is there
    executing (est.)    ###### 1 joint ====|=====|==----|
    coming down           \################|\    |
                     00:20      00:25     seen  now  arrives    +, -, and the words of what is pointed at

The mouse, or L and Shift+L, chooses a piece: its words stand in the place of the times.
"""

from typing import NamedTuple

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from ground.console.lanes import lane_painting as paint
from ground.console.lanes.lane_bars import Bar, Lane
from ground.console.lanes.lane_painting import AXIS_PX, HEIGHT_PX, LANE_PX, LanePlaces
from ground.console.lanes.lane_view import LaneView
from ground.console.lanes.lane_words import bar_text, loss_text, stop_text
from ground.console.lanes.shown_lanes import ShownLanes
from ground.console.texts import formats, theme
from ground.console.widgets.action_button import add_key
from ground.console.widgets.painting import PENS, Style, font
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.lanes import CommandSpan

NEAR_PX = 4.0


class _Cursor(NamedTuple):
    """An instant that is marked."""

    at_ns: int
    lanes: tuple[Lane, Lane]  # from the one to the other
    text: str
    colour: str
    style: Style
    width: float = 1.0
    is_struck: bool = False

    @property
    def font(self) -> QFont:
        """The font of its name."""
        made = font(paint.TEXT_PX, is_bold=self.width > 1.0)
        made.setStrikeOut(self.is_struck)
        return made


class LanesWidget(QWidget):
    """Four lanes and their axis."""

    def __init__(self) -> None:
        """Start without a time."""
        super().__init__()
        self.shown: ShownLanes | None = None
        self._at: QPointF | None = None  # the mouse
        self._chosen: Bar | None = None
        self._still: tuple[object, QPixmap] | None = None  # the lanes without cursors, and what they show
        self.setMouseTracking(True)
        self.setFixedHeight(HEIGHT_PX)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        add_key("L", lambda: self._choose_beside(-1), self, repeats=True)
        add_key("Shift+L", lambda: self._choose_beside(1), self, repeats=True)

    def sizeHint(self) -> QSize:
        """Return the size that is wished."""
        return QSize(900, HEIGHT_PX)

    def show_lanes(self, shown: ShownLanes) -> None:
        """Show this from now on."""
        if shown != self.shown:
            self.shown = shown
            self.update()

    @property
    def places(self) -> LanePlaces:
        """Where everything stands now."""
        return LanePlaces(self.shown.view if self.shown else LaneView(0, 1), float(self.width()))

    @property
    def text(self) -> str:
        """What is said of what the mouse points at, else of what a key has chosen; empty: of nothing."""
        if self.shown is None:
            return ""
        if self._at is not None and (found := self.text_at(self._at)):
            return found
        return bar_text(self._chosen) if self._chosen else ""

    def text_at(self, at: QPointF) -> str:
        """Return what is to be said of a point; empty: nothing stands there."""
        if self.shown is None:
            return ""
        instant_ns, places = self.places.at_ns(at.x()), self.places
        for mark in self.shown.lanes.stops:
            if abs(places.x(mark.at_ns) - at.x()) <= NEAR_PX and at.y() < LANE_PX:
                return f"{formats.mission_time(mark.at_ns)} {stop_text(mark)}"
        if (bar := self.bar_at(at)) is not None:
            return bar_text(bar)
        for loss in self.shown.losses:
            if loss.from_ns <= instant_ns and (loss.until_ns is None or instant_ns <= loss.until_ns):
                return f"{formats.mission_time(instant_ns)} {loss_text(loss)}"
        return ""

    def bar_at(self, at: QPointF) -> Bar | None:
        """Return the bar under a point, the uppermost."""
        if self.shown is None:
            return None
        places, lane = self.places, int(at.y() // LANE_PX)
        share = (at.y() - lane * LANE_PX) / LANE_PX
        for bar in reversed(self.shown.bars):
            if bar.lane == lane:
                slant = share * bar.slant_ns
                left, right = places.x(bar.from_ns + slant), places.x(bar.until_ns + slant)
                if left - 1.0 <= at.x() <= max(right, left + NEAR_PX):
                    return bar
        return None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Say what is pointed at."""
        self._at = event.position()
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """Say nothing more."""
        self._at = None
        self.update()

    def _choose_beside(self, step: int) -> None:
        """Choose the piece before what is chosen, or after it; beyond the last one none."""
        bars = [bar for bar in self.shown.bars if bar.lane is Lane.COMMANDED] if self.shown else []
        shown = sorted(self.places.shown(bars), key=lambda bar: bar.from_ns)
        spans = [_key(bar) for bar in shown]
        chosen = None if self._chosen is None else _key(self._chosen)
        place = spans.index(chosen) + step if chosen in spans else (len(shown) - 1 if step < 0 else 0)
        self._chosen = shown[place] if 0 <= place < len(shown) else None
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw everything."""
        if self.shown is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_lanes(painter, self.shown)
        self.paint_over(painter)
        self._paint_foot(painter, self.shown)
        painter.end()

    def paint_over(self, painter: QPainter) -> None:
        """Draw what lies over the lanes; this one has nothing."""

    def _paint_lanes(self, painter: QPainter, shown: ShownLanes) -> None:
        """Draw the lanes, which stand still in a replay, and the cursors over them."""
        moment = shown.moment._replace(now_ns=0, seen_ns=None)
        key = (shown._replace(moment=moment), self._chosen, self.size())
        if self._still is None or self._still[0] != key:
            scale = self.devicePixelRatioF()
            pixmap = QPixmap(self.size() * scale)
            pixmap.setDevicePixelRatio(scale)
            pixmap.fill(QColor(theme.PANEL))
            still = QPainter(pixmap)
            still.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_still(still, shown)
            still.end()
            self._still = (key, pixmap)
        painter.drawPixmap(0, 0, self._still[1])
        painter.setClipRect(self.places.room)
        for cursor in self.cursors():
            _paint_cursor(painter, self.places, cursor)
        painter.setClipping(False)

    def _paint_still(self, painter: QPainter, shown: ShownLanes) -> None:
        places, lanes = self.places, shown.lanes
        paint.paint_ground(painter, places)
        painter.setClipRect(places.room)
        paint.paint_losses(painter, places, shown.losses)
        paint.paint_pictures(painter, places, lanes.pictures, down_ns=shown.moment.down_ns)
        chosen = None if self._chosen is None else _key(self._chosen)
        bars = tuple(places.shown(shown.bars))
        for bar in bars:
            paint.paint_bar(painter, places, bar, is_chosen=_key(bar) == chosen)
        for bar in bars:
            paint.paint_label(painter, places, bar, period_ns=shown.moment.period_ns)
        paint.paint_stops(painter, places, lanes.stops)

    def cursors(self) -> tuple[_Cursor, ...]:
        """Return what is seen, what is now, and when what leaves now is in orbit."""
        if self.shown is None:
            return ()
        moment = self.shown.moment
        now = _Cursor(moment.now_ns, (Lane.COMMANDED, Lane.DOWN), "now", theme.NOW, "whole", 2.0)
        there_ns = moment.now_ns + moment.up_ns
        arrives = _Cursor(there_ns, (Lane.UP, Lane.EXECUTING), "arrives", theme.DIM, "dotted")
        if moment.seen_ns is None:
            return (arrives, now)
        age = formats.age((moment.now_ns - moment.seen_ns) / NS_PER_S)
        colour = theme.SEEN if moment.is_known else theme.STALE
        lanes = (Lane.EXECUTING, Lane.DOWN)
        seen = _Cursor(
            moment.seen_ns, lanes, f"seen {age}", colour, "dashed", 2.0, is_struck=not moment.is_known
        )
        return (arrives, seen, now)

    def _paint_foot(self, painter: QPainter, shown: ShownLanes) -> None:
        """Write the words of what is chosen, else the times and the names of the cursors."""
        places = self.places
        painter.setFont(font(paint.TEXT_PX))
        foot = QRectF(2.0, places.room.bottom(), places.width - 4.0, AXIS_PX)
        if text := self.text:
            painter.setPen(QColor(theme.TEXT))
            elided = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, int(foot.width()))
            painter.drawText(foot, paint.LEFT, elided)
            return
        names = self.name_places()
        paint.paint_axis(painter, places, (place for _, place in names))
        for cursor, place in names:
            painter.setFont(cursor.font)
            painter.setPen(QColor(cursor.colour))
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, cursor.text)

    def name_places(self) -> list[tuple[_Cursor, QRectF]]:
        """Return where the names of the cursors stand: beside that of now, where there is little room."""
        places, found = self.places, list[tuple[_Cursor, QRectF]]()
        for cursor in reversed(self.cursors()):  # now is the first
            width = QFontMetrics(cursor.font).horizontalAdvance(cursor.text) + 6.0
            place = QRectF(0.0, places.room.bottom() + 1.0, width, AXIS_PX - 1.0)
            place.moveLeft(min(max(places.x(cursor.at_ns) - width / 2.0, 0.0), places.width - width))
            for other, taken in found:
                if place.intersects(taken) and cursor.at_ns < other.at_ns:
                    place.moveRight(taken.left() - 2.0)
                elif place.intersects(taken):
                    place.moveLeft(taken.right() + 2.0)
            is_seen = places.view.shows(cursor.at_ns, cursor.at_ns)
            if is_seen and place.left() >= 0.0 and place.right() <= places.width:
                found.append((cursor, place))
        return found


def _key(bar: Bar) -> tuple[object, ...]:
    """Return what a piece is known by, however it grows."""
    span = bar.span
    if isinstance(span, CommandSpan):
        return (span.kind, span.epoch, span.seq)
    return (span.what, span.epoch, span.first)


def _paint_cursor(painter: QPainter, places: LanePlaces, cursor: _Cursor) -> None:
    x, (first, last) = places.x(cursor.at_ns), cursor.lanes
    painter.setPen(QPen(QColor(cursor.colour), cursor.width, PENS[cursor.style]))
    painter.drawLine(QPointF(x, first * LANE_PX), QPointF(x, (last + 1) * LANE_PX))
