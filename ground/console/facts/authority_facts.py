"""The authority to command, and what the gate does with what is commanded."""

from dataclasses import dataclass, replace
from typing import ClassVar

from ground.console.facts.panel_facts import Handlers, PanelFacts, Stamped, newest
from telemetry.agreed.authority import State
from telemetry.messages.acts import Lease
from telemetry.messages.queue import GateStatus

HAND_STATES = (State.FILLING, State.TELEOP, State.RETREAT)


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthorityFacts(PanelFacts):
    """The gate and the lease."""

    limit_s: float = 0.0  # age of the gate's word beyond which it says nothing about now
    gate: Stamped[GateStatus] | None = None
    lease: Lease | None = newest(Lease)

    def on_gate_status(self, status: GateStatus, now_ns: int) -> "AuthorityFacts":
        """Keep what the gate says, which it does in every period of commanding."""
        return replace(self, gate=Stamped(status, now_ns, self.limit_s))

    def holder(self, now_ns: int) -> str:
        """Return the holder of the authority; empty: there is none."""
        return self.lease.holder if self.lease and self.lease.until_ns > now_ns else ""

    @property
    def is_led_by_hand(self) -> bool:
        """True if a hand leads the arm now."""
        return self.gate is not None and self.gate.value.state in HAND_STATES

    HANDLERS: ClassVar[Handlers] = {GateStatus: on_gate_status}
