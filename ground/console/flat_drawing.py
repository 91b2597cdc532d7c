"""One picture of the scene with a painter: bodies, arms in their styles, lines.

Bodies of the scene are drawn from the farthest to the nearest by their middles, the arms over them: where
they pass behind a body, the painter cannot know.
"""

from collections.abc import Set

import numpy as np
from PySide6.QtCore import QLineF
from PySide6.QtGui import QColor, QPainter, QPen

from ground.console import scene_views, theme
from ground.console.bodies import Array, Bodies, Segment, box_corners
from ground.console.flat_shapes import Projection, hull, outline
from ground.console.painted import pen
from ground.console.scene_look import SceneLook
from ground.console.scene_marks import THIN, USUAL, Marks, Style
from predictor.geometry.scene_file import CARRIER
from predictor.geometry.shapes import Box, Capsule

SHAPE = 0.75  # opacity of the scene's boxes
EDGE_PX = 1.0


class FlatDrawing:
    """A painter at work."""

    def __init__(self, painter: QPainter, projection: Projection, bodies: Bodies) -> None:
        """Draw bodies as they are projected."""
        self._painter, self._projection, self._bodies = painter, projection, bodies

    def draw(self, look: SceneLook, drawn: Marks, layers: Set[str]) -> None:
        """Draw a scene with its marks, without their words."""
        self._draw_scene(look.red)
        self._draw_commanded(look)
        if look.seen:
            self._draw_outline(look.seen, theme.STALE if look.seen_is_stale else theme.SEEN, width=USUAL)
        if look.now and scene_views.NOW in layers:
            colour = theme.STALE if look.now_is_stale else theme.NOW
            self._draw_outline(look.now, colour, style="dotted", width=USUAL)
        if look.planned_end and scene_views.PLAN in layers:
            self._draw_outline(look.planned_end, theme.PLANNED, style="dashed", width=THIN)
        if scene_views.MARGIN in layers:
            self._draw_margin(look)
        for line in drawn.lines:
            self._painter.setPen(pen(line.colour, line.width, line.style))
            ends = self._projection.points(line.ends)
            self._painter.drawLines([QLineF(a, b) for a, b in zip(ends[::2], ends[1::2], strict=True)])

    def _draw_scene(self, red: frozenset[str]) -> None:
        shapes: list[Box | Capsule] = [*self._bodies.boxes, *self._bodies.bars]
        self._painter.setPen(_edge())
        for shape in sorted(shapes, key=lambda each: self._projection.depth(_middle(each))):
            usual = theme.PLATFORM if shape.body == CARRIER else theme.TARGET
            colour = theme.ALARM if shape.name in red else usual
            if isinstance(shape, Box):
                self._painter.setBrush(theme.colour(colour, SHAPE))
                self._painter.drawPolygon(hull(self._projection.points(box_corners(shape))))
            else:
                self._fill(Segment(shape.p0, shape.p1, shape.radius), colour)

    def _draw_commanded(self, look: SceneLook) -> None:
        usual = theme.STALE if look.commanded_is_stale else theme.COMMANDED
        segments = self._bodies.arm_segments(look.commanded) if look.commanded else []
        for name, segment in zip(self._bodies.arm_names, segments, strict=False):
            self._fill(segment, theme.ALARM if name in look.red else usual)

    def _draw_outline(
        self, q: tuple[float, ...], colour: str, *, width: float, style: Style = "whole"
    ) -> None:
        for segment in self._bodies.arm_segments(q):
            self._painter.strokePath(outline(segment, self._projection), pen(colour, width, style))

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
                self._painter.strokePath(path, pen(theme.MARGIN, THIN, "dashed"))

    def _fill(self, segment: Segment, colour: str) -> None:
        path = outline(segment, self._projection)
        self._painter.fillPath(path, QColor(colour))
        self._painter.strokePath(path, _edge())


def _edge() -> QPen:
    return pen(theme.BACKGROUND, EDGE_PX)


def _middle(shape: Box | Capsule) -> Array:
    return shape.T_base_box[:3, 3] if isinstance(shape, Box) else np.mean([shape.p0, shape.p1], axis=0)
