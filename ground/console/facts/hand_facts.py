"""The hand on the handle: whose it is, and what it feels."""

from dataclasses import dataclass

from ground.console.facts.panel_facts import PanelFacts, Seen, newest_seen
from telemetry.messages.force import HandForce
from telemetry.messages.handle import HandleStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class HandFacts(PanelFacts):
    """The hand."""

    force: Seen[HandForce] | None = newest_seen(HandForce, limit_s=0.5)  # on one that is bilateral, or was
    handle: Seen[HandleStatus] | None = newest_seen(HandleStatus, limit_s=1.0)  # told five times a second
