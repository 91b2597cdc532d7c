"""Which rates were promised, which came, and what kept the others back.

    the predicted arm            100 Hz   as the operator is shown it; 20 Hz where no screen shows it
    joint telemetry               10 Hz   what was lost on its way is counted
    pictures of each camera        4 Hz   the same of whole ones, and those that were skipped on board
    the handle's samples          50 Hz   at the gate; where no screen shows it 10 Hz, unless it is held
    the gate's cycles                     not more than one of a hundred late

A rate runs from the first that came until the last message of any kind to its receiver; of what comes
from space the time without contact is left out.  What kept a role back is not guessed: each tells for how
long its process had a processor.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from ground.pictures.camera import RATE
from ground.report.facts.life_totals import LifeTotals
from ground.report.facts.words import count_text
from ground.run.processes.process import ProcessRow
from telemetry.agreed.run_settings import NS_PER_S, RunSettings
from telemetry.messages.command import BridgeReport
from telemetry.messages.handle import HandleSample
from telemetry.messages.health import RoleLoad
from telemetry.messages.images import ImageStatus
from telemetry.messages.prediction import PredictedArm

LEAST_SHARE_KEPT, MOST_SHARE_LATE = (
    0.9,
    0.01,
)  # shares: of a rate that came at least, of cycles that were late at most
BUSY_SHARE = 0.85  # share of a processor above which a process had all it can use
LEAST_S = 2.0  # of what is shorter no rate is told

ARM_RATE, REPORT_RATE, SAMPLE_RATE = "the predicted arm", "joint telemetry", "the handle's samples"
PICTURE_RATE = "pictures of "
SPACE = "space_segment"


class RateRow(msgspec.Struct, frozen=True, kw_only=True):
    """The summary's row of a rate."""

    what: str
    role: str  # that makes it
    promised_hz: float
    came_hz: float
    lost: int
    skipped: int


class Cycles(msgspec.Struct, frozen=True, kw_only=True):
    """Cycles of the gate, over all its lives."""

    done: int
    late: int


class Rate(NamedTuple):
    """The promised and the actual rate of one thing."""

    what: str
    role: str  # that makes it
    promised_hz: float
    came_hz: float
    lost: int = 0  # on their way down
    skipped: int = 0  # that were due and not made, as far as that was told

    @property
    def share(self) -> float:
        """Of what was promised."""
        return self.came_hz / self.promised_hz

    @property
    def is_by_loss(self) -> bool:
        """True if more of it was lost than not made."""
        return self.lost > self.skipped

    def row(self) -> RateRow:
        """Return the summary's row."""
        return RateRow(
            what=self.what,
            role=self.role,
            promised_hz=self.promised_hz,
            came_hz=round(self.came_hz, 3),
            lost=self.lost,
            skipped=self.skipped,
        )


_COUNTED = frozenset({PredictedArm, HandleSample, BridgeReport, ImageStatus, RoleLoad})


