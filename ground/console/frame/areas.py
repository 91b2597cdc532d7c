"""Where the panels stand: the scene with what is below it, the column beside it, the drawer under both.

    +-------------------------+--------+
    | SCENE                   |  SIDE  |   always there
    |                         +--------+
    |                         | tabs   |
    +-------------------------+  WORK  |   one tab in front
    | BELOW                   |        |
    +-------------------------+--------+
    | DRAWER: open or closed           |   takes its height from above
    +----------------------------------+

A tab whose row says so stands by itself above the others where the column is high enough.  A person moves the
edges, opens a drawer, raises a tab; `arrangement` is what came of it.
"""

from collections.abc import Callable

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QScrollArea, QSplitter, QVBoxLayout, QWidget

from ground.console.frame.arrangement import Arrangement
from ground.console.frame.tabs import Tabs
from ground.console.panels.panel_layout import PanelPlace, PanelRow
from ground.console.widgets.figure import Panel, column
from ground.console.widgets.scrolling import BAR_PX, scroll_area

SPACING_PX = 3
LEAST_HEIGHT_PX = 40  # of what scrolls, where it lacks room for what it holds
SIDE_SHARE, LEAST_SIDE_PX, MOST_SIDE_PX = 0.258, 330, 560  # of the window's width
DRAWER_PX = 260  # height of a drawer that nobody has moved
CAMERAS_TAB = "CAMERAS"  # in front, where the scene is seen meanwhile
TAB_KEYS, DRAWER_KEYS = "Alt", "Ctrl"

Placed = list[tuple[PanelRow, Panel]]


class Areas(QSplitter):
    """Everything between the strip and the messages."""

    def __init__(self, placed: Placed, arrangement: Arrangement, changed: Callable[[], None]) -> None:
        """Place the panels; `changed` is called after each change that a person makes."""
        super().__init__(Qt.Orientation.Vertical)
        self.arrangement, self._changed = arrangement, changed
        self.drawers = _paged(placed, PanelPlace.DRAWER, Tabs(DRAWER_KEYS, self.open_or_close))
        self.scene, self.side = _stack(placed, PanelPlace.SCENE), SideColumn(placed, self.raise_tab)
        self._across = QSplitter()
        self._across.addWidget(_column(_over(self.scene, _stack(placed, PanelPlace.BELOW))))
        self._across.addWidget(_column(self.side))
        self._across.setChildrenCollapsible(False)
        self.setChildrenCollapsible(False)
        self.addWidget(_yielding(self._across))
        self.addWidget(self.drawers)
        self.setStretchFactor(0, 1)
        self.setStretchFactor(1, 0)
        self._across.splitterMoved.connect(self._keep_sizes)
        self.splitterMoved.connect(self._keep_sizes)
        self.arrange(arrangement)

    def arrange(self, arrangement: Arrangement) -> None:
        """Have everything as an arrangement says."""
        self.arrangement = arrangement
        self.drawers.raise_page(arrangement.drawer)
        self.drawers.setVisible(arrangement.drawer in self.drawers.handles)
        self._set_sizes()

    def open_or_close(self, drawer: str) -> None:
        """Open a drawer instead of the one that is open, or close it."""
        self._change(drawer="" if self.arrangement.drawer == drawer else drawer)

    def raise_tab(self, name: str) -> None:
        """Have a tab in front; fold one that stands by itself, or open it."""
        folded = self.arrangement.folded
        if not self.side.is_alone(name):
            self._change(work=name)
        elif name in folded:
            self._change(folded=tuple(tab for tab in folded if tab != name))
        else:
            self._change(folded=(*folded, name))

    def enlarge(self, camera: str) -> None:
        """Have a camera's picture in the place of the scene's; empty: the scene's."""
        self._change(large=camera, work=CAMERAS_TAB if camera else self.arrangement.work)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the column its share of the width."""
        super().resizeEvent(event)
        self._set_sizes()

    def choose(self, arrangement: Arrangement) -> None:
        """Arrange everything so, by a person's choice."""
        self.arrange(arrangement)
        self._changed()

    def _change(self, **changes: str | tuple[str, ...]) -> None:
        self.choose(replace(self.arrangement, **changes))

    def _set_sizes(self) -> None:
        width, height = self.width(), self.height()
        usual_px = min(max(round(SIDE_SHARE * width), LEAST_SIDE_PX), MOST_SIDE_PX)
        side_px = self.arrangement.side_px or usual_px
        self._across.setSizes([max(1, width - side_px), side_px])
        drawer_px = self.arrangement.drawer_px or DRAWER_PX
        self.setSizes([max(1, height - drawer_px), drawer_px])
        self.side.arrange(self.arrangement, height - (0 if self.drawers.isHidden() else drawer_px))

    def _keep_sizes(self) -> None:
        side_px = self._across.sizes()[1]
        drawer_px = self.arrangement.drawer_px if self.drawers.isHidden() else self.sizes()[1]
        self.arrangement = replace(self.arrangement, side_px=side_px, drawer_px=drawer_px)
        self._changed()


