"""The replay: where it stands in which recording, and where it is on its way to."""

from dataclasses import dataclass, replace
from typing import ClassVar

from ground.console.facts.panel_facts import Handlers, PanelFacts, Stamped, newest_stamped
from telemetry.messages.replay import ReplayMarker, ReplayMarkers, ReplayStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayFacts(PanelFacts):
    """The replay; without a status there is none."""

    status: Stamped[ReplayStatus] | None = newest_stamped(ReplayStatus, limit_s=1.0)  # ground clock of now
    sought_ns: int | None = None  # place that it is on its way to; until it is there another one is shown
    markers: tuple[ReplayMarker, ...] = ()  # of the recording

    def on_replay_markers(self, message: ReplayMarkers, now_ns: int) -> "ReplayFacts":
        """Keep the markers of the recording."""
        return replace(self, markers=message.markers)

    HANDLERS: ClassVar[Handlers] = {ReplayMarkers: on_replay_markers}
