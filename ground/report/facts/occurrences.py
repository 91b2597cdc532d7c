"""What happens in a run: rows and figures of its summary, and what the gate let leave against its verdicts.

    unverified           a set-point left, and the gate had heard no good verdict on it
    after a bad verdict  a set-point left after the gate had heard a bad verdict in its epoch

By the policy watermark both are 0, but for a bad verdict that it did not take: it spoke of another queue or
world.
"""

import math
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec

from ground.report.facts.life_totals import LifeTotals
from ground.series.explanation_words import explained
from telemetry.messages.command import BridgeReport, SetPoint
from telemetry.messages.images import ImageStatus
from telemetry.messages.queue import HoldNotice, RollBack, Verdict

KEPT_VERDICTS = 4096  # newest good ones: a set-point leaves soon after its own
ROUNDED_S = 0.01  # more than by which the instant of a row is rounded, and told late


class RolledBack(msgspec.Struct, frozen=True, kw_only=True):
    """A set-point that was refused, and those behind it."""

    at_s: float
    seq: int
    reason: str
    pair: tuple[str, ...]
    distance_m: float
    required_m: float
    time_to_contact_s: float | None
    figures: str = ""  # pair, value and limit, as people read them


class Held(msgspec.Struct, frozen=True, kw_only=True):
    """A stop that was not planned."""

    at_s: float
    reason: str
    figures: str = ""  # as people read them


class Touched(msgspec.Struct, frozen=True, kw_only=True):
    """Two bodies that physics saw touch."""

    at_s: float
    pair: tuple[str, ...]


class LeastClearance(NamedTuple):
    """The least clearance of a run so far, and when it was."""

    at_s: float
    distance_m: float


def less_of(known: LeastClearance | None, at_s: float, distance_m: float) -> LeastClearance:
    """Return the lesser of what is known and what was found; of equal ones the first."""
    is_less = known is None or distance_m < known.distance_m
    return LeastClearance(at_s, distance_m) if is_less or known is None else known


class ReportCounts(msgspec.Struct, frozen=True, kw_only=True):
    """Reports of telemetry, by what became of them."""

    received: int = 0
    lost: int = 0
    duplicated: int = 0
    implausible: int = 0
    jumps: int = 0  # of a joint


class PictureCounts(msgspec.Struct, frozen=True, kw_only=True):
    """Pictures of a camera, by what became of them."""

    received: int
    mended: int
    incomplete: int
    skipped: int = 0


def rolled_back(at_s: float, message: RollBack) -> RolledBack:
    """Return the row of a roll-back."""
    return RolledBack(
        at_s=round(at_s, 3),
        seq=message.seq,
        reason=message.reason,
        pair=message.pair,
        distance_m=round(message.distance, 6),
        required_m=round(message.required, 6),
        time_to_contact_s=message.time_to_contact,
        figures=explained(message).figures,
    )


def held(at_s: float, message: HoldNotice) -> Held:
    """Return the row of a hold."""
    return Held(at_s=round(at_s, 3), reason=message.reason, figures=explained(message).figures)


class ReportTotals:
    """Reports of telemetry over all lives of the bridge, each of which counts from zero."""

    def __init__(self) -> None:
        """Begin with no reports."""
        self._totals = LifeTotals(len(ReportCounts.__struct_fields__))

    def on_bridge_report(self, report: BridgeReport) -> ReportCounts:
        """Take the newest counts of one receiver's; return those of all lives."""
        came, lost, implausible = report.tm_received, report.tm_lost, report.tm_implausible
        counts = self._totals.on_counts((came, lost, report.tm_duplicated, implausible, report.tm_jumps))
        return ReportCounts(**dict(zip(ReportCounts.__struct_fields__, counts, strict=True)))


def picture_counts(status: ImageStatus) -> PictureCounts:
    """Return the pictures of a camera so far."""
    return PictureCounts(
        received=status.received, mended=status.mended, incomplete=status.incomplete, skipped=status.skipped
    )


@dataclass(slots=True)
class VerifiedAfter:
    """Clearances of the verdicts since an instant: the first, the newest, the greatest."""

    first_m: float | None = None
    newest_m: float | None = None
    most_m: float = -math.inf
    _since_s: float = math.inf
    _recent: list[tuple[float, float]] = field(default_factory=list)  # that may be since an instant told now

    def on_verdict(self, at_s: float, clearance_m: float) -> None:
        """Take the clearance of a verdict."""
        recent = [row for row in self._recent if row[0] > at_s - ROUNDED_S]
        self._recent = [*recent, (at_s, clearance_m)]
        self._add(at_s, clearance_m)

    def on_roll_back(self, at_s: float) -> None:
        """Begin again; the instant is rounded, so a verdict may have come after it already."""
        self.first_m = self.newest_m = None
        self.most_m, self._since_s = -math.inf, at_s
        for row in self._recent:
            self._add(*row)

    def _add(self, at_s: float, clearance_m: float) -> None:
        if at_s > self._since_s:
            self.first_m = clearance_m if self.first_m is None else self.first_m
            self.newest_m, self.most_m = clearance_m, max(self.most_m, clearance_m)


@dataclass(slots=True)
class Releases:
    """Set-points of plans and hands; the samples of stops are covered by the verdict before them."""

    unverified: int = 0
    after_bad_verdict: int = 0
    _good: dict[tuple[int, int], None] = field(default_factory=dict)  # epoch, number of the newest
    _bad: set[int] = field(default_factory=set)  # epochs

    def on_verdict(self, verdict: Verdict) -> None:
        """Keep a verdict that the gate got."""
        if verdict.ok:
            self._good[verdict.epoch, verdict.seq] = None
            if len(self._good) > KEPT_VERDICTS:
                del self._good[next(iter(self._good))]
        else:
            self._bad.add(verdict.epoch)

    def on_set_point(self, point: SetPoint) -> None:
        """Count a set-point that the bridge got."""
        if point.kind == "motion":
            self.unverified += (point.epoch, point.seq) not in self._good
            self.after_bad_verdict += point.epoch in self._bad
