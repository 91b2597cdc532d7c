"""What is near the arm: how near now and ahead, what its range sensor measures, and which pair stopped it."""

from dataclasses import dataclass, replace
from typing import ClassVar

from ground.console.facts.panel_facts import Handlers, PanelFacts, Stamped, newest_stamped
from telemetry.agreed.authority import ARMED
from telemetry.messages.prediction import CollisionState
from telemetry.messages.queue import GateStatus, RollBack, Verdict
from telemetry.messages.spacecraft import RangeSample


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
        """Forget the red pair once somebody has armed again."""
        is_over = status.state in ARMED and self.red_pair is not None
        return replace(self, red_pair=None) if is_over else self

    def _reddened(self, pair: tuple[str, str]) -> "CollisionFacts":
        return replace(self, red_pair=pair) if any(pair) else self

    HANDLERS: ClassVar[Handlers] = {Verdict: on_verdict, RollBack: on_roll_back, GateStatus: on_gate_status}
