"""Which presses of HOLD a receiver has taken: each is new, and only a copy of one begins nothing."""

from collections import deque
from collections.abc import Set

import msgspec

from telemetry.messages.command import HoldCommand

KEPT = 256


class Presses:
    """The newest presses, from whomever."""

    def __init__(self) -> None:
        """Start with none."""
        self._newest: deque[HoldCommand] = deque(maxlen=KEPT)

    def __len__(self) -> int:
        """Return how many are remembered."""
        return len(self._newest)

    def on_hold(self, hold: HoldCommand) -> bool:
        """Remember a press; False if it is a copy."""
        if hold in self._newest:
            return False
        self._newest.append(hold)
        return True


def with_believed_actor(hold: HoldCommand, sender: str, scripts: Set[str]) -> HoldCommand:
    """Return a press as who hears it first may believe it: only a script presses in its name."""
    if hold.actor in scripts or sender in scripts:
        return msgspec.structs.replace(hold, actor=sender)
    return hold
