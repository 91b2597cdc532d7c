"""What the audit answers, as fields that are the keys in JSON."""

from collections.abc import Iterable
from typing import Literal

import msgspec

Outcome = Literal["PROVEN", "BROKEN", "NOT PROVEN"]
LogOutcome = Literal["AS RECORDED", "DIFFERS", "NOT KNOWN"]
ChainOutcome = Literal["WHOLE", "BROKEN", "NOT CHECKED"]
SealOutcome = Literal["GOOD", "BROKEN", "NOT CHECKED"]


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


class LogAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What a log of the gate is beside the recording of its run, and by itself."""

    file: str  # empty: as it is in the recording
    answer: LogOutcome
    records: int  # in the file
    recorded: int
    what: str  # the first difference, or why nothing is known; empty: there is none
    chain: ChainOutcome
    chain_what: str  # what breaks it, or why it was not checked
    seal: SealOutcome
    seal_what: str
    first_bad: int | None  # the first record of which anything is wrong

    @property
    def is_bad(self) -> bool:
        """True if anything was found."""
        return self.answer == "DIFFERS" or "BROKEN" in (self.chain, self.seal)


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
    log: LogAnswer | None = None  # None: none was given


def worst(rows: Iterable[InvariantAnswer]) -> Outcome:
    """Return the verdict of several answers."""
    outcomes = {row.answer for row in rows}
    order: tuple[Outcome, ...] = ("BROKEN", "NOT PROVEN", "PROVEN")
    return next(word for word in order if word in outcomes)


def with_invariant(answer: AuditAnswer, row: InvariantAnswer) -> AuditAnswer:
    """Return an answer to which that of one more invariant was added."""
    rows = sorted([*answer.invariants, row], key=lambda each: each.number)
    verdict: Outcome = "BROKEN" if answer.beside else worst(rows)
    return msgspec.structs.replace(answer, invariants=rows, verdict=verdict, ok=verdict == "PROVEN")


def with_log(answer: AuditAnswer, log: LogAnswer) -> AuditAnswer:
    """Return an answer to which that of the gate's log was added: of whatever differs nothing is proven."""
    order: tuple[Outcome, ...] = ("BROKEN", "NOT PROVEN", "PROVEN")
    of_log: Outcome = "NOT PROVEN" if log.answer == "NOT KNOWN" else "PROVEN"
    both = answer.verdict, "BROKEN" if log.is_bad else of_log
    verdict = next(word for word in order if word in both)
    return msgspec.structs.replace(answer, log=log, verdict=verdict, ok=verdict == "PROVEN")
