"""The compass of the scene: which way platform and world lie, and where the sun stands, in a corner.

  Z            axes of the platform, whole; those of the world, dashed, with their letters: they differ by
Y_|   sun      what the platform has turned.  The arrow to the sun ends in a disc, which is hollow when
  `--X /O      the sun stands behind the scene.
"""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from ground.console.scene.bodies import Array
from ground.console.scene.scene_look import SceneLook
from ground.console.texts import theme
from ground.console.widgets.painting import USUAL_PX, font, pen

AXIS_PX, SUN_PX, LETTER_PX = 24.0, 30.0, 8.0
EDGE_PX = 46.0  # of its middle from the edges of the picture
DISC_PX, WIDE_PX = 4.0, 90.0  # of the sun; of the word beside it


def draw_compass(painter: QPainter, look: SceneLook, R_view_base: Array, *, within: QRectF) -> list[QRectF]:
    """Draw it in the right upper corner of a picture, seen from an eye (3, 3: right, up, towards it).

    Returns where it is drawn.
    """
    if look.base is None:
        return []
    middle = QPointF(within.right() - EDGE_PX, within.top() + EDGE_PX)
    colour = theme.STALE if look.seen_is_stale else theme.TEXT
    painter.setFont(font(USUAL_PX))
    painter.setPen(pen(theme.DIM, 1.5))
    for axis in R_view_base.T:
        painter.drawLine(middle, middle + _seen(axis, AXIS_PX))
    painter.setPen(pen(colour, 1.5, "dashed"))
    for letter, axis in zip("XYZ", (R_view_base @ look.base.R_base_world).T, strict=True):
        painter.drawLine(middle, middle + _seen(axis, AXIS_PX))
        _write(painter, letter, middle + _seen(axis, AXIS_PX + LETTER_PX))
    if look.to_sun is not None:
        shine = theme.STALE if look.seen_is_stale else theme.SUN
        _draw_sun(painter, R_view_base @ look.to_sun, middle, colour=shine)
    return [QRectF(middle.x() - EDGE_PX, within.top(), 2.0 * EDGE_PX, 2.0 * EDGE_PX)]


def _draw_sun(painter: QPainter, to_sun: Array, middle: QPointF, *, colour: str) -> None:
    end, is_behind = middle + _seen(to_sun, SUN_PX), to_sun[2] < 0.0
    painter.setPen(pen(colour, 2.0))
    painter.drawLine(middle, end)
    painter.setBrush(QColor(theme.BACKGROUND if is_behind else colour))
    painter.drawEllipse(end, DISC_PX, DISC_PX)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    beside = QRectF(end.x() - 2.0 * DISC_PX - WIDE_PX, end.y() - 8.0, WIDE_PX, 16.0)
    word = "sun, behind" if is_behind else "sun"
    painter.drawText(beside, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, word)


def _seen(direction: Array, length: float) -> QPointF:
    """Return a direction (right, up, towards the eye) as an arrow of a length [px]."""
    return QPointF(length * float(direction[0]), -length * float(direction[1]))


def _write(painter: QPainter, letter: str, middle: QPointF) -> None:
    place = QRectF(middle.x() - 8.0, middle.y() - 8.0, 16.0, 16.0)
    painter.drawText(place, Qt.AlignmentFlag.AlignCenter, letter)
