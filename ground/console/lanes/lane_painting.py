"""How the lanes are painted: what is sure is full, what is estimated dashed, what is to come dotted.

full        sure, as telemetry has confirmed it, or as it left
dashed      estimated            struck    did not fly
dotted      still to come        hatched   grey: not known
"""

from collections.abc import Iterable, Iterator
from math import ceil
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QPolygonF

from ground.console.lanes.lane_bars import LANE_NAMES, Bar, BarLook, Lane
from ground.console.lanes.lane_view import LaneView
from ground.console.lanes.lane_words import label
from ground.console.texts import formats, theme
from ground.console.widgets.painting import font, pen, tint
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.lanes import CommandSpan, LossSpan, MotionSpan, PictureSpan, StopMark

TEXT_PX = 11
LANE_PX, AXIS_PX = 13, 14
HEIGHT_PX = len(Lane) * LANE_PX + AXIS_PX
NAMES_PX, EDGE_PX = 102, 8  # left of the lanes, and right of them
TICK_PX = 80  # least distance of two times
LABEL_PX = 26  # of a bar that bears its label
LEAST_PX = 2.0  # of a bar
PICTURE_PX = 4.0  # least distance of two pictures that are drawn one by one
LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft

STOP_LOOKS = {"roll_back": theme.look("rolled back"), "hold": theme.look("stopped")}
COMMAND_LOOKS = {"hold": theme.Look("■", theme.BAD), "resume": theme.Look("▶", theme.GOOD)}
LOSS_LOOK = theme.look("no contact")
LANE_COLOURS = {
    Lane.COMMANDED: theme.COMMANDED,
    Lane.UP: theme.COMMANDED,
    Lane.EXECUTING: theme.SEEN,
    Lane.DOWN: theme.SEEN,
}


class _BarStyle(NamedTuple):
    """How sure a bar looks."""

    opacity: float  # of what fills it
    outline: Qt.PenStyle
    fill: Qt.BrushStyle = Qt.BrushStyle.SolidPattern
    colour: str = ""  # empty: that of its lane
    is_struck: bool = False


STYLES: dict[BarLook, _BarStyle] = {
    "sure": _BarStyle(0.5, Qt.PenStyle.SolidLine),
    "estimated": _BarStyle(0.18, Qt.PenStyle.DashLine),
    "to come": _BarStyle(0.0, Qt.PenStyle.DotLine, colour=theme.PLANNED),
    "not flown": _BarStyle(0.0, Qt.PenStyle.SolidLine, colour=theme.STALE, is_struck=True),
    "unknown": _BarStyle(0.6, Qt.PenStyle.DashLine, Qt.BrushStyle.BDiagPattern, colour=theme.STALE),
}


class LanePlaces(NamedTuple):
    """Where the lanes stand."""

    view: LaneView
    width: float  # of all [px]

    @property
    def room(self) -> QRectF:
        """The lanes, without names and axis."""
        return QRectF(NAMES_PX, 0.0, max(self.width - NAMES_PX - EDGE_PX, 1.0), len(Lane) * LANE_PX)

    def x(self, at_ns: float) -> float:
        """Return where an instant stands [px]."""
        return self.room.left() + self.view.share(at_ns) * self.room.width()

    def at_ns(self, x: float) -> int:
        """Return which instant stands there."""
        return self.view.at_ns((x - self.room.left()) / self.room.width())

    def shape(self, bar: Bar) -> QPolygonF:
        """Return the outline of a bar."""
        top = bar.lane * LANE_PX + 1.0
        left, slant = self.x(bar.from_ns), self.x(bar.from_ns + bar.slant_ns) - self.x(bar.from_ns)
        right = max(self.x(bar.until_ns), left + LEAST_PX)
        bottom = top + LANE_PX - 2.0
        corners = ((left, top), (right, top), (right + slant, bottom), (left + slant, bottom))
        return QPolygonF([QPointF(x, y) for x, y in corners])

    def shown(self, bars: Iterable[Bar]) -> Iterator[Bar]:
        """Yield the bars of which something is seen: of those that fall on one pixel the first."""
        ends = dict.fromkeys(Lane, -1.0)
        for bar in bars:
            if not self.view.shows(bar.from_ns, bar.until_ns + bar.slant_ns):
                continue
            right = self.x(bar.until_ns)
            if right - ends[bar.lane] >= 1.0 or isinstance(bar.span, CommandSpan):
                ends[bar.lane] = right
                yield bar


