"""The 3-D view: commanded arm, platform and target solid, the other arms and everything else as lines.

A perspective that a person may turn and move with the mouse; per frame only transforms, colours and the ends
of lines change, and no mesh is made again.
"""

import math
from collections.abc import Callable
from functools import lru_cache

import numpy as np
import pyqtgraph.opengl as gl
from OpenGL import GL
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QResizeEvent, QVector3D
from PySide6.QtOpenGL import QOpenGLPaintDevice

from ground.console.scene import scene_items, viewpoints
from ground.console.scene.bodies import Array, Bodies, moved
from ground.console.scene.compass import draw_compass
from ground.console.scene.framing import viewing_distance
from ground.console.scene.scene_items import SceneFixtures, SceneLines, rgba
from ground.console.scene.scene_look import SceneLook
from ground.console.scene.scene_marks import (
    MEDIUM_PX,
    NO_MARKS,
    THIN_PX,
    SceneLine,
    arm_colour,
    marks,
    scene_colour,
)
from ground.console.scene.scene_widget import SceneWidget
from ground.console.scene.scene_wires import ArmWire, Halo, box_edges
from ground.console.scene.viewpoints import Viewpoint, view_rotation
from ground.console.scene.visible_bodies import Segment
from ground.console.texts import theme
from ground.console.widgets.painting import Style, draw_texts
from ground.pictures.extent import Extent
from predictor.geometry.mesh import Mesh
from predictor.geometry.shapes import Box, Capsule

LEAST_PX = (300, 190)  # [px]
NEAREST_SHARE = 0.01  # of its distance: what is nearer to the eye is not seen

Write = Callable[[QPainter], None]
FIRST_VIEWPOINT = "oblique"
SWELL = {"whole": 1.07, "dotted": 1.14, "dashed": 1.0}  # of radii: arms are to be seen where they coincide
UNMOVED = np.eye(4)


class PerspectiveCanvas(gl.GLViewWidget):  # type: ignore[misc]  # pyqtgraph has no types
    """A perspective that a person may turn and move with the mouse."""

    def __init__(self, write: Write) -> None:
        """Look; `write` is called after each picture, to write on it."""
        super().__init__()
        self._write = write
        self._aimed: tuple[float, QVector3D] | None = None  # distance and middle of the last aim
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


class SceneView(SceneWidget):
    """The scene through OpenGL; needs a context that works (`opengl.has_opengl`)."""

    def __init__(self, bodies: Bodies) -> None:
        """Make all items; nothing of the arm is shown before it is known."""
        self.view = PerspectiveCanvas(self._write)
        super().__init__(bodies, self.view, FIRST_VIEWPOINT)
        self._shader = scene_items.head_light()
        self._colours: dict[int, str] = {}
        self._scene = [self._solid(body.shape) for body in bodies.visible.scene]
        self._commanded = [self._solid(body.shape) for body in bodies.visible.arm]
        for item in self._commanded:
            item.setVisible(False)
        self._fixtures = SceneFixtures(self.view, self._shader)
        self._lines, self._marks = SceneLines(self.view), NO_MARKS
        self._wires = {style: ArmWire(bodies, style=style, swell=swell) for style, swell in SWELL.items()}
        around = bodies.visible.scene
        self._edges = [(body.body, box_edges(body.shape)) for body in around if isinstance(body.shape, Box)]
        self.look_from(FIRST_VIEWPOINT)

    @property
    def R_view_base(self) -> Array:
        """Rotation (3, 3) to the axes of the picture, however a person has turned it."""
        return self.view.R_view_base

    def turn(self) -> None:
        """Look in the direction of the chosen view."""
        self.view.turn_to(self.chosen)

    def aim(self) -> None:
        """Have the box whole in sight, in the present direction."""
        self.view.aim(self.in_sight)

    def refresh(self) -> None:
        """Draw again."""
        look = self.look
        self._marks = marks(self.bodies, look, self.layers, size=self.in_sight.radius)
        self._draw_scene(look)
        self._draw_commanded(look)
        self._fixtures.draw(look.fixtures if viewpoints.GUIDES in self.layers else ())
        self._lines.draw([*self.outlines(look), *self._arms(look), *self._marks.lines])
        self.view.update()

    def outlines(self, look: SceneLook) -> list[SceneLine]:
        """Return the edges of the scene's boxes, where those are now."""
        edges = [moved(look.moved.get(body, UNMOVED), ends) for body, ends in self._edges]
        return [SceneLine(np.concatenate(edges), theme.BACKGROUND, THIN_PX)] if edges else []

    def _draw_scene(self, look: SceneLook) -> None:
        for body, item in zip(self.bodies.visible.scene, self._scene, strict=True):
            self._paint(item, scene_colour(body, look))
            if body.moves:
                item.setTransform(scene_items.transform(look.moved.get(body.body, UNMOVED)))

    def _draw_commanded(self, look: SceneLook) -> None:
        poses = self.bodies.frame_poses(look.commanded) if look.commanded else None
        for body, item in zip(self.bodies.visible.arm, self._commanded, strict=True):
            item.setVisible(poses is not None)
            if poses is not None:
                item.setTransform(scene_items.transform(poses[body.frame]))
                self._paint(item, arm_colour(body, look))

    def _arms(self, look: SceneLook) -> list[SceneLine]:
        """Return the arms that are drawn as lines."""
        lines = []
        if look.seen:
            lines.append(self._arm(look.seen, theme.STALE if look.seen_is_stale else theme.SEEN, "whole"))
        if look.now and viewpoints.NOW in self.layers:
            lines.append(self._arm(look.now, theme.STALE if look.now_is_stale else theme.NOW, "dotted"))
        if look.watched:
            lines.append(
                self._arm(look.watched, theme.PLANNED, "dashed")._replace(width=MEDIUM_PX, is_on_top=True)
            )
        elif look.planned_end and viewpoints.PLAN in self.layers:
            lines.append(self._arm(look.planned_end, theme.PLANNED, "dashed"))
        if look.commanded and look.required is not None and viewpoints.MARGIN in self.layers:
            halo = _halo(self.bodies, look.required)
            parts = sorted({gap.part for gap in look.gaps})
            lines += [SceneLine(halo.at(look.commanded, part), theme.MARGIN, THIN_PX) for part in parts]
        return lines

    def _arm(self, q: tuple[float, ...], colour: str, style: Style) -> SceneLine:
        return SceneLine(self._wires[style].at(q), colour, THIN_PX)

    def _write(self, painter: QPainter) -> None:
        """Write on the picture."""
        place = self.view.place()
        if viewpoints.SKY in self.layers:
            draw_compass(painter, self.look, self.view.R_view_base, within=place)
        draw_texts(painter, self._marks.words, self.view.to_screen, within=place)

    def _paint(self, item: gl.GLMeshItem, colour: str) -> None:
        if self._colours.get(id(item)) != colour:
            self._colours[id(item)] = colour
            item.setColor(rgba(colour))

    def _solid(self, shape: Segment | Box | Capsule | Mesh) -> gl.GLMeshItem:
        item = scene_items.solid_of(shape, rgba(theme.TARGET), self._shader)
        self.view.addItem(item)
        return item


@lru_cache(maxsize=2)
def _halo(bodies: Bodies, required: float) -> Halo:
    """Return the arm's outline at the required clearance [m]."""
    return Halo(bodies, required)
