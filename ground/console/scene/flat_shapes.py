"""How bodies look without OpenGL: projected along a direction, exactly.

A capsule's projection along any direction is a thick line with round ends, a box's the hull of its corners.
Of a mesh the faces are drawn that look at the eye, in a few shades.
"""

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath, QPainterPathStroker, QPolygonF

from ground.console.scene.bodies import Array
from ground.console.scene.framing import seen_size
from ground.console.scene.ground_plane import convex_outline
from ground.console.scene.sight import SightRay
from ground.console.scene.visible_bodies import Segment
from ground.console.widgets.bulk_paths import triangles_path
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
        self.R_view_base, self._centre = R_view_base, box.centre
        self.place, self._middle = place, place.center()
        self.scale = FILLED * min(place.width() / width, place.height() / height)  # pixels of a metre

    def point(self, p: Array) -> QPointF:
        """Return where a point (3,) is seen."""
        across, up, _ = self.R_view_base @ (p - self._centre)
        return self._middle + QPointF(float(across) * self.scale, -float(up) * self.scale)

    def points(self, many: Array) -> list[QPointF]:
        """Return where points (k, 3) are seen."""
        return [QPointF(x, y) for x, y in self.pixels(many).tolist()]

    def pixels(self, points: Array) -> Array:
        """Return the same (k, 2) [px]."""
        seen = (points - self._centre) @ self.R_view_base[:2].T * (self.scale, -self.scale)
        placed: Array = seen + np.array([self._middle.x(), self._middle.y()])
        return placed

    def metres(self, points: Array) -> Array:
        """Return how long a metre is at points (k, 3) (k,) [px]: everywhere the same."""
        return np.full(len(points), self.scale)

    def ray(self, at: QPointF, before: float) -> SightRay:
        """Return what is seen at a place [px]; it starts so far before the middle [m]."""
        away = at - self._middle
        seen = np.array([away.x() / self.scale, -away.y() / self.scale, before])
        return SightRay(self._centre + seen @ self.R_view_base, -self.R_view_base[2], pixel=1.0 / self.scale)

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
    stroke = stroker.createStroke(path)
    return stroke.simplified() if len(others) > 1 else stroke  # that of one piece does not cross itself


def lit_faces(mesh: Mesh, T: Array, projection: Projection) -> list[tuple[float, QPainterPath]]:
    """Return the triangles of a mesh at a pose (4, 4) that face the eye, by how bright they are: 0 to 1."""
    points = mesh.vertices @ T[:3, :3].T + T[:3, 3]
    a, b, c = (points[mesh.faces[:, k]] for k in range(3))
    normal = np.cross(b - a, c - a)
    facing = normal @ projection.R_view_base[2] / np.maximum(np.linalg.norm(normal, axis=1), TINY_AREA)
    shade = np.ceil(facing * SHADES).astype(int)
    corners = projection.pixels(points)[mesh.faces]
    steps = range(1, SHADES + 1)
    return [(step / SHADES, triangles_path(corners[shade == step])) for step in steps]


def hull(points: Array, projection: Projection) -> QPolygonF:
    """Return the outline of the convex hull of points (k, 3) as it is seen."""
    return QPolygonF([QPointF(x, y) for x, y in convex_outline(projection.pixels(points)).tolist()])
