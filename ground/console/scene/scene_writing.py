"""What is written on a picture of the scene: compass and legend, and the labels, which keep clear of both."""

from typing import NamedTuple

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from ground.console.scene import viewpoints
from ground.console.scene.bodies import Array, Bodies
from ground.console.scene.compass import draw_compass
from ground.console.scene.ground_plane import GroundPlane
from ground.console.scene.legend import draw_legend, legend_entries
from ground.console.scene.scene_look import SceneLook
from ground.console.scene.scene_marks import Marks
from ground.console.scene.scene_obstacles import scene_obstacles
from ground.console.widgets.labels import Eye, PlacedLabels, place_of
from ground.pictures.extent import Extent

LEAST_WIDTH_PX = 240  # of a picture with room for any writing
HEADLINE_PX = 20  # height of the line at the head of the picture, where others write


class ScenePicture(NamedTuple):
    """What a picture shows."""

    look: SceneLook
    layers: frozenset[str]
    drawn: Marks
    box: Extent  # that is in sight
    plane: GroundPlane
    R_view_base: Array  # rows right, up and towards the eye (3, 3)
    title: str = ""
    has_legend: bool = True


class SceneWriting:
    """The writing of one picture, from instant to instant."""

    def __init__(self, bodies: Bodies) -> None:
        """Write about these."""
        self._bodies, self._labels = bodies, PlacedLabels()
        self._chosen: tuple[frozenset[str], str, GroundPlane] | None = None  # of the last picture

    def draw(self, painter: QPainter, picture: ScenePicture, eye: Eye, *, within: QRectF) -> None:
        """Write on a picture as an eye sees it."""
        if within.width() < LEAST_WIDTH_PX:
            return
        look, chosen = picture.look, (picture.layers, picture.title, picture.plane)
        taken = [QRectF(within.left(), 0.0, within.width(), HEADLINE_PX)] if picture.has_legend else []
        if self._chosen != chosen:  # then labels have no place to stay at
            self._chosen, self._labels = chosen, PlacedLabels()
        if viewpoints.SKY in picture.layers:
            taken += draw_compass(painter, look, picture.R_view_base, within=within)
        if picture.has_legend:
            entries = legend_entries(look, picture.layers, picture.plane)
            taken += draw_legend(painter, entries, within=within)
        places = [place_of(each) for each in taken]
        obstacles = scene_obstacles(self._bodies, look, picture.layers, eye=eye, places=places)
        self._labels.draw(painter, picture.drawn.words, eye=eye, obstacles=obstacles, within=within)
