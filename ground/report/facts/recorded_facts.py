"""Facts of a run from its recording: read once from its beginning, and all that reads along.

recording ---> each record    ---> who audits
          ---> each delivery  ---> facts, lives of processes, who shows progress
"""

from collections.abc import Callable, Collection
from pathlib import Path
from typing import NamedTuple

from ground.report.facts.facts import Facts
from ground.report.facts.recorded_lives import RecordedLives
from telemetry.agreed.authority import SCRIPT
from telemetry.agreed.participants import CONSOLE, RECORDER
from telemetry.messages.base import Message
from telemetry.recording.reading.deliveries import Deliveries, OnRecord
from telemetry.recording.reading.mcap_glance import contents_of_all
from telemetry.recording.records.record import Delivery, damage_text, parts

OnDelivery = Callable[[int], None]  # of the time of each delivery [ns]
Witness = Callable[[int, str, Message], None]  # of the time, the receiver and the message of each


def recorded_receivers(recording: Path) -> Collection[str]:
    """Return the participants that were given anything in a recording."""
    return contents_of_all(parts(recording)).totals.given


def recorded_seat(heard: Collection[str]) -> str:
    """Return who got what the one who flew saw: script or console; of a run without both, the recorder."""
    return next((who for who in (SCRIPT, CONSOLE) if who in heard), RECORDER)


class RecordedFacts(NamedTuple):
    """What a recording tells."""

    facts: Facts
    lives: RecordedLives
    damage: str  # what of it could not be read; empty: nothing


def read_facts(
    facts: Facts,
    deliveries: Deliveries,
    on_delivery: Callable[[Delivery], None] = lambda delivery: None,
    *,
    on_record: OnRecord = lambda record, name: None,
) -> RecordedFacts:
    """Read a recording through, into facts that have begun.

    Raises:
        FileError: another version wrote the recording.
    """
    lives = RecordedLives()
    for delivery in deliveries.opened(on_record):
        if delivery.message is not None:
            facts.on_message(delivery.at_ns, delivery.role, delivery.message)
        lives.on_record(delivery.role, delivery.packet, delivery.at_ns)
        on_delivery(delivery)
    return RecordedFacts(facts, lives, damage_text(deliveries.damage))


def reading_along(on_delivery: OnDelivery, witness: Witness | None) -> Callable[[Delivery], None]:
    """Return what takes deliveries for one who counts their times, and one who hears their messages."""

    def on_any(delivery: Delivery) -> None:
        if witness and delivery.message is not None:
            witness(delivery.at_ns, delivery.role, delivery.message)
        on_delivery(delivery.at_ns)

    return on_any
