"""What a panel is made from, what a row of the list of panels says of it, and where the panels stand.

    row: name, place, build, size  ---build(sources)--->  panel  ---draw(snapshot, now_ns)--->  screen

    +------+--------+-------+
    | LEFT | MIDDLE | RIGHT |   each as wide as the widest of its panels asks for; MIDDLE takes the rest
    +------+--------+-------+
    |         BELOW         |   as wide as the window
    +-----------------------+

A panel gets at least its least size, and what it holds is never squeezed: where there is no room, its column
scrolls.  Nothing here knows one of the panels.
"""

from collections.abc import Callable, Sequence
from enum import Enum
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QScrollArea, QSplitter, QWidget

from ground.console.facts.handover import Handover
from ground.console.scene.bodies import Bodies
from ground.console.scene.scene_widget import SceneWidget
from ground.console.widgets.figure import Panel, column
from telemetry.agreed.participants import REPLAY
from telemetry.agreed.run_settings import RunSettings

RUN_MODES = frozenset({"live", "rehearsal", REPLAY})
BAR_PX = 8  # of a scroll bar, as the style sheet has it
LEAST_HEIGHT_PX = 40
ABOVE_OTHERS_PX = 240  # least height of the columns, if panels stand below them
SPACING_PX = 4


class PanelPlace(Enum):
    """Where a panel stands; within a place the order is that of the list."""

    LEFT = "left"
    MIDDLE = "middle"
    RIGHT = "right"
    BELOW = "below"


class PanelSources(NamedTuple):
    """What a panel may be made from."""

    run: RunSettings
    bodies: Bodies
    view: SceneWidget  # of the scene: one of the two
    handover: Handover  # takes what a person does
    clock: Callable[[], int]  # returns the time of the run [ns]
    observes: bool = False  # who sits here looks on: HOLD, and no other act
    zero_utc_ns: Callable[[], int | None] = lambda: None  # returns time zero, since 1970; None: unknown


class PanelRow(NamedTuple):
    """A panel of the list."""

    name: str
    place: PanelPlace
    build: Callable[[PanelSources], Panel]
    least_px: tuple[int, int]  # width, height [px]; with less room its column scrolls
    width_px: int  # that it starts with, in a window that has the room [px]
    stretch: int = 0  # its share of the height that is left in its column; 0: none
    modes: frozenset[str] = RUN_MODES  # of the runs that show it
    is_for_acts: bool = False  # and so of no use to an observer

    def is_shown_to(self, sources: PanelSources) -> bool:
        """True if the panel is shown in such a run, to such a person."""
        return sources.run.mode in self.modes and not (self.is_for_acts and sources.observes)


Placed = Sequence[tuple[PanelRow, Panel]]


def panel_area(placed: Placed) -> QScrollArea:
    """Return all panels in an area that yields before anything above it does."""
    body = QWidget()
    columns, rows = _side_by_side(placed), column(body, spacing=SPACING_PX)
    rows.addWidget(columns, 1)
    if below := _at(PanelPlace.BELOW, placed):
        columns.setMinimumHeight(ABOVE_OTHERS_PX)
        rows.addWidget(_stack(below))
    return _yielding(body)


def _side_by_side(placed: Placed) -> QSplitter:
    split = QSplitter()
    widths = []
    for place in (PanelPlace.LEFT, PanelPlace.MIDDLE, PanelPlace.RIGHT):
        if here := _at(place, placed):
            split.addWidget(_column(here))
            split.setStretchFactor(split.count() - 1, 1 if place is PanelPlace.MIDDLE else 0)
            widths.append(max(row.width_px for row, _ in here))
    split.setSizes(widths)
    return split


def _at(place: PanelPlace, placed: Placed) -> Placed:
    return [(row, panel) for row, panel in placed if row.place is place]


def _column(placed: Placed) -> QScrollArea:
    area = _yielding(_stack(placed))
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setMinimumWidth(BAR_PX + max(row.least_px[0] for row, _ in placed))
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
