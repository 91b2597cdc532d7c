"""What both views of the scene have in common: where they look from, what is switched on, their line of keys.

+--------------+---------------+
|   canvas     |  canvas at    |   drawn by one of the two; the second one, always flat, when it is asked for
|              |  right angles |
+--------------+---------------+
| oblique 1  side 2 ...  fit F |   each with its key, which the whole window has; one line of 900 px
+------------------------------+
"""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from ground.console.scene.bodies import Array, Bodies
from ground.console.scene.flat_canvas import FlatCanvas
from ground.console.scene.framing import Framing
from ground.console.scene.ghost_marks import with_ghost
from ground.console.scene.ground_plane import ground_plane
from ground.console.scene.scene_look import SceneLook
from ground.console.scene.scene_marks import marks
from ground.console.scene.scene_writing import ScenePicture
from ground.console.scene.sight import GhostLook, ScenePointer, SightRay
from ground.console.scene.viewpoints import (
    BESIDE,
    BESIDE_TITLE,
    FIT,
    LAYERS,
    VIEWPOINTS,
    Layer,
    ViewKey,
    Viewpoint,
    at_right_angles,
)
from ground.console.widgets.action_button import add_key, button
from ground.console.widgets.figure import column
from ground.console.widgets.wrapping_row import WrappingRow
from ground.pictures.extent import Extent

SPACING = 2
LEAST_PX = (300, 210)  # [px]
FIRST_VIEWPOINT = "oblique"


