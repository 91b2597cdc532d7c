"""The scene without OpenGL: seen from the side and from above, drawn with a painter.

    side   x to the right, z up         above   x to the right, y up

A capsule's projection is exactly a thick line with round ends, a box's the hull of its corners.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QPainter,
    QPainterPath,
    QPainterPathStroker,
    QPaintEvent,
    QPen,
    QPolygonF,
)

from ground.console import theme
from ground.console.bodies import Array, Bodies, Segment, box_corners
from ground.console.framing import Framing
from ground.console.scene_look import SceneLook
from ground.console.scene_widget import SceneWidget
from predictor.geometry.scene_file import CARRIER


class Projection(NamedTuple):
    """One of the two pictures: which axes it shows."""

    title: str
    across: int
    up: int


SIDE = Projection("from the side (x right, z up)", 0, 2)
ABOVE = Projection("from above (x right, y up)", 0, 1)
FILLED = 0.9  # of a picture, by what is to be seen

ToScreen = Callable[[Array], QPointF]


class FlatView(SceneWidget):
    """Both projections, side by side."""

    def __init__(self, bodies: Bodies) -> None:
        """Start with the scene alone."""
        super().__init__()
        self._bodies, self._framing = bodies, Framing(bodies)
        self._look: SceneLook | None = None
        self.setMinimumSize(360, 220)

    def draw(self, look: SceneLook) -> None:
        """Show the scene as it is now."""
        self._look = look
        self._framing.follow(look)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw both projections."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), QColor(theme.BACKGROUND))
        half = self.width() / 2
        for projection, left in ((SIDE, 0.0), (ABOVE, half)):
            self._draw_projection(painter, projection, QRectF(left, 0.0, half, float(self.height())))
        painter.end()

    def _scale(self, place: QRectF) -> float:
        """Return the pixels of a metre: the same in both pictures."""
        x, y, z = (self._framing.shown.high - self._framing.shown.low).tolist()
        return FILLED * min(place.width() / float(x), place.height() / float(max(y, z)))

    def _draw_projection(self, painter: QPainter, projection: Projection, place: QRectF) -> None:
        scale, middle = self._scale(place), self._framing.shown.centre

        def to_screen(point: Array) -> QPointF:
            away = point - middle
            across, up = away[projection.across], away[projection.up]
            return place.center() + QPointF(float(across) * scale, -float(up) * scale)

        painter.save()
        painter.setClipRect(place)
        self._draw_scene(painter, to_screen, scale)
        if self._look:
            self._draw_arms(painter, self._look, to_screen, scale=scale)
            self._draw_plan(painter, self._look, to_screen, scale=scale)
            self._draw_gaps(painter, self._look, to_screen)
        painter.setPen(QColor(theme.DIM))
        painter.setFont(QFont("DejaVu Sans", 10))
        painter.drawText(place.adjusted(8.0, 6.0, 0.0, 0.0), Qt.AlignmentFlag.AlignLeft, projection.title)
        painter.restore()

    def _draw_scene(self, painter: QPainter, to_screen: ToScreen, scale: float) -> None:
        red = self._look.red if self._look else frozenset()
        painter.setPen(QPen(QColor(theme.BACKGROUND), 1.0))
        for box in self._bodies.boxes:
            usual = theme.PLATFORM if box.body == CARRIER else theme.TARGET
            painter.setBrush(theme.colour(theme.ALARM if box.name in red else usual, 0.75))
            painter.drawPolygon(_hull([to_screen(corner) for corner in box_corners(box)]))
        for bar in self._bodies.bars:
            colour = QColor(theme.ALARM if bar.name in red else theme.TARGET)
            path = _outline(Segment(bar.p0, bar.p1, bar.radius), to_screen, scale)
            painter.fillPath(path, colour)
            painter.strokePath(path, QPen(QColor(theme.BACKGROUND), 1.0))

    def _draw_arms(self, painter: QPainter, look: SceneLook, to_screen: ToScreen, *, scale: float) -> None:
        usual = QColor(theme.STALE if look.commanded_is_stale else theme.COMMANDED)
        segments = self._bodies.arm_segments(look.commanded) if look.commanded else []
        for name, segment in zip(self._bodies.arm_names, segments, strict=False):
            path = _outline(segment, to_screen, scale)
            painter.fillPath(path, QColor(theme.ALARM) if name in look.red else usual)
            painter.strokePath(path, QPen(QColor(theme.BACKGROUND), 1.0))
        wire = QPen(QColor(theme.STALE if look.seen_is_stale else theme.SEEN), 1.6, Qt.PenStyle.DashLine)
        for segment in self._bodies.arm_segments(look.seen) if look.seen else []:
            painter.strokePath(_outline(segment, to_screen, scale), wire)

    def _draw_plan(self, painter: QPainter, look: SceneLook, to_screen: ToScreen, *, scale: float) -> None:
        ghost = QPen(QColor(theme.PLANNED), 1.6, Qt.PenStyle.DotLine)
        for segment in self._bodies.arm_segments(look.planned_end) if look.planned_end else []:
            painter.strokePath(_outline(segment, to_screen, scale), ghost)
        if look.planned is not None:
            painter.setPen(QPen(QColor(theme.PLANNED), 3.0))
            painter.drawPolyline(QPolygonF([to_screen(point) for point in look.planned]))

    def _draw_gaps(self, painter: QPainter, look: SceneLook, to_screen: ToScreen) -> None:
        for gap in look.gaps:
            a, b = (to_screen(end) for end in gap.ends)
            painter.setPen(QPen(QColor(theme.ALARM if gap.is_red else theme.WARN), 3.0))
            painter.drawLine(a, b)
            painter.setPen(QColor(theme.TEXT))
            painter.setFont(QFont("DejaVu Sans", 11, QFont.Weight.Bold))
            at = (a + b) / 2 + QPointF(10.0, 4.0)
            width = painter.fontMetrics().horizontalAdvance(gap.distance)
            rightmost = painter.clipBoundingRect().right() - width
            painter.drawText(QPointF(min(at.x(), rightmost), at.y()), gap.distance)


def _outline(segment: Segment, to_screen: ToScreen, scale: float) -> QPainterPath:
    """Return the projection of a capsule."""
    a, b = to_screen(segment.p0), to_screen(segment.p1)
    radius = segment.radius * scale
    path = QPainterPath()
    if (b - a).manhattanLength() < 1.0:  # seen along its axis: the stroke of a point would be nothing
        path.addEllipse(a, radius, radius)
        return path
    path.moveTo(a)
    path.lineTo(b)
    stroker = QPainterPathStroker()
    stroker.setWidth(2.0 * radius)
    stroker.setCapStyle(Qt.PenCapStyle.RoundCap)
    return stroker.createStroke(path).simplified()


def _hull(points: list[QPointF]) -> QPolygonF:
    """Return the convex hull of points (Andrew's monotone chain)."""
    ordered = sorted({(point.x(), point.y()) for point in points})
    lower, upper = _chain(ordered), _chain(ordered[::-1])
    return QPolygonF([QPointF(x, y) for x, y in lower[:-1] + upper[:-1]])


def _chain(ordered: list[tuple[float, float]]) -> list[tuple[float, float]]:
    chain: list[tuple[float, float]] = []
    for point in ordered:
        while len(chain) >= 2 and _turn(chain[-2], chain[-1], point) <= 0.0:
            chain.pop()
        chain.append(point)
    return chain


def _turn(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    return float(np.linalg.det(np.array([[b[0] - a[0], b[1] - a[1]], [c[0] - a[0], c[1] - a[1]]])))
