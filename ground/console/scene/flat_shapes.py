"""How bodies look without OpenGL: projected along a direction, exactly.

A capsule's projection along any direction is a thick line with round ends, a box's the hull of its corners.
Of a mesh the faces are drawn that look at the eye, in a few shades.
"""

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath, QPainterPathStroker, QPolygonF

from ground.console.scene.bodies import Array
from ground.console.scene.framing import seen_size
from ground.console.scene.visible_bodies import Segment
from ground.pictures.extent import Extent
from predictor.geometry.mesh import Mesh

FILLED = 0.92  # of a picture, by what is to be seen
SHADES = 4  # of the faces of a mesh
TINY_AREA = 1e-30  # [m^2]


class Projection:
    """From the arm base to the pixels of a picture."""

    def __init__(self, box: Extent, R_view_base: Array, place: QRectF) -> None:
        """Put a box into the middle of a place, as large as it fits, seen along the third row (3, 3)."""
        width, height = seen_size(box, R_view_base)
        self.R_view_base, self._centre, self._middle = R_view_base, box.centre, place.center()
        self.scale = FILLED * min(place.width() / width, place.height() / height)  # pixels of a metre

    def point(self, p: Array) -> QPointF:
        """Return where a point (3,) is seen."""
        across, up, _ = self.R_view_base @ (p - self._centre)
        return self._middle + QPointF(float(across) * self.scale, -float(up) * self.scale)

    def points(self, many: Array) -> list[QPointF]:
        """Return where points (k, 3) are seen."""
        seen = (many - self._centre) @ self.R_view_base[:2].T * (self.scale, -self.scale)
        return [self._middle + QPointF(x, y) for x, y in seen.tolist()]

    def depth(self, p: Array) -> float:
        """Return how near to the eye a point (3,) is [m]."""
        return float(self.R_view_base[2] @ p)


def outline(segment: Segment, projection: Projection, more: float = 0.0) -> QPainterPath:
    """Return the projection of a capsule; `more`: added to its radius [m]."""
    return swept_outline(np.stack([segment.p0, segment.p1]), segment.radius + more, projection)


def swept_outline(way: Array, radius_m: float, projection: Projection) -> QPainterPath:
    """Return the projection of a ball that is swept along a way (k, 3)."""
    first, *others = projection.points(way)
    radius = radius_m * projection.scale
    path = QPainterPath(first)
    if all((other - first).manhattanLength() < 1.0 for other in others):  # the stroke of a point is nothing
        path.addEllipse(first, radius, radius)
        return path
    for other in others:
        path.lineTo(other)
    stroker = QPainterPathStroker()
    stroker.setWidth(2.0 * radius)
    stroker.setCapStyle(Qt.PenCapStyle.RoundCap)
    stroker.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return stroker.createStroke(path).simplified()


def lit_faces(mesh: Mesh, T: Array, projection: Projection) -> list[tuple[float, QPainterPath]]:
    """Return the triangles of a mesh at a pose (4, 4) that face the eye, by how bright they are: 0 to 1."""
    points = mesh.vertices @ T[:3, :3].T + T[:3, 3]
    a, b, c = (points[mesh.faces[:, k]] for k in range(3))
    normal = np.cross(b - a, c - a)
    facing = normal @ projection.R_view_base[2] / np.maximum(np.linalg.norm(normal, axis=1), TINY_AREA)
    shade = np.ceil(facing * SHADES).astype(int)
    seen = projection.points(points)
    paths = []
    for step in range(1, SHADES + 1):
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.WindingFill)
        for face in mesh.faces[shade == step].tolist():
            path.addPolygon(QPolygonF([seen[corner] for corner in face]))
        paths.append((step / SHADES, path))
    return paths


def hull(points: list[QPointF]) -> QPolygonF:
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
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