class Rates:
    """Counts of what has come so far, and how the roles were served by their host."""

    def __init__(self, run: RunSettings, seat: str) -> None:
        """Begin without deliveries; `seat`: the participant of the operator's screens."""
        self._link, self._seat = run.link, seat
        self._promised = {
            ARM_RATE: ("predictor", NS_PER_S / run.frame_ns),
            SAMPLE_RATE: ("haptics", NS_PER_S / run.idle_sample_ns),
            REPORT_RATE: (SPACE, 1.0 / run.link.telemetry_period_s),
        }  # the role that makes it, and how many each second at least
        self._first: dict[str, tuple[float, int]] = {}  # when something was counted first, and how many then
        self._counts = defaultdict[str, LifeTotals](lambda: LifeTotals(3))  # came, lost, skipped
        self._end_s: dict[str, float] = {}  # of a receiver: when it was given anything last
        self._loads: dict[tuple[str, int], RoleLoad] = {}  # by role and life

    def on_message(self, at_s: float, role: str, message: object) -> None:
        """Count one delivery."""
        self._end_s[role] = at_s
        if type(message) not in _COUNTED:  # most are not
            return
        match message:
            case PredictedArm() if role == self._seat:
                self._count_one(ARM_RATE, at_s)
            case HandleSample() if role == "gate":
                self._count_one(SAMPLE_RATE, at_s)
            case BridgeReport() if role == self._seat and message.tm_received:
                self._count(REPORT_RATE, at_s, (message.tm_received, message.tm_lost, 0))
            case ImageStatus() if role == self._seat and message.number:
                counts = (message.received, message.incomplete, message.skipped)
                self._count(PICTURE_RATE + message.camera, at_s, counts)
            case RoleLoad():
                self._loads[message.role, message.life] = message

    def _count_one(self, what: str, at_s: float) -> None:
        self._count(what, at_s, (self._counts[what].newest[0] + 1, 0, 0))

    def _count(self, what: str, at_s: float, counts: tuple[int, int, int]) -> None:
        self._first.setdefault(what, (at_s, counts[0]))
        self._counts[what].on_counts(counts)

    def rates(self, silent_s: float = 0.0) -> list[Rate]:
        """Return all rates that lasted long enough; for `silent_s` a fault let nothing come from space."""
        return list(filter(None, (self._rate(what, silent_s) for what in self._first)))

    def _rate(self, what: str, silent_s: float) -> Rate | None:
        role, promised_hz = self._promise(what)
        first_s, first = self._first[what]
        end_s = self._end_s["gate" if what == SAMPLE_RATE else self._seat]
        lasted_s = self._contact_s(first_s, end_s) - silent_s if role == SPACE else end_s - first_s
        if lasted_s < LEAST_S:
            return None
        came, lost, skipped = self._counts[what].total
        return Rate(what, role, promised_hz, (came - first) / lasted_s, lost, skipped)

    def _promise(self, what: str) -> tuple[str, float]:
        """Return the role that makes it, and how many each second."""
        return self._promised.get(what, (SPACE, float(RATE)))

    def _contact_s(self, first_s: float, end_s: float) -> float:
        """Return for how long there was contact between two instants."""
        spans = (min(end_s, closes) - max(first_s, opens) for opens, closes in self._link.windows_s)
        return sum(span for span in spans if span > 0.0)

    def cycles(self) -> Cycles | None:
        """Return how many cycles the gate has done, and how many of them were late; None: not reported."""
        loads = [load for (role, _), load in self._loads.items() if role == "gate"]
        if not loads:
            return None
        return Cycles(done=sum(load.ticks for load in loads), late=sum(load.late for load in loads))

    def processor(self) -> dict[str, float]:
        """Return the share of one processor that each role's process has had, over all its lives."""
        lived: dict[str, list[RoleLoad]] = {}
        for (role, _), load in sorted(self._loads.items()):
            if load.lived > 0.0:
                lived.setdefault(role, []).append(load)
        return {
            role: round(sum(life.processor for life in lives) / sum(life.lived for life in lives), 3)
            for role, lives in lived.items()
        }

    def why_short(self, rate: Rate, processes: Sequence[ProcessRow]) -> str:
        """Return why a rate was not kept."""
        if rate.is_by_loss:
            return "they were lost on their way down, or on the station's network"
        return self.why(rate.role, processes)

    def why(self, role: str, processes: Sequence[ProcessRow]) -> str:
        """Return what kept a role back: its death, its own work, the run's other work, or none of these."""
        if any(row.role == role and row.deaths for row in processes):
            return f"{role} died, and was away until it was started again"
        had = self.processor()
        if role not in had:
            return f"how much of a processor {role} had is not on record"
        processors = max(load.processors for load in self._loads.values())
        own, together = had[role], sum(had.values())
        figures = f"{role} had {own:.0%} of a processor, the whole run {together:.1f} of {processors}"
        if own >= BUSY_SHARE:
            return f"{figures}: that role has more to do than one processor can"
        if together >= BUSY_SHARE * processors:
            return f"{figures}: the host is too small, or too busy, for this run"
        return f"{figures}: no work of this run, but something outside of it kept that role waiting"


def least_share(rates: Sequence[Rate]) -> float | None:
    """Return how much came of the rate of which the least came; None: nothing came."""
    return min((round(rate.share, 4) for rate in rates), default=None)


def shortfall_text(rate: Rate) -> str | None:
    """Return a text about a rate that was not kept; None: it was."""
    if rate.share >= LEAST_SHARE_KEPT:
        return None
    beside = [f", {n} {word}" for n, word in ((rate.lost, "lost"), (rate.skipped, "skipped")) if n]
    return f"{rate.what}: {rate.came_hz:.3g} of {rate.promised_hz:g} each second{''.join(beside)}"


def late_cycles_text(cycles: Cycles | None) -> str | None:
    """Return a text about cycles of which too many were late; None: they were not."""
    if cycles is None or cycles.late <= MOST_SHARE_LATE * cycles.done:
        return None
    return f"{cycles.late} of {count_text(cycles.done, 'cycle')} of the gate were late by more than 5 ms"


def as_lines(rows: Sequence[RateRow], cycles: Cycles | None) -> list[str]:
    """Return one line about rates, or none."""
    kept = [f"{row.what} {row.came_hz:.3g} of {row.promised_hz:g} Hz" for row in rows]
    kept += [f"{cycles.late} of {count_text(cycles.done, 'cycle')} late"] if cycles else []
    return [f"rates      {'; '.join(kept)}"] if kept else []
