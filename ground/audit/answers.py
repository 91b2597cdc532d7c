"""What the audit answers, as fields that are the keys in JSON."""

from typing import Literal

import msgspec

Outcome = Literal["PROVEN", "BROKEN", "NOT PROVEN"]


class Break(msgspec.Struct, frozen=True, kw_only=True):
    """Where a rule was broken."""

    rule: str
    at_s: float
    text: str
    record: int | None  # of the recording; null: it is about its whole
    channel: str | None
    number: int | None  # of the message's sender, or in the life of the record's participant


class InvariantAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What the recording says of one invariant."""

    number: int
    text: str
    answer: Outcome
    broken: int  # times
    first: Break | None
    missing: list[str]  # why it is not proven


class AuditAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What the recording proves."""

    recording: str
    verdict: Outcome
    ok: bool  # all are proven, and nothing else was found
    released: int  # set-points
    invariants: list[InvariantAnswer]
    beside: list[Break]  # other rules of the gate that were broken
    missing: list[str]
    trusted: list[str]
