"""A sender and a receiver of telemetry whose packets are sealed, as in a run."""

from dataclasses import replace

from telemetry.agreed.participants import Speakers
from telemetry.drive.virtual_bus import rings_of_seed
from telemetry.wire.codec import Reader, Wire

SENDER, RECEIVER = "bridge", "observer"
SEED = 1


def speakers_of(name: str) -> Speakers:
    """Return the speakers of a run with the ring of one of them."""
    known = Speakers(run_id="bench")
    return replace(known, keys=rings_of_seed(SEED, known)[name])


def wire_of(name: str) -> Wire:
    """Return what seals for a participant."""
    return Wire(name, speakers_of(name))


def reader_of() -> Reader:
    """Return what proves and decodes for the receiver."""
    return Reader(speakers_of(RECEIVER))
