"""The 3-D view: commanded arm, platform and target solid, the other arms and everything else as lines.

A perspective that a person may turn and move with the mouse; per frame only transforms, colours and the ends
of lines change, and no mesh is made again.
"""

import math
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import pyqtgraph.opengl as gl
from OpenGL import GL
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QResizeEvent, QVector3D
from PySide6.QtOpenGL import QOpenGLPaintDevice

from ground.console.scene import scene_items, viewpoints
from ground.console.scene.bodies import Array, Bodies, moved
from ground.console.scene.framing import viewing_distance
from ground.console.scene.ground_plane import shadows
from ground.console.scene.scene_items import SceneFixtures, SceneLines, SceneShadows, rgba
from ground.console.scene.scene_look import SceneLook
from ground.console.scene.scene_marks import (
    MEDIUM_PX,
    THIN_PX,
    SceneLine,
    arm_colour,
    scene_colour,
)
from ground.console.scene.scene_widget import FIRST_VIEWPOINT, SceneWidget
from ground.console.scene.scene_wires import ArmWire, Halo, box_edges
from ground.console.scene.scene_writing import ScenePicture, SceneWriting
from ground.console.scene.sight import SightRay
from ground.console.scene.viewpoints import Viewpoint, view_rotation
from ground.console.scene.visible_bodies import Segment
from ground.console.texts import theme
from ground.console.widgets.painting import Style
from ground.pictures.extent import Extent
from predictor.geometry.mesh import Mesh
from predictor.geometry.shapes import Box, Capsule

LEAST_PX = (88, 60)  # [px], in the place of a camera
NEAREST_SHARE = 0.01  # of its distance: what is nearer to the eye is not seen

Write = Callable[[QPainter], None]
SWELL = {"whole": 1.07, "dotted": 1.14, "dashed": 1.0}  # of radii: arms are to be seen where they coincide
UNMOVED = np.eye(4)


