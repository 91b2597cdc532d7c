"""What the styles of the scene mean, along its lower edge; only of what is there to be seen."""

from collections.abc import Sequence, Set
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter

from ground.console import scene_views, theme
from ground.console.painted import BACKING, USUAL_PX, font, pen
from ground.console.scene_look import SceneLook
from ground.console.scene_marks import THICK, THIN, USUAL, Style

SAMPLE_PX, ROW_PX, PAD_PX = 22.0, 16.0, 4.0
SOLID_PX = 9.0  # width of a line that stands for a body


class Entry(NamedTuple):
    """One style and what it means."""

    colour: str
    width: float  # of its line [px]
    style: Style
    words: str


def entries(look: SceneLook, layers: Set[str]) -> list[Entry]:
    """Return the styles that are there to be seen; none if the legend is switched off."""
    if scene_views.LEGEND not in layers:
        return []
    has_plan = scene_views.PLAN in layers and look.planned is not None
    has_margin = scene_views.MARGIN in layers and bool(look.gaps)
    commanded = _aged(theme.COMMANDED, is_stale=look.commanded_is_stale)
    now = _aged(theme.NOW, is_stale=look.now_is_stale)
    rows = (
        (look.commanded, Entry(commanded, SOLID_PX, "whole", "commanded")),
        (
            look.seen,
            Entry(_aged(theme.SEEN, is_stale=look.seen_is_stale), THIN, "whole", "telemetry"),
        ),
        (look.now and scene_views.NOW in layers, Entry(now, USUAL, "dotted", "arm now")),
        (has_plan, Entry(theme.PLANNED, THICK, "whole", "plan")),
        (has_plan, Entry(theme.PLANNED, THIN, "dashed", "its end")),
        (look.gaps, Entry(theme.WARN, THICK, "whole", "nearest pairs")),
        (has_margin, Entry(theme.MARGIN, THIN, "dashed", "required clearance")),
        (look.commanded and scene_views.CAMERAS in layers, Entry(theme.CAMERA, THIN, "whole", "cameras")),
    )
    return [entry for is_there, entry in rows if is_there]


def draw_legend(painter: QPainter, rows: Sequence[Entry], *, within: QRectF) -> float:
    """Write entries along the lower edge of a picture; return how high they stand there [px]."""
    if not rows:
        return 0.0
    places = _places(painter, rows, within.width())
    height = places[-1].y() + ROW_PX + PAD_PX
    corner = QPointF(within.left(), within.bottom() - height)
    painter.fillRect(QRectF(corner, within.bottomRight()), theme.colour(theme.PANEL, BACKING))
    for row, place in zip(rows, places, strict=True):
        at = corner + place + QPointF(0.0, 0.5 * ROW_PX)
        painter.setPen(pen(row.colour, row.width, row.style))
        painter.drawLine(at, at + QPointF(SAMPLE_PX, 0.0))
        painter.setPen(QColor(theme.TEXT))
        painter.drawText(at + QPointF(SAMPLE_PX + PAD_PX, 4.5), row.words)
    return height


def _places(painter: QPainter, rows: Sequence[Entry], width: float) -> list[QPointF]:
    """Return where each entry begins, line after line, from the legend's left upper corner [px]."""
    painter.setFont(font(USUAL_PX))
    places, at = [], QPointF(PAD_PX, PAD_PX / 2.0)
    for row in rows:
        long = SAMPLE_PX + painter.fontMetrics().horizontalAdvance(row.words) + 4.0 * PAD_PX
        if at.x() > PAD_PX and at.x() + long > width:
            at = QPointF(PAD_PX, at.y() + ROW_PX)
        places.append(QPointF(at))
        at.setX(at.x() + long)
    return places


def _aged(colour: str, *, is_stale: bool) -> str:
    return theme.STALE if is_stale else colour
