"""The handles of the drawers, and the layouts to choose from: always in the same place.

[queue] [history] [plots] [state] [messages]
layout [operator] [engineer] [observer] [reset]
"""

from functools import partial

from PySide6.QtWidgets import QPushButton, QWidget

from ground.console.frame.areas import Areas, handle_line
from ground.console.frame.arrangement import LAYOUTS
from ground.console.widgets.action_button import add_key, button
from ground.console.widgets.figure import column

RESET_KEY = "Ctrl+0"
SPACING_PX, HANDLE_PX = 2, 22


class LayoutKeys(QWidget):
    """Two lines of keys."""

    def __init__(self, areas: Areas) -> None:
        """Arrange these areas."""
        super().__init__()
        self._areas = areas
        self.layouts = {name: self._layout_key(name) for name in LAYOUTS}
        self.reset = button("reset", self._reset, "view")
        self.reset.setToolTip(f"every edge, drawer and tab as the layout has them ({RESET_KEY})")
        add_key(RESET_KEY, self._reset, self)
        drawers = handle_line([*areas.drawers.handles.values()])
        column(self, drawers, handle_line([*self.layouts.values(), self.reset]), spacing=SPACING_PX)
        for handle in (*areas.drawers.handles.values(), *self.layouts.values(), self.reset):
            handle.setFixedHeight(HANDLE_PX)
        self.draw()

    def draw(self) -> None:
        """Show which layout the arrangement began with."""
        for name, key in self.layouts.items():
            key.setChecked(name == self._areas.arrangement.layout)

    def _layout_key(self, name: str) -> QPushButton:
        key = button(name, partial(self._begin_with, name), "view")
        key.setCheckable(True)
        key.setToolTip(f"layout {name}")
        return key

    def _begin_with(self, name: str) -> None:
        self._areas.choose(LAYOUTS[name])

    def _reset(self) -> None:
        self._begin_with(self._areas.arrangement.layout)
