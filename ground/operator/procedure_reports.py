"""How far procedures are, said to all screens: whoever looks on sees the same steps in the same states.

a plan is carried out ---> its parts change ---> ProcedureReport, at most five a second, at least one in two

A plan of which nothing was begun is not told of, and one that is over is told of once.
"""

from collections.abc import Sequence
from typing import Protocol

from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.base import shortened
from telemetry.messages.plan import PARTS, PartReport, PartState, ProcedureReport

SOONEST_NS, LATEST_NS = NS_PER_S // 5, 2 * NS_PER_S  # between two reports on a procedure


class _Row(Protocol):
    """A part as a screen shows it."""

    @property
    def steps(self) -> str: ...

    @property
    def what(self) -> str: ...

    @property
    def state(self) -> PartState: ...

    @property
    def detail(self) -> str: ...


class _Procedure(Protocol):
    """As much of a procedure as is told."""

    name: str

    @property
    def rows(self) -> Sequence[_Row]: ...

    @property
    def next(self) -> object | None: ...


class ProcedureReports:
    """What one participant says of the procedures that it carries out."""

    def __init__(self, participant: str) -> None:
        """Begin without a procedure."""
        self._participant = participant
        self._procedures: dict[str, _Procedure] = {}  # the newest of each name
        self._newest: dict[str, tuple[ProcedureReport, int]] = {}  # the last report on each, and when

    def on_begin(self, procedure: _Procedure) -> None:
        """Report on this one, in place of one before it of the same name."""
        self._procedures[procedure.name] = procedure

    def due(self, now_ns: int) -> list[ProcedureReport]:
        """Return the reports that are due."""
        found = (self._due(procedure, now_ns) for procedure in self._procedures.values())
        return [report for report in found if report]

    def _due(self, procedure: _Procedure, now_ns: int) -> ProcedureReport | None:
        before, at_ns = self._newest.get(procedure.name, (None, -SOONEST_NS))
        if now_ns < at_ns + SOONEST_NS:
            return None
        report = _report(procedure, by=self._participant)
        if before is None and all(part.state == "to do" for part in report.parts):
            return None
        is_same = report == before
        if is_same and procedure.next is None:
            return None
        if is_same and now_ns < at_ns + LATEST_NS:
            return None
        self._newest[procedure.name] = report, now_ns
        return report


def _report(procedure: _Procedure, *, by: str) -> ProcedureReport:
    parts = (
        PartReport(steps=row.steps, what=shortened(row.what), state=row.state, detail=shortened(row.detail))
        for row in procedure.rows[:PARTS]
    )
    return ProcedureReport(by=by, plan=procedure.name, parts=tuple(parts))
