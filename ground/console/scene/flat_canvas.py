"""A flat picture of the scene: projected along one direction, drawn with a painter.

+- from the side (x right, z up) --+   nothing is drawn over the title but the compass; labels keep clear of
|   title row                      |   arms, tools and goals; the legend stands at the bottom
|   picture                        |
+----------------------------------+

Bodies of the scene are drawn from the farthest to the nearest by their middles, the arms over them: where
they pass behind a body, the painter cannot know.
"""

from collections.abc import Iterable, Set

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from ground.console.scene import viewpoints
from ground.console.scene.bodies import Array, Bodies, box_corners, moved
from ground.console.scene.fixture_shapes import SweptBall
from ground.console.scene.flat_shapes import Projection, hull, lit_faces, outline, swept_outline
from ground.console.scene.ground_plane import GroundPlane, shadows, top
from ground.console.scene.scene_look import FixtureLook, SceneLook
from ground.console.scene.scene_marks import (
    MEDIUM_PX,
    THICK_PX,
    THIN_PX,
    Marks,
    SceneLine,
    arm_colour,
    fixture_colour,
    fixture_opacity,
    scene_colour,
)
from ground.console.scene.scene_wires import mesh_lines
from ground.console.scene.scene_writing import HEADLINE_PX, ScenePicture, SceneWriting
from ground.console.scene.sight import SightRay
from ground.console.scene.visible_bodies import SceneBody, Segment
from ground.console.texts import theme
from ground.console.widgets.bulk_paths import lines_path
from ground.console.widgets.painting import USUAL_PX, Style, font, pen, tint
from predictor.geometry.mesh import Mesh
from predictor.geometry.shapes import Box, Capsule

SHAPE = 0.75  # opacity of the scene's boxes
EDGE_PX = 1.0
DARK = 130.0  # by which faces at the rim of a mesh are darker than those in its middle [%]
UNMOVED = np.eye(4)
TITLE_PX = float(HEADLINE_PX)  # over a picture, in the line at its head; nothing is drawn there
SIDE_PX, BESIDE_COMPASS_PX = 8.0, 110.0  # beside the title
BEFORE = 4.0  # of the radius of what is in sight: how far before its middle rays start
LEAST_PX = (88, 60)  # [px], in the place of a camera


class FlatDrawing:
    """A painter at work."""

    def __init__(self, painter: QPainter, projection: Projection, bodies: Bodies) -> None:
        """Draw bodies as they are projected."""
        self._painter, self._projection, self._bodies = painter, projection, bodies

    def draw(
        self, look: SceneLook, drawn: Marks, layers: Set[str], *, plane: GroundPlane | None = None
    ) -> None:
        """Draw a scene with its marks, without their words, on a plane if that is given and switched on."""
        around = frozenset(self._bodies.visible.scene)
        if plane is None or viewpoints.GROUND not in layers:
            self._draw_scene(look, around)
        else:
            below = self._below(look, plane)
            self._draw_scene(look, below)
            self._draw_ground(look, plane)
            self._draw_scene(look, around - below)
        self._draw_commanded(look)
        if viewpoints.GUIDES in layers:
            self._draw_fixtures(look.fixtures)
        if look.seen:
            self._draw_outline(look.seen, theme.STALE if look.seen_is_stale else theme.SEEN, width=MEDIUM_PX)
        if look.now and viewpoints.NOW in layers:
            colour = theme.STALE if look.now_is_stale else theme.NOW
            self._draw_outline(look.now, colour, style="dotted", width=MEDIUM_PX)
        if look.watched:
            self._draw_outline(look.watched, theme.PLANNED, style="dashed", width=THICK_PX)
        elif look.planned_end and viewpoints.PLAN in layers:
            self._draw_outline(look.planned_end, theme.PLANNED, style="dashed", width=THIN_PX)
        if viewpoints.MARGIN in layers:
            self._draw_margin(look)
        for line in drawn.lines:
            self._draw_lines(line)

    def _draw_ground(self, look: SceneLook, plane: GroundPlane) -> None:
        """Draw the plane with its shadows, over all that ends below it; from the side they are lines."""
        self._draw_lines(SceneLine(plane.grid, theme.GRID, THIN_PX))
        for colour, outlines in shadows(self._bodies, look, plane):
            self._painter.setPen(pen(colour, THIN_PX))
            self._painter.setBrush(QColor(colour))
            for corners in outlines:
                self._painter.drawPolygon(QPolygonF(self._projection.points(corners)))

    def _draw_lines(self, line: SceneLine) -> None:
        path = lines_path(self._projection.pixels(line.ends))
        self._painter.strokePath(path, pen(line.colour, line.width, line.style))

    def _below(self, look: SceneLook, plane: GroundPlane) -> frozenset[SceneBody]:
        """Return the bodies of the scene that end below the plane, or on it."""
        return frozenset(
            body
            for body in self._bodies.visible.scene
            if top(body.shape, look.moved.get(body.body, UNMOVED)) <= plane.drawn_z
        )

    def _draw_scene(self, look: SceneLook, bodies: frozenset[SceneBody]) -> None:
        def depth(body: SceneBody) -> float:
            return self._projection.depth(_middle(body.shape, look.moved.get(body.body, UNMOVED)))

        for body in sorted(bodies, key=depth):
            self._draw_body(body.shape, look.moved.get(body.body, UNMOVED), scene_colour(body, look))

    def _draw_fixtures(self, fixtures: Iterable[FixtureLook]) -> None:
        self._painter.setPen(Qt.PenStyle.NoPen)
        for fixture in fixtures:
            shape = fixture.shape.solid
            self._painter.setBrush(tint(fixture_colour(fixture), fixture_opacity(fixture)))
            if isinstance(shape, SweptBall):
                self._painter.drawPath(swept_outline(shape.path, shape.radius, self._projection))
            else:
                self._painter.drawPolygon(hull(box_corners(shape), self._projection))

    def _draw_commanded(self, look: SceneLook) -> None:
        if not look.commanded:
            return
        poses = self._bodies.frame_poses(look.commanded)
        for body in self._bodies.visible.arm:
            self._draw_body(body.shape, poses[body.frame], arm_colour(body, look))

    def _draw_body(self, shape: Segment | Box | Capsule | Mesh, T: Array, colour: str) -> None:
        if isinstance(shape, Mesh):
            for light, path in lit_faces(shape, T, self._projection):
                self._painter.fillPath(path, QColor(colour).darker(round(100.0 + DARK * (1.0 - light))))
        elif isinstance(shape, Box):
            self._painter.setPen(_edge())
            self._painter.setBrush(tint(colour, SHAPE))
            self._painter.drawPolygon(hull(moved(T, box_corners(shape)), self._projection))
        else:
            p0, p1 = moved(T, np.stack([shape.p0, shape.p1]))
            self._fill(Segment(p0, p1, shape.radius), colour)

    def _draw_outline(
        self, q: tuple[float, ...], colour: str, *, width: float, style: Style = "whole"
    ) -> None:
        poses = self._bodies.frame_poses(q)
        for body in self._bodies.visible.arm:
            if isinstance(body.shape, Mesh):
                ends = moved(poses[body.frame], mesh_lines(body.shape))
                path = lines_path(self._projection.pixels(ends))
                self._painter.strokePath(path, pen(colour, THIN_PX, style))
            else:
                p0, p1 = moved(poses[body.frame], np.stack([body.shape.p0, body.shape.p1]))
                path = outline(Segment(p0, p1, body.shape.radius), self._projection)
                self._painter.strokePath(path, pen(colour, width, style))

    def _draw_margin(self, look: SceneLook) -> None:
        """Draw the required clearance around the arm's bodies of the nearest pair."""
        if not look.commanded or look.required is None or look.gap is None:
            return
        segments = self._bodies.arm_segments(look.commanded)
        for name, segment in zip(self._bodies.arm_names, segments, strict=True):
            if name == look.gap.pair[0]:
                path = outline(segment, self._projection, more=look.required)
                self._painter.strokePath(path, pen(theme.MARGIN, THIN_PX, "dashed"))

    def _fill(self, segment: Segment, colour: str) -> None:
        path = outline(segment, self._projection)
        self._painter.fillPath(path, QColor(colour))
        self._painter.strokePath(path, _edge())


