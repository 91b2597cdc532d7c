"""One picture of the close-up: what is near the tool, its target, a scale; seen along one direction.

title                                 the tool stays in the middle, however it goes
|\\                  . . . >           > at the edge: the target lies that way, out of sight
| >--o- - - - - x
|/
|---| 100 mm
"""

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPolygonF

from ground.console.facts.approach import Approach
from ground.console.scene import viewpoints
from ground.console.scene.bodies import Array, Bodies
from ground.console.scene.flat_canvas import FlatDrawing
from ground.console.scene.flat_shapes import Projection
from ground.console.scene.scene_look import SceneLook
from ground.console.scene.scene_marks import MEDIUM_PX, THIN_PX, marks
from ground.console.texts import theme
from ground.console.widgets.painting import BACKING, USUAL_PX, font, pen, tint
from ground.pictures.extent import Extent

WIDTH_M = 0.4  # that is seen
SCALE_M = 0.1  # length of the scale bar
LAYERS = frozenset({viewpoints.NOW, viewpoints.PLAN, viewpoints.GUIDES, viewpoints.MARGIN})
PAD_PX, BAR_PX, TOOL_PX, CROSS_PX, TIP_PX, TITLE_PX = 4.0, 3.0, 3.5, 6.0, 7.0, 16.0


class CloseUpPicture:
    """One picture, while it is drawn."""

    def __init__(self, painter: QPainter, place: QRectF, approach: Approach, *, R_view_base: Array) -> None:
        """Draw the tool into the middle of a place, seen along the third row (3, 3)."""
        self._painter, self._place, self._approach = painter, place, approach
        half = np.full(3, 0.5 * WIDTH_M)
        self._projection = Projection(Extent(approach.p - half, approach.p + half), R_view_base, place)
        self._projection.scale = place.width() / WIDTH_M

    def draw(self, bodies: Bodies, look: SceneLook, title: str) -> None:
        """Draw what is near, and write what it is."""
        painter = self._painter
        painter.save()
        painter.setClipRect(self._place)
        painter.fillRect(self._place, QColor(theme.BACKGROUND))
        drawn = marks(bodies, look, LAYERS, size=0.5 * WIDTH_M)
        FlatDrawing(painter, self._projection, bodies).draw(look, drawn, LAYERS)
        if self._approach.target is not None:
            colour = theme.PLANNED if self._approach.is_planned else theme.GOAL
            self._draw_target(self._approach.target, theme.STALE if look.commanded_is_stale else colour)
        painter.setPen(pen(theme.STALE if look.commanded_is_stale else theme.TEXT, MEDIUM_PX))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(self._place.center(), TOOL_PX, TOOL_PX)
        self._draw_scale()
        self._write(title, self._place.topLeft() + QPointF(PAD_PX, PAD_PX), theme.TEXT)
        painter.restore()

    def _draw_target(self, target: Array, colour: str) -> None:
        """Draw where the tool goes, by the way that is left along and across; out of sight, an arrow."""
        at, tool = self._projection.point(target), self._place.center()
        foot = self._projection.point(
            self._approach.p + (target - self._approach.p) @ self._approach.along * self._approach.along
        )
        self._painter.setPen(pen(colour, THIN_PX, "dashed"))
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        self._painter.drawLines([QLineF(tool, foot), QLineF(foot, at)])
        self._painter.setPen(pen(colour, MEDIUM_PX))
        inside = self._place.adjusted(TIP_PX, TIP_PX + TITLE_PX, -TIP_PX, -TIP_PX)  # below the title
        if inside.contains(at):
            radius = self._approach.tolerance * self._projection.scale
            self._painter.drawEllipse(at, radius, radius)
            across, up = QPointF(CROSS_PX, 0.0), QPointF(0.0, CROSS_PX)
            self._painter.drawLines([QLineF(at - across, at + across), QLineF(at - up, at + up)])
        else:
            self._draw_arrow(at - tool, inside, colour)

    def _draw_arrow(self, towards: QPointF, inside: QRectF, colour: str) -> None:
        """Draw an arrow's head where a way from the tool leaves the picture."""
        x, y, tool = towards.x(), towards.y(), self._place.center()
        across = (inside.right() if x > 0.0 else inside.left()) - tool.x()
        along = (inside.bottom() if y > 0.0 else inside.top()) - tool.y()
        share = min(room / way for room, way in ((across, x), (along, y)) if way)
        length = float(np.hypot(x, y))
        ahead, aside = QPointF(x, y) * (TIP_PX / length), QPointF(-y, x) * (0.6 * TIP_PX / length)
        tip = tool + towards * share + ahead * 0.5
        self._painter.setBrush(QColor(colour))
        self._painter.drawPolygon(QPolygonF([tip, tip - ahead + aside, tip - ahead - aside]))

    def _draw_scale(self) -> None:
        begin = self._place.bottomLeft() + QPointF(PAD_PX, -2.0 * PAD_PX)
        end = begin + QPointF(SCALE_M * self._projection.scale, 0.0)
        tick = QPointF(0.0, BAR_PX)
        self._painter.setPen(pen(theme.TEXT, MEDIUM_PX))
        self._painter.drawLines([QLineF(begin, end), *(QLineF(at - tick, at + tick) for at in (begin, end))])
        self._write(f"{SCALE_M * 1e3:.0f} mm", end + QPointF(PAD_PX, -0.5 * USUAL_PX), theme.TEXT)

    def _write(self, text: str, at: QPointF, colour: str) -> None:
        self._painter.setFont(font(USUAL_PX))
        size = self._painter.fontMetrics().size(0, text)
        place = QRectF(at, size.toSizeF())
        self._painter.fillRect(place, tint(theme.BACKGROUND, BACKING))
        self._painter.setPen(QColor(colour))
        self._painter.drawText(place, Qt.AlignmentFlag.AlignCenter, text)
