"""The on-board software's part of telemetry: its mode, and the fate of the numbers that it received."""

from enum import StrEnum
from typing import NamedTuple


class Mode(StrEnum):
    """What the arm is doing."""

    LATCHED = "latched"
    READY = "ready"
    MOVING = "moving"
    STOPPING = "stopping"


class Report(NamedTuple):
    """The contract's part of telemetry; the fields are those of `telemetry.messages.spacecraft.Telemetry`."""

    mode: str
    buffer: int
    epoch: int
    accepted: int
    accepted_at_ns: int
    executed_epoch: int
    executed: int
    refused_epoch: int
    refused: int
    refusal: str
    latched: bool
    latch_reason: str
    hold_q: tuple[float, ...]  # [rad]
