"""What the supervisor hears on the bus: what the gate says of itself, and that the script is done.

It runs in the supervisor's own process, in a thread; the supervisor reads its attributes, each of which is
replaced as a whole.  HOLD does not go through it: that path has to work without a bus (`ground.run.hold`).
"""

import numpy as np

from telemetry.contract import NEVER_NS, Effects, Input, Store
from telemetry.messages.acts import ScriptDone
from telemetry.messages.queue import GateStatus
from telemetry.run_settings import RunSettings


class SupervisorRole:
    """Hears, and says nothing."""

    def __init__(self) -> None:
        """Start with nothing heard."""
        self.due_ns = NEVER_NS
        self.status: GateStatus | None = None
        self.script: ScriptDone | None = None

    def receive(self, message: Input, sender: str, now_ns: int) -> Effects:
        """Keep the newest."""
        if isinstance(message, GateStatus):
            self.status = message
        elif isinstance(message, ScriptDone):
            self.script = message
        return ()

    def tick(self, now_ns: int) -> Effects:
        """Do nothing: no tick is ever due."""
        return ()


def build(settings: RunSettings, store: Store, rng: np.random.Generator) -> SupervisorRole:
    """Make what the supervisor hears with."""
    return SupervisorRole()
