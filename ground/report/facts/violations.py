"""Limits that values of telemetry broke in a run, and the faults that explain it.

DataChecks --> each violation as it begins --> one row for each limit, and for what explains it

A value that is out already goes from one limit to another, as a hot motor that cools: what explains that it
went out explains these too.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from ground.report.facts.life_totals import LifeTotals
from ground.report.facts.run_faults import FaultSpell
from ground.report.facts.words import count_text
from ground.series.violation_words import violation_text
from telemetry.messages.data import DataChecks, DataViolation, Rule
from telemetry.messages.health import Severity

WHY = "telemetry is checked against the limits of the robot file and of the station's"
DIGITS = 6
CURE = "look at what it measures; `farhand robot check` lists the limits"


class ViolationRow(msgspec.Struct, frozen=True, kw_only=True):
    """One limit that was broken."""

    at_s: float  # first
    times: int
    parameter: str
    rule: Rule
    value: float  # farthest beyond the limit of all that were told [unit]
    limit: float  # [unit]
    unit: str
    fault: str  # of the scenario that explains it; empty: none does
    told: str


class Begun(NamedTuple):
    """A violation that began."""

    at_s: float
    out_s: float  # since when its parameter is beyond one limit or another
    farthest: DataViolation


class Violations:
    """The violations of a run."""

    def __init__(self) -> None:
        """Begin with none."""
        self.count = 0  # also of those that were not told one by one
        self._totals = LifeTotals(1)
        self._out_s: dict[str, float] = {}  # parameters that are beyond a limit now
        self._begun: dict[tuple[str, Rule, int], Begun] = {}

    def on_data_checks(self, at_s: float, checks: DataChecks) -> None:
        """Take what stands now; a bridge that was started again counts from 0."""
        (self.count,) = self._totals.on_counts((checks.began,))
        self._out_s = {each.parameter: self._out_s.get(each.parameter, at_s) for each in checks.standing}
        for each in checks.standing:
            key = each.parameter, each.rule, each.since_ns
            known = self._begun.get(key) or Begun(at_s, self._out_s[each.parameter], each)
            self._begun[key] = known._replace(farthest=max(known.farthest, each, key=_excess))

    def rows(self, spells: Iterable[FaultSpell], *, loop_s: float) -> list[ViolationRow]:
        """Return one row for each limit and what explains it; a fault explains until a loop after its end."""
        found: dict[tuple[str, Rule, str], list[Begun]] = {}
        spells = [*spells]
        for (parameter, rule, _), begun in self._begun.items():
            fault = _by_fault(begun, spells, loop_s=loop_s)
            found.setdefault((parameter, rule, fault), []).append(begun)
        return [_row(fault, each) for (_, _, fault), each in found.items()]

    @property
    def untold(self) -> int:
        """How many were counted, and not told one by one."""
        return max(0, self.count - len(self._begun))


def findings_of(rows: Iterable[ViolationRow], untold: int) -> Iterator[tuple[Severity, str, float | None]]:
    """Yield how grave each is, what happened and when: a fault, and a soft limit, are notes."""
    for row in rows:
        again = f" ({row.times} times, first here)" if row.times > 1 else ""
        why = f", which is explained: {row.fault}" if row.fault else ""
        yield "note" if row.fault or row.rule == "soft" else "warning", row.told + again + why, row.at_s
    if untold:
        yield "warning", f"{count_text(untold, 'more broken limit')} of telemetry not told one by one", None


def _by_fault(begun: Begun, spells: Iterable[FaultSpell], *, loop_s: float) -> str:
    """Return the fault that put it out; empty: none did."""
    figure, is_stale = begun.farthest.parameter.partition("[")[0], begun.farthest.rule == "stale"
    for explains, begins_s, ends_s in spells:
        breaks = figure in explains.breaks or (is_stale and explains.silences)
        if breaks and begins_s <= begun.out_s <= ends_s + loop_s:
            return explains.words
    return ""


def _row(fault: str, begun: list[Begun]) -> ViolationRow:
    farthest = max((each.farthest for each in begun), key=_excess)
    return ViolationRow(
        at_s=round(begun[0].at_s, 3),
        times=len(begun),
        parameter=farthest.parameter,
        rule=farthest.rule,
        value=round(farthest.value, DIGITS),
        limit=round(farthest.limit, DIGITS),
        unit=farthest.unit,
        fault=fault,
        told=violation_text(farthest),
    )


def _excess(violation: DataViolation) -> float:
    return abs(violation.value - violation.limit)
