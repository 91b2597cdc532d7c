"""The scene without OpenGL: two pictures side by side, each along a direction, drawn with a painter.

+- side: x right, z up -+- top: x right, y up -+    left    the chosen view
|                       |                      |    right   the top, or the side if the top is chosen:
|                       |                      |            the depth that the left one cannot show
+-----------------------+----------------------+
"""

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from ground.console.scene import scene_views
from ground.console.scene.bodies import Bodies
from ground.console.scene.compass import draw_compass
from ground.console.scene.flat_drawing import FlatDrawing
from ground.console.scene.flat_shapes import Projection
from ground.console.scene.scene_marks import Marks, marks
from ground.console.scene.scene_views import VIEWPOINTS, Viewpoint
from ground.console.scene.scene_widget import SceneWidget
from ground.console.texts import theme
from ground.console.widgets.painted import USUAL_PX, draw_texts, font

FIRST_VIEWPOINT, BESIDE, BESIDE_TOP = "side", "top", "side"
TITLE_PX, TITLE_AT = 20.0, QPointF(8.0, 14.0)  # over each picture; nothing is drawn there
GAP_PX = 2.0  # between the pictures
LEAST_PX = (300, 190)  # [px]


class FlatView(SceneWidget):
    """Both pictures."""

    def __init__(self, bodies: Bodies) -> None:
        """Start with the scene alone."""
        self._canvas = FlatCanvas(self)
        super().__init__(bodies, self._canvas, FIRST_VIEWPOINT)

    def refresh(self) -> None:
        """Draw again."""
        self._canvas.update()


class FlatCanvas(QWidget):
    """Where they are drawn."""

    def __init__(self, view: FlatView) -> None:
        """Draw what a view has in sight."""
        super().__init__()
        self._view = view
        self.setMinimumSize(*LEAST_PX)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw both pictures."""
        view, whole = self._view, QRectF(self.rect())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(whole, QColor(theme.BACKGROUND))
        drawn = marks(view.bodies, view.look, view.layers, size=view.in_sight.radius)
        half = whole.width() / 2.0
        other = VIEWPOINTS[BESIDE_TOP if view.chosen == VIEWPOINTS["top"] else BESIDE]
        for chosen, left in ((view.chosen, 0.0), (other, half)):
            self._draw_picture(painter, chosen, QRectF(left, 0.0, half - GAP_PX, whole.height()), drawn=drawn)
        painter.end()

    def _draw_picture(self, painter: QPainter, chosen: Viewpoint, whole: QRectF, *, drawn: Marks) -> None:
        view, place = self._view, whole.adjusted(0.0, TITLE_PX, 0.0, 0.0)
        projection = Projection(view.in_sight, chosen.R_view_base, place)
        painter.save()
        painter.setClipRect(place)
        FlatDrawing(painter, projection, view.bodies).draw(view.look, drawn, view.layers)
        if scene_views.SKY in view.layers:
            draw_compass(painter, view.look, chosen.R_view_base, within=place)
        draw_texts(painter, drawn.words, projection.point, within=place)
        painter.restore()
        painter.setFont(font(USUAL_PX))
        painter.setPen(QColor(theme.DIM))
        painter.drawText(whole.topLeft() + TITLE_AT, chosen.title)
