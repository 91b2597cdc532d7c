"""The eye of the 3-D view: where it stands, how a point is seen from there, what is written over it."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pyqtgraph.opengl as gl
from OpenGL import GL
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QResizeEvent, QVector3D
from PySide6.QtOpenGL import QOpenGLPaintDevice

from ground.console.scene.bodies import Array
from ground.console.scene.framing import viewing_distance
from ground.console.scene.scene_views import Viewpoint, view_rotation
from ground.console.texts import theme
from ground.pictures.extent import Extent

LEAST_PX = (300, 190)  # [px]
NEAREST_SHARE = 0.01  # of its distance: what is nearer to the eye is not seen

Write = Callable[[QPainter], None]


class PerspectiveCanvas(gl.GLViewWidget):  # type: ignore[misc]  # pyqtgraph has no types
    """A perspective that a person may turn and move with the mouse."""

    def __init__(self, write: Write) -> None:
        """Look; `write` is called after each picture, to write on it."""
        super().__init__()
        self._write = write
        self._aimed: tuple[Any, ...] = ()  # distance and middle of the last aim
        self._box: Extent | None = None
        self.setBackgroundColor(theme.BACKGROUND)
        self.setMinimumSize(*LEAST_PX)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # keys belong to the window

    @property
    def R_view_base(self) -> Array:
        """Rotation (3, 3) to axes right, up and towards the eye."""
        return view_rotation(math.radians(self.opts["elevation"]), math.radians(self.opts["azimuth"]))

    @property
    def slopes(self) -> tuple[float, float]:
        """Tangents of half its angles of view, across and up."""
        across = math.tan(0.5 * math.radians(self.opts["fov"]))
        return across, across * self.height() / max(self.width(), 1)

    def turn_to(self, view: Viewpoint) -> None:
        """Look in the direction of a view."""
        self.setCameraPosition(elevation=math.degrees(view.elevation), azimuth=math.degrees(view.azimuth))

    def aim(self, box: Extent) -> None:
        """Have a box whole in sight, in the present direction."""
        away = viewing_distance(box, self.R_view_base, self.slopes)
        self.setCameraPosition(pos=QVector3D(*box.centre.tolist()), distance=away)
        self._box, self._aimed = box, (self.opts["distance"], self.opts["center"])

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the box in sight, unless a person has moved the eye since it was aimed."""
        super().resizeEvent(event)
        if self._box is not None and self._aimed == (self.opts["distance"], self.opts["center"]):
            self.aim(self._box)

    def to_screen(self, p: Array) -> QPointF | None:
        """Return where a point (3,) is seen [px]; None: it is behind the eye."""
        centre = self.opts["center"]
        x, y, z = self.R_view_base @ (p - np.array([centre.x(), centre.y(), centre.z()]))
        ahead = self.opts["distance"] - z
        if ahead < NEAREST_SHARE * self.opts["distance"]:
            return None
        across, up = self.slopes
        half_width, half_height = 0.5 * self.width(), 0.5 * self.height()
        return QPointF(
            half_width * (1.0 + float(x) / (ahead * across)), half_height * (1.0 - float(y) / (ahead * up))
        )

    def paintGL(self) -> None:
        """Draw all items, then write over them."""
        super().paintGL()
        GL.glDisable(GL.GL_DEPTH_TEST)
        GL.glDisable(GL.GL_CULL_FACE)
        ratio = self.devicePixelRatioF()
        device = QOpenGLPaintDevice(self.size() * ratio)  # not the widget: a painter of that misses its grabs
        device.setDevicePixelRatio(ratio)
        painter = QPainter(device)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._write(painter)
        painter.end()

    def place(self) -> QRectF:
        """Return the whole picture [px]."""
        return QRectF(self.rect())
