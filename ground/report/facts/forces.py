"""What a bilateral hand felt in a run: how strong, how much less than asked and why, and at what energy."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import hypot

import msgspec

from ground.report.facts.words import newtons, rounded, seconds
from telemetry.messages.base import Vector
from telemetry.messages.force import HandForce

DIGITS = 4
NOTICED_N = 0.05  # asked: of less a share says nothing
LIMIT_UNKNOWN = "unknown"  # why it was less, if it was: the device's own loop did not say


class FeltForce(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of all forces; None: not reported."""

    peak_n: float | None
    asked_peak_n: float | None
    left_n: float | None  # asked at last
    felt_share: float | None
    least_energy_j: float | None
    delay_s: float
    gain_n_m: float
    passive_gain_n_m: float | None  # None: any gain is
    stable_gain_n_m: float | None
    limited: dict[str, float]  # why it was less than asked -> share of all forces


class ForceSamples(msgspec.Struct, frozen=True, kw_only=True):
    """The forces themselves, in columns."""

    at_s: list[float]
    sent_m: list[Vector]  # where the tool was sent
    received_m: list[Vector]
    force_n: list[Vector]
    asked_n: list[Vector]


class HandForces(msgspec.Struct, frozen=True, kw_only=True):
    """What a bilateral hand felt in a recording."""

    scenario: str
    file: str
    force: FeltForce
    samples: ForceSamples
    damage: str | None  # of the recording


@dataclass(slots=True)
class Forces:
    """The figures of the forces that were reported."""

    count: int = 0
    peak_n: float | None = None  # given
    peak_s: float | None = None  # when
    asked_peak_n: float | None = None  # by all reasons together
    left_n: float | None = None  # asked as the hand was bilateral last
    least_energy_j: float | None = None  # that the hand had given and not got back
    newest: HandForce | None = None
    shares: int = 0  # of what was asked, that was given: how many
    shares_sum: float = 0.0
    limits: Counter[str] = field(default_factory=Counter)  # why it was less than asked, of how many told

    def on_hand_force(self, at_s: float, force: HandForce) -> None:
        """Count a force."""
        self.count += 1
        self.newest = force
        self.limits[LIMIT_UNKNOWN if force.limit is None else force.limit] += 1
        given = hypot(*force.force)
        if self.peak_n is None or given > self.peak_n:
            self.peak_n, self.peak_s = given, at_s
        if force.energy is not None:
            known = self.least_energy_j
            self.least_energy_j = force.energy if known is None else min(known, force.energy)
        if force.asked:
            self.left_n = hypot(*force.total)
            self.asked_peak_n = max(self.asked_peak_n or 0.0, self.left_n)
            if self.left_n > NOTICED_N:
                self.shares += 1
                self.shares_sum += hypot(*force.force) / self.left_n

    def row(self) -> FeltForce | None:
        """Return the figures for a summary; None: no hand was bilateral."""
        last = self.newest
        if last is None:
            return None
        return FeltForce(
            peak_n=rounded(self.peak_n, DIGITS),
            asked_peak_n=rounded(self.asked_peak_n, DIGITS),
            left_n=rounded(self.left_n, DIGITS),
            felt_share=rounded(self.shares_sum / self.shares, DIGITS) if self.shares else None,
            least_energy_j=rounded(self.least_energy_j, DIGITS),
            delay_s=round(last.delay, DIGITS),
            gain_n_m=last.gain,
            passive_gain_n_m=rounded(last.passive_gain, DIGITS),
            stable_gain_n_m=rounded(last.stable_gain, DIGITS),
            limited={why: round(count / self.count, DIGITS) for why, count in self.limits.items() if why},
        )


def findings_of(row: FeltForce | None) -> Iterator[tuple[str, str, str]]:
    """Yield a gain that is more than is stable through the delay: what, why, what to do."""
    if row and row.stable_gain_n_m is not None and row.gain_n_m > row.stable_gain_n_m:
        text = f"the hand's gain of {row.gain_n_m:.3g} N/m is more than is stable"
        why = f"through {seconds(row.delay_s)} a hand is stable up to {row.stable_gain_n_m:.3g} N/m"
        yield text, why, "lower `gain_n_m` of the hand's force, or steer without it"


def as_lines(row: FeltForce | None) -> list[str]:
    """Return one line about what the hand felt, or none."""
    if row is None:
        return []
    limited = ", ".join(
        f"{share:.0%} {why if why == LIMIT_UNKNOWN else f'by {why}'}"
        for why, share in sorted(row.limited.items())
    )
    return [
        f"force      {newtons(row.peak_n)} at most ({newtons(row.asked_peak_n)} asked) through"
        f" {seconds(row.delay_s)} at {row.gain_n_m:.3g} N/m"
        f" (passive up to {_gain(row.passive_gain_n_m)}, stable up to {_gain(row.stable_gain_n_m)});"
        f" {_felt(row.felt_share)}limited {limited or 'never'}"
    ]


def _felt(share: float | None) -> str:
    return "" if share is None else f"{share:.0%} of it felt; "


def _gain(gain: float | None) -> str:
    return "any" if gain is None else f"{gain:.3g} N/m"
