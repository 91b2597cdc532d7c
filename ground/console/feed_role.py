"""The console's role: what is received becomes the snapshot, what a person does becomes messages.

    bus -- receive --> state -- snapshot, 20 Hz --> window
    bus <-- HoldCommand, acts, ReplayControl -- tick, at once <-- window

An act wakes the feed, so HOLD leaves without waiting for the next regular tick.
"""

import numpy as np

from ground.console.handover import PROCESS, ConsoleAct, Handover, TimeStep
from ground.console.settings import ConsoleSettings
from ground.console.state import ConsoleState
from telemetry.contract import Effects, Input, Send, Store
from telemetry.grid import next_instant
from telemetry.messages.acts import Confirm, LeaseRequest, ResumeAct
from telemetry.messages.base import Message
from telemetry.messages.command import HoldCommand

LOOK_NS = 50_000_000


class ConsoleRole:
    """The feed of one window."""

    def __init__(self, settings: ConsoleSettings, handover: Handover, rng: np.random.Generator) -> None:
        """Start with dark screens."""
        self.due_ns = 0
        self._name = settings.participant
        self._state = ConsoleState(settings.run)
        self._handover = handover
        self._rng = rng

    def receive(self, message: Input, sender: str, now_ns: int) -> Effects:
        """Take in what is told."""
        self._state.consume(message, now_ns)
        return ()

    def tick(self, now_ns: int) -> Effects:
        """Send what a person did, and show what is known; may be called before it is due."""
        self.due_ns = next_instant(self.due_ns, period_ns=LOOK_NS, now_ns=now_ns)
        effects = [Send(message) for act in self._handover.take() for message in self._said(act, now_ns)]
        self._handover.publish(self._state.snapshot(now_ns))
        return effects

    def _said(self, act: ConsoleAct, now_ns: int) -> tuple[Message, ...]:
        if act == "hold":
            return (self._hold(now_ns),)
        if act == "resume":
            return LeaseRequest(), ResumeAct()
        return (Confirm(step=act.seconds) if isinstance(act, TimeStep) else act,)

    def _hold(self, now_ns: int) -> HoldCommand:
        hold = HoldCommand(actor=self._name, pressed_ns=now_ns, nonce=int(self._rng.integers(2**63)))
        self._state.pressed_hold(hold, now_ns)
        return hold


def build(settings: ConsoleSettings, store: Store, rng: np.random.Generator) -> ConsoleRole:
    """Make the feed of this process's window."""
    return ConsoleRole(settings, PROCESS, rng)
