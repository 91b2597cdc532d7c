"""The newest plan on the screens: from when it is ready until orbit has flown it, or something has ended it.

ready --> flown by the gate, in one epoch --> all released, orbit still executes it --> executed: gone
                 `--- hold, roll-back, another arming: another epoch ------------------> gone
"""

from telemetry.authority import State
from telemetry.messages.plan import PlanReady
from telemetry.messages.queue import GateStatus
from telemetry.messages.spacecraft import Telemetry


class NewestPlan:
    """One plan at a time."""

    def __init__(self) -> None:
        """Start without one."""
        self.ready: PlanReady | None = None
        self.epoch: int | None = None  # that flies it; None: it is not flown yet

    def take(self, ready: PlanReady) -> None:
        """Show a plan, in place of the one before."""
        self.ready, self.epoch = ready, None

    def follow(self, status: GateStatus, telemetry: Telemetry | None) -> None:
        """Note that the gate flies it, and forget it when that is over in orbit too."""
        if self.ready is None:
            return
        if status.state == (State.RETREAT if self.ready.certificate.retreat else State.PLAN):
            self.epoch = status.epoch
        elif self.epoch is not None and (status.epoch != self.epoch or self._is_executed(telemetry)):
            self.ready = self.epoch = None

    def _is_executed(self, telemetry: Telemetry | None) -> bool:
        if telemetry is None or self.ready is None or telemetry.executed_epoch != self.epoch:
            return False
        return telemetry.executed >= len(self.ready.certificate.points)
