"""What both views of the scene have in common: where they look from, what is switched on, and their buttons.

+------------------------------+
|            canvas            |   drawn by one of the two
|                              |
| - commanded  - telemetry ... |   the legend
| oblique 1  side 2 ...  fit F |   each with its key, which the whole window hears
+------------------------------+
"""

from collections.abc import Callable

from PySide6.QtWidgets import QPushButton, QWidget

from ground.console.scene.bodies import Array, Bodies
from ground.console.scene.framing import Framing
from ground.console.scene.legend import Legend, legend_entries
from ground.console.scene.scene_look import SceneLook
from ground.console.scene.viewpoints import FIT, LAYERS, VIEWPOINTS, Viewpoint
from ground.console.widgets.action_button import add_key, button
from ground.console.widgets.figure import column
from ground.console.widgets.wrapping_row import WrappingRow
from ground.pictures.extent import Extent

SPACING = 3


class SceneWidget(QWidget):
    """A widget that draws the scene; this one only knows what is to be seen."""

    def __init__(self, bodies: Bodies, canvas: QWidget, first: str) -> None:
        """Put a canvas over the buttons; `first`: name of the view to begin with."""
        super().__init__()
        self.bodies, self.framing = bodies, Framing(bodies)
        self.look, self.legend = SceneLook(), Legend()
        self.chosen = VIEWPOINTS[first]
        self.layers = {layer.name for layer in LAYERS if layer.is_on}
        self.views = {name: self._view_button(name) for name in VIEWPOINTS}
        self.switches = {layer.name: self._switch(layer.name) for layer in LAYERS}
        self.to_fit = self._button(FIT[0], FIT[1], self.fit)
        self.to_fit.setToolTip("arm and scene as they are now, all in sight")
        rows = column(self, spacing=SPACING)
        rows.addWidget(canvas, 1)
        rows.addWidget(self.legend)
        rows.addWidget(WrappingRow([*self.views.values(), *self.switches.values()], self.to_fit, SPACING))

    @property
    def R_view_base(self) -> Array:
        """Rotation (3, 3) to the axes of the picture: right, up and towards the eye."""
        return self.chosen.R_view_base

    def draw(self, look: SceneLook) -> None:
        """Show the scene as it is now."""
        self.look = look
        if self.framing.follow(look) or self.chosen.is_near_hand:
            self.aim()
        self.legend.show_rows(legend_entries(look, self.layers))
        self.refresh()

    def look_from(self, name: str) -> None:
        """Take one of the usual views."""
        self._choose(VIEWPOINTS[name])
        self.turn()
        self.aim()
        self.refresh()

    def fit(self) -> None:
        """Have arm and scene in sight as they are now, in the present direction."""
        self.framing.fit(self.look)
        self._choose(self.chosen._replace(is_near_hand=False))
        self.aim()
        self.refresh()

    def switch_layer(self, name: str) -> None:
        """Switch a layer on or off."""
        self.layers ^= {name}
        self.switches[name].setChecked(name in self.layers)
        self.legend.show_rows(legend_entries(self.look, self.layers))
        self.refresh()

    @property
    def in_sight(self) -> Extent:
        """The box that is to be seen."""
        return self.framing.in_sight(self.look, is_near_hand=self.chosen.is_near_hand)

    def turn(self) -> None:
        """Look in the direction of the chosen view."""

    def aim(self) -> None:
        """Have the box whole in sight, in the present direction."""

    def refresh(self) -> None:
        """Draw again."""

    def _choose(self, view: Viewpoint) -> None:
        self.chosen = view
        for name, toggle in self.views.items():
            toggle.setChecked(VIEWPOINTS[name] == view)

    def _view_button(self, name: str) -> QPushButton:
        key = VIEWPOINTS[name].key
        return self._toggle(name, key, lambda: self.look_from(name), is_on=VIEWPOINTS[name] == self.chosen)

    def _switch(self, name: str) -> QPushButton:
        layer = next(layer for layer in LAYERS if layer.name == name)
        toggle = self._toggle(name, layer.key, lambda: self.switch_layer(name), is_on=layer.is_on)
        toggle.setToolTip(layer.hint)
        return toggle

    def _toggle(self, name: str, key: str, press: Callable[[], None], *, is_on: bool) -> QPushButton:
        toggle = self._button(name, key, press)
        toggle.setCheckable(True)
        toggle.setChecked(is_on)
        return toggle

    def _button(self, name: str, key: str, press: Callable[[], None]) -> QPushButton:
        """Return a button, with a key of the whole window that does the same."""
        add_key(key, press, self)
        return button(f"{name} {key}", press, "view")
