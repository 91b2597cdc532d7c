"""The supervisor on the bus: it receives the state of gate or replay, and the end of the script.

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
    """Keeps the newest state, and sends nothing."""

    def __init__(self) -> None:
        """Begin without any state."""
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
    """Make the supervisor's role."""
    return SupervisorRole()
