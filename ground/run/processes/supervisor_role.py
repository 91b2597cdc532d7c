"""What the supervisor hears on the bus: how the gate or a replay goes on, and that the script is done.

It runs in the supervisor's own process, in a thread; the supervisor reads its attributes, each of which is
replaced as a whole.  HOLD does not go through it: that path has to work without a bus
(`ground.run.hold_press`).
"""

from typing import Any

import numpy as np

from telemetry.life.contract import NEVER_NS, Effects, Input, Store
from telemetry.messages.acts import ScriptDone
from telemetry.messages.queue import GateStatus
from telemetry.messages.replay import ReplayStatus


class SupervisorRole:
    """Hears, and says nothing."""

    def __init__(self) -> None:
        """Start with nothing heard."""
        self.due_ns = NEVER_NS
        self.gate: GateStatus | None = None
        self.replay: ReplayStatus | None = None
        self.script: ScriptDone | None = None

    def receive(self, message: Input, sender: str, now_ns: int) -> Effects:
        """Keep the newest."""
        if isinstance(message, GateStatus):
            self.gate = message
        elif isinstance(message, ReplayStatus):
            self.replay = message
        elif isinstance(message, ScriptDone):
            self.script = message
        return ()

    def tick(self, now_ns: int) -> Effects:
        """Do nothing: no tick is ever due."""
        return ()


def build(settings: Any, store: Store, rng: np.random.Generator) -> SupervisorRole:
    """Make what the supervisor hears with."""
    return SupervisorRole()
