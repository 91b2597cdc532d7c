"""The 3-D view: commanded arm solid, telemetered arm wireframe, platform, target, the nearest pairs.

Per frame only transforms, colours and two points of a line change; no mesh is made again.
"""

import itertools
from typing import Any

import numpy as np
import pyqtgraph.opengl as gl
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QVector3D
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout

from ground.console import scene_items, theme
from ground.console.bodies import Bodies
from ground.console.framing import Framing
from ground.console.scene_look import SceneLook
from ground.console.scene_widget import SceneWidget
from predictor.geometry.scene_file import CARRIER

DISTANCE = 2.3  # of the eye, in radii of what is to be seen
BESIDE = 0.02  # of the written distance above its line, in the same
VIEWS = {"oblique": (24.0, -52.0), "side": (4.0, -90.0), "front": (4.0, 0.0), "top": (89.0, -90.0)}
STALE_COLOUR = theme.STALE
GAPS = 2  # arm and scene, arm and itself

Rgba = tuple[float, float, float, float]


def _rgba(colour: str) -> Rgba:
    made = QColor(colour)
    return made.redF(), made.greenF(), made.blueF(), 1.0


def _written() -> Any:
    return gl.GLTextItem(font=QFont("DejaVu Sans", 13, QFont.Weight.Bold))