class SceneWidget(QWidget):
    """A widget that draws the scene; this one only knows what is to be seen."""

    def __init__(self, bodies: Bodies, canvas: QWidget) -> None:
        """Put a canvas over the keys."""
        super().__init__()
        self.bodies, self.framing, self.canvas = bodies, Framing(bodies), canvas
        self.look = SceneLook()
        self.ghost: GhostLook | None = None  # that a person asks for
        self.watched: tuple[float, ...] | None = None  # pose of the arm that a person watches
        self.pointer: ScenePointer | None = None  # has the first word on each press of the mouse
        self._has_press = False  # the pointer took a press
        self.chosen = VIEWPOINTS[FIRST_VIEWPOINT]
        self.layers = {layer.name for layer in LAYERS if layer.is_on}
        self.setMinimumSize(*LEAST_PX)
        self.beside = FlatCanvas(bodies)
        self.beside.hide()
        for each in (canvas, self.beside):
            each.installEventFilter(self)
        self.views = {name: self._view_button(view) for name, view in VIEWPOINTS.items()}
        self.switches = {layer.name: self._switch(layer) for layer in LAYERS}
        self.to_fit = self._button(FIT, self.fit)
        self.to_two = self._toggle(BESIDE, self.show_beside, is_on=False)
        pictures = QHBoxLayout()
        pictures.setSpacing(SPACING)
        for each in (canvas, self.beside):
            pictures.addWidget(each, 1)
        rows = column(self, spacing=SPACING)
        rows.addLayout(pictures, 1)
        keys = [*self.views.values(), self.to_two, *self.switches.values()]
        rows.addWidget(WrappingRow(keys, self.to_fit, SPACING))

    @property
    def R_view_base(self) -> Array:
        """Rotation (3, 3) to the axes of the picture: right, up and towards the eye."""
        return self.chosen.R_view_base

    def draw(self, look: SceneLook) -> None:
        """Show the scene as it is now."""
        self.look = look = look._replace(ghost=self.ghost, watched=self.watched)
        if self.framing.follow(look) or self.chosen.is_near_hand:
            self.aim()
        self.refresh()

    def show_asked(self, ghost: GhostLook | None, watched: tuple[float, ...] | None) -> None:
        """Show at once what a person asks for: a pose of the tool, and an arm (n,) that is watched."""
        if ghost is self.ghost and watched == self.watched:
            return
        self.ghost, self.watched = ghost, watched
        self.draw(self.look)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Hand presses of the mouse on a picture to the pointer, and what it has taken until its release."""
        if not isinstance(event, QMouseEvent) or self.pointer is None:
            return False
        ray_at = self.beside.ray_at if watched is self.beside else self.ray_at
        kind, ray = event.type(), ray_at(event.position())
        if kind == QEvent.Type.MouseButtonPress and event.button() == Qt.MouseButton.LeftButton:
            self._has_press = ray is not None and self.pointer.press(ray)
        elif self._has_press and kind == QEvent.Type.MouseMove and ray is not None:
            self.pointer.drag(ray)
        elif self._has_press and kind == QEvent.Type.MouseButtonRelease:
            self._has_press = False
            self.pointer.release()
            return True
        return self._has_press

    def look_from(self, name: str) -> None:
        """Take one of the usual views."""
        self._choose(VIEWPOINTS[name])
        self.turn()
        self.aim()
        self.refresh()

    def fit(self) -> None:
        """Have arm and scene in picture as they are now, in the present direction."""
        self.framing.fit(self.look)
        self._choose(self.chosen._replace(is_near_hand=False))
        self.aim()
        self.refresh()

    def switch_layer(self, name: str) -> None:
        """Switch a layer on or off."""
        self.layers ^= {name}
        self.switches[name].setChecked(name in self.layers)
        self.refresh()

    def show_beside(self) -> None:
        """Show a second view at right angles to this one, or no more."""
        self.beside.setVisible(self.beside.isHidden())
        self.to_two.setChecked(not self.beside.isHidden())
        self.refresh()

    def refresh(self) -> None:
        """Draw again."""
        picture = self._picture()
        self.draw_picture(picture)
        if not self.beside.isHidden():
            R = at_right_angles(self.R_view_base)
            self.beside.show_picture(picture._replace(R_view_base=R, title=BESIDE_TITLE, has_legend=False))

    @property
    def in_sight(self) -> Extent:
        """The box that is to be seen."""
        return self.framing.in_sight(self.look, is_near_hand=self.chosen.is_near_hand)

    def ray_at(self, at: QPointF) -> SightRay | None:
        """Return what is seen at a place of the canvas [px]."""
        raise NotImplementedError

    def turn(self) -> None:
        """Look in the direction of the chosen view."""

    def aim(self) -> None:
        """Have the box whole in sight, in the present direction."""

    def draw_picture(self, picture: ScenePicture) -> None:
        """Draw this on the canvas."""

    def _picture(self) -> ScenePicture:
        box, plane = self.in_sight, ground_plane(self.framing.shown, self.framing.lowest)
        drawn = marks(self.bodies, self.look, self.layers, size=box.radius, plane=plane)
        drawn = with_ghost(drawn, self.look.ghost)
        layers, title = frozenset(self.layers), self.chosen.title
        return ScenePicture(self.look, layers, drawn, box, plane, self.R_view_base, title)

    def _choose(self, view: Viewpoint) -> None:
        self.chosen = view
        for name, toggle in self.views.items():
            toggle.setChecked(VIEWPOINTS[name] == view)

    def _view_button(self, view: Viewpoint) -> QPushButton:
        key = ViewKey(view.name, view.key, view.title)
        return self._toggle(key, lambda: self.look_from(view.name), is_on=view == self.chosen)

    def _switch(self, layer: Layer) -> QPushButton:
        key = ViewKey(layer.name, layer.key, layer.hint)
        return self._toggle(key, lambda: self.switch_layer(layer.name), is_on=layer.is_on)

    def _toggle(self, key: ViewKey, press: Callable[[], None], *, is_on: bool) -> QPushButton:
        toggle = self._button(key, press)
        toggle.setCheckable(True)
        toggle.setChecked(is_on)
        return toggle

    def _button(self, key: ViewKey, press: Callable[[], None]) -> QPushButton:
        """Return a button, with a key of the whole window that does the same."""
        add_key(key.key, press, self)
        made = button(f"{key.name} {key.key}", press, "small")
        made.setToolTip(key.hint)
        return made
