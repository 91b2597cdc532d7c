"""How a picture is written on by a painter: colours, pens of its styles, fonts, and words at places."""

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from ground.console.texts import theme

Style = Literal["whole", "dashed", "dotted"]
Array = NDArray[np.float64]
USUAL_PX, LARGE_PX = 12, 15
BESIDE_PX = QPointF(5.0, -16.0)  # of a word, from its place [px]
EDGE_PX = 4.0
BACKING_OPACITY = 0.72  # opacity of what words stand on
PENS = {"whole": Qt.PenStyle.SolidLine, "dashed": Qt.PenStyle.DashLine, "dotted": Qt.PenStyle.DotLine}

ToScreen = Callable[[Array], QPointF | None]  # None: it is behind the eye


class PlacedText(NamedTuple):
    """A text at a place."""

    place: Array  # (3,) [m]
    text: str
    colour: str
    is_large: bool = False


def tint(name: str, alpha: float) -> QColor:
    """Return a colour, more or less opaque."""
    made = QColor(name)
    made.setAlphaF(alpha)
    return made


def pen(colour: str, width: float, style: Style = "whole") -> QPen:
    """Return the pen of a style."""
    return QPen(QColor(colour), width, PENS[style])


def font(size: int, *, is_bold: bool = False) -> QFont:
    """Return the font of a text in the scene; size [px]."""
    made = QFont(theme.FONT)
    made.setPixelSize(size)
    made.setBold(is_bold)
    return made


def draw_from_middle(painter: QPainter, rail: QRectF, share: float, *, colour: str) -> None:
    """Draw a bar from the middle of a rail, -1 to 1 of its half, and a mark at the middle."""
    middle = rail.center().x()
    bar = QRectF(middle, rail.top(), 0.5 * rail.width() * share, rail.height())
    painter.fillRect(bar.normalized(), QColor(colour))
    painter.fillRect(QRectF(middle, rail.top(), 1.0, rail.height()), QColor(theme.DIM))


def draw_texts(
    painter: QPainter, words: Iterable[PlacedText], to_screen: ToScreen, *, within: QRectF
) -> None:
    """Write words beside their places, inside the picture; where one stands, the next goes below it."""
    taken: list[QRectF] = []
    for word in words:
        at = to_screen(word.place)
        if at is not None and within.contains(at):
            painter.setFont(font(LARGE_PX if word.is_large else USUAL_PX, is_bold=word.is_large))
            size = QSizeF(
                painter.fontMetrics().horizontalAdvance(word.text) + EDGE_PX, painter.fontMetrics().height()
            )
            place = _free_place(QRectF(at + BESIDE_PX, size), taken, within)
            taken.append(place)
            painter.fillRect(place, tint(theme.BACKGROUND, BACKING_OPACITY))
            painter.setPen(QColor(word.colour))
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, word.text)


def _free_place(wished: QRectF, taken: Sequence[QRectF], within: QRectF) -> QRectF:
    """Return a place inside a picture that no other word has taken, not above the wished one."""
    place = QRectF(wished)
    place.moveRight(min(place.right(), within.right()))
    place.moveTop(max(place.top(), within.top()))
    for other in sorted(taken, key=lambda each: each.top()):
        if place.intersects(other):
            place.moveTop(other.bottom())
    return place
