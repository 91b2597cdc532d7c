"""Expectations of counts over a whole run."""

from typing import Annotated

import msgspec

from ground.report.expect.expectation import (
    NOT_MEASURED,
    AtLeast,
    AtMost,
    Count,
    Evidence,
    Expected,
    first_reasons,
    first_s,
)
from ground.report.facts.explained import unexplained_holds, violation_rows
from ground.report.facts.rates import least_share
from ground.report.facts.words import count_text, reason_text
from telemetry.messages.base import Share


class ContactsMax(AtMost):
    """Touches that physics saw."""

    key, kind, is_of_any_operator = "contacts_max", Count, True

    def measured(self, evidence: Evidence) -> int | None:
        """Return how many; None: physics told nothing, as in a pass."""
        return None if evidence.facts.least_truth is None else len(evidence.facts.contacts)

    def at_s(self, evidence: Evidence) -> float | None:
        """Return when the first was."""
        return first_s(evidence.facts.contacts)

    def words(self, row: Expected, evidence: Evidence) -> str:
        """Return what touched."""
        if row.value is None:
            return NOT_MEASURED
        return first_reasons([f"{' and '.join(touch.pair)} touched" for touch in evidence.facts.contacts])


class UnexplainedHolds(AtMost):
    """Holds that no fault explains."""

    key, kind, is_of_any_operator = "unexplained_holds_max", Count, True

    def measured(self, evidence: Evidence) -> int:
        """Return how many."""
        return len(unexplained_holds(evidence.facts, evidence.run))

    def at_s(self, evidence: Evidence) -> float | None:
        """Return when the first was."""
        return first_s(unexplained_holds(evidence.facts, evidence.run))

    def words(self, row: Expected, evidence: Evidence) -> str:
        """Return when it was held, and for what."""
        holds = unexplained_holds(evidence.facts, evidence.run)
        return first_reasons([f"held at {hold.at_s:.2f} s, as {reason_text(hold.reason)}" for hold in holds])


class ViolationsMax(AtMost):
    """Limits of data checks that telemetry broke, each time it did."""

    key, kind, is_of_any_operator = "violations_max", Count, True

    def measured(self, evidence: Evidence) -> int:
        """Return how many."""
        return evidence.facts.violations.count

    def at_s(self, evidence: Evidence) -> float | None:
        """Return when the first was."""
        return first_s(violation_rows(evidence.facts, evidence.run))

    def words(self, row: Expected, evidence: Evidence) -> str:
        """Return which limits, and the values."""
        return first_reasons([each.told for each in violation_rows(evidence.facts, evidence.run)])


class MissionMax(AtMost):
    """Time that it took."""

    key, kind = "mission_max_s", Annotated[float, msgspec.Meta(gt=0.0, le=3600.0)]

    def measured(self, evidence: Evidence) -> float:
        """Return it [s]."""
        return round(evidence.facts.duration_s, 4)

    def at_s(self, evidence: Evidence) -> float | None:
        """Return when it was over."""
        return evidence.facts.duration_s


class RollbacksMin(AtLeast):
    """Set-points that were refused."""

    key, kind = "rollbacks_min", Count

    def measured(self, evidence: Evidence) -> int:
        """Return how many."""
        return len(evidence.facts.rollbacks)

    def at_s(self, evidence: Evidence) -> float | None:
        """Return when the first was."""
        return first_s(evidence.facts.rollbacks)


class ReEngaged(AtLeast):
    """Times the hand took the arm again."""

    key, kind = "re_engaged_min", Count

    def measured(self, evidence: Evidence) -> int:
        """Count the roll-backs after which teleoperation was armed again."""
        arms = [at_s for at_s, act in evidence.facts.arms if act == "ArmTeleop"]
        return sum(any(at_s > back.at_s for at_s in arms) for back in evidence.facts.rollbacks)

    def at_s(self, evidence: Evidence) -> float | None:
        """Return when the first roll-back was."""
        return first_s(evidence.facts.rollbacks)

    def words(self, row: Expected, evidence: Evidence) -> str:
        """Return what did not come about."""
        if not evidence.facts.rollbacks:
            return "nothing was rolled back"
        last_s = evidence.facts.rollbacks[-1].at_s
        return f"teleoperation was not armed again after the roll-back at {last_s:.2f} s"


class HoldsMin(AtLeast):
    """Of any reason."""

    key, kind = "holds_min", Count

    def measured(self, evidence: Evidence) -> int:
        """Return how many."""
        return len(evidence.facts.holds)

    def at_s(self, evidence: Evidence) -> float | None:
        """Return when the first was."""
        return first_s(evidence.facts.holds)

    def words(self, row: Expected, evidence: Evidence) -> str:
        """Return how many there were."""
        return f"held only {count_text(len(evidence.facts.holds), 'time')}"


class ResumesMin(AtLeast):
    """That were done."""

    key, kind = "resumes_min", Count

    def measured(self, evidence: Evidence) -> int:
        """Return how many."""
        return len(evidence.facts.resumes)

    def at_s(self, evidence: Evidence) -> float | None:
        """Return when the first was."""
        return min(evidence.facts.resumes, default=None)


class RatesKept(AtLeast):
    """Of each promised rate, of pictures where there are cameras."""

    key, kind, is_of_any_operator = "rates_kept_min", Share, True

    def measured(self, evidence: Evidence) -> float | None:
        """Return how much came of the rate of which the least came."""
        return least_share(evidence.facts.kept_rates())


OF_COUNTS = (
    ContactsMax(),
    UnexplainedHolds(),
    ViolationsMax(),
    MissionMax(),
    RollbacksMin(),
    ReEngaged(),
    HoldsMin(),
    ResumesMin(),
    RatesKept(),
)
