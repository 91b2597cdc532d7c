"""Data checking: which values of telemetry are beyond their limits, as the bridge finds them."""

from typing import Annotated, Literal

import msgspec

from telemetry.messages.base import Count, Finite, Message, Name, Nanoseconds, Part, on_wire

Rule = Literal["soft", "hard", "jump", "rate", "stale"]
MOST_VIOLATIONS = 32  # told at a time


@on_wire("DataViolation")
class DataViolation(Part, frozen=True):
    """One limit that is broken."""

    parameter: Name  # the figure, as Telemetry.temperatures[3]; of staleness its message
    rule: Rule
    value: Finite  # of a jump the change, of a rate that in a second, of staleness the age [unit]
    limit: Finite  # the one that is broken [unit]
    unit: Name  # SI
    since_ns: Nanoseconds  # when it was found, ground clock


@on_wire("DataChecks")
class DataChecks(Message, frozen=True, tag=88):
    """Bridge to the ground: with each violation that begins or ends, and once a second."""

    checked: Count  # values that have limits
    began: Count  # violations since the bridge began
    inhibits: bool  # no motion passes for them
    standing: Annotated[tuple[DataViolation, ...], msgspec.Meta(max_length=MOST_VIOLATIONS)]
