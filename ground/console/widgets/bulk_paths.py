"""Many lines or triangles as one path of a painter: made of arrays at once, where point by point is slow."""

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QPainterPath

Array = NDArray[np.float64]


def lines_path(ends: Array) -> QPainterPath:
    """Return separate lines between ends (2 k, 2) [px]."""
    return _path(ends, np.tile((1, 0), len(ends) // 2))


def triangles_path(corners: Array) -> QPainterPath:
    """Return the union of triangles (k, 3, 2) [px], all the same way round."""
    closed = corners[:, (0, 1, 2, 0)].reshape(-1, 2)
    path = _path(closed, np.tile((1, 1, 1, 0), len(corners)))
    path.setFillRule(Qt.FillRule.WindingFill)
    return path


def _path(points: Array, is_joined: NDArray[np.int64]) -> QPainterPath:
    """Return a path through points (k, 2), each joined to the next one or not."""
    x, y = np.ascontiguousarray(points.T)
    path: QPainterPath = pg.functions.arrayToQPath(
        x, y, connect=is_joined.astype(np.int32), finiteCheck=False
    )
    return path