class SceneView(SceneWidget):
    """The scene through OpenGL; needs a context that works (`opengl.has_opengl`)."""

    def __init__(self, bodies: Bodies) -> None:
        """Make all items; nothing of the arm is shown before it is known."""
        super().__init__()
        self._bodies, self._framing = bodies, Framing(bodies)
        self.view: Any = gl.GLViewWidget()
        self.view.setBackgroundColor(theme.BACKGROUND)
        self._shader = scene_items.head_light()
        self._scene = self._scene_items()
        self._commanded = self._arm_items()
        self._seen = self._wire_items(theme.SEEN)
        self._planned_end = self._wire_items(theme.PLANNED)
        self._planned = scene_items.track(_rgba(theme.PLANNED))
        self._drawn: Any = None  # the way that stands in it
        self._gaps = [(scene_items.line_on_top(_rgba(theme.WARN)), _written()) for _ in range(GAPS)]
        self._colours: dict[int, Rgba] = {}
        self._hidden([self._planned, *itertools.chain(*self._gaps)])
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self.view, 1)
        column.addLayout(self._buttons())
        self.look_from("oblique")

    def look_from(self, name: str) -> None:
        """Take one of the usual views."""
        elevation, azimuth = VIEWS[name]
        self._stand_back()
        self.view.setCameraPosition(elevation=elevation, azimuth=azimuth)

    def _stand_back(self) -> None:
        """Move the eye away, in its direction, until all is seen."""
        shown = self._framing.shown
        self.view.setCameraPosition(pos=QVector3D(*shown.centre.tolist()), distance=DISTANCE * shown.radius)

    def draw(self, look: SceneLook) -> None:
        """Show the scene as it is now."""
        if self._framing.follow(look):
            self._stand_back()
        self._draw_scene(look)
        self._draw_arm(look)
        self._draw_wire(look)
        self._draw_plan(look)
        self._draw_gaps(look)
        self.view.update()

    def _draw_scene(self, look: SceneLook) -> None:
        for name, item, colour in self._scene:
            self._paint(item, _rgba(theme.ALARM) if name in look.red else colour)

    def _draw_arm(self, look: SceneLook) -> None:
        poses = self._bodies.arm_poses(look.commanded) if look.commanded else None
        usual = _rgba(STALE_COLOUR if look.commanded_is_stale else theme.COMMANDED)
        for i, item in enumerate(self._commanded):
            item.setVisible(poses is not None)
            if poses is not None:
                item.setTransform(scene_items.transform(poses[i]))
                is_red = self._bodies.arm_names[i] in look.red
                self._paint(item, _rgba(theme.ALARM) if is_red else usual)

    def _draw_wire(self, look: SceneLook) -> None:
        poses = self._bodies.arm_poses(look.seen) if look.seen else None
        colour = _rgba(STALE_COLOUR if look.seen_is_stale else theme.SEEN)
        for i, item in enumerate(self._seen):
            item.setVisible(poses is not None)
            if poses is not None:
                item.setTransform(scene_items.transform(poses[i]))
                if self._colours.get(id(item)) != colour:
                    self._colours[id(item)] = colour
                    item.setData(color=colour)

    def _draw_plan(self, look: SceneLook) -> None:
        """Show the tool's way and the pose at its end."""
        self._planned.setVisible(look.planned is not None)
        if look.planned is not None and look.planned is not self._drawn:
            self._drawn = look.planned
            self._planned.setData(pos=look.planned)
        poses = self._bodies.arm_poses(look.planned_end) if look.planned_end else None
        for i, item in enumerate(self._planned_end):
            item.setVisible(poses is not None)
            if poses is not None:
                item.setTransform(scene_items.transform(poses[i]))

    def _draw_gaps(self, look: SceneLook) -> None:
        for number, (line, text) in enumerate(self._gaps):
            gap = look.gaps[number] if number < len(look.gaps) else None
            line.setVisible(gap is not None)
            text.setVisible(gap is not None)
            if gap is not None:
                ends = np.stack(gap.ends)
                line.setData(pos=ends, color=_rgba(theme.ALARM if gap.is_red else theme.WARN))
                place = ends.mean(axis=0) + np.array([0.0, 0.0, BESIDE * self._framing.shown.radius])
                text.setData(pos=place, text=f"  {gap.distance}", color=QColor(theme.TEXT))

    def _paint(self, item: Any, colour: Rgba) -> None:
        if self._colours.get(id(item)) != colour:
            self._colours[id(item)] = colour
            item.setColor(colour)

    def _scene_items(self) -> list[tuple[str, Any, Rgba]]:
        made = []
        for box in self._bodies.boxes:
            colour = _rgba(theme.PLATFORM if box.body == CARRIER else theme.TARGET)
            item = scene_items.solid(scene_items.box_mesh(box), colour, self._shader, smooth=False)
            self.view.addItem(item)
            self.view.addItem(scene_items.lines(scene_items.box_edges(box), _rgba(theme.BACKGROUND)))
            made.append((box.name, item, colour))
        for bar in self._bodies.bars:
            colour = _rgba(theme.TARGET)
            mesh = scene_items.capsule_mesh(bar.p0, bar.p1, bar.radius)
            item = scene_items.solid(mesh, colour, self._shader)
            self.view.addItem(item)
            made.append((bar.name, item, colour))
        return made

    def _arm_items(self) -> list[Any]:
        capsules = self._bodies.robot.capsules
        made = []
        for p0, p1, radius in zip(capsules.p0, capsules.p1, capsules.radius, strict=True):
            mesh = scene_items.capsule_mesh(p0, p1, float(radius))
            made.append(scene_items.solid(mesh, _rgba(theme.COMMANDED), self._shader))
        return self._hidden(made)

    def _wire_items(self, colour: str) -> list[Any]:
        capsules = self._bodies.robot.capsules
        made = []
        for p0, p1, radius in zip(capsules.p0, capsules.p1, capsules.radius, strict=True):
            wire = scene_items.capsule_wire(p0, p1, float(radius))
            made.append(scene_items.lines(wire, _rgba(colour)))
        return self._hidden(made)

    def _hidden(self, items: list[Any]) -> list[Any]:
        for item in items:
            item.setVisible(False)
            self.view.addItem(item)
        return items

    def _buttons(self) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setContentsMargins(0, 0, 0, 0)
        for name in VIEWS:
            button = QPushButton(name)
            button.setObjectName("view")
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.clicked.connect(lambda _=False, name=name: self.look_from(name))
            line.addWidget(button)
        line.addStretch(1)
        return line