class PerspectiveEye(NamedTuple):
    """An eye that looks along its third row, at a middle that is so far away."""

    R_view_base: Array  # rows right, up and towards the eye (3, 3)
    centre: Array  # (3,) [m]
    distance: float  # [m]
    middle_px: Array  # (2,) of the picture
    focal_px: float  # pixels of a metre at a distance of a metre

    def pixels(self, points: Array) -> Array:
        """Return where points (k, 3) are seen (k, 2) [px]; NaN: behind the eye."""
        local = (points - self.centre) @ self.R_view_base.T
        seen: Array = self.middle_px + local[:, :2] * self._metres(local[:, 2])[:, None] * (1.0, -1.0)
        return seen

    def metres(self, points: Array) -> Array:
        """Return how long a metre is at points (k, 3), across the sight (k,) [px]; NaN: behind the eye."""
        return self._metres((points - self.centre) @ self.R_view_base[2])

    def _metres(self, towards: Array) -> Array:
        ahead = self.distance - towards
        found: Array = self.focal_px / np.where(ahead < NEAREST_SHARE * self.distance, np.nan, ahead)
        return found


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

    @property
    def eye(self) -> "PerspectiveEye":
        """Where it looks from now."""
        centre, middle = self.opts["center"], np.array([0.5 * self.width(), 0.5 * self.height()])
        return PerspectiveEye(
            self.R_view_base,
            np.array([centre.x(), centre.y(), centre.z()]),
            distance=self.opts["distance"],
            middle_px=middle,
            focal_px=float(middle[0]) / self.slopes[0],
        )

    def ray_at(self, at: QPointF) -> SightRay:
        """Return what is seen at a place [px]."""
        centre, away, (across, up) = self.opts["center"], self.opts["distance"], self.slopes
        eye = np.array([centre.x(), centre.y(), centre.z()]) + away * self.R_view_base[2]
        x = across * (2.0 * at.x() / max(self.width(), 1) - 1.0)
        y = up * (1.0 - 2.0 * at.y() / max(self.height(), 1))
        towards = np.array([x, y, -1.0]) @ self.R_view_base
        return SightRay(eye, towards / np.linalg.norm(towards), widens=2.0 * across / max(self.width(), 1))

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
        super().__init__(bodies, self.view)
        self._shader = scene_items.head_light()
        self._colours: dict[int, str] = {}
        self._placed: dict[str, Array] = {}  # how far bodies of the scene are drawn from their file
        self._scene = [self._solid(body.shape) for body in bodies.visible.scene]
        self._commanded = [self._solid(body.shape) for body in bodies.visible.arm]
        for item in self._commanded:
            item.setVisible(False)
        self._fixtures = SceneFixtures(self.view, self._shader)
        self._lines, self._shadows = SceneLines(self.view), SceneShadows(self.view)
        self._writing = SceneWriting(bodies)
        self._wires = {style: ArmWire(bodies, style=style, swell=swell) for style, swell in SWELL.items()}
        around = bodies.visible.scene
        self._edges = [(body.body, box_edges(body.shape)) for body in around if isinstance(body.shape, Box)]
        self._drawn: ScenePicture | None = None
        self.look_from(FIRST_VIEWPOINT)

    @property
    def R_view_base(self) -> Array:
        """Rotation (3, 3) to the axes of the picture, however a person has turned it."""
        return self.view.R_view_base

    def ray_at(self, at: QPointF) -> SightRay:
        """Return what is seen at a place of the canvas [px]."""
        return self.view.ray_at(at)

    def turn(self) -> None:
        """Look in the direction of the chosen view."""
        self.view.turn_to(self.chosen)

    def aim(self) -> None:
        """Have the box whole in sight, in the present direction."""
        self.view.aim(self.in_sight)

    def draw_picture(self, picture: ScenePicture) -> None:
        """Draw this."""
        self._drawn, look, lines = picture, picture.look, [*picture.drawn.lines]
        has_ground = viewpoints.GROUND in picture.layers
        self._shadows.draw(shadows(self.bodies, look, picture.plane) if has_ground else ())
        if has_ground:
            lines.append(SceneLine(picture.plane.grid, theme.GRID, THIN_PX))
        self._draw_scene(look)
        self._draw_commanded(look)
        self._fixtures.draw(look.fixtures if viewpoints.GUIDES in picture.layers else ())
        self._lines.draw([*self.outlines(look), *self._arms(look), *lines])
        self.view.update()

    def outlines(self, look: SceneLook) -> list[SceneLine]:
        """Return the edges of the scene's boxes, where those are now."""
        edges = [moved(look.moved.get(body, UNMOVED), ends) for body, ends in self._edges]
        return [SceneLine(np.concatenate(edges), theme.BACKGROUND, THIN_PX)] if edges else []

    def _draw_scene(self, look: SceneLook) -> None:
        for body, item in zip(self.bodies.visible.scene, self._scene, strict=True):
            self._paint(item, scene_colour(body, look))
            T = look.moved.get(body.body, UNMOVED)
            if T is not self._placed.get(body.name, UNMOVED):
                self._placed[body.name] = T
                item.setTransform(scene_items.transform(T))

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
        if (
            look.commanded
            and look.required is not None
            and look.gap
            and look.gap.pair
            and viewpoints.MARGIN in self.layers
        ):
            halo = _halo(self.bodies, look.required)
            lines.append(SceneLine(halo.at(look.commanded, look.gap.pair[0]), theme.MARGIN, THIN_PX))
        return lines

    def _arm(self, q: tuple[float, ...], colour: str, style: Style) -> SceneLine:
        return SceneLine(self._wires[style].at(q), colour, THIN_PX)

    def _write(self, painter: QPainter) -> None:
        """Write on the picture, as a person has turned it by now."""
        if self._drawn is not None:
            eye = self.view.eye
            picture = self._drawn._replace(R_view_base=eye.R_view_base)
            self._writing.draw(painter, picture, eye, within=self.view.place())

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
