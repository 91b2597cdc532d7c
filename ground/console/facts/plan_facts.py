"""The newest plan on the screens: from when it is ready until orbit has flown it, or something has ended it.

ready --> flown by the gate, in one epoch --> all released, orbit still executes it --> executed: gone
                 `--- hold, roll-back, another arming: another epoch ------------------> gone
"""

from dataclasses import dataclass, field, replace
from typing import ClassVar

from ground.console.facts.arm_facts import BelievedReport
from ground.console.facts.panel_facts import Handlers, PanelFacts, newest
from telemetry.agreed.authority import State
from telemetry.messages.plan import PlanReady, StepReport
from telemetry.messages.queue import GateStatus
from telemetry.messages.spacecraft import Telemetry


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanFacts(PanelFacts):
    """One plan at a time."""

    ready: PlanReady | None = None  # until orbit has flown it
    epoch: int | None = None  # that flies it; None: none does yet
    step: StepReport | None = newest(StepReport)  # of a plan, that is no move
    telemetry: Telemetry | None = field(default=None, compare=False)  # how far orbit is

    def on_plan_ready(self, ready: PlanReady, now_ns: int) -> "PlanFacts":
        """Show a plan, in place of the one before."""
        return replace(self, ready=ready, epoch=None)

    def on_report(self, report: BelievedReport, now_ns: int) -> "PlanFacts":
        """Note how far orbit is."""
        return replace(self, telemetry=report.seen.value)

    def on_gate_status(self, status: GateStatus, now_ns: int) -> "PlanFacts":
        """Note that the gate flies it, and forget it when that is over in orbit too."""
        if self.ready is None:
            return self
        if status.state == (State.RETREAT if self.ready.certificate.retreat else State.PLAN):
            return replace(self, epoch=status.epoch)
        is_over = self.epoch is not None and (status.epoch != self.epoch or self._is_executed)
        return replace(self, ready=None, epoch=None) if is_over else self

    @property
    def _is_executed(self) -> bool:
        report = self.telemetry
        if report is None or self.ready is None or report.executed_epoch != self.epoch:
            return False
        return report.executed >= len(self.ready.certificate.points)

    HANDLERS: ClassVar[Handlers] = {
        PlanReady: on_plan_ready,
        BelievedReport: on_report,
        GateStatus: on_gate_status,
    }
