"""The scene without OpenGL: a flat picture, drawn with a painter."""

from PySide6.QtCore import QPointF

from ground.console.scene.bodies import Bodies
from ground.console.scene.flat_canvas import FlatCanvas
from ground.console.scene.scene_widget import SceneWidget
from ground.console.scene.scene_writing import ScenePicture
from ground.console.scene.sight import SightRay


class FlatView(SceneWidget):
    """The picture along the direction of the chosen view."""

    def __init__(self, bodies: Bodies) -> None:
        """Start with the scene alone."""
        self._canvas = FlatCanvas(bodies)
        super().__init__(bodies, self._canvas)
        self.refresh()

    def draw_picture(self, picture: ScenePicture) -> None:
        """Draw this."""
        self._canvas.show_picture(picture)

    def ray_at(self, at: QPointF) -> SightRay | None:
        """Return what is seen at a place of the canvas [px]."""
        return self._canvas.ray_at(at)
