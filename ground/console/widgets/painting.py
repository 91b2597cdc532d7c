"""How a picture is written on by a painter: colours, pens of its styles, fonts, and words at places."""

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from ground.console.texts import theme

Style = Literal["whole", "dashed", "dotted"]
Array = NDArray[np.float64]
USUAL_PX, LARGE_PX = 12, 15
BACKING = 0.72  # opacity of what words stand on
PENS = {"whole": Qt.PenStyle.SolidLine, "dashed": Qt.PenStyle.DashLine, "dotted": Qt.PenStyle.DotLine}


class PlacedText(NamedTuple):
    """A text at a place."""

    place: Array  # (3,) [m]
    text: str
    colour: str
    is_large: bool = False
    name: str = ""  # by which it is known again in the next picture; empty: its text


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