def paint_ground(painter: QPainter, places: LanePlaces) -> None:
    """Draw the lanes themselves, with their names."""
    painter.setFont(font(TEXT_PX))
    for lane, name in enumerate(LANE_NAMES):
        top = lane * LANE_PX
        row = QRectF(places.room.left(), top, places.room.width(), LANE_PX)
        painter.fillRect(row.adjusted(0, 0.5, 0, -0.5), QColor(theme.BACKGROUND))
        painter.setPen(QColor(theme.DIM))
        painter.drawText(QRectF(2, top, NAMES_PX - 4, LANE_PX), LEFT, name)


def paint_losses(painter: QPainter, places: LanePlaces, losses: Iterable[LossSpan]) -> None:
    """Shade the times without a window, with their word where there is room."""
    room = places.room
    for loss in losses:
        until_ns = places.view.until_ns if loss.until_ns is None else loss.until_ns
        if not places.view.shows(loss.from_ns, until_ns):
            continue
        left, right = places.x(loss.from_ns), max(places.x(until_ns), places.x(loss.from_ns) + LEAST_PX)
        shade = QRectF(left, room.top(), right - left, room.height()).intersected(room)
        painter.fillRect(shade, QBrush(tint(LOSS_LOOK.colour, 0.6), Qt.BrushStyle.BDiagPattern))
        if shade.width() >= 2 * LABEL_PX:
            place = shade.adjusted(3, 3 * LANE_PX, 0, 0)
            _write(painter, place, f"{LOSS_LOOK.symbol} LOS", colour=LOSS_LOOK.colour)


def paint_pictures(
    painter: QPainter, places: LanePlaces, pictures: Iterable[PictureSpan], *, down_ns: int
) -> None:
    """Draw when each picture came, a row of ticks for each camera; where they are too many, a line."""
    cameras = sorted({span.camera for span in pictures})
    height = min((LANE_PX - 1.0) / max(len(cameras), 1), LANE_PX / 3.0)
    painter.setPen(Qt.PenStyle.NoPen)
    for span in pictures:
        first_ns, last_ns = span.first_ns + down_ns, span.last_ns + down_ns
        if not places.view.shows(first_ns, last_ns):
            continue
        top = Lane.DOWN * LANE_PX + 1.0 + cameras.index(span.camera) * height
        every_ns = (last_ns - first_ns) / max(span.count - 1, 1)
        if every_ns and places.x(every_ns) - places.x(0) < PICTURE_PX:
            line = QRectF(places.x(first_ns), top + height / 2.0, places.x(last_ns) - places.x(first_ns), 1.0)
            painter.fillRect(line.intersected(places.room), QColor(theme.CAMERA))
            continue
        for at_ns in _instants(first_ns, last_ns, every_ns, view=places.view):
            painter.fillRect(QRectF(places.x(at_ns), top, 1.0, height - 1.0), QColor(theme.CAMERA))


def _instants(first_ns: int, last_ns: int, every_ns: float, *, view: LaneView) -> Iterator[float]:
    """Yield the instants of a row that are in view."""
    if not every_ns:
        yield first_ns
        return
    begin = ceil((max(first_ns, view.from_ns) - first_ns) / every_ns)
    end = int((min(last_ns, view.until_ns) - first_ns) / every_ns)
    yield from (first_ns + k * every_ns for k in range(begin, end + 1))


def paint_bar(painter: QPainter, places: LanePlaces, bar: Bar, *, is_chosen: bool = False) -> None:
    """Draw a bar, without its label."""
    style, shape = STYLES[bar.look], places.shape(bar)
    command = bar.span if isinstance(bar.span, CommandSpan) else None
    colour = style.colour or (COMMAND_LOOKS[command.kind].colour if command else LANE_COLOURS[bar.lane])
    painter.setBrush(QBrush(tint(colour, style.opacity), style.fill))
    width = 2.0 if command else 1.0
    painter.setPen(pen(theme.TEXT, 2.0) if is_chosen else QPen(QColor(colour), width, style.outline))
    painter.drawPolygon(shape)
    room = shape.boundingRect().intersected(places.room)
    if style.is_struck:
        painter.drawLine(QPointF(room.left(), room.center().y()), QPointF(room.right(), room.center().y()))


