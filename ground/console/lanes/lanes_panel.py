"""The lanes of a flight, around now."""

from ground.console.facts.snapshot import Snapshot
from ground.console.lanes.lanes_widget import LanesWidget
from ground.console.lanes.shown_lanes import lanes_around
from ground.console.widgets.figure import Panel
from telemetry.agreed.run_settings import RunSettings


class LanesPanel(Panel):
    """What was commanded, is going up, is executed and comes down."""

    def __init__(self, run: RunSettings) -> None:
        """Start with empty lanes."""
        super().__init__("")
        self._run = run
        self.rows.setContentsMargins(2, 1, 2, 0)
        self.lanes = LanesWidget()
        self.rows.addWidget(self.lanes)

    def draw(self, snapshot: Snapshot, now_ns: int) -> None:
        """Show what stands around now."""
        self.lanes.show_lanes(lanes_around(snapshot, self._run, now_ns))
