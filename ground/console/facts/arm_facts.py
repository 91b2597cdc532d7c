"""The arm: as commanded and as predicted for now, as telemetry saw it, in which world, and what is near it.

A report of the spacecraft is taken in only after it has been believed, with the ground time of its sample.
Predictions of the last quarter of a second are kept, for the rates of joints and base.
"""

from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from ground.console.facts.panel_facts import Handlers, PanelFacts, Stamped, newest, newest_stamped
from telemetry.agreed.authority import ARMED
from telemetry.messages.base import Quaternion
from telemetry.messages.data import DataChecks
from telemetry.messages.prediction import CollisionState, PredictedArm, World
from telemetry.messages.queue import GateStatus, RollBack, Verdict
from telemetry.messages.spacecraft import RangeSample, Telemetry

RECENT_NS = 250_000_000  # in which the base is told anew at least twice


class BelievedReport(NamedTuple):
    """A report of the spacecraft that is believed, and newer than all before."""

    seen: Stamped[Telemetry]  # stamp: when it was sampled on board, in ground time


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmFacts(PanelFacts):
    """The arm and its platform."""

    predicted: Stamped[PredictedArm] | None = newest_stamped(PredictedArm, limit_s=0.5)  # predicted at 100 Hz
    world: World | None = newest(World)  # of which verdicts speak, and which joints stand for good
    predictions: tuple[PredictedArm, ...] = ()  # of late, the newest last
    telemetry: Stamped[Telemetry] | None = None  # the newest that is believed
    checks: Stamped[DataChecks] | None = newest_stamped(DataChecks, limit_s=2.5)  # told once a second
    telemetry_before: Stamped[Telemetry] | None = None  # the one before it
    first_attitude: Stamped[Quaternion] | None = None  # of the platform, in the first report of all

    def on_report(self, report: BelievedReport, now_ns: int) -> "ArmFacts":
        """Keep a report, of the first one also how the platform stood."""
        seen = report.seen
        attitude = Stamped(seen.value.quat_world_base, seen.at_ns, seen.limit_s)
        first = self.first_attitude or attitude
        return replace(self, telemetry=seen, telemetry_before=self.telemetry, first_attitude=first)

    def on_predicted(self, arm: PredictedArm, now_ns: int) -> "ArmFacts":
        """Keep what was predicted of late."""
        since_ns = arm.at_ns - RECENT_NS
        recent = (before for before in self.predictions if since_ns < before.at_ns < arm.at_ns)
        return replace(self, predictions=(*recent, arm))

    HANDLERS: ClassVar[Handlers] = {BelievedReport: on_report, PredictedArm: on_predicted}


@dataclass(frozen=True, slots=True, kw_only=True)
class CollisionFacts(PanelFacts):
    """The nearest bodies."""

    state: Stamped[CollisionState] | None = newest_stamped(CollisionState, limit_s=0.5)
    range: Stamped[RangeSample] | None = newest_stamped(RangeSample, limit_s=1.0)  # with each report
    red_pair: tuple[str, str] | None = None  # bodies of the last refusal or roll-back, until armed again

    def on_verdict(self, verdict: Verdict, now_ns: int) -> "CollisionFacts":
        """Redden the pair of a refusal."""
        return self if verdict.ok else self._reddened(verdict.pair)

    def on_roll_back(self, message: RollBack, now_ns: int) -> "CollisionFacts":
        """Redden the pair of a roll-back."""
        return self._reddened(message.pair)

    def on_gate_status(self, status: GateStatus, now_ns: int) -> "CollisionFacts":
        """Forget the red pair at the next arming."""
        is_over = status.state in ARMED and self.red_pair is not None
        return replace(self, red_pair=None) if is_over else self

    def _reddened(self, pair: tuple[str, str]) -> "CollisionFacts":
        return replace(self, red_pair=pair) if any(pair) else self

    HANDLERS: ClassVar[Handlers] = {Verdict: on_verdict, RollBack: on_roll_back, GateStatus: on_gate_status}