class SideColumn(QWidget):
    """What is always beside the scene; below it a line of handles, and the tab in front."""

    def __init__(self, placed: Placed, choose: Callable[[str], None]) -> None:
        """Place the panels; `choose` is called with the tab of a handle that is pressed."""
        super().__init__()
        self.setMinimumWidth(LEAST_SIDE_PX - BAR_PX)
        self.tabs = _paged(placed, PanelPlace.WORK, Tabs(TAB_KEYS, choose))
        self._alone_from_px = {row.tab: row.alone_from_px for row, _ in placed if row.alone_from_px}
        self._rows = column(self, spacing=SPACING_PX)
        for row, panel in _at(placed, PanelPlace.SIDE):
            self._rows.addWidget(panel, row.stretch)
        if self.tabs.handles:
            self._rows.addWidget(handle_line(list(self.tabs.handles.values())))
            self._rows.addWidget(self.tabs, 2)

    def arrange(self, arrangement: Arrangement, height_px: int) -> None:
        """Have the tabs as an arrangement says, and those alone for which the column is high enough."""
        alone = {tab for tab, from_px in self._alone_from_px.items() if height_px >= from_px}
        for tab in self._alone_from_px:
            self._stand(tab, is_alone=tab in alone)
        in_tabs = [tab for tab in self.tabs.handles if tab not in alone]
        self.tabs.raise_page(arrangement.work if arrangement.work in in_tabs else next(iter(in_tabs), ""))
        for tab in alone:
            is_open = tab not in arrangement.folded
            self.tabs.pages[tab].setVisible(is_open)
            self.tabs.handles[tab].setChecked(is_open)

    def is_alone(self, tab: str) -> bool:
        """Return whether a tab stands by itself now."""
        return tab in self.tabs.pages and self._rows.indexOf(self.tabs.pages[tab]) >= 0

    def _stand(self, tab: str, *, is_alone: bool) -> None:
        page = self.tabs.pages[tab]
        if is_alone == self.is_alone(tab):
            return
        if is_alone:
            self.tabs.removeWidget(page)
            self._rows.insertWidget(self._rows.count() - 2, page, 1)
        else:
            self._rows.removeWidget(page)
            self.tabs.addWidget(page)


def handle_line(handles: list[QPushButton]) -> QWidget:
    """Return a line of handles."""
    line = QWidget()
    row = QHBoxLayout(line)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(SPACING_PX)
    for handle in handles:
        row.addWidget(handle)
    row.addStretch(1)
    return line


def _at(placed: Placed, place: PanelPlace) -> Placed:
    return [(row, panel) for row, panel in placed if row.place is place]


def _paged(placed: Placed, place: PanelPlace, tabs: Tabs) -> Tabs:
    here = _at(placed, place)
    for name in dict.fromkeys(row.tab for row, _ in here):
        tabs.add_page(name, [(panel, row.stretch) for row, panel in here if row.tab == name])
    return tabs


def _stack(placed: Placed, place: PanelPlace) -> QWidget:
    stack = QWidget()
    rows = QVBoxLayout(stack)
    rows.setContentsMargins(0, 0, 0, 0)
    rows.setSpacing(SPACING_PX)
    for row, panel in _at(placed, place):
        rows.addWidget(panel, row.stretch)
    return stack


def _yielding(widget: QWidget) -> QScrollArea:
    """Return an area that scrolls rather than squeeze what it holds, or take room from what stands above."""
    area = scroll_area(widget)
    area.setMinimumHeight(LEAST_HEIGHT_PX)
    return area


def _column(widget: QWidget) -> QScrollArea:
    """Return an area that is as wide as what it holds needs, and scrolls downwards alone."""
    area = _yielding(widget)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setMinimumWidth(BAR_PX + max(widget.minimumWidth(), widget.minimumSizeHint().width()))
    return area


def _over(upper: QWidget, lower: QWidget) -> QWidget:
    both = QWidget()
    column(both, upper, lower, spacing=SPACING_PX).setStretch(0, 1)
    return both
