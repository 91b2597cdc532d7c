"""What whoever started a replay hears of it: how far it is."""

from typing import Any

import numpy as np

from telemetry.contract import NEVER_NS, Effects, Input, Store
from telemetry.messages.replay import ReplayStatus


class ReplayListener:
    """Hears, and says nothing; `status` is replaced as a whole, so another thread may read it."""

    def __init__(self) -> None:
        """Start with nothing heard."""
        self.due_ns = NEVER_NS
        self.status: ReplayStatus | None = None

    def receive(self, message: Input, sender: str, now_ns: int) -> Effects:
        """Keep the newest status."""
        if isinstance(message, ReplayStatus):
            self.status = message
        return ()

    def tick(self, now_ns: int) -> Effects:
        """Do nothing: no tick is ever due."""
        return ()


def build(settings: Any, store: Store, rng: np.random.Generator) -> ReplayListener:
    """Make the listener."""
    return ReplayListener()
