"""What a panel is made from, and what a row of the list of panels says of it.

    row: name, place, build, size  ---build(sources)--->  panel  ---draw(snapshot, now_ns)--->  screen

    +------+--------+-------+
    | LEFT | MIDDLE | RIGHT |   each as wide as the widest of its panels asks for; MIDDLE takes the rest
    +------+--------+-------+
    |         BELOW         |   as wide as the window
    +-----------------------+

A panel gets at least its least size, and what it holds is never squeezed: where there is no room, its column
scrolls.
"""

from collections.abc import Callable
from enum import Enum
from typing import NamedTuple

from ground.console.facts.handover import Handover
from ground.console.scene.bodies import Bodies
from ground.console.scene.scene_widget import SceneWidget
from ground.console.widgets.figure import Panel
from telemetry.agreed.participants import REPLAY
from telemetry.agreed.run_settings import RunSettings

RUN_MODES = frozenset({"live", "rehearsal", REPLAY})


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
