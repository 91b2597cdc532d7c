"""Panels of which one is in front, each behind its handle; panels of one tab stand side by side.

[motion Alt+1] [hand Alt+2] [why Alt+3 ●]        ● it has something new to say
+---------------------------------------+
| the panel in front                    |        scrolls where it lacks room
+---------------------------------------+
"""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QStackedWidget, QWidget

from ground.console.widgets.action_button import add_key, button
from ground.console.widgets.scrolling import scroll_area

SPACING_PX = 4
MARK = " ●"


class Tabs(QStackedWidget):
    """The pages; their handles stand wherever their owner puts them."""

    def __init__(self, modifier: str, choose: Callable[[str], None]) -> None:
        """Start without a page; `choose` is called with the name of a handle that is pressed.

        Args:
            modifier: with a number from 1 the key of a page.
            choose: decides which page is in front.
        """
        super().__init__()
        self._modifier, self._choose = modifier, choose
        self.handles: dict[str, QPushButton] = {}
        self.pages: dict[str, QWidget] = {}

    def add_page(self, name: str, panels: Sequence[tuple[QWidget, int]]) -> None:
        """Add a page of panels that stand side by side, each with its stretch: 0 for its own height."""
        self.pages[name] = scroll_area(_side_by_side(panels))
        self.addWidget(self.pages[name])
        key = f"{self._modifier}+{len(self.handles) + 1}"
        handle = button(name.lower(), lambda: self._choose(name), "view")
        handle.setCheckable(True)
        handle.setMinimumWidth(1)  # the column is as wide as it is, not as its handles wish
        handle.setToolTip(f"{name.lower()}: {key}")
        add_key(key, handle.click, handle)
        self.handles[name] = handle

    def raise_page(self, name: str) -> None:
        """Have a page in front; one that is not there leaves the handles unpressed."""
        for other, handle in self.handles.items():
            handle.setChecked(other == name)
        if name in self.pages:
            self.setCurrentWidget(self.pages[name])

    def mark(self, name: str, *, is_new: bool) -> None:
        """Show on its handle that a page has something new to say."""
        if name in self.handles:
            self.handles[name].setText(f"{name.lower()}{MARK if is_new else ''}")


def _side_by_side(panels: Sequence[tuple[QWidget, int]]) -> QWidget:
    page = QWidget()
    line = QHBoxLayout(page)
    line.setContentsMargins(0, 0, 0, 0)
    line.setSpacing(SPACING_PX)
    for panel, stretch in panels:
        line.addWidget(panel, 1, *(() if stretch else (Qt.AlignmentFlag.AlignTop,)))
    return page
