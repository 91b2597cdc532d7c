"""The hand on the handle: whose it is, and what it feels."""

from dataclasses import dataclass

from ground.console.facts.panel_facts import PanelFacts, Stamped, newest_stamped
from telemetry.messages.force import HandForce
from telemetry.messages.handle import HandleStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class HandFacts(PanelFacts):
    """The hand."""

    force: Stamped[HandForce] | None = newest_stamped(
        HandForce, limit_s=0.5
    )  # on one that is bilateral, or was
    handle: Stamped[HandleStatus] | None = newest_stamped(
        HandleStatus, limit_s=1.0
    )  # told five times a second
