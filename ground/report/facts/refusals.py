"""Refusals of a run: plans by the planner, acts of authority by the gate.

    refused, and not asked again        stays
    the same again, for the same        one row, of the first time
    refused for what waiting cures,     no row: asking again is how the way to an armed arm goes
    asked again, and taken

A refusal that asked for more than waiting stays, also when the act was taken later.
"""

from dataclasses import dataclass, field

import msgspec

from ground.series.act_words import asked_text
from ground.series.explanation_words import explained
from telemetry.agreed.reasons import Reason
from telemetry.messages.acts import ActReply
from telemetry.messages.plan import PlanReady, PlanRefused

WAITING_CURES = {
    Reason.NO_START_POSE,
    Reason.PREDICTOR_SILENT,
    Reason.TELEMETRY_STALE,
    Reason.NOT_QUIET,
    Reason.STILL_MOVING,
    Reason.RESUME_PENDING,
    Reason.HOLD_UNCONFIRMED,
    Reason.ROLLBACK_PAUSE,
    Reason.PERSON_HOLD,  # the script asks for the lease until the person who holds the arm resumes
}
PLAN_REQUEST = "plan"


class RefusedRow(msgspec.Struct, frozen=True, kw_only=True):
    """One refusal."""

    at_s: float
    what: str  # was asked
    reason: str
    detail: str


@dataclass(slots=True)
class Refusals:
    """Refusals in order; times in seconds from the run's start."""

    rows: list[RefusedRow] = field(default_factory=list)
    _passing: dict[str, list[RefusedRow]] = field(default_factory=dict)  # what was asked -> rows
    _last: dict[str, str] = field(default_factory=dict)  # what was asked -> reason of its last refusal

    def on_plan_answer(self, at_s: float, answer: PlanReady | PlanRefused) -> None:
        """Count the planner's answer: a plan that is asked for again has another name."""
        if isinstance(answer, PlanReady):
            self._taken(PLAN_REQUEST)
        else:
            row = _row(
                at_s, f"{PLAN_REQUEST} {answer.plan_id}", answer.reason, detail=explained(answer).figures
            )
            self._refused(PLAN_REQUEST, row)

    def on_act_reply(self, at_s: float, reply: ActReply) -> None:
        """Count the gate's answer to an act."""
        request = asked_text(reply)
        if reply.accepted:
            self._taken(request)
        else:
            self._refused(request, _row(at_s, request, reply.reason, detail=explained(reply).figures))

    def _taken(self, asked: str) -> None:
        passed = self._passing.pop(asked, [])
        self.rows = [row for row in self.rows if not any(row is gone for gone in passed)]
        self._last.pop(asked, None)

    def _refused(self, asked: str, row: RefusedRow) -> None:
        if self._last.get(asked) == row.reason:
            return
        self._last[asked] = row.reason
        self.rows.append(row)
        if row.reason in WAITING_CURES:
            self._passing.setdefault(asked, []).append(row)


def _row(at_s: float, what: str, reason: str, *, detail: str) -> RefusedRow:
    return RefusedRow(at_s=round(at_s, 3), what=what, reason=reason, detail=detail)
