"""Expectations of warnings, pictures and failed joints."""

from ground.report.expect.expectation import (
    AtLeast,
    AtMost,
    Between,
    Evidence,
    Expected,
    Is,
    Metres,
    Seconds,
    first_s,
)
from ground.report.facts.warnings import nearest_of
from telemetry.messages.base import Share


class WarnedFirst(Is):
    """Whoever was rolled back, or touched something, was being warned."""

    key = "warned_first"

    def measured(self, evidence: Evidence) -> bool:
        """Return whether a warning was on at each of these instants."""
        facts = evidence.facts
        instants = [row.at_s for row in facts.rollbacks] + [row.at_s for row in facts.contacts]
        return not facts.warnings.unwarned(instants)

    def words(self, row: Expected, evidence: Evidence) -> str:
        """Return what did not come about."""
        return "no warning was on when motion was rolled back, or something touched"


class WarnedLeast(Between):
    """Lowest, highest: the least that warnings tell."""

    key, kind = "warned_least_m", tuple[Metres, Metres]

    def measured(self, evidence: Evidence) -> float | None:
        """Return how near the arm came meanwhile [m]."""
        nearest = nearest_of(evidence.facts.warnings.rows)
        return None if nearest is None else nearest.distance_m

    def at_s(self, evidence: Evidence) -> float | None:
        """Return when that warning began."""
        return None if (near := nearest_of(evidence.facts.warnings.rows)) is None else near.at_s


class PicturesWhole(AtLeast):
    """Of each camera's pictures; not asked where there are no cameras."""

    key, kind, needs_cameras = "pictures_whole_min", Share, True

    def measured(self, evidence: Evidence) -> float | None:
        """Return the share of whole pictures of the camera that has the least; None: one has sent nothing."""
        counts = [(each.received, each.received + each.incomplete) for each in evidence.facts.images.values()]
        if not counts or not all(sent for _, sent in counts):
            return None
        return round(min(whole / sent for whole, sent in counts), 4)


class RecognisedJoint(Is):
    """That failed, by its name."""

    key, kind = "recognised_joint", str

    def measured(self, evidence: Evidence) -> list[str]:
        """Return the joints that were recognised to fail."""
        return [row.joint for row in evidence.facts.joints.rows]

    def at_s(self, evidence: Evidence) -> float | None:
        """Return when the first was."""
        return first_s(evidence.facts.joints.rows)

    def holds(self, value: bool | list[str], limit: bool | str) -> bool:
        """Return whether it is this one alone."""
        return value == [limit]


class RecognisedWithin(AtMost):
    """Of its failure."""

    key, kind = "recognised_within_s", Seconds

    def measured(self, evidence: Evidence) -> float | None:
        """Return how long that took [s]; what was not recognised was not in time either."""
        return evidence.facts.joints.recognised_s

    def at_s(self, evidence: Evidence) -> float | None:
        """Return when it was."""
        return first_s(evidence.facts.joints.rows)


class Finished(Is):
    """After that a plan was armed, and the script done to its end."""

    key = "finished"

    def measured(self, evidence: Evidence) -> bool:
        """Return whether that came about after a joint had been recognised to fail."""
        facts = evidence.facts
        if not facts.joints.rows or facts.script is None or not facts.script.completed:
            return False
        return any(act == "ArmPlan" and at_s > facts.joints.rows[0].at_s for at_s, act in facts.arms)

    def at_s(self, evidence: Evidence) -> float | None:
        """Return when the script was done."""
        return evidence.facts.script_done_s


OF_WATCH = (
    WarnedFirst(),
    WarnedLeast(),
    PicturesWhole(),
    RecognisedJoint(),
    RecognisedWithin(),
    Finished(),
)
