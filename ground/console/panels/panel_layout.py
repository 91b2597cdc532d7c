"""What a panel is made from, and what a row of the list of panels says of it.

    row: name, place, build ---build(sources)--->  panel  ---draw(snapshot, now_ns)--->  screen

A panel is given its width and its height, and knows nothing of its neighbours.
"""

from collections.abc import Callable
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from ground.console.facts.chosen import Chosen
from ground.console.facts.handover import Handover
from ground.console.scene.bodies import Bodies
from ground.console.scene.scene_widget import SceneWidget
from ground.console.widgets.figure import Panel
from telemetry.agreed.keys import UNSEALED_ID
from telemetry.agreed.participants import CONSOLE, REPLAY
from telemetry.agreed.run_settings import RunSettings

RUN_MODES = frozenset({"live", "rehearsal", REPLAY})


class PanelPlace(Enum):
    """Where a panel stands; within a place the order is that of the list."""

    SCENE = "scene"  # the large place in the middle
    SIDE = "side"  # beside it, always there
    WORK = "work"  # beside it, one tab in front
    BELOW = "below"  # under the scene
    DRAWER = "drawer"  # at the foot, one open, or none


class PanelSources(NamedTuple):
    """What a panel may be made from."""

    run: RunSettings
    bodies: Bodies
    view: SceneWidget  # of the scene: one of the two
    handover: Handover  # takes what a person does
    clock: Callable[[], int]  # returns the time of the run [ns]
    chosen: Chosen  # what the keys begin, as a person has chosen it at the panels
    seat: str = CONSOLE  # role of who sits here
    zero_utc_ns: Callable[[], int | None] = lambda: None  # returns time zero, since 1970; None: unknown
    arrangement: Path | None = None  # the file of how the window is arranged; None: it is not kept
    key_id: int = UNSEALED_ID  # of the set under which the run is sealed
    folder: Path | None = None  # of the run, for what a person writes; None: nothing is written

    @property
    def commands(self) -> bool:
        """True if who sits here may command motion; an approver and an observer may not."""
        return self.seat == CONSOLE


class PanelRow(NamedTuple):
    """A panel of the list."""

    name: str
    place: PanelPlace
    build: Callable[[PanelSources], Panel]
    tab: str = ""  # of WORK and DRAWER: on its handle; panels of one tab stand side by side
    stretch: int = 0  # its share of the height that is left; 0: it is as high as it asks for
    alone_from_px: int = 0  # of WORK: height of the column from which it stands above the tabs; 0: never
    modes: frozenset[str] = RUN_MODES  # of the runs that show it
    is_for_acts: bool = False  # and so of no use to who commands no motion

    def is_shown_to(self, sources: PanelSources) -> bool:
        """True if the panel is shown in such a run, to such a person."""
        return sources.run.mode in self.modes and (sources.commands or not self.is_for_acts)