def paint_label(painter: QPainter, places: LanePlaces, bar: Bar, *, period_ns: int) -> None:
    """Write what it is a piece of into the first one of a span, where there is room in all of them."""
    span, is_command = bar.span, isinstance(bar.span, CommandSpan)
    if bar.lane not in (Lane.COMMANDED, Lane.EXECUTING) or (not is_command and not _is_first(bar)):
        return
    until_ns = bar.until_ns
    if isinstance(span, MotionSpan) and bar.lane is Lane.EXECUTING:
        until_ns = span.executes_last_ns + period_ns
    left, top = places.x(bar.from_ns), bar.lane * LANE_PX
    room = QRectF(left, top, places.x(until_ns) - left, LANE_PX).intersected(places.room)
    if room.width() < LABEL_PX:
        return
    symbol = COMMAND_LOOKS[span.kind].symbol if isinstance(span, CommandSpan) else ""
    text, inside = f"{symbol} {label(span)}".lstrip(), room.adjusted(4.0, 0.0, -2.0, 0.0)
    shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, int(inside.width()))
    colour = theme.STALE if bar.look in ("not flown", "unknown") else theme.TEXT
    if is_command:
        _write(painter, inside, shown, colour=colour)
    else:
        painter.setPen(QColor(colour))
        painter.drawText(inside, LEFT, shown)


def _write(painter: QPainter, place: QRectF, text: str, *, colour: str) -> None:
    """Write a text on a ground of its own: it may lie over others."""
    behind = QRectF(place.topLeft(), QSizeF(painter.fontMetrics().horizontalAdvance(text), LANE_PX))
    behind.moveCenter(QPointF(behind.center().x(), place.center().y()))
    painter.fillRect(behind, tint(theme.BACKGROUND, 0.85))
    painter.setPen(QColor(colour))
    painter.drawText(place, LEFT, text)


def _is_first(bar: Bar) -> bool:
    """True of the first piece of a span of motion in its lane."""
    span = bar.span
    return isinstance(span, MotionSpan) and bar.from_ns in (span.left_ns, span.executes_ns)


def paint_stops(painter: QPainter, places: LanePlaces, stops: Iterable[StopMark]) -> None:
    """Draw where motion ended before its end."""
    for mark in stops:
        if places.view.shows(mark.at_ns, mark.at_ns):
            look, x = STOP_LOOKS[mark.kind], places.x(mark.at_ns)
            painter.setPen(QPen(QColor(look.colour), 2.0))
            painter.drawLine(QPointF(x, 0.0), QPointF(x, LANE_PX))
            symbol = QRectF(x - LANE_PX - 1.0, 0.0, LANE_PX, LANE_PX)
            painter.fillRect(symbol, tint(theme.BACKGROUND, 0.8))
            painter.drawText(symbol, Qt.AlignmentFlag.AlignCenter, look.symbol)


def paint_axis(painter: QPainter, places: LanePlaces, taken: Iterable[QRectF]) -> None:
    """Write round times below the lanes, where nothing else is to be written."""
    room, metrics, others = places.room, painter.fontMetrics(), tuple(taken)
    step_ns = places.view.step_s(room.width() / TICK_PX) * NS_PER_S
    painter.setPen(QColor(theme.DIM))
    for at_ns in range(-(-places.view.from_ns // step_ns) * step_ns, places.view.until_ns + 1, step_ns):
        x, text = places.x(at_ns), formats.clock(at_ns / NS_PER_S)
        painter.drawLine(QPointF(x, room.bottom()), QPointF(x, room.bottom() + 3.0))
        half = metrics.horizontalAdvance(text) / 2.0 + 1.0
        place = QRectF(x - half, room.bottom() + 1.0, 2.0 * half, AXIS_PX - 1.0)
        is_free = not any(place.intersects(other) for other in others)
        if is_free and x + half <= places.width and x - half >= 0.0:
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, text)
