"""Where the panels of a list stand: columns side by side, each of which scrolls, and a place below.

Nothing here knows one of them: a column is as wide as the widest of its panels asks for.
"""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QScrollArea, QSplitter, QVBoxLayout, QWidget

from ground.console.panels.panel_row import PanelPlace, PanelRow
from ground.console.widgets.figure import Panel

BAR_PX = 8  # of a scroll bar, as the style sheet has it
LEAST_HEIGHT_PX = 40
ABOVE_OTHERS_PX = 240  # least height of the columns, if panels stand below them
SPACING_PX = 4

Placed = Sequence[tuple[PanelRow, Panel]]


def panel_area(placed: Placed) -> QScrollArea:
    """Return all panels in an area that yields before anything above it does."""
    body = QWidget()
    rows = QVBoxLayout(body)
    rows.setContentsMargins(0, 0, 0, 0)
    rows.setSpacing(SPACING_PX)
    columns = _side_by_side(placed)
    rows.addWidget(columns, 1)
    if below := _at(PanelPlace.BELOW, placed):
        columns.setMinimumHeight(ABOVE_OTHERS_PX)
        rows.addWidget(_stack(below))
    return _yielding(body)


def _side_by_side(placed: Placed) -> QSplitter:
    split = QSplitter()
    widths = []
    for place in (PanelPlace.LEFT, PanelPlace.MIDDLE, PanelPlace.RIGHT):
        if column := _at(place, placed):
            split.addWidget(_column(column))
            split.setStretchFactor(split.count() - 1, 1 if place is PanelPlace.MIDDLE else 0)
            widths.append(max(row.width_px for row, _ in column))
    split.setSizes(widths)
    return split


def _at(place: PanelPlace, placed: Placed) -> Placed:
    return [(row, panel) for row, panel in placed if row.place is place]


def _column(column: Placed) -> QScrollArea:
    area = _yielding(_stack(column))
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setMinimumWidth(BAR_PX + max(row.least_px[0] for row, _ in column))
    return area


def _stack(placed: Placed) -> QWidget:
    stack = QWidget()
    grid = QGridLayout(stack)  # unlike a box it keeps a least height beside what the panel itself needs
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setSpacing(SPACING_PX)
    for i, (row, panel) in enumerate(placed):
        grid.addWidget(panel, i, 0)
        grid.setRowMinimumHeight(i, row.least_px[1])
        grid.setRowStretch(i, row.stretch)
    return stack


def _yielding(widget: QWidget) -> QScrollArea:
    area = scroll_area(widget)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setMinimumHeight(LEAST_HEIGHT_PX)
    return area


def scroll_area(widget: QWidget) -> QScrollArea:
    """Return an area, as wide as its place, in which a widget scrolls where it lacks room."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidget(widget)
    return area
