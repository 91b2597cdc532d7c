"""The outcomes that a scenario may expect: one list; its table is made of it, and a run is judged by it."""

import msgspec

from ground.report.expect.expectation import Evidence, Expected, UnmetReason
from ground.report.expect.of_counts import OF_COUNTS
from ground.report.expect.of_hand import OF_HAND
from ground.report.expect.of_pass import OF_PASS
from ground.report.expect.of_watch import OF_WATCH
from telemetry.files.settings import Table

EXPECTATIONS = {each.key: each for each in (*OF_PASS, *OF_WATCH, *OF_HAND, *OF_COUNTS)}


def _keys() -> type[msgspec.Struct]:
    """Return a table with the key of each; those that are not given are not asked."""
    keys = [
        (each.key, each.kind if each.usual is not None else each.kind | None, each.usual)
        for each in EXPECTATIONS.values()
    ]
    return msgspec.defstruct("Keys", keys, bases=(Table,), module=__name__, frozen=True, kw_only=True)


class ExpectTable(_keys()):  # type: ignore[misc]  # its keys are those of the list
    """The outcomes that must hold; what is not named is not asked."""


def judge(expect: ExpectTable, evidence: Evidence) -> list[Expected]:
    """Return what became of each expectation that a scenario names."""
    wanted = msgspec.structs.asdict(expect)
    return [
        each.judged(evidence, wanted[key]) for key, each in EXPECTATIONS.items() if wanted[key] != each.usual
    ]


def unmet(row: Expected, evidence: Evidence) -> UnmetReason:
    """Return why an expectation was not met."""
    return EXPECTATIONS[row.name].why(row, evidence)