def _edge() -> QPen:
    return pen(theme.BACKGROUND, EDGE_PX)


def _middle(shape: Box | Capsule | Mesh, T: Array) -> Array:
    if isinstance(shape, Mesh):
        return moved(T, 0.5 * (shape.vertices.min(axis=0) + shape.vertices.max(axis=0)))
    if isinstance(shape, Box):
        return moved(T, shape.T_base_box[:3, 3])
    return moved(T, 0.5 * (shape.p0 + shape.p1))


class FlatCanvas(QWidget):
    """Where one is drawn."""

    def __init__(self, bodies: Bodies) -> None:
        """Begin without anything in sight."""
        super().__init__()
        self._bodies = bodies
        self._picture: ScenePicture | None = None
        self._writing = SceneWriting(bodies)
        self.setMinimumSize(*LEAST_PX)

    def show_picture(self, picture: ScenePicture) -> None:
        """Draw this."""
        self._picture = picture
        self.update()

    def projection(self) -> Projection | None:
        """Return how the picture is projected; None: there is none yet."""
        picture = self._picture
        place = QRectF(self.rect()).adjusted(0.0, TITLE_PX, 0.0, 0.0)
        return None if picture is None else Projection(picture.box, picture.R_view_base, place)

    def ray_at(self, at: QPointF) -> SightRay | None:
        """Return what is seen at a place [px]."""
        projection = self.projection()
        if projection is None or self._picture is None:
            return None
        return projection.ray(at, BEFORE * self._picture.box.radius)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw it."""
        painter, projection = QPainter(self), self.projection()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), QColor(theme.BACKGROUND))
        if self._picture is not None and projection is not None:
            self._draw(painter, self._picture, projection)
        painter.end()

    def _draw(self, painter: QPainter, picture: ScenePicture, projection: Projection) -> None:
        place = projection.place
        painter.save()
        painter.setClipRect(place)
        drawing = FlatDrawing(painter, projection, self._bodies)
        drawing.draw(picture.look, picture.drawn, picture.layers, plane=picture.plane)
        self._writing.draw(painter, picture, projection, within=place)
        painter.restore()
        painter.setFont(font(USUAL_PX))
        painter.setPen(QColor(theme.DIM))
        row = QRectF(self.rect()).adjusted(SIDE_PX, 0.0, -BESIDE_COMPASS_PX, 0.0)
        row.setHeight(TITLE_PX)
        side = Qt.AlignmentFlag.AlignRight if picture.has_legend else Qt.AlignmentFlag.AlignLeft
        painter.drawText(row, side | Qt.AlignmentFlag.AlignVCenter, picture.title)
