"""What is known of a camera: its newest picture, and what the image monitor says of the last seconds."""

from dataclasses import dataclass

from ground.console.facts.panel_facts import Stamped
from telemetry.messages.images import Image, ImageStatus
from telemetry.wire.shards import Rows


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """What is known of one camera."""

    camera: str
    image: Stamped[Image] | None = None  # the newest
    bands: tuple[Rows, ...] = ()  # of it that are missing: there it shows the last whole one
    missing: float = 0.0  # share of it
    status: Stamped[ImageStatus] | None = None
