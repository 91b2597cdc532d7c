"""The scene without OpenGL: two pictures side by side, each along a direction, drawn with a painter.

+- side: x right, z up -+- top: x right, y up -+    left    the chosen view
|                       |                      |    right   the top, or the side if the top is chosen:
|                       |                      |            the depth that the left one cannot show
+-----------------------+----------------------+

Bodies of the scene are drawn from the farthest to the nearest by their middles, the arms over them: where
they pass behind a body, the painter cannot know.
"""

from collections.abc import Iterable, Set

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from ground.console.scene import viewpoints
from ground.console.scene.bodies import Array, Bodies, box_corners, moved
from ground.console.scene.compass import draw_compass
from ground.console.scene.fixture_shapes import SweptBall
from ground.console.scene.flat_shapes import Projection, hull, lit_faces, outline, swept_outline
from ground.console.scene.scene_look import FixtureLook, SceneLook
from ground.console.scene.scene_marks import (
    MEDIUM_PX,
    THICK_PX,
    THIN_PX,
    Marks,
    arm_colour,
    fixture_colour,
    fixture_opacity,
    marks,
    scene_colour,
)
from ground.console.scene.scene_widget import SceneWidget
from ground.console.scene.scene_wires import mesh_lines
from ground.console.scene.viewpoints import VIEWPOINTS, Viewpoint
from ground.console.scene.visible_bodies import SceneBody, Segment
from ground.console.texts import theme
from ground.console.widgets.painting import USUAL_PX, Style, draw_texts, font, pen, tint
from predictor.geometry.mesh import Mesh
from predictor.geometry.shapes import Box, Capsule

SHAPE = 0.75  # opacity of the scene's boxes
EDGE_PX = 1.0
DARK = 130.0  # by which faces at the rim of a mesh are darker than those in its middle [%]
UNMOVED = np.eye(4)
FIRST_VIEWPOINT, BESIDE, BESIDE_TOP = "side", "top", "side"
TITLE_PX, TITLE_AT = 20.0, QPointF(8.0, 14.0)  # over each picture; nothing is drawn there
GAP_PX = 2.0  # between the pictures
LEAST_PX = (300, 190)  # [px]


class FlatDrawing:
    """A painter at work."""

    def __init__(self, painter: QPainter, projection: Projection, bodies: Bodies) -> None:
        """Draw bodies as they are projected."""
        self._painter, self._projection, self._bodies = painter, projection, bodies

    def draw(self, look: SceneLook, drawn: Marks, layers: Set[str]) -> None:
        """Draw a scene with its marks, without their words."""
        self._draw_scene(look)
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
            self._painter.setPen(pen(line.colour, line.width, line.style))
            ends = self._projection.points(line.ends)
            self._painter.drawLines([QLineF(a, b) for a, b in zip(ends[::2], ends[1::2], strict=True)])

    def _draw_scene(self, look: SceneLook) -> None:
        def depth(body: SceneBody) -> float:
            return self._projection.depth(_middle(body.shape, look.moved.get(body.body, UNMOVED)))

        for body in sorted(self._bodies.visible.scene, key=depth):
            self._draw_body(body.shape, look.moved.get(body.body, UNMOVED), scene_colour(body, look))

    def _draw_fixtures(self, fixtures: Iterable[FixtureLook]) -> None:
        self._painter.setPen(Qt.PenStyle.NoPen)
        for fixture in fixtures:
            shape = fixture.shape.solid
            self._painter.setBrush(tint(fixture_colour(fixture), fixture_opacity(fixture)))
            if isinstance(shape, SweptBall):
                self._painter.drawPath(swept_outline(shape.path, shape.radius, self._projection))
            else:
                self._painter.drawPolygon(hull(self._projection.points(box_corners(shape))))

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
            self._painter.drawPolygon(hull(self._projection.points(moved(T, box_corners(shape)))))
        else:
            p0, p1 = moved(T, np.stack([shape.p0, shape.p1]))
            self._fill(Segment(p0, p1, shape.radius), colour)

    def _draw_outline(
        self, q: tuple[float, ...], colour: str, *, width: float, style: Style = "whole"
    ) -> None:
        poses = self._bodies.frame_poses(q)
        for body in self._bodies.visible.arm:
            if isinstance(body.shape, Mesh):
                ends = self._projection.points(moved(poses[body.frame], mesh_lines(body.shape)))
                self._painter.setPen(pen(colour, THIN_PX, style))
                self._painter.drawLines([QLineF(a, b) for a, b in zip(ends[::2], ends[1::2], strict=True)])
            else:
                p0, p1 = moved(poses[body.frame], np.stack([body.shape.p0, body.shape.p1]))
                path = outline(Segment(p0, p1, body.shape.radius), self._projection)
                self._painter.strokePath(path, pen(colour, width, style))

    def _draw_margin(self, look: SceneLook) -> None:
        """Draw the required clearance around the arm's bodies of the nearest pairs."""
        if not look.commanded or look.required is None:
            return
        parts = {gap.part for gap in look.gaps}
        for name, segment in zip(
            self._bodies.arm_names, self._bodies.arm_segments(look.commanded), strict=True
        ):
            if name in parts:
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
        if viewpoints.SKY in view.layers:
            draw_compass(painter, view.look, chosen.R_view_base, within=place)
        draw_texts(painter, drawn.words, projection.point, within=place)
        painter.restore()
        painter.setFont(font(USUAL_PX))
        painter.setPen(QColor(theme.DIM))
        painter.drawText(whole.topLeft() + TITLE_AT, chosen.title)
