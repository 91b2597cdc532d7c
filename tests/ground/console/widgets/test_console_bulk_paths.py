"""What is drawn at once looks as what is drawn point by point."""

import numpy as np
from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen, QPolygonF

from ground.console.widgets.bulk_paths import lines_path, triangles_path

PEN = QPen(QColor("#ffffff"), 2.0)


def drawn(draw):
    image = QImage(100, 80, QImage.Format.Format_RGB32)
    image.fill(QColor("#000000"))
    painter = QPainter(image)
    draw(painter)
    painter.end()
    return image


def test_lines_stand_where_each_of_them_would():
    ends = np.random.default_rng(1).uniform(5.0, 75.0, (40, 2))
    a, b = ends[0::2].tolist(), ends[1::2].tolist()

    def one_by_one(painter):
        painter.setPen(PEN)
        painter.drawLines([QLineF(*p, *q) for p, q in zip(a, b, strict=True)])

    assert drawn(lambda painter: painter.strokePath(lines_path(ends), PEN)) == drawn(one_by_one)
    assert lines_path(np.empty((0, 2))).isEmpty()


def test_triangles_fill_what_all_of_them_cover():
    rng = np.random.default_rng(2)
    corners = rng.uniform(15.0, 65.0, (20, 1, 2)) + rng.uniform(-15.0, 15.0, (20, 3, 2))
    is_turned = np.linalg.det(corners[:, 1:] - corners[:, :1]) < 0.0
    corners[is_turned] = corners[is_turned][:, ::-1]
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for triangle in corners.tolist():
        path.addPolygon(QPolygonF([QPointF(*corner) for corner in triangle]))
    white = QColor("#ffffff")
    at_once = drawn(lambda painter: painter.fillPath(triangles_path(corners), white))
    assert at_once == drawn(lambda painter: painter.fillPath(path, white))
    assert triangles_path(np.empty((0, 3, 2))).isEmpty()
