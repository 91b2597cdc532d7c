"""Expectations of the whole pass: its end, its commands' end states, safe and held."""

import math

from ground.report.expect.expectation import (
    Between,
    Evidence,
    Expectation,
    Expected,
    Is,
    Seconds,
    UnmetReason,
    first_reasons,
    first_s,
)
from ground.report.facts.facts import Facts
from ground.report.facts.words import reason_text
from predictor.run_model import read_model
from telemetry.agreed.authority import SCRIPT
from telemetry.agreed.reasons import Reason, cure
from telemetry.plan.freshness import farthest

STILL = math.radians(0.1)  # spread of telemetry that is noise, not motion
SAFE = math.radians(0.5)  # or metres: so near to a named pose an arm is at it


class Completed(Is):
    """The acts were done to their end."""

    key, is_of_any_operator = "completed", True

    def measured(self, evidence: Evidence) -> bool:
        """Return whether the script has done all its acts."""
        return evidence.facts.script is not None and evidence.facts.script.completed

    def at_s(self, evidence: Evidence) -> float | None:
        """Return when the script was done."""
        return evidence.facts.script_done_s

    def why(self, row: Expected, evidence: Evidence) -> UnmetReason:
        """Return why the script gave up, which of its processes was gone, or what held the arm."""
        text, facts = super().why(row, evidence).text, evidence.facts
        script = facts.script
        if script is not None and script.completed:
            return UnmetReason(text, "the script did all its acts", at_s=facts.script_done_s)
        if script is not None:
            who = "the script" if facts.seat == SCRIPT else "the person at the console"
            return UnmetReason(text, f"{who} gave up: {script.detail}", _way_out(facts), facts.script_done_s)
        gone = [row for row in evidence.processes if len(row.deaths) > row.restarts]
        if gone:
            named = first_reasons([f"{row.role} died ({row.deaths[-1]}) and was not back" for row in gone])
            return UnmetReason(text, named, "read its log in the run's folder, then fly again")
        return UnmetReason(text, *_stopped(facts, evidence.limit_s))


def _stopped(facts: Facts, limit_s: float) -> tuple[str, str]:
    """Return what state the arm was in as the time was over, or the run cut off, and the way out."""
    state = facts.state or "never heard of"
    way_out = _way_out(facts)
    held = f"; the last hold: {reason_text(facts.holds[-1].reason)}" if facts.holds else ""
    over = (
        f"the {limit_s:.0f} s that it may take were over" if facts.duration_s >= limit_s else "it was cut off"
    )
    return f"{over} with the gate {state}{held.removesuffix(f'; {way_out}')}", way_out


def _way_out(facts: Facts) -> str:
    """Return the way out of the last refusal or hold; empty: none is known."""
    last = [(row.at_s, row.reason) for row in facts.refusals.rows]
    last += [(row.at_s, row.reason) for row in facts.holds]
    code = max(last)[1] if last else ""
    return cure(Reason(code)) if code in set(Reason) else ""


class BackedOff(Is):
    """The hand led away from what refused it."""

    key = "backed_off"

    def measured(self, evidence: Evidence) -> bool:
        """Return whether, after the last roll-back, the verified motion moved away from the obstacle."""
        after = evidence.facts.verified
        if after.first_m is None or after.newest_m is None:
            return False
        return after.most_m > 2.0 * evidence.run.margins.required_m and after.newest_m > after.first_m

    def at_s(self, evidence: Evidence) -> float | None:
        """Return when the last roll-back was."""
        return first_s(evidence.facts.rollbacks[-1:])

    def words(self, row: Expected, evidence: Evidence) -> str:
        """Return what did not come about."""
        if not evidence.facts.rollbacks:
            return "nothing was rolled back"
        return "after the last roll-back no verified motion led far enough away"


class OneEndState(Is):
    """Everybody agrees where the arm is."""

    key, is_of_any_operator = "one_end_state", True

    def measured(self, evidence: Evidence) -> bool:
        """Return whether each command reached exactly one end state."""
        return not evidence.facts.commands.without_one_end()

    def words(self, row: Expected, evidence: Evidence) -> str:
        """Return which did not."""
        commands = evidence.facts.commands
        return first_reasons(
            [
                f"{kind} {epoch}.{seq} ended as {commands.lives[kind, epoch, seq][-1]}"
                for kind, epoch, seq in commands.without_one_end()
            ]
        )


class SafeAndHeld(Is):
    """At the end: reported as latched by HOLD at a named pose."""

    key = "safe_and_held"

    def measured(self, evidence: Evidence) -> bool:
        """Return whether the last report shows the arm so."""
        last = evidence.facts.arm.newest
        if last is None or last.mode != "latched" or last.latch_reason != Reason.HOLD_COMMANDED:
            return False
        poses = read_model(evidence.run).robot.poses.values()
        apart = [farthest(last.q, pose) for pose in poses]
        return any(found is not None and found.by <= SAFE for found in apart)

    def at_s(self, evidence: Evidence) -> float | None:
        """Return when the last report came."""
        return evidence.facts.arm.newest_s


class StillAtContact(Is):
    """Nothing moves as a window opens."""

    key, is_of_any_operator = "still_at_aos", True

    def measured(self, evidence: Evidence) -> bool:
        """Return whether, from each opening to the next resume, what telemetry tells is noise."""
        spread = evidence.facts.arm.spread_after_contact()
        return spread is not None and spread < STILL

    def words(self, row: Expected, evidence: Evidence) -> str:
        """Return what did not come about."""
        return "between contact and resume it moved, or nothing was heard of it"


class RoundTrip(Between):
    """Lowest, highest."""

    key, kind, is_of_any_operator, digits = "round_trip_s", tuple[Seconds, Seconds], True, 4

    def measured(self, evidence: Evidence) -> float | None:
        """Return the mean of it [s]."""
        return evidence.facts.round_trip.mean_s


class HoldReasons(Expectation[list[str], tuple[Reason, ...]]):
    """Codes, as a summary's JSON has them; each must occur."""

    key, kind, usual = "hold_reasons", tuple[Reason, ...], ()

    def measured(self, evidence: Evidence) -> list[str]:
        """Return for what motion was held."""
        return sorted({hold.reason for hold in evidence.facts.holds})

    def at_s(self, evidence: Evidence) -> float | None:
        """Return when the first hold was."""
        return first_s(evidence.facts.holds)

    def holds(self, value: list[str], limit: tuple[Reason, ...]) -> bool:
        """Return whether each occurs."""
        return set(limit) <= set(value)

    def limit(self, wanted: tuple[Reason, ...]) -> list[str]:
        """Return the codes."""
        return [*map(str, wanted)]

    def words(self, row: Expected, evidence: Evidence) -> str:
        """Return which do not."""
        return f"never held by {first_reasons(sorted(set(row.limit) - set(row.value)))}"


OF_PASS = (
    Completed(),
    BackedOff(),
    OneEndState(),
    SafeAndHeld(),
    StillAtContact(),
    RoundTrip(),
    HoldReasons(),
)
